"""A table in memory: its course, its deck, who watches. One thing at a time happens at a table (`lock`)."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import msgspec

from tongiaki.engine import Rules
from tongiaki.server.clock.clocks import Clocks
from tongiaki.server.clock.rest import Stretch
from tongiaki.server.clock.time import Time, WallTime, read
from tongiaki.server.course import Course
from tongiaki.server.deal import Deal
from tongiaki.server.encoding import packed, unpacked
from tongiaki.server.protocol import Event, Events, SeatBefore, State, Table, Undo, View
from tongiaki.server.seating import Seating
from tongiaki.server.store.kept import Before, Entry, KeptGame, NewGame
from tongiaki.server.undo import free_undo_of, undo_of
from tongiaki.server.views import Sight
from tongiaki.server.watching import Answer, Watcher, Watchers


class LiveTable:
    """What a table is while somebody needs it; all of it can be made anew from the store."""

    def __init__(self, game: NewGame, deals: list[Deal], course: Course) -> None:
        self.id = game.id
        self.session = game.session
        self.owners = game.owners
        self.before: tuple[Before, ...] = ()
        """Whose seats others have taken over, in this order."""
        self.room, self.number = game.room, game.number
        self.deals = deals
        """One for each time the tiles were shuffled; the last one holds."""
        self.course = course
        self.odds = game.odds
        """Whether the odds of voyages are told here."""
        self.rated = game.rated
        """Whether the result changes ratings; then nothing is taken back."""
        self._plays: dict[str, int] | bytes = {}
        self.lock = asyncio.Lock()
        self.watchers = Watchers()
        self._last_words: dict[str | None, float] = {}
        self.bots: asyncio.Task[None] | None = None
        self.held = False
        """Its room needs it in memory."""
        self._clock = game.clock
        self.clocks: Clocks | None = None
        self.time: Time = WallTime()
        self.quiet_since = 0.0
        """When something last happened."""
        self.lost = False
        """Another process has it now: nothing is kept for it here any more."""
        self.elsewhere = False
        """Another process has it; here people look on (`processes.following`)."""

    @classmethod
    def kept(cls, kept: KeptGame, outages: list[Stretch]) -> "LiveTable":
        """The table as the store knows it: the fold of its log. outages: when no server ran."""
        game = kept.game
        seating = Seating(game.seats, Rules.of(game.rules), game.start_seat)
        table = cls(game, list(kept.deals), Course.fold(seating, kept.entries))
        table._plays = dict(kept.plays)
        table.before, table.quiet_since = tuple(kept.before), read(kept.latest)
        table._wind(kept.entries, kept.latest, outages)
        return table

    def _wind(self, entries: Sequence[Entry], latest: str, outages: list[Stretch]) -> None:
        """Clocks as entries of the log left them, the last of them written at `latest`."""
        left = next((entry.clock for entry in reversed(entries) if entry.clock is not None), None)
        if self._clock is not None and left is not None:
            holidays = self.clocks.holidays if self.clocks else {}
            self.clocks = Clocks(self._clock, left, read(latest), outages)
            self.clocks.holidays = holidays

    def read_on(self, entries: Sequence[Entry], latest: str, outages: list[Stretch]) -> None:
        """What another process has appended, at `latest`, is told to those who look on here."""
        course = self.course.branch()
        course.go_on(entries)
        self._wind(entries, latest, outages)
        self.adopt(course)

    def take_from(self, kept: KeptGame, outages: list[Stretch]) -> None:
        """The same where the tiles were shuffled anew, or a seat has another person: what stands beside the log too."""
        self.owners, self.deals, self.before = kept.game.owners, list(kept.deals), tuple(kept.before)
        self._wind(kept.entries, kept.latest, outages)
        self.adopt(Course.fold(replace(self.seating, seats=kept.game.seats), kept.entries))
        self.watchers.restart(
            self.owners.values()
        )  # they play now: the process that has the table must hear it

    @property
    def plays(self) -> dict[str, int]:
        """The last event of each play and undo, by the id the client gave; "" is the making of the table."""
        if isinstance(self._plays, bytes):
            self._plays = unpacked(self._plays, dict[str, int])
        return self._plays

    def pack(self) -> None:
        """Nobody is here: it takes less memory until somebody asks what happened."""
        self.course.pack()
        if isinstance(self._plays, dict):
            self._plays = packed(self._plays)

    @property
    def owners(self) -> Mapping[int, str]:
        """The session that decides for each person's seat."""
        return self._owners

    @owners.setter
    def owners(self, owners: Mapping[int, str]) -> None:
        self._owners, self._sessions = dict(owners), frozenset(owners.values())

    @property
    def lease(self) -> str:
        """What a process has that may change it: the room, or a table without one."""
        return self.room or self.id

    @property
    def deal(self) -> Deal:
        """The deck from which tiles are drawn now."""
        return self.deals[-1]

    @property
    def seating(self) -> Seating:
        """Who sits here, by which rules."""
        return self.course.seating

    def name_at(self, seat: int, seq: int) -> str:
        """Who decided for a seat after an event, by name."""
        later = (was.name for was in self.before if was.seat == seat and seq < was.until)
        return next(later, self.seating.seats[seat].name)

    def decides(self, session: str | None, seat: int) -> bool:
        """Each person for the own seats, until it resigns; bots by themselves."""
        owns = session is not None and self._owners.get(seat) == session
        return owns and seat not in self.course.resigned and not self.elsewhere

    def sits(self, session: str | None) -> bool:
        """Whether anything may be said to the game in this session; else it only looks on."""
        return session is not None and session in self._players

    def alone(self, session: str | None) -> bool:
        """Whether everybody else at the table is a bot or sits at the same screen."""
        players = self._players
        return len(players) == 1 and session in players

    @property
    def _players(self) -> frozenset[str]:
        """The sessions that sit here; where bots play among themselves at one screen, the one that looks at it."""
        if self.elsewhere:
            return frozenset()
        return self._sessions or frozenset([self.session] if self.room is None else [])

    def change_owner(self, old: str, new: str) -> None:
        """What one session had here is another's now."""
        if self.session == old:
            self.session = new
        self.owners = {seat: new if owner == old else owner for seat, owner in self.owners.items()}
        self.before = tuple(
            msgspec.structs.replace(was, session=new) if was.session == old else was for was in self.before
        )

    def bot_to_move(self) -> str | None:
        """The bot whose decision is next."""
        seat = self.course.active_seat
        return None if seat is None or self.course.paused else self.course.bot_of(seat)

    def stop_bots(self) -> None:
        """A bot that thinks, thinks no longer: its position is gone, or the server ends."""
        if self.bots is not None:
            self.bots.cancel()
            self.bots = None

    def adopt(self, course: Course, answer: Answer | None = None) -> None:
        """What was committed has happened: it is told to all who watch. answer: to the one who did it."""
        new = course.after(self.course.seq)
        self.course = course
        course.rest()
        if _change_hands(new):
            self.watchers.send(self.state)
        elif len(self.watchers):
            self.watchers.tell(new, self._role, partial(self.view, sight=Sight(course)), answer)
        elif course.over:
            self.pack()

    def _role(self, session: str | None) -> str | None:
        """Who sees the same view: a session that decides now or may take back; none: all others."""
        seat = self.course.active_seat
        special = self.alone(session) or (seat is not None and self.decides(session, seat))
        return session if special else None

    def view(self, session: str | None, course: Course | None = None, sight: Sight | None = None) -> View:
        """What is seen in this session of the course (here: the table's own). sight: of that course."""
        course = course or self.course
        seat = course.active_seat
        can_act = seat is not None and self.decides(session, seat) and course.game.phase != "draw"
        view = (sight or Sight(course)).view(can_act and not course.paused, self.undo(session))
        if self.clocks is None and not course.paused:
            return view
        clock = self.clocks.view(course, self.time.now()) if self.clocks else None
        return msgspec.structs.replace(view, clock=clock, paused=course.paused)

    def tell_clocks(self) -> None:
        """The clocks go otherwise than was told, although nothing has happened."""
        self.watchers.tell([], self._role, self.view)

    def undo(self, session: str | None) -> Undo | None:
        """What one press of Undo does in this session: alone anything, among others what is free, rated nothing."""
        if self.rated or session is None:
            return None
        if self.alone(session):
            return undo_of(self.course, self.plays)
        seat = self.course.active_seat
        if seat is None or self.course.paused or not self.decides(session, seat):
            return None
        return free_undo_of(self.course, self.plays)

    def table(self, session: str | None) -> Table:
        """What does not change while the game runs, but for the commitment."""
        return Table(
            id=self.id,
            seats=list(self.seating.seats),
            rules=self.seating.rules.differences(),
            start_seat=self.seating.start_seat,
            commitment=self.deal.commitment,
            order=self.seating.order,
            your_seats=[seat for seat, owner in sorted(self.owners.items()) if owner == session],
            undo_any=self.alone(session) and not self.rated,
            room=self.room,
            odds=self.odds,
            rated=self.rated,
            before=[SeatBefore(was.seat, was.until, was.name) for was in self.before],
        )

    def state(self, session: str | None) -> State:
        """All of it."""
        return State(self.table(session), self.view(session), self.course.events.all())

    def greeting(self, session: str | None, seq: int) -> Events | State:
        """What a connection has not seen: the events after `seq`, or everything if the number is not known."""
        if 0 <= seq <= self.course.seq and not _change_hands(self.course.after(seq)):
            return Events(self.course.events[seq + 1 :], self.view(session))
        return self.state(session)

    def greet(self, watcher: Watcher, seq: int) -> None:
        """Tells a new connection what it has not seen; from now on it is told everything."""
        watcher.send(self.greeting(watcher.session, seq))
        self.watchers.add(watcher)

    def last_word(self, session: str) -> float:
        """When somebody who sits here has said something the last time, by the clock of `Watcher.spoke`."""
        return max(self.watchers.last_word(session), self._last_words.get(session, 0.0))

    def leave(self, watcher: Watcher) -> None:
        """A connection is gone."""
        self.watchers.discard(watcher)
        if watcher.session in self.owners.values():
            self._last_words[watcher.session] = watcher.spoke
        if not len(self.watchers):
            self.pack()


def _change_hands(events: Iterable[Event]) -> bool:
    """Whether a seat has another person since: then the table is told anew, with the names."""
    return "handed_over" in [event.kind for event in events]
