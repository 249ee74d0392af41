"""The rooms: made, found, entered; every command is kept before it is told."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta

import msgspec

from tongiaki.server.clock.clocks import Holidays
from tongiaki.server.clock.time import Time, WallTime
from tongiaki.server.logs import log
from tongiaki.server.others import Alone, Listens, Others, Quick
from tongiaki.server.playing import RETRY
from tongiaki.server.problems import BadRequest, Refusal, text
from tongiaki.server.protocol import Clock
from tongiaki.server.room_protocol import (
    Block,
    NewRoom,
    NewRoomSeat,
    QuickMatch,
    RoomCommand,
    RoomState,
    RoomSummary,
    Sit,
    Talk,
)
from tongiaki.server.rooms.arrangement import Arrangement, refusal
from tongiaki.server.rooms.awake import Sleepers
from tongiaki.server.rooms.commands import Commands
from tongiaki.server.rooms.keeping import Keeper
from tongiaki.server.rooms.live_room import LiveRoom
from tongiaki.server.rooms.making import arrangement_of
from tongiaki.server.rooms.names import is_name, is_taken, named, tidy
from tongiaki.server.rooms.news import news_of
from tongiaki.server.sessions import is_claimed
from tongiaki.server.settings import Settings
from tongiaki.server.store.rooms import KeptRoom, RoomStore
from tongiaki.server.store.store import Damaged, NotKept, NotRead, now
from tongiaki.server.store.talk import TalkStore
from tongiaki.server.table import LiveTable
from tongiaki.server.tables import Tables
from tongiaki.server.tasks import Tasks
from tongiaki.server.watching import Watcher

QUICK_CLOCK = Clock("bank", bank=15 * 60, increment=20)
"""Among strangers nobody lets the others wait for ever."""

MOST_DONE = 500
"""Commands that a room remembers, so that none is done twice."""


class Rooms:
    """Live rooms in front of the store; their games are played at the tables."""

    def __init__(
        self,
        store: RoomStore,
        tables: Tables,
        settings: Settings,
        time: Time | None = None,
        others: Others | None = None,
    ) -> None:
        self._others = others or Alone()
        self._time = time or WallTime()
        self._store = store
        self._leases = store.beside.leases
        self._tables = tables
        self._settings = settings
        self._live: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Task[LiveRoom | None]] = {}
        self._one_seeks = asyncio.Lock()
        self._tasks = Tasks()
        self.keeper = Keeper(store)
        self._talk = TalkStore(store.beside)
        self._commands = Commands(self.keeper, tables, self._talk)
        tables.playing.heard = self.heard
        self.on_turn: Callable[[str, str, str], None] = lambda session, room, name: None
        """Called when it is the turn of a session in a room, called so there, and it is not connected."""
        self.on_time: Callable[[str, str, str], None] = lambda session, room, name: None
        """The same when the time of that turn is running out."""
        self._sleepers = Sleepers(lambda: self._live.values(), self._time, self._tell_turn)

    def begin(self) -> None:
        """From now on it is looked who does not wake up at the own turn."""
        self._sleepers.begin()

    def restart(self, sessions: Collection[str] | None = None) -> None:
        """All connections to tables and rooms, or those of these sessions, are told to come again."""
        for table in self._tables.watched:
            table.watchers.restart(sessions)
        for room in self._live.values():
            for member in room.members:
                if sessions is None or member.session in sessions:
                    member.restart()

    @property
    def persons(self) -> set[str]:
        """The persons with a claimed name who are connected to tables or rooms of this process."""
        members = {member.session for room in self._live.values() for member in room.members}
        watching = {session for table in self._tables.watched for session in table.watchers.sessions}
        return {session for session in members | watching if session is not None and is_claimed(session)}

    async def close(self) -> None:
        """Nobody is waited for any more; what is being committed is finished."""
        self._sleepers.close()
        for room in self._live.values():
            _stop_timer(room)
        await self._tasks.all_ended()

    @property
    def live(self) -> Collection[LiveRoom]:
        """The rooms in memory."""
        return self._live.values()

    # -- making and finding ----------------------------------------------------------------------------------

    async def create(self, session: str, new: NewRoom) -> LiveRoom:
        """A new room; `BadRequest`."""
        try:
            arrangement = arrangement_of(session, new)
        except Refusal as wrong:
            raise BadRequest(400, wrong.code, wrong.why) from None
        day_ago = (datetime.now(UTC) - timedelta(days=1)).isoformat(timespec="milliseconds")
        if await self._store.hosted(session, day_ago) >= self._settings.most_rooms:
            why = text("problem_rooms", most=self._settings.most_rooms)
            raise BadRequest(429, "too_many", why)
        room = LiveRoom(secrets.token_urlsafe(9), arrangement, now(), self._settings.grace, self._time)
        try:
            await self._leases.take([room.id])
            await self._tasks.finish(self.keeper.keep(room, arrangement))
        except (NotKept, Refusal):
            raise BadRequest(503, "busy", text("problem_busy")) from None
        self._live[room.id] = room
        room.expect(session)
        self._tasks.begin(self._refresh(room))
        log.info("room_made", room=room.id)
        return room

    async def quick(self, session: str, quick: QuickMatch) -> str:
        """A seat in a public room for so many, or a new one: which; `BadRequest`."""
        # Or two who seek at the same moment would wait for each other in two rooms.
        async with self._one_seeks, self._others.one_seeks():
            found = await self.quick_here(session, quick) or await self._others.quick(Quick(session, quick))
            if found is not None:
                return found
            seats = [NewRoomSeat("you"), *[NewRoomSeat()] * (min(max(quick.players, 1), 7) - 1)]
            new = NewRoom(quick.name, seats, public=True, clock=QUICK_CLOCK, rated=quick.rated, at_once=True)
            return (await self.create(session, new)).id

    async def quick_here(self, session: str, quick: QuickMatch) -> str | None:
        """A seat in a public room of this process; else such a one where the session sits already."""
        apart, waits_in = await self._talk.apart(session), None
        for room in self._public():
            now, wanted = room.arrangement, (quick.players, quick.rated)
            if (len(now.places), now.rated) != wanted:
                continue
            if now.seat_of(session) is not None:
                waits_in = room.id
                continue
            if apart & {now.host, *now.persons.values()}:
                continue
            try:
                await self.perform(room, session, Sit(secrets.token_hex(8), None, quick.name))
            except Refusal:
                continue
            room.expect(session)
            return room.id
        return waits_in

    async def find(self, id: str) -> LiveRoom | None:
        """The room with this id, from memory or as it was kept; `NotRead` if another process has it."""
        if id in self._live:
            return self._live[id]
        if id not in self._loading:
            self._loading[id] = self._tasks.begin(self._load(id))
        return await asyncio.shield(self._loading[id])

    async def public(self) -> list[RoomSummary]:
        """The public rooms where somebody waits for players, the newest first."""
        everywhere = [*self.public_here(), *await self._others.public()]
        return sorted(everywhere, key=lambda room: room.created, reverse=True)

    def public_here(self) -> list[RoomSummary]:
        """Those of this process."""
        return [_summary(room) for room in self._public()]

    def _public(self) -> list[LiveRoom]:
        waiting = [room for room in self._live.values() if room.waits_for_anybody]
        return sorted(waiting, key=lambda room: room.created, reverse=True)

    async def _load(self, id: str) -> LiveRoom | None:
        try:
            kept = await self._store.load(id)
            if kept is None:
                return None
            room = await self._taken_up(kept)
            if not self._leases.holds(id):
                raise NotRead("another server has the lease")
            self._live[id] = room
            return room
        finally:
            del self._loading[id]

    async def _taken_up(self, kept: KeptRoom) -> LiveRoom:
        try:
            arrangement = msgspec.json.decode(kept.arrangement, type=Arrangement)
        except msgspec.DecodeError as error:
            log.error("damaged_room", room=kept.id, why=str(error))
            raise Damaged(kept.id) from error
        room = LiveRoom(kept.id, arrangement, kept.created, self._settings.grace, self._time)
        room.games = kept.games
        room.add_lines(kept.lines)
        with suppress(Damaged):  # without its latest game people may still come in, and begin another
            table = await self._tables.find(kept.games[-1].id) if kept.games else None
            if table is not None:
                room.take_table(table)
                room.new_turn()  # of which who has it was told
        return room

    async def read_games(self, room: LiveRoom) -> None:
        """Somebody is called otherwise in the games of a room; `NotRead`."""
        kept = await self._store.load(room.id)
        if kept is not None:
            room.games = kept.games

    async def holidays_of(self, id: str) -> Holidays:
        """The holidays of those who sit in a room, whichever process has it; `NotRead`."""
        kept = await self._store.arrangement(id)
        return {} if kept is None else msgspec.json.decode(kept, type=Arrangement).holidays

    @asynccontextmanager
    async def at(self, id: str) -> AsyncIterator[LiveRoom | None]:
        """The room while nothing else happens there (`None`: there is none); what changed is told afterwards."""
        room = await self.find(id)
        if room is None:
            yield None
            return
        room = self._in_memory(room)
        async with room.lock:
            yield room
        await self._refresh(room)

    def _in_memory(self, room: LiveRoom) -> LiveRoom:
        """It may just have gone out of memory."""
        if room.lost:
            raise NotRead("another server has the lease")
        return self._live.setdefault(room.id, room)

    # -- coming and going ------------------------------------------------------------------------------------

    async def view(self, id: str, session: str | None) -> RoomState | None:
        """The room as it stands, for a session."""
        room = await self.find(id)
        if room is None:
            return None
        self._tasks.begin(self._refresh(room))  # if nobody is there, it goes out of memory again
        return room.view(session)

    async def enter(self, id: str, member: Watcher, talk: int, name: str) -> LiveRoom | None:
        """A connection is told the room and its talk, and from now on everything; `Refusal` if it is full."""
        room = await self.find(id)
        if room is None:
            return None
        room = self._in_memory(room)
        if room.table is not None:
            room.table.held = True
        if len(room.members) >= self._settings.most_in_room:
            raise refusal("too_many", "refused_room_full", most=self._settings.most_in_room)
        room.members.add(member)
        if member.session is not None:
            room.last_place[member.session] = member.place
        try:
            await self._tasks.finish(self._enter(room, member, talk, tidy(name)))
        except BaseException:
            self.leave(room, member)
            raise
        return room

    async def _enter(self, room: LiveRoom, member: Watcher, talk: int, name: str) -> None:
        async with room.lock:
            session, arrangement = member.session, room.arrangement
            unnamed = session is not None and not arrangement.called(session)
            if (
                unnamed
                and is_name(name)
                and (is_claimed(session) or not is_taken(arrangement, name, session))
            ):
                await self.keeper.keep(room, named(arrangement, session or "", name))
            room.look()
            if session is not None:
                room.blocks[session] = await self._talk.blocked_by(session)
            member.send(room.view(session))
            member.send(room.lines_after(talk, session))
        await self._refresh(room)

    async def blocked(self, session: str) -> list[tuple[str, str]]:
        """To whom a session does not listen, by name; `NotRead`."""
        return await self._talk.blocked(session)

    async def unblock(self, session: str, other: str) -> None:
        """A session listens to another again; `NotKept`."""
        await self._talk.unblock(session, other)
        await self._listens(session)

    async def _listens(self, session: str) -> None:
        await self.listen_anew(session)
        self._tasks.begin(self._others.tell(Listens(session)))

    async def listen_anew(self, session: str) -> None:
        """To whom a session listens, or who that is, is read anew in all rooms in memory here."""
        for room in list(self._live.values()):
            for one in [one for one, others in room.blocks.items() if session in {one, *others}]:
                with suppress(NotRead):  # it is read when that one enters again
                    room.blocks[one] = await self._talk.blocked_by(one)
                    room.tell_to(one)

    def leave(self, room: LiveRoom, member: Watcher) -> None:
        """A connection is gone."""
        room.leave(member)
        self._look(room)

    def heard(self, table: LiveTable) -> None:
        """Something has happened at a table, or somebody has come or gone there."""
        if table.room is None or table.elsewhere:
            return
        room = self._live.get(table.room)
        table.held = room is None or room.table is table
        if room is None:
            self._tasks.begin(self._wake(table.room))
        else:
            self._notice_turn(room)
            self._look(room)

    def _notice_turn(self, room: LiveRoom) -> None:
        """Who is on the move and does not see it is told."""
        session = room.new_turn()
        if session is not None and session in room.connected:
            room.gives_turn(session)
        elif session is not None:
            self._tell_turn(room, session)

    def _tell_turn(self, room: LiveRoom, session: str) -> None:
        self.on_turn(session, room.id, room.arrangement.called(session))

    def waits_for(self, session: str, id: str) -> bool:
        """Whether it is the turn of a session in a room, and it is not there; so as well where nobody is."""
        room = self._live.get(id)
        return room is None or (room.mover == session and not room.sees(session))

    async def _wake(self, id: str) -> None:
        room = await self.find(id)
        if room is not None:
            await self._refresh(room)

    def _look(self, room: LiveRoom) -> None:
        if room.has_changed():
            self._tasks.begin(self._refresh(room))

    async def _refresh(self, room: LiveRoom) -> None:
        """Tells what has changed at the table and who is there; lets bots play on for those who are absent.

        What cannot be kept now is tried again.
        """
        async with room.lock:
            if self._live.get(room.id) is not room:
                return
            room.told_at = self._time.now()
            try:
                await self._tell_news(room)
                await self._commands.settle(room)
                await self._stand_in(room)
                await self._remind(room)
            except Refusal:
                self._set_timer(room, self._time.now() + RETRY)
            else:
                self._set_timer(room)
        self._drop_idle(room)

    async def _tell_news(self, room: LiveRoom) -> None:
        looked = room.looked
        arrangement, news = news_of(room)
        if news or arrangement != room.arrangement:
            try:
                await self.keeper.change(room, arrangement, news)
            except Refusal:
                room.looked = looked
                raise
        elif room.told != room.fingerprint():
            room.tell()

    async def _stand_in(self, room: LiveRoom) -> None:
        table, stand_in, now = room.table, room.arrangement.stand_in, self._time.now()
        seat = table.course.active_seat if table else None
        impatient, runs_out = room.impatient_after(), room.runs_out_after()
        if table is None or seat is None:
            return
        if runs_out is not None and runs_out <= now:
            await self._tables.playing.run_out(table, seat, stand_in)
        elif impatient is not None and impatient <= now:
            await self._tables.playing.give_seat(table, seat, stand_in)

    async def _remind(self, room: LiveRoom) -> None:
        """Once a turn, also over a restart. Who is there sees the clock."""
        table, due = room.table, room.reminds_after()
        if table is None or due is None or due > self._time.now():
            return
        room.reminded = room.turn
        session = table.owners.get(table.course.active_seat or 0)
        if session is None or room.sees(session):
            return
        try:
            new = await self._store.remind(table.id, table.course.turn_began)
        except NotKept as error:
            log.error("not_kept", room=room.id, why=str(error))
            return
        if new:
            self.on_time(session, room.id, room.arrangement.called(session))

    def _set_timer(self, room: LiveRoom, again: float | None = None) -> None:
        _stop_timer(room)
        ends = (
            *(room.gone_after(), room.impatient_after(), room.runs_out_after(), room.reminds_after()),
            again,
        )
        if times := [end for end in ends if end is not None]:
            room.timer = self._time.call_at(min(times), lambda: self._tasks.begin(self._refresh(room)))

    def _drop_idle(self, room: LiveRoom) -> None:
        """Out of memory with a room where nobody is and nothing is waited for."""
        waits = room.timer is not None or (room.playing and room.arrangement.patience > 0)
        if room.members or room.connected or room.lock.locked() or waits:
            return
        self._live.pop(room.id, None)
        if room.table is not None:
            room.table.held = False

    def lose(self, leases: set[str]) -> None:
        """Another process has these now: out of memory with them, their connections are told to come again."""
        for room in [room for room in self._live.values() if room.id in leases]:
            room.lost = True
            _stop_timer(room)
            for member in room.members:
                member.restart()
            del self._live[room.id]

    def forget(self, id: str) -> bool:
        """Out of memory with a room that is to be deleted; false if somebody is there."""
        room = self._live.get(id)
        if id in self._loading or (
            room is not None and (room.connected or room.members or room.lock.locked())
        ):
            return False
        if room is not None:
            _stop_timer(room)
            del self._live[id]
        return True

    # -- commands --------------------------------------------------------------------------------------------

    async def perform(self, room: LiveRoom, session: str, command: RoomCommand) -> list[Talk]:
        """Does what a person wants; `Refusal`. What only this person is told comes back."""
        return await self._tasks.finish(self._perform(room, session, command))

    async def _perform(self, room: LiveRoom, session: str, command: RoomCommand) -> list[Talk]:
        async with room.lock:
            key = session, command.id
            if key in room.done:
                return []
            answers = await self._commands.do(room, session, command)
            if isinstance(command, Block):
                await self._listens(session)
            await self._commands.settle(room)
            room.done[key] = None
            while len(room.done) > MOST_DONE:
                del room.done[next(iter(room.done))]
        await self._refresh(room)
        return answers


def _stop_timer(room: LiveRoom) -> None:
    if room.timer is not None:
        room.timer.cancel()
        room.timer = None


def _summary(room: LiveRoom) -> RoomSummary:
    now_ = room.arrangement
    return RoomSummary(
        id=room.id,
        host=now_.called(now_.host),
        names=[now_.name_at(seat) for seat, place in enumerate(now_.places) if not place.is_open],
        seats=len(now_.places),
        open=len(now_.open_seats),
        rules=now_.rules,
        clock=now_.clock,
        created=room.created,
        rated=now_.rated,
    )
