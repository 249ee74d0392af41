"""Who only looks on at a table that another process has is served here: PostgreSQL tells of each commit which logs have
grown and up to where, and what is new is read from the store.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from tongiaki.server.clock.clocks import Holidays
from tongiaki.server.logs import log
from tongiaki.server.store.growth import CHANNEL, read_notice
from tongiaki.server.store.keeping import NotRead
from tongiaki.server.table import LiveTable
from tongiaki.server.tables import Tables
from tongiaki.server.tasks import Tasks

AGAIN_AFTER = 0.2
"""Seconds until a database that could not be read is tried again."""

_LATEST = "SELECT game, max(seq) AS seq FROM event WHERE game = ANY($1::text[]) GROUP BY game"


@dataclass(eq=False)
class _Followed:
    """A table of another process."""

    loading: "asyncio.Task[LiveTable | None]"
    heard: int = -1
    """The last event of which PostgreSQL has told."""
    reading: bool = False
    idle: bool = False
    """Nobody was there when it was last looked."""


class Following:
    """The tables of other processes at which people look on here."""

    def __init__(self, tables: Tables, holidays: Callable[[str], Awaitable[Holidays]]) -> None:
        self._tables = tables
        self._holidays = holidays
        """Those of a room, which are not in the log."""
        self._followed: dict[str, _Followed] = {}
        self._tasks = Tasks()

    async def find(self, id: str) -> LiveTable | None:
        """The table, to look on; from now on it goes on as its log does. `NotRead`."""
        followed = self._followed.get(id)
        if followed is None:  # first noted, then read: so nothing is told in between that is not heard
            followed = self._followed[id] = _Followed(self._tasks.begin(self._load(id)))
        followed.idle = False
        return await asyncio.shield(followed.loading)

    async def _load(self, id: str) -> LiveTable | None:
        table = None
        try:
            table = await self._tables.look_on(id)
            if table is not None:
                await self._note_holidays(table)
        finally:
            if table is None:
                self._followed.pop(id, None)
            else:
                self._tables.elsewhere[id] = table
        return table

    async def _note_holidays(self, table: LiveTable) -> None:
        if table.room is not None and table.clocks is not None and table.clocks.clock.kind == "days":
            table.clocks.holidays = await self._holidays(table.room)

    async def listen(self, connection: Any) -> None:
        """Hears of all commits over this connection from now on, and asks what was told while there was none."""
        await connection.add_listener(CHANNEL, self._on_notice)
        for row in await connection.fetch(_LATEST, list(self._followed)):
            self._hear(row["game"], row["seq"])

    def _on_notice(self, _connection: Any, _process: int, _channel: str, notice: str) -> None:
        for game, seq in read_notice(notice).items():
            self._hear(game, seq)

    def _hear(self, game: str, seq: int) -> None:
        followed = self._followed.get(game)
        if followed is not None and seq > followed.heard:
            followed.heard = seq
            if not followed.reading:
                followed.reading = True
                self._tasks.begin(self._read_on(followed))

    async def _read_on(self, followed: _Followed) -> None:
        try:
            table = await asyncio.shield(followed.loading)
            while table is not None and followed.heard > table.course.seq and self._follows(table, followed):
                try:
                    await self._note_holidays(table)
                    await self._tables.read_on(table)
                except NotRead as error:
                    log.warning("not_read", table=table.id, why=str(error))
                    await asyncio.sleep(AGAIN_AFTER)
        finally:
            followed.reading = False

    def _follows(self, table: LiveTable, followed: _Followed) -> bool:
        return self._followed.get(table.id) is followed

    def close(self) -> None:
        """Nothing more is read."""
        self._followed.clear()
        self._tables.elsewhere.clear()

    def sweep(self) -> None:
        """Forgets where nobody looks on any more, and nobody did when it was swept before."""
        for id, table in list(self._tables.elsewhere.items()):
            followed = self._followed[id]
            if followed.idle and not len(table.watchers):
                del self._followed[id], self._tables.elsewhere[id]
            followed.idle = not len(table.watchers)
