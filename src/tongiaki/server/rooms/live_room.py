"""A room in memory: who is connected, who is present, and how it looks to each."""

import asyncio
from dataclasses import dataclass, replace
from time import perf_counter

from tongiaki.server.clock.time import Time, Timer
from tongiaki.server.protocol import Base
from tongiaki.server.room_protocol import (
    Room,
    RoomGame,
    RoomSeat,
    RoomState,
    RoomStatus,
    RoomVote,
    Said,
    You,
)
from tongiaki.server.rooms.arrangement import Arrangement, Situation
from tongiaki.server.rooms.holidays import coming
from tongiaki.server.rooms.talk import MOST_NOTICES, NOTICE_SECONDS, Pace, talk, told
from tongiaki.server.rooms.votes import asked
from tongiaki.server.sessions import is_claimed
from tongiaki.server.store.kept import KeptSummary
from tongiaki.server.store.rooms import MOST_LINES, Line
from tongiaki.server.table import LiveTable
from tongiaki.server.watching import Watcher

SPEAKS_WITHIN = 25.0
"""Seconds after the turn began in which a page that lives says something; it says `ping` every 20 (`awake`)."""


@dataclass
class Given:
    """The turn was given to somebody who is connected; when by the clock of `Watcher.spoke`, and doubted when."""

    session: str
    began: float
    doubted_at: float
    looked: bool = False


class LiveRoom:
    """What a room is while somebody is there or a game runs; all of it can be made anew from the store.

    grace: so many seconds after the last connection is lost somebody still counts as present.
    """

    def __init__(self, id: str, arrangement: Arrangement, created: str, grace: float, time: Time) -> None:
        self.time = time
        self.id = id
        self.arrangement = arrangement
        self.created = created
        self.games: list[KeptSummary] = []
        self.table: LiveTable | None = None
        """The table of the latest game."""
        self.lines: list[Line] = []
        """The last lines of the talk."""
        self.last_line = -1
        self.removed: set[int] = set()
        self.members: set[Watcher] = set()
        self.lock = asyncio.Lock()
        self.pace, self.notice_pace = Pace(), Pace(MOST_NOTICES, NOTICE_SECONDS)
        self.blocks: dict[str, set[str]] = {}
        """The sessions to which those who are here do not listen."""
        self.done: dict[tuple[str, str], None] = {}
        """The latest commands by session and id: the same one is never done twice."""
        self.lost = False
        """Another process has it now: nothing is kept for it here any more."""
        self.timer: Timer | None = None
        """When it is to be looked again who is absent, or whose time has run out."""
        self.told: object = None
        """What was told last of the things that change beside the arrangement."""
        self.told_at = 0.0
        """When that was, or nothing had changed; who counts as absent since is still to be told."""
        self.stood_in: dict[int, tuple[str, bool]] = {}
        """For whom which bot played when it was looked last (`True`: for good)."""
        self.was_over = True
        self.was_paused = False
        self.looked_until = -1
        """The last event of the game that was there when it was looked last."""
        self.last_place: dict[str, str | None] = {}
        """From where each person has come the last time."""
        self.given: Given | None = None
        """The last turn that was given to somebody whose connection is open."""
        self.reminded: tuple[str, int] | None = None
        """The last turn of which its person was reminded, or need not be."""
        self._last_words: dict[str | None, float] = {}
        self._grace = grace
        self._since = time.now()
        self._connected: frozenset[str] = frozenset()
        self._left: dict[str, float] = {}
        self._looked: object = None
        self._calm: object = None
        """Who was there when it was looked last, if nobody was missing and nothing was asked."""
        self._turn: tuple[str, int] | None = None
        """The game and the seat on the move when it was looked last."""

    # -- who is there ----------------------------------------------------------------------------------------

    @property
    def looked(self) -> tuple[int, dict[int, tuple[str, bool]], bool, bool]:
        """What was seen when it was looked last for what is to be told."""
        return self.looked_until, self.stood_in, self.was_paused, self.was_over

    @looked.setter
    def looked(self, seen: tuple[int, dict[int, tuple[str, bool]], bool, bool]) -> None:
        self.looked_until, self.stood_in, self.was_paused, self.was_over = seen

    @property
    def connected(self) -> frozenset[str]:
        """The sessions that are in the room or at its table."""
        at_table = self.table.watchers.sessions if self.table else frozenset()
        return at_table.union([member.session for member in self.members if member.session is not None])

    def places_of(self, session: str) -> set[str | None]:
        """From where somebody is connected now, or was the last time; empty if not since the room was taken up."""
        now = {member.place for member in self.members if member.session == session}
        return now or ({self.last_place[session]} if session in self.last_place else set())

    def look(self) -> None:
        """Notes who has left since it was looked last."""
        connected = self.connected
        for session in self._connected - connected:
            self._left[session] = self.time.now()
        self._connected = connected

    def absent_since(self, session: str) -> float | None:
        """Since when somebody is not connected; `None`: is."""
        return None if session in self._connected else self._left.get(session, self._since)

    def expect(self, session: str) -> None:
        """Somebody is on the way here, and counts as present for a moment."""
        self._calm = None
        self._left[session] = self.time.now()

    def take_table(self, table: LiveTable) -> None:
        """A new game is played here now, or the latest one is taken up."""
        if self.table is not None:
            self.table.held = False
            self.games = [_summary(game, self.table) for game in self.games]
        table.held = True
        self.table = table
        self.stood_in, self.was_over, self.was_paused = (
            self.deciders(),
            table.course.over,
            table.course.paused,
        )
        self.looked_until = table.course.seq
        self.arrange(self.arrangement)

    def new_turn(self) -> str | None:
        """Whose turn it is now, if it was not when this was asked last."""
        course = self.table.course if self.table and self.playing and not self.paused else None
        seat = course.active_seat if course else None
        turn = None if self.table is None or seat is None else (self.table.id, seat)
        before, self._turn = self._turn, turn
        return None if turn == before else self.mover

    @property
    def mover(self) -> str | None:
        """The session that decides now; `None`: nobody, or a bot."""
        course = self.table.course if self.table and self.playing and not self.paused else None
        seat = course.active_seat if course else None
        if course is None or seat is None or course.bot_of(seat) is not None:
            return None
        return self.arrangement.places[seat].session

    def gives_turn(self, session: str) -> None:
        """It is the turn of somebody who is connected, and should say something soon."""
        self.given = Given(session, perf_counter(), self.time.now() + SPEAKS_WITHIN)

    def asleep(self, session: str) -> bool:
        """Whether somebody has said nothing for so long after the own turn began, open as the connection may look."""
        given = self.given
        if given is None or given.session != session or given.doubted_at > self.time.now():
            return False
        said = [member.spoke for member in self.members if member.session == session]
        at_table = self.table.last_word(session) if self.table else 0.0
        return max(*said, self._last_words.get(session, 0.0), at_table) < given.began

    def sees(self, session: str) -> bool:
        """Whether somebody is connected, and awake."""
        return session in self.connected and not self.asleep(session)

    def leave(self, member: Watcher) -> None:
        """A connection is gone."""
        self.members.discard(member)
        if member.session in self.arrangement.persons.values():
            self._last_words[member.session] = member.spoke

    def arrange(self, arrangement: Arrangement) -> None:
        """This holds from now on."""
        self.arrangement = arrangement
        clocks = self.table.clocks if self.table else None
        if clocks is not None and self.table is not None and clocks.holidays != arrangement.holidays:
            clocks.holidays = arrangement.holidays
            self.table.tell_clocks()

    def deciders(self) -> dict[int, tuple[str, bool]]:
        """The seats for which bots play in place of persons (`True`: for good)."""
        course = self.table.course if self.table else None
        return (
            {seat: (bot, seat in course.resigned) for seat, bot in course.stand_ins.items()} if course else {}
        )

    def has_changed(self) -> bool:
        """Whether there is something to be told or waited for since it was looked last."""
        here = self.connected, len(self.members), len(self.games), self.table, self.arrangement
        if here == self._calm and self._goes_on():
            return False
        self.look()
        asked_at = self.table.course.seq if self.table and self.arrangement.votes else None
        looked = (
            self.fingerprint(),
            self.gone_after(),
            self.impatient_after(),
            self.runs_out_after(),
            asked_at,
        )
        changed, self._looked = looked != self._looked, looked
        calm = self._goes_on() and not self.arrangement.votes and self.gone_after() is None
        self._calm = here if calm else None
        return changed

    def _goes_on(self) -> bool:
        """The game goes on as it did, with all who sit there: after most moves there is nothing else to look at."""
        if self.table is None or self.table.clocks is not None:
            return False
        course = self.table.course
        beside = course.over or course.paused or course.stand_ins or course.resigned
        return not beside and self._connected.issuperset(self.table.owners.values())

    @property
    def waits_for_anybody(self) -> bool:
        """Public, with a free seat, and somebody is there."""
        seated = {*self.arrangement.persons.values(), self.arrangement.host}
        free = self.arrangement.public and not self.playing and bool(self.arrangement.open_seats)
        return free and bool(self.present & seated)

    @property
    def present(self) -> frozenset[str]:
        """Who is connected, or was a moment ago."""
        if not self._left:
            return self._connected
        recent = self.time.now() - self._grace
        just_left = {session for session, left in self._left.items() if left > recent}
        return self._connected | just_left

    def gone_after(self) -> float | None:
        """When the next of those who have left counts as absent, or does already and it has not been told."""
        times = [
            left + self._grace
            for session, left in self._left.items()
            if session not in self._connected and left + self._grace > self.told_at
        ]
        return min(times, default=None)

    def impatient_after(self) -> float | None:
        """When a bot plays on for the absent person on the move; `None`: nobody is waited for."""
        if self.table is None or self.arrangement.patience == 0 or not self.playing or self.paused:
            return None
        if self.clock_decides:
            return None
        course = self.table.course
        seat = course.active_seat
        if seat is None or course.bot_of(seat) is not None:
            return None
        left = self.absent_since(self.table.owners.get(seat, ""))
        return None if left is None else left + self.arrangement.patience

    @property
    def clock_decides(self) -> bool:
        """Where there are days for a turn, and in a rated game, for no bot's moves are rated as a person's."""
        rated = self.table.rated if self.table and self.playing else self.arrangement.rated
        return rated or self.arrangement.clock.kind == "days"

    def runs_out_after(self) -> float | None:
        """When the time of who is on the move is over; `None`: no clock runs."""
        clocks = self.table.clocks if self.table and self.playing else None
        return None if clocks is None or self.table is None else clocks.runs_out(self.table.course)

    def reminds_after(self) -> float | None:
        """When who is on the move is to be reminded of it; `None`: was, or nobody is waited for in days."""
        clocks = self.table.clocks if self.table and self.playing else None
        if clocks is None or self.table is None or self.reminded == self.turn:
            return None
        return clocks.warns(self.table.course, self.time.now())

    @property
    def turn(self) -> tuple[str, int] | None:
        """The game, and the event since which the turn lasts."""
        return (self.table.id, self.table.course.turn_began) if self.table else None

    # -- how it stands ---------------------------------------------------------------------------------------

    @property
    def playing(self) -> bool:
        """A game runs."""
        return self.table is not None and not self.table.course.over

    @property
    def paused(self) -> bool:
        """All agreed to a pause of the game that runs."""
        return self.playing and self.table is not None and self.table.course.paused

    @property
    def status(self) -> RoomStatus:
        """Waiting for the first game, playing, or after a game."""
        return "playing" if self.playing else "over" if self.table else "waiting"

    @property
    def situation(self) -> Situation:
        """What decides on commands besides the arrangement."""
        if self.table is None or not self.playing:
            return Situation(False, self.table is not None, self.present)
        replaced, gone = map(frozenset, (self.table.course.stand_ins, self.table.course.resigned))
        return Situation(True, True, self.present, replaced, self.table.rated, gone)

    @property
    def spectators(self) -> int:
        """Browsers without a seat; each connection without a cookie counts as one."""
        strangers = sum(member.session is None for member in self.members)
        return len(self._connected.difference(self.arrangement.persons.values())) + strangers

    def fingerprint(self) -> object:
        """Changes when the room looks different although its arrangement is the same."""
        course = self.table.course if self.table else None
        decided = None
        if course is not None:
            decided = (dict(course.stand_ins), set(course.resigned), course.over, course.paused)
        seated = frozenset(self.arrangement.persons.values()) | {self.arrangement.host}
        return decided, self.present & seated, self.spectators, len(self.games)

    # -- what is told ----------------------------------------------------------------------------------------

    def view(self, session: str | None) -> RoomState:
        """The room as it is told to a session."""
        now, at = self.arrangement, self.situation
        host = at.host(now)
        room = Room(
            id=self.id,
            public=now.public,
            status=self.status,
            host=now.called(host),
            seats=[self._seat(seat, session, host) for seat in range(len(now.places))],
            rules=now.rules,
            start=now.start,
            clock_decides=self.clock_decides,
            patience=now.patience,
            stand_in=now.stand_in,
            odds=now.odds,
            rated=now.rated,
            clock=now.clock_of(now.rated),
            at_once=now.at_once and not self.games,
            paused=self.paused,
            game=self.table.id if self.table else None,
            games=[_game(_summary(game, self.table)) for game in self.games],
            votes=self._votes(),
            spectators=self.spectators,
            quiet=now.quiet,
            muted=sorted(filter(None, map(now.called, now.muted))),
        )
        blocked = sorted(filter(None, map(now.called, self.blocks.get(session or "", ()))))
        return RoomState(room, You(now.seat_of(session), session == host, now.called(session), blocked))

    def _seat(self, seat: int, session: str | None, host: str) -> RoomSeat:
        place = self.arrangement.places[seat]
        course = self.table.course if self.table and self.playing else None
        return RoomSeat(
            kind="bot" if place.bot else "open" if place.is_open else "person",
            name="" if place.is_open else self.arrangement.name_at(seat),
            colours=list(place.colours),
            bot=place.bot,
            you=session is not None and place.session == session,
            host=place.session == host,
            present=place.bot is not None or place.session in self.present,
            stand_in=course.stand_ins.get(seat) if course else None,
            resigned=course is not None and seat in course.resigned,
            claimed=is_claimed(place.session),
            holiday=list(coming(self.arrangement, seat, self.time.now()) or ()),
        )

    def _votes(self) -> list[RoomVote]:
        now, votes = self.arrangement, []
        for vote in now.votes:
            wanted = asked(now, self.situation, vote)
            yes = sorted(seat for session, seat in wanted.items() if session in vote.yes)
            votes.append(
                RoomVote(vote.about, vote.seat, now.called(vote.session), sorted(wanted.values()), yes)
            )
        return votes

    def tell_to(self, session: str, message: Base | None = None) -> None:
        """The room as it is now, or something else, to the connections of one session."""
        for member in self.members:
            if member.session == session:
                member.send(message or self.view(session))

    def sees_watch(self, session: str | None) -> bool:
        """What spectators say is not told to those who sit while a game runs."""
        return not self.playing or self.arrangement.seat_of(session) is None

    def lines_after(self, n: int, session: str | None) -> Said:
        """What somebody who has line `n` has not been told: later lines, and older ones that changed."""
        changed = {line.removes for line in self.lines if line.n > n}
        later = [
            line
            for line in self.lines
            if line.n > n or line.n in changed or (line.kind == "watch" and not self.playing)
        ]
        return Said(told(later, self.removed, self.sees_watch(session)))

    def add_lines(self, lines: list[Line]) -> None:
        """They are kept, and told from now on."""
        for line in lines:
            self.last_line = line.n
            if line.removes is not None:
                self.removed.add(line.removes)
            if line.session is not None and line.command is not None:
                self.done[line.session, line.command] = None
        self.lines = (self.lines + lines)[-MOST_LINES:]

    def tell_lines(self, lines: list[Line]) -> None:
        """New lines, to all who may see them; a line that was taken out is told again, without its text."""
        taken_out = {line.removes for line in lines if line.removes is not None}
        again = [line for line in self.lines if line.n in taken_out]
        for member in self.members:
            if said := told([*again, *lines], self.removed, self.sees_watch(member.session)):
                member.send(Said(said))

    def tell_watch_lines(self) -> None:
        """After a game those who sat are told what the spectators said."""
        lines = [talk(line, line.n in self.removed) for line in self.lines if line.kind == "watch"]
        seated = set(self.arrangement.persons.values())
        for member in self.members:
            if lines and member.session in seated:
                member.send(Said(lines))

    def tell(self, other: Base | None = None) -> None:
        """The room as it is now, to everybody in it (or another message)."""
        self.told = self.fingerprint()
        for member in self.members:
            member.send(other or self.view(member.session))


def _summary(game: KeptSummary, table: LiveTable | None) -> KeptSummary:
    """A game as it stands now, if this is its table."""
    if table is None or table.id != game.id:
        return game
    return replace(game, seats=table.seating.seats, standing=table.course.standing)


def _game(game: KeptSummary) -> RoomGame:
    outcome = game.standing.outcome
    return RoomGame(
        id=game.id,
        number=game.number or 0,
        over=game.standing.over,
        names=[seat.name for seat in game.seats],
        points=outcome.points if outcome else [],
        winners=outcome.winners if outcome else [],
        rated=game.rated,
    )
