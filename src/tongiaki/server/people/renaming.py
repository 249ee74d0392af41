"""A person is called otherwise: at every table, in games that are over, and in the talk."""

from contextlib import suppress
from dataclasses import replace

from tongiaki.server.others import Others, Rename
from tongiaki.server.people.leaving import Leaving
from tongiaki.server.people.moving import Moving
from tongiaki.server.people.people import People
from tongiaki.server.problems import Refusal
from tongiaki.server.rooms.live_room import LiveRoom
from tongiaki.server.rooms.names import named
from tongiaki.server.rooms.rooms import Rooms
from tongiaki.server.store.keeping import NotKept, NotRead
from tongiaki.server.store.people import KeptLogin


class Renaming:
    """Puts a name in the place of another, in the store and in memory."""

    def __init__(
        self, people: People, leaving: Leaving, moving: Moving, rooms: Rooms, others: Others
    ) -> None:
        self._people = people
        self._leaving = leaving
        self._moving = moving
        self._rooms = rooms
        self._others = others

    async def rename(self, login: KeptLogin, name: str) -> str:
        """The new name; `BadRequest`; `NotKept`, and then the name is new but not everywhere."""
        name = await self._people.rename(login, name)
        await self._leaving.name_seats(login.person, name)
        for id in await self._people.store.rooms_with(login.person):
            try:
                if await self._others.ask_holder(id, Rename(id, login.person, name)) is None:
                    await self.in_room(id, login.person, name)
            except NotRead as error:
                raise NotKept(str(error)) from error
        return name

    async def in_room(self, id: str, person: str, name: str) -> bool:
        """The person is called so in a room of this process."""
        async with self._rooms.at(id) as room:
            if room is not None:
                await self._in_room(room, person, name)
        return True

    async def _in_room(self, room: LiveRoom, person: str, name: str) -> None:
        room.lines = [replace(line, name=name) if line.session == person else line for line in room.lines]
        await self._rooms.read_games(room)
        before, after = room.arrangement.called(person), named(room.arrangement, person, name)
        with suppress(Refusal):  # it is called so from the next command on
            await self._rooms.keeper.keep(room, after)
        await self._moving.rename_notices(room, before, after.called(person))
