"""Abandoned tables are cleaned up: at the start of the server and once a day. Finished games stay."""

import asyncio

from tongiaki.server.clock.time import Time, written
from tongiaki.server.logs import log
from tongiaki.server.rooms.rooms import Rooms
from tongiaki.server.store.abandoned import AbandonedStore
from tongiaki.server.store.leases import HOUSE, Leases
from tongiaki.server.store.store import NotKept, NotRead
from tongiaki.server.tables import Tables

A_DAY = 24 * 3600
NEVER_BEGUN_DAYS = 7
"""So long after the last change a table at which nobody has decided anything is gone, and an empty room."""
LEFT_DAYS = 180
"""So long after the last event a game that is not over is gone."""


class Cleaning:
    """Deletes what nobody came back to. Where somebody is connected nothing is deleted."""

    def __init__(
        self, store: AbandonedStore, rooms: Rooms, tables: Tables, time: Time, leases: Leases
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._tables = tables
        self._time = time
        self._leases = leases

    async def run(self) -> None:
        """Now and once a day, until it is cancelled. Of several processes one does it."""
        while True:
            try:
                if await self._leases.take([HOUSE]):
                    await self.clean()
            except (NotKept, NotRead) as error:
                log.error("not_kept", why=str(error))
            await asyncio.sleep(A_DAY)

    async def clean(self) -> None:
        """Deletes what is abandoned now; `NotKept`."""
        now = self._time.now()
        found = await self._store.find(
            written(now - LEFT_DAYS * A_DAY), written(now - NEVER_BEGUN_DAYS * A_DAY)
        )
        ours = await self._leases.take([*found.games.values(), *found.rooms])
        free = ours - {room.id for room in self._rooms.live if room.members or room.connected}
        games = [id for id, lease in found.games.items() if lease in free and self._tables.forget(id)]
        for room in list(self._rooms.live):
            if room.table is not None and room.table.id in games:
                self._rooms.forget(room.id)
        rooms = [id for id in found.rooms if id in ours and self._rooms.forget(id)]
        await self._store.delete(games, rooms)
        if games or rooms:
            log.info("cleaned", games=len(games), rooms=len(rooms))
