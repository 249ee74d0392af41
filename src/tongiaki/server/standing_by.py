"""Several servers on one PostgreSQL: one owns the database, the others stand by and pass on what comes to them.

Whoever stands by takes over as soon as the owner is gone (docs/decisions/0046-one-owner-others-stand-by.md).
"""

import asyncio
import socket
from contextlib import suppress
from typing import Any

import structlog

from tongiaki.server.store.address import Address, Owned
from tongiaki.server.store.opening import bring_up_to_date
from tongiaki.server.store.postgres import REACHED_WITHIN, begin_term, connect, lock, new_name

log = structlog.get_logger()

LOOKS_EVERY = 0.2
"""Seconds between two attempts to own the database."""


async def own(address: Address, listening: socket.socket, reached_at: str) -> None:
    """Waits until this server owns the database; until then what comes to `listening` goes on to the owner."""
    passing = _Passing(address)
    server = await asyncio.start_server(passing.take, sock=listening.dup())
    name = new_name()
    try:
        connection = await _locked(address, name)
    finally:
        server.close()
        passing.end()
    await asyncio.to_thread(bring_up_to_date, address)
    address.owned = Owned(connection, name, await begin_term(connection, reached_at))
    log.info("owns_database", term=address.owned.term)


async def _locked(address: Address, name: str) -> Any:
    """A connection that has the lock."""
    connection: Any = None
    while True:
        try:
            connection = connection or await connect(address, name)
            if await lock(connection):
                return connection
        except Exception as error:
            log.warning("database_gone", why=f"{type(error).__name__}: {error}")
            if connection is not None:
                connection.terminate()
            connection = None
        await asyncio.sleep(LOOKS_EVERY)


class _Passing:
    """Passes connections on to the owner, byte by byte; what cannot be passed on is closed: browsers come again."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._tasks: set[asyncio.Task[None]] = set()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A new connection."""
        task = asyncio.ensure_future(self._pass(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def end(self) -> None:
        """This server owns the database now: browsers come again and find it."""
        for task in self._tasks:
            task.cancel()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_writer: asyncio.StreamWriter | None = None
        ways: set[asyncio.Task[None]] = set()
        try:
            async with asyncio.timeout(REACHED_WITHIN):
                far_reader, far_writer = await self._owner()
            ways = {
                asyncio.ensure_future(_flow(reader, far_writer)),
                asyncio.ensure_future(_flow(far_reader, writer)),
            }
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        except TimeoutError:
            log.warning("owner_not_reached")
        finally:
            for way in ways:
                way.cancel()
            for end in (writer, far_writer):
                if end is not None:
                    end.close()

    async def _owner(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to the owner, as soon as there is one."""
        while True:
            with suppress(Exception):
                connection = await connect(self._address, "tongiaki asks")
                try:
                    host, _, port = (await connection.fetchval("SELECT reached_at FROM owner")).rpartition(
                        ":"
                    )
                finally:
                    connection.terminate()
                return await asyncio.open_connection(host, int(port))
            await asyncio.sleep(LOOKS_EVERY)


async def _flow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
