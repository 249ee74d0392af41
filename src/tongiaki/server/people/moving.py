"""What a guest has begun goes with the person: seats, rooms, games at one screen and what was said."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import msgspec

from tongiaki.server.others import Bring, Moved, Others, Reconnect
from tongiaki.server.people.people import People
from tongiaki.server.problems import Refusal
from tongiaki.server.rooms.arrangement import Arrangement
from tongiaki.server.rooms.live_room import LiveRoom
from tongiaki.server.rooms.names import named
from tongiaki.server.rooms.rooms import Rooms
from tongiaki.server.store.forgetting import Forgetting, without_names
from tongiaki.server.store.keeping import NotKept, NotRead
from tongiaki.server.tables import Tables


class Moving:
    """Puts one session in the place of another, in the store and in memory."""

    def __init__(
        self, people: People, rooms: Rooms, tables: Tables, forgetting: Forgetting, others: Others
    ) -> None:
        self._people = people
        self._rooms = rooms
        self._tables = tables
        self._forgetting = forgetting
        self._others = others

    async def bring(self, guest: str, person: str, name: str) -> bool:
        """All that the guest had is the person's now, but in rooms where both sit; whether it had any; `NotKept`."""
        stays, rooms = [], await self._people.store.rooms_with(guest)
        for id in rooms:
            try:
                done = await self._others.ask_holder(id, Bring(id, guest, person, name))
                if done is None:
                    done = await self.bring_to_room(id, guest, person, name)
            except NotRead:
                done = False
            if not done:
                stays.append(id)
        await self._people.store.move(guest, person, stays)
        await self.move_in_memory(guest, person, stays)
        return len(rooms) > len(stays)

    async def bring_to_room(self, id: str, guest: str, person: str, name: str) -> bool:
        """What the guest has in a room of this process is the person's now; not if both sit there."""
        async with self._rooms.at(id) as room:
            return room is None or await self._bring_in_room(room, guest, person, name)

    async def _bring_in_room(self, room: LiveRoom, guest: str, person: str, name: str) -> bool:
        arrangement = room.arrangement
        if arrangement.seat_of(guest) is not None and arrangement.seat_of(person) is not None:
            return False
        moved = named(moved_to(arrangement, guest, person), person, name)
        room.expect(person)
        try:
            await self._rooms.keeper.keep(room, moved)
        except Refusal:
            return False  # it is found there when the guest logs in again
        room.lines = [replace(line, session=person) if line.session == guest else line for line in room.lines]
        await self.rename_notices(room, arrangement.called(guest), moved.called(person))
        return True

    async def rename_notices(self, room: LiveRoom, old: str, new: str) -> None:
        """What is told there of somebody is told under another name, so that none stays when the person goes."""
        if not old or old == new:
            return
        room.lines = [
            replace(line, notice=line.notice and without_names(line.notice, {old}, new))
            for line in room.lines
        ]
        with suppress(NotKept, NotRead):  # the name before is told until then
            await self._forgetting.rename_notices(room.id, old, new)

    async def move_in_memory(self, old: str, new: str, stays: list[str]) -> None:
        """Tables in memory know the new one, in all processes."""
        await self.move_here(old, new, stays)
        await self._others.tell(Moved(old, new, stays))

    async def move_here(self, old: str, new: str, stays: list[str]) -> None:
        """Tables in memory of this process, and those that are just being read; and who does not listen to whom."""
        for _ in range(2):
            for table in self._tables.live:
                if table.room not in stays:
                    table.change_owner(old, new)
            await self._tables.all_loaded()
        for session in (old, new):
            await self._rooms.listen_anew(session)

    async def reconnect(self, *sessions: str) -> None:
        """The connections of these sessions are told to come again, as who they are now."""
        self.reconnect_here(sessions)
        await self._others.tell(Reconnect(list(sessions)))

    def reconnect_here(self, sessions: Sequence[str]) -> None:
        """Those to this process."""
        self._rooms.restart(sessions)


def moved_to(arrangement: Arrangement, old: str, new: str) -> Arrangement:
    """The same with one session in the place of another, wherever it stands."""
    written = msgspec.json.encode(arrangement).replace(old.encode(), new.encode())
    return msgspec.json.decode(written, type=Arrangement)
