"""The commands of a room: what each does, and what happens when all agree."""

import secrets
from functools import partial

import msgspec

from tongiaki.server.course import Course
from tongiaki.server.deal import shuffled
from tongiaki.server.problems import BadRequest, Refusal, text
from tongiaki.server.protocol import Text
from tongiaki.server.room_protocol import (
    AskEnd,
    AskPause,
    AskRematch,
    AskUndo,
    Block,
    CastVote,
    ComeBack,
    Emote,
    GoOn,
    RemoveLine,
    RemoveSeat,
    Rename,
    ReportLine,
    Resign,
    RoomCommand,
    Said,
    Say,
    Sit,
    Stand,
    StartGame,
    TakeHoliday,
    Talk,
)
from tongiaki.server.rooms.arrangement import Arrangement, Vote, checked_rules, refusal
from tongiaki.server.rooms.changes import change, check_host, check_waiting, removed
from tongiaki.server.rooms.holidays import take_holiday
from tongiaki.server.rooms.keeping import Keeper, line_of
from tongiaki.server.rooms.live_room import LiveRoom
from tongiaki.server.rooms.names import tidy
from tongiaki.server.rooms.rated import check_apart, check_rated
from tongiaki.server.rooms.talk import plain, private
from tongiaki.server.rooms.typed import meaning
from tongiaki.server.rooms.votes import answer, ask, passed, without
from tongiaki.server.seating import Seating
from tongiaki.server.sessions import is_claimed
from tongiaki.server.store.kept import KeptSummary
from tongiaki.server.store.store import NotKept, now
from tongiaki.server.store.talk import TalkStore
from tongiaki.server.table import LiveTable
from tongiaki.server.tables import Tables
from tongiaki.server.undo import undo_to_ask_for

LONG_PAUSE = 24 * 3600
"""Seconds of a pause, for each day that there is for a turn, after which all who sit may go on."""

TOLD = Sit | Stand | Rename | RemoveSeat | TakeHoliday | AskRematch | AskEnd | AskPause | AskUndo
"""Whoever does this is named in the talk each time."""


class Commands:
    """Done one at a time in a room (its `lock` is held), kept before they are told."""

    def __init__(self, keeper: Keeper, tables: Tables, talk: TalkStore) -> None:
        self._talk = talk
        self._keeper = keeper
        self._tables = tables
        self._playing = tables.playing

    async def do(self, room: LiveRoom, session: str, command: RoomCommand) -> list[Talk]:
        """Does what a person wants; `Refusal`. What only this person is told comes back."""
        arrangement, situation = room.arrangement, room.situation
        if isinstance(command, Rename | Sit):
            _check_says_nothing(arrangement, session, command.name)
        if isinstance(command, TOLD):
            room.notice_pace.check(session, room.time.now())
        match command:
            case Say():
                return await self._say(room, session, command)
            case Emote(name=name):
                room.pace.check(session, room.time.now())
                await self._speak(room, session, command.id, emote=name)
            case RemoveLine(n=n):
                check_host(arrangement, situation, session)
                if not any(line.n == n and line.session is not None for line in room.lines):
                    raise refusal("not_there", "refused_line", n=n)
                await self._keeper.keep(room, arrangement, [line_of(room, kind="notice", removes=n)])
            case ReportLine(n=n):
                return [await self._report(room, session, n)]
            case Block(name=name, on=on):
                await self._block(arrangement, session, arrangement.session_called(name), on)
            case StartGame(rated=rated):
                check_host(arrangement, situation, session)
                check_waiting(situation)
                await self._start(room, rotated=False, rated=rated)
            case AskRematch():
                check_waiting(situation)
                if not situation.over:
                    raise refusal("not_now", "refused_not_over")
                _check_all_seated(arrangement)
                await self._keeper.change(room, *ask(arrangement, situation, session, "rematch"))
            case AskEnd():
                _table(room)
                await self._keeper.change(room, *ask(arrangement, situation, session, "end"))
            case AskPause():
                if _table(room).course.paused:
                    raise refusal("not_now", "refused_paused")
                await self._keeper.change(room, *ask(arrangement, situation, session, "pause"))
            case GoOn():
                _check_may_go_on(room, session)
                await self._playing.pause(_table(room), False)
            case AskUndo():
                back = _to_ask_for(room, _own_seat(room, session))
                await self._keeper.change(room, *ask(arrangement, situation, session, "undo", back=back))
            case TakeHoliday():
                seat = _own_seat(room, session)
                changed = take_holiday(arrangement, seat, command, room.time.now())
                await self._keeper.change(room, changed.arrangement, changed.notices)
            case CastVote(about=about, seat=seat, yes=yes):
                await self._keeper.change(room, *answer(arrangement, situation, session, about, seat, yes))
            case Resign():
                seat = _own_seat(room, session)
                await self._playing.give_seat(_table(room), seat, arrangement.stand_in, resigned=True)
            case ComeBack():
                await self._come_back(room, _own_seat(room, session))
            case _:
                changed = change(arrangement, situation, session, command)
                await self._keeper.change(room, changed.arrangement, changed.notices)
        return []

    async def _come_back(self, room: LiveRoom, seat: int) -> None:
        table = _table(room)
        if seat in table.course.stand_ins:
            await self._playing.give_seat(table, seat, None)

    async def settle(self, room: LiveRoom) -> None:
        """What all have agreed on is done."""
        while (vote := passed(room.arrangement, room.situation)) is not None:
            await self._keeper.keep(room, without(room.arrangement, vote))
            await self._agreed(room, vote)
        await self._begin_at_once(room)

    async def _begin_at_once(self, room: LiveRoom) -> None:
        """The first game, if it begins by itself; where it cannot be as it is, the host has to see to it."""
        now = room.arrangement
        waits = room.games or now.open_seats or not room.connected.issuperset(now.persons.values())
        if not now.at_once or waits:
            return
        try:
            await self._start(room, rotated=False)
        except Refusal as wrong:
            if wrong.code == "busy":
                raise
            await self._keeper.keep(room, msgspec.structs.replace(now, at_once=False))

    async def _agreed(self, room: LiveRoom, vote: Vote) -> None:
        seat, arrangement = vote.seat, room.arrangement
        if vote.about == "rematch":
            await self._start(room, rotated=True)
        elif vote.about == "end":
            await self._playing.agree(_table(room))
        elif vote.about == "pause":
            await self._playing.pause(_table(room), True)
        elif vote.about == "undo" and vote.seq is not None and vote.to is not None:
            await self._playing.go_back(_table(room), vote.seq, vote.to)
        elif seat is not None and vote.about == "remove" and room.playing:
            await self._playing.give_seat(_table(room), seat, arrangement.stand_in, resigned=True)
        elif seat is not None and vote.about == "remove":
            notice = text("notice_removed", name=arrangement.name_at(seat))
            await self._keeper.change(room, removed(arrangement, seat), [notice])
        elif seat is not None:
            await self._hand_over(room, seat, vote.session)

    async def _hand_over(self, room: LiveRoom, seat: int, session: str) -> None:
        """Another person has the seat of one who is absent."""
        arrangement, table = room.arrangement, _table(room)
        name, old = arrangement.called(session), arrangement.name_at(seat)
        place = msgspec.structs.replace(arrangement.places[seat], session=session, holidays=())
        notice = line_of(room, kind="notice", notice=text("notice_took_over", name=name, other=old))
        keep = partial(self._keeper.keep, room, arrangement.with_place(seat, place), [notice])
        await self._playing.hand_over(table, seat, session, name, keep)

    async def _start(self, room: LiveRoom, rotated: bool, rated: bool | None = None) -> None:
        """A new game; rotated: the seat after the one that started the last one starts; rated: `None` as the room."""
        arrangement = room.arrangement
        _check_all_seated(arrangement)
        if rated is None:
            rated = arrangement.rated
        if rated:
            check_rated(arrangement)
            check_apart(arrangement, room.places_of)
        seats = arrangement.seated()
        start: int
        if rotated and room.games:
            start = (room.games[-1].start_seat + 1) % len(seats)
        elif isinstance(arrangement.start, int):
            start = arrangement.start
        else:
            start = secrets.randbelow(len(seats))
        seating = Seating(seats, checked_rules(arrangement.rules, len(seats)), start)
        number, clock = len(room.games) + 1, arrangement.clock_of(rated)
        try:
            table = await self._tables.create(
                arrangement.host,
                shuffled(seating.order[0]),
                Course.begin(seating),
                arrangement.odds,
                arrangement.persons,
                (room.id, number),
                None if clock.kind == "none" else clock,
                rated,
            )
        except BadRequest:
            raise refusal("busy", "refused_busy") from None
        standing = table.course.standing
        game = KeptSummary(table.id, seats, now(), now(), standing, start, room.id, number, rated)
        room.games.append(game)
        room.take_table(table)
        key = "notice_started_rated" if rated else "notice_started"
        started = text(key, number=number, name=seats[start].name)
        await self._keeper.change(room, msgspec.structs.replace(arrangement, votes=()), [started])

    # -- talk ------------------------------------------------------------------------------------------------

    async def _say(self, room: LiveRoom, session: str, command: Say) -> list[Talk]:
        said = plain(command.text)
        room.pace.check(session, room.time.now())
        if not said.startswith("/"):
            await self._speak(room, session, command.id, said)
            return []
        meant = meaning(room.arrangement, room.situation, session, said, command.id)
        if isinstance(meant, Text):
            return [private(meant)]
        return [line for one in meant for line in await self.do(room, session, one)]

    async def _report(self, room: LiveRoom, session: str, n: int) -> Talk:
        """A line goes to the operator; the host is told by whom, and who reports that it was done."""
        line = next((line for line in room.lines if line.n == n and line.session is not None), None)
        if line is None or line.session == session:
            raise refusal("not_there", "refused_line", n=n)
        room.pace.check(session, room.time.now())
        by = room.arrangement.called(session)
        try:
            await self._talk.report(room.id, line, session, by)
        except NotKept:
            raise refusal("busy", "refused_busy") from None
        host = room.situation.host(room.arrangement)
        if host not in (session, line.session):
            told = private(text("notice_reported_to_host", name=line.name, by=by, n=n))
            room.tell_to(host, Said([told]))
        return private(text("notice_reported", name=line.name))

    async def _block(self, arrangement: Arrangement, session: str, other: str, on: bool) -> None:
        if other == session:
            raise refusal("not_there", "refused_nobody", name=arrangement.called(session))
        try:
            if on:
                await self._talk.block(session, other, arrangement.called(other))
            else:
                await self._talk.unblock(session, other)
        except NotKept:
            raise refusal("busy", "refused_busy") from None

    async def _speak(
        self, room: LiveRoom, session: str, command: str, said: str = "", emote: str | None = None
    ) -> None:
        arrangement = room.arrangement
        seat, name = arrangement.seat_of(session), arrangement.called(session)
        if not name:
            raise refusal("name", "refused_name_needed")
        if session in arrangement.muted:
            raise refusal("silent", "refused_muted")
        if seat is None and arrangement.quiet:
            raise refusal("silent", "refused_quiet")
        kind = "watch" if seat is None else "table"
        by = {"session": session, "name": name, "seat": seat, "command": command}
        await self._keeper.keep(room, arrangement, [line_of(room, kind=kind, text=said, emote=emote, **by)])


def _table(room: LiveRoom) -> LiveTable:
    """The table of the game that runs; `Refusal`."""
    if room.table is None or not room.playing:
        raise refusal("not_now", "refused_not_playing")
    return room.table


def _own_seat(room: LiveRoom, session: str) -> int:
    seat = room.arrangement.seat_of(session)
    if seat is None:
        raise refusal("not_there", "refused_not_seated")
    if room.playing and room.table is not None and seat in room.table.course.resigned:
        raise refusal("not_now", "refused_resigned")
    return seat


def _check_may_go_on(room: LiveRoom, session: str) -> None:
    """Who is on the move may always; the others if that person can see it, or has had time to come back."""
    mine, course = _own_seat(room, session), _table(room).course
    active = course.active_seat
    waited_for = active is not None and course.bot_of(active) is None
    mover = room.arrangement.places[active].session if active is not None and waited_for else None
    waits = mover is not None and active != mine and mover not in room.present
    days = max(1, room.arrangement.clock_of(_table(room).rated).days)
    if waits and room.time.now() < _table(room).quiet_since + LONG_PAUSE * days:
        raise refusal("not_now", "refused_go_on", name=room.arrangement.called(mover))


def _check_says_nothing(arrangement: Arrangement, session: str, name: str) -> None:
    """Who is muted has no other name: it can be a sentence, and is told. A claimed one is the person's own."""
    other = name and tidy(name) != arrangement.called(session)
    if other and session in arrangement.muted and not is_claimed(session):
        raise refusal("silent", "refused_muted")


def _to_ask_for(room: LiveRoom, seat: int) -> tuple[int, int]:
    """Which event is the last one, and to which the game would go back; `Refusal` if there is nothing."""
    table = _table(room)
    if table.rated:
        raise refusal("cannot_undo", "refused_rated_undo")
    undo = undo_to_ask_for(table.course, table.plays, seat)
    if undo is None:
        raise refusal("cannot_undo", "refused_undo_start")
    return table.course.seq, undo.to


def _check_all_seated(arrangement: Arrangement) -> None:
    if arrangement.open_seats:
        raise refusal("not_now", "refused_open_seats", number=len(arrangement.open_seats))
