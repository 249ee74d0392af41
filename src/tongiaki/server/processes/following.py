"""Who only looks on at a table that another process has is served here: PostgreSQL tells of each commit which logs have
grown and up to where, and what is new is read from the store.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from tongiaki.server.clock.clocks import Holidays
from tongiaki.server.logs import log
from tongiaki.server.problems import text
from tongiaki.server.protocol import Refused
from tongiaki.server.store.growth import BESIDE, CHANNEL, read_notice
from tongiaki.server.store.keeping import NotRead
from tongiaki.server.table import LiveTable
from tongiaki.server.tables import Tables
from tongiaki.server.tasks import Tasks
from tongiaki.server.wire import UNKNOWN

AGAIN_AFTER = 0.2
"""Seconds until a database that could not be read is tried again."""

_LATEST = "SELECT game, max(seq) AS seq FROM event WHERE game = ANY($1::text[]) GROUP BY game"


@dataclass(eq=False)
class _Followed:
    """A table of another process."""

    loading: "asyncio.Task[LiveTable | None]"
    heard: int = -1
    """The last event of which PostgreSQL has told."""
    beside: bool = False
    """It has told of something that is not in the log."""
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
                await self._note_rest(table)
        finally:
            if table is None:
                self._followed.pop(id, None)
            else:
                self._tables.elsewhere[id] = table
        return table

    async def _note_rest(self, table: LiveTable) -> None:
        """When somebody's time does not count there."""
        if table.room is None or table.clocks is None or table.clocks.clock.kind != "days":
            return
        holidays = await self._holidays(table.room)
        if holidays != table.clocks.holidays:
            table.clocks.holidays = holidays
            table.tell_clocks()

    async def listen(self, connection: Any) -> None:
        """Hears of all commits over this connection from now on, and asks what was told while there was none."""
        await connection.add_listener(CHANNEL, self._on_notice)
        latest = {row["game"]: row["seq"] for row in await connection.fetch(_LATEST, list(self._followed))}
        for game, followed in list(self._followed.items()):
            self._hear(followed, latest.get(game, BESIDE))
            self._hear(followed, BESIDE)

    def _on_notice(self, _connection: Any, _process: int, _channel: str, notice: str) -> None:
        for id, seq in read_notice(notice).items():
            if id in self._followed:
                self._hear(self._followed[id], seq)
            elif seq == BESIDE:  # of a room
                for game, followed in list(self._followed.items()):
                    table = self._tables.elsewhere.get(game)
                    if table is None or table.room == id:
                        self._hear(followed, seq)

    def _hear(self, followed: _Followed, seq: int) -> None:
        if seq == BESIDE:
            followed.beside = True
        elif seq > followed.heard:
            followed.heard = seq
        else:
            return
        if not followed.reading:
            followed.reading = True
            self._tasks.begin(self._read(followed))

    async def _read(self, followed: _Followed) -> None:
        """What was told of, until nothing of it is left."""
        try:
            table = await asyncio.shield(followed.loading)
            while table is not None and self._behind(table, followed):
                try:
                    if not await self._read_on(table, followed):
                        self._gone(table)
                except NotRead as error:
                    log.warning("not_read", table=table.id, why=str(error))
                    await asyncio.sleep(AGAIN_AFTER)
        finally:
            followed.reading = False

    def _behind(self, table: LiveTable, followed: _Followed) -> bool:
        news = followed.beside or followed.heard > table.course.seq
        return news and self._follows(table, followed)

    async def _read_on(self, table: LiveTable, followed: _Followed) -> bool:
        """Once; false: the table is deleted. `NotRead`."""
        seq, beside, followed.beside = table.course.seq, followed.beside, False
        try:
            if beside:
                await self._note_rest(table)
            found = await self._tables.read_on(table)
        except NotRead:
            followed.beside = beside or followed.beside
            raise
        if found and table.course.seq == seq < followed.heard:
            raise NotRead("what was told of is not there")
        return found

    def _gone(self, table: LiveTable) -> None:
        """Who looks on is told that there is no such table."""
        del self._followed[table.id], self._tables.elsewhere[table.id]
        why = text("refused_unknown_table", id=table.id)
        table.watchers.end(Refused("", "unknown_table", why), UNKNOWN)

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
