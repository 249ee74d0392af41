"""PostgreSQL: one connection that writes and owns the database, a few that read.

The writing connection holds an advisory lock, so nothing is ever written by a server that does not own the database.
If it is lost in the middle of a commit, the server asks PostgreSQL afterwards how that ended
(docs/decisions/0045-postgresql-by-one-writer.md).
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from typing import Any, TypeVar

import asyncpg
import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.ext.asyncio import create_async_engine

from tongiaki.server.store.address import Address
from tongiaki.server.store.keeping import NotKept, NotRead, Took
from tongiaki.server.store.writer import MOST_TOGETHER, Statement

log = structlog.get_logger()

Value = TypeVar("Value")

LOCK = 0x546F6E67
"""The advisory lock of the server that owns a database: "Tong"."""

REACHED_WITHIN = 2.0
"""Seconds until a database that does not answer is given up, and who waits is told."""

ANSWERED_WITHIN = 10.0
"""Seconds for a statement."""

AGAIN_AFTER = 0.2
"""Seconds between two attempts to learn how a commit ended."""

READERS = 8

GONE = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
)
"""How it shows that a connection is lost or the database is shutting down."""

SETTINGS = {"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3"}
"""PostgreSQL soon ends, and unlocks, a connection whose server has vanished without a word."""


class _Work:
    """Statements that are kept all or none, and who waits for it."""

    def __init__(self, statements: Sequence[Statement], future: "asyncio.Future[None]") -> None:
        self.statements = statements
        self.future = future

    def tell(self, error: BaseException | None) -> None:
        if self.future.done():
            return
        if error is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(NotKept(f"{type(error).__name__}: {error}"))


class InPostgres:
    """A database of PostgreSQL that `Database.open` has seen to."""

    def __init__(self, address: Address, took: Took) -> None:
        self._address = address
        self._took = took
        self._name = f"tongiaki {secrets.token_hex(8)}"
        self._connection: asyncpg.Connection[Any] | None = None
        self._waiting: list[_Work] = []
        self._committing: asyncio.Task[None] | None = None
        self._closing = False
        self._readers = create_async_engine(
            address.driver_url,
            pool_size=READERS,
            pool_pre_ping=True,
            connect_args={"timeout": REACHED_WITHIN, "command_timeout": ANSWERED_WITHIN},
        )

    async def write(self, statements: Sequence[Statement]) -> None:
        """As `Keeping`: goes on to its end even if nobody waits any more."""
        loop = asyncio.get_running_loop()
        work = _Work(statements, loop.create_future())
        self._waiting.append(work)
        if self._committing is None:
            self._committing = loop.create_task(self._commit_all())
        await work.future

    async def read(self, work: Callable[[Connection], Value]) -> Value:
        """As `Keeping`."""
        try:
            async with self._readers.connect() as connection:
                return await connection.run_sync(work)
        except (*GONE, DBAPIError) as error:
            if isinstance(error, DBAPIError) and not error.connection_invalidated and not _is_gone(error):
                raise
            raise NotRead(str(error)) from error

    async def close(self) -> None:
        """As `Keeping`."""
        self._closing = True
        if self._committing is not None:
            await self._committing
        if self._connection is not None:
            with suppress(*GONE, asyncpg.InterfaceError):
                await self._connection.close(timeout=REACHED_WITHIN)
        await self._readers.dispose()

    # -- the writer --------------------------------------------------------------------------------------------

    async def _commit_all(self) -> None:
        """All that waits, and what comes meanwhile: each time as much as there is."""
        try:
            while self._waiting:
                together = self._waiting[:MOST_TOGETHER]
                del self._waiting[:MOST_TOGETHER]
                await self._commit(together)
        finally:
            self._committing = None

    async def _commit(self, together: list[_Work]) -> None:
        """In one transaction; if one of them is refused, each in its own."""
        began = time.perf_counter()
        error: Exception | None = None
        try:
            await self._transaction([statement for work in together for statement in work.statements])
            self._took(time.perf_counter() - began)
        except Exception as why:
            if self._connection is not None and len(together) > 1:
                for work in together:
                    await self._commit([work])
                return
            error = why
        for work in together:
            work.tell(error)

    async def _transaction(self, statements: Sequence[Statement]) -> None:
        """Commits; if the connection is lost while it does, only when it is known how that ended."""
        connection, token = await self._connected(), secrets.token_hex(8)
        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                await connection.execute("BEGIN")
                for sql, run in groupby(statements, key=lambda statement: statement[0]):
                    await connection.executemany(_numbered(sql), [parameters for _, parameters in run])
                await connection.execute("UPDATE last_commit SET token = $1", token)
        except Exception as error:
            await self._roll_back(connection, error)
            raise
        try:
            await connection.execute("COMMIT", timeout=ANSWERED_WITHIN)
        except Exception as error:
            if not await self._was_committed(token):
                raise ConnectionError("lost before the commit") from error

    async def _roll_back(self, connection: "asyncpg.Connection[Any]", error: Exception) -> None:
        """If the connection is lost, PostgreSQL does it."""
        if not connection.is_closed() and not isinstance(error, GONE):
            with suppress(Exception):
                await connection.execute("ROLLBACK", timeout=REACHED_WITHIN)
                return
        log.error("database_gone", why=f"{type(error).__name__}: {error}")
        self._drop()

    async def _was_committed(self, token: str) -> bool:
        """How a commit ended whose answer was lost. Waits until the database can tell: nobody else writes meanwhile."""
        log.error("commit_in_doubt")
        while not self._closing:
            self._drop()
            with suppress(Exception):
                connection = await self._connected()
                return bool(await connection.fetchval("SELECT token FROM last_commit") == token)
            await asyncio.sleep(AGAIN_AFTER)
        raise ConnectionError("the server ends before it is known whether the commit was made")

    async def _connected(self) -> "asyncpg.Connection[Any]":
        """The connection that owns the database, made anew if it is lost."""
        if self._connection is None or self._connection.is_closed():
            self._connection = None
            connection = await connect(self._address, self._name)
            try:
                await _own(connection, self._name)
            except BaseException:
                connection.terminate()
                raise
            self._connection = connection
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None


class NotOurs(Exception):
    """Another server owns the database."""


async def connect(address: Address, name: str) -> "asyncpg.Connection[Any]":
    """A connection under a name that PostgreSQL shows to its operator."""
    settings = {**SETTINGS, "application_name": name}
    return await asyncpg.connect(
        address.url, timeout=REACHED_WITHIN, command_timeout=ANSWERED_WITHIN, server_settings=settings
    )


async def _own(connection: "asyncpg.Connection[Any]", name: str) -> None:
    """Takes the lock; an earlier connection of this very server that PostgreSQL still believes in has to go."""
    ghosts = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> $2"
    )
    if not await connection.fetchval("SELECT pg_try_advisory_lock($1)", LOCK):
        await connection.execute(ghosts, name, connection.get_server_pid())
        await asyncio.sleep(AGAIN_AFTER)
        if not await connection.fetchval("SELECT pg_try_advisory_lock($1)", LOCK):
            raise NotOurs("another server of Tongiaki uses the database")


def _is_gone(error: DBAPIError) -> bool:
    return isinstance(error, (InterfaceError, OperationalError)) or isinstance(error.orig, GONE)


@lru_cache(maxsize=512)
def _numbered(sql: str) -> str:
    """`?` as PostgreSQL counts: $1, $2, …"""
    first, *rest = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))
