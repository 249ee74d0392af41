"""SQLite: one file, one writer, and as many readers as there are threads."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, create_engine, event

from tongiaki.server.store.growth import grown
from tongiaki.server.store.keeping import NotKept, Took
from tongiaki.server.store.leases import AllOurs, Leases
from tongiaki.server.store.writer import Statement, Writer

Value = TypeVar("Value")


class InFile:
    """A database in a file that `Database.open` has seen to."""

    def __init__(self, path: Path, synchronous: str, took: Took) -> None:
        self.leases: Leases = AllOurs()
        self._writer = Writer(path, synchronous, took)
        self._reader = create_engine(f"sqlite:///{path}", hide_parameters=True)
        event.listen(self._reader, "connect", _only_read)

    async def write(self, statements: Sequence[Statement]) -> None:
        """As `Keeping`."""
        try:
            await self._writer.submit(statements, short=bool(grown(statements)))
        except sqlite3.Error as error:
            raise NotKept(str(error)) from error

    async def read(self, work: Callable[[Connection], Value]) -> Value:
        """As `Keeping`, beside the event loop."""

        def read() -> Value:
            with self._reader.connect() as connection:
                return work(connection)

        return await asyncio.to_thread(read)

    async def close(self) -> None:
        """As `Keeping`."""
        await self._writer.close()
        self._reader.dispose()


def _only_read(connection: Any, _record: Any) -> None:
    connection.execute("PRAGMA query_only=ON")
