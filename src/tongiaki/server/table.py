"""A table in memory: its course, its deck, who watches. One thing at a time happens at a table (`lock`)."""

import asyncio
import secrets

from tongiaki.engine import Rules
from tongiaki.server.course import Course
from tongiaki.server.deal import Deal
from tongiaki.server.protocol import Events, State, Table, View
from tongiaki.server.seating import Seating
from tongiaki.server.store.kept import KeptGame, NewGame
from tongiaki.server.undo import undo_of
from tongiaki.server.views import view_of
from tongiaki.server.watching import Watcher, Watchers


class LiveTable:
    """What a table is while somebody needs it; all of it can be made anew from the store."""

    def __init__(self, id: str, session: str, deals: list[Deal], course: Course, odds: bool = True) -> None:
        self.id = id
        self.session = session
        self.deals = deals
        """One for each time the tiles were shuffled; the last one holds."""
        self.course = course
        self.odds = odds
        """Whether the odds of voyages are told here."""
        self.plays: dict[str, int] = {}
        """The last event of each play and undo, by the id the client gave; "" is the making of the table."""
        self.lock = asyncio.Lock()
        self.watchers = Watchers()
        self.bots: asyncio.Task[None] | None = None

    @classmethod
    def new(cls, session: str, deal: Deal, course: Course, odds: bool) -> "LiveTable":
        """A table with an id of its own that nobody guesses."""
        return cls(secrets.token_urlsafe(9), session, [deal], course, odds)

    @classmethod
    def kept(cls, kept: KeptGame) -> "LiveTable":
        """The table as the store knows it: the fold of its log."""
        game = kept.game
        seating = Seating(game.seats, Rules.of(game.rules), game.start_seat)
        course = Course.fold(seating, kept.entries)
        table = cls(game.id, game.session, list(kept.deals), course, game.odds)
        table.plays = dict(kept.plays)
        return table

    def to_keep(self) -> NewGame:
        """What the store keeps besides the log."""
        seating = self.course.seating
        rules = seating.rules.differences()
        return NewGame(
            self.id, self.session, seating.seats, rules, seating.start_seat, self.deal, self.odds
        )

    @property
    def deal(self) -> Deal:
        """The deck from which tiles are drawn now."""
        return self.deals[-1]

    @property
    def seating(self) -> Seating:
        """Who sits here, by which rules."""
        return self.course.seating

    def decides(self, seat: int) -> bool:
        """Persons decide in the browser that made the table; bots by themselves."""
        return self.course.is_person(seat)

    def bot_to_move(self) -> str | None:
        """The bot whose decision is next."""
        seat = self.course.active_seat
        return None if seat is None else self.seating.seats[seat].bot

    def stop_bots(self) -> None:
        """A bot that thinks, thinks no longer: its position is gone, or the server ends."""
        if self.bots is not None:
            self.bots.cancel()
            self.bots = None

    def adopt(self, course: Course) -> None:
        """What was committed has happened: it is told to all who watch."""
        told = self.course.seq
        self.course = course
        if len(self.watchers):
            views = {decides: self.view(decides) for decides in (True, False)}
            self.watchers.tell(course.events[told + 1 :], views)

    def view(self, decides: bool, course: Course | None = None) -> View:
        """What this browser, or one that only looks on, sees of the course (here: the table's own)."""
        course = course or self.course
        seat = course.active_seat
        can_act = decides and seat is not None and self.decides(seat) and course.game.phase != "draw"
        return view_of(course, can_act, undo_of(self.course, self.plays) if decides else None)

    def table(self, decides: bool) -> Table:
        """What does not change while the game runs, but for the commitment."""
        seats = list(self.seating.seats)
        return Table(
            id=self.id,
            seats=seats,
            rules=self.seating.rules.differences(),
            start_seat=self.seating.start_seat,
            commitment=self.deal.commitment,
            order=self.seating.order,
            your_seats=[index for index, seat in enumerate(seats) if decides and seat.bot is None],
            undo_any=decides,
            odds=self.odds,
        )

    def state(self, decides: bool) -> State:
        """All of it."""
        return State(self.table(decides), self.view(decides), self.course.events)

    def greeting(self, decides: bool, seq: int) -> Events | State:
        """What a connection has not seen: the events after `seq`, or everything if the number is not known."""
        if 0 <= seq <= self.course.seq:
            return Events(self.course.events[seq + 1 :], self.view(decides))
        return self.state(decides)

    def greet(self, watcher: Watcher, seq: int) -> None:
        """Tells a new connection what it has not seen; from now on it is told everything."""
        watcher.send(self.greeting(watcher.decides, seq))
        self.watchers.add(watcher)
