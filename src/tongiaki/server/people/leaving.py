"""A person is gone: the games stay, the name and what was said go."""

import secrets
from contextlib import suppress
from dataclasses import replace

import msgspec

from tongiaki.server.others import Leave, Named, Others
from tongiaki.server.people.moving import Moving, moved_to
from tongiaki.server.people.names import NOBODY
from tongiaki.server.people.people import People
from tongiaki.server.problems import Refusal
from tongiaki.server.protocol import Seat
from tongiaki.server.rooms.arrangement import Arrangement, Place
from tongiaki.server.rooms.keeping import line_of
from tongiaki.server.rooms.live_room import LiveRoom
from tongiaki.server.rooms.rooms import Rooms
from tongiaki.server.store.forgetting import Forgetting, without_names
from tongiaki.server.store.keeping import NotKept, NotRead
from tongiaki.server.table import LiveTable
from tongiaki.server.tables import Tables


class Leaving:
    """Takes a session out of everything that is kept."""

    def __init__(
        self,
        people: People,
        moving: Moving,
        rooms: Rooms,
        tables: Tables,
        forgetting: Forgetting,
        others: Others,
    ) -> None:
        self._people = people
        self._moving = moving
        self._rooms = rooms
        self._tables = tables
        self._forgetting = forgetting
        self._others = others

    async def leave(self, session: str, name: str = "") -> None:
        """What the session had is nobody's from now on; where its game runs a bot plays on, for good; `NotKept`."""
        nobody = secrets.token_hex(32)  # as a guest's, but of no cookie
        await self.name_seats(session, NOBODY, at_one_screen=True)
        said = await self._forgetting.rooms_with_lines(session)  # also where the name is long forgotten
        for id in dict.fromkeys([*await self._people.store.rooms_with(session), *said]):
            try:
                if await self._others.ask_holder(id, Leave(id, session, nobody, name)) is None:
                    await self.leave_room(id, session, nobody, name)
            except NotRead as error:
                raise NotKept(str(error)) from error
        await self._people.store.remove(session, NOBODY)
        await self._people.store.move(session, nobody)
        await self._moving.move_in_memory(session, nobody, [])
        await self._moving.reconnect(session)

    async def leave_room(self, id: str, session: str, nobody: str, name: str) -> bool:
        """The session is nobody's in a room of this process; `NotKept`."""
        async with self._rooms.at(id) as room:
            if room is not None:
                await self._leave_room(room, session, nobody, name)
        return True

    async def _leave_room(self, room: LiveRoom, session: str, nobody: str, name: str) -> None:
        arrangement = room.arrangement
        names = {name, arrangement.called(session)} - {""}
        seat = arrangement.seat_of(session)
        if seat is not None and room.playing and room.table is not None:
            with suppress(Refusal):  # the game is just over
                await self._tables.playing.give_seat(room.table, seat, arrangement.stand_in, resigned=True)
        said = [line for line in room.lines if line.session == session and line.n not in room.removed]
        await self._rooms.read_games(room)
        taken_out = [line_of(room, kind="notice", removes=line.n) for line in said]
        await self._rooms.keeper.keep(room, forgotten(arrangement, session, nobody, room.playing), taken_out)
        names = await self._forgetting.forget_talk(room.id, session, names, NOBODY)
        room.lines = [
            replace(line, session=None, name=NOBODY, text="", emote=None)
            if line.session == session
            else replace(line, notice=line.notice and without_names(line.notice, names, NOBODY))
            for line in room.lines
        ]

    async def name_seats(self, session: str, name: str, at_one_screen: bool = False) -> None:
        """The seats that a session has in all games are called so, those in memory too; `NotKept`.

        at_one_screen: also where others play under names that were typed there.
        """
        games = await self._forgetting.name_seats(session, name, at_one_screen)
        await self.name_seats_here(session, name, games)
        await self._others.tell(Named(session, name, games))

    async def name_seats_here(self, session: str, name: str, games: list[str]) -> None:
        """The seats of a session in games in memory of this process are called so."""
        for id in games:
            for table in [table for table in self._tables.watched if table.id == id]:
                await _name_seats_at(table, session, name)


async def _name_seats_at(table: LiveTable, session: str, name: str) -> None:
    async with table.lock:
        owned = {seat for seat, owner in table.owners.items() if owner == session}
        seats = named_so(table.seating.seats, owned, name)
        table.course.seating = replace(table.seating, seats=seats)
        table.before = tuple(
            msgspec.structs.replace(was, name=name) if was.session == session else was for was in table.before
        )
        table.watchers.send(table.state)


def forgotten(arrangement: Arrangement, session: str, nobody: str, playing: bool) -> Arrangement:
    """Without the person: a seat is open again; while a game is played there it is nobody's."""
    seat = arrangement.seat_of(session)
    names = {known: called for known, called in arrangement.names.items() if known != session}
    muted = tuple(known for known in arrangement.muted if known != session)
    arrangement = msgspec.structs.replace(arrangement, names=names, muted=muted, votes=())
    if seat is not None and not playing:
        arrangement = arrangement.with_place(seat, Place(arrangement.places[seat].colours))
    elif seat is not None:
        arrangement = arrangement.with_name(nobody, NOBODY)
    if arrangement.host == session:
        others = [other for other in arrangement.persons.values() if other != session]
        arrangement = msgspec.structs.replace(arrangement, host=others[0] if others else nobody)
    return moved_to(arrangement, session, nobody)


def named_so(seats: tuple[Seat, ...], owned: set[int], name: str) -> tuple[Seat, ...]:
    """The seats, some of them with another name."""
    return tuple(
        msgspec.structs.replace(seat, name=name) if index in owned else seat
        for index, seat in enumerate(seats)
    )
