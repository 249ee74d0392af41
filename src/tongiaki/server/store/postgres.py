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

BEAT = 1.0
"""Seconds between two looks whether the database is still ours."""

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
        owned = address.owned
        self._name = owned.name if owned else new_name()
        self._term = owned.term if owned else None
        self._connection: asyncpg.Connection[Any] | None = owned.connection if owned else None
        self._waiting: list[_Work] = []
        self._committing: asyncio.Task[None] | None = None
        self._closing = False
        self._beating = asyncio.create_task(self._beat()) if owned else None
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
        if self._beating is not None:
            self._beating.cancel()
        if self._committing is not None:
            await self._committing
        if self._connection is not None:
            with suppress(*GONE, asyncpg.InterfaceError):
                await self._connection.close(timeout=REACHED_WITHIN)
        await self._readers.dispose()

    # -- the writer --------------------------------------------------------------------------------------------

    async def _beat(self) -> None:
        """Where others stand by, the owner looks every second whether it still is."""
        while True:
            await asyncio.sleep(BEAT)
            with suppress(NotKept):
                await self.write([])

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
                await connection.execute("UPDATE owner SET token = $1", token)
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
            try:
                connection = await self._connected()
                return bool(await connection.fetchval("SELECT token FROM owner") == token)
            except NotOurs:
                raise  # the new owner's memory is the log; whoever sends the play again learns whether it is there
            except Exception as error:
                log.warning("database_gone", why=f"{type(error).__name__}: {error}")
            await asyncio.sleep(AGAIN_AFTER)
        raise ConnectionError("the server ends before it is known whether the commit was made")

    async def _connected(self) -> "asyncpg.Connection[Any]":
        """The connection that owns the database, made anew if it is lost."""
        if self._connection is None or self._connection.is_closed():
            self._connection = None
            connection = await connect(self._address, self._name)
            try:
                await self._own(connection)
            except BaseException as error:
                connection.terminate()
                if isinstance(error, NotOurs) and self._term is not None:
                    self._address.lost()
                raise
            self._connection = connection
        return self._connection

    async def _own(self, connection: "asyncpg.Connection[Any]") -> None:
        """Takes the lock, for the first time or again; if another had it in between, it is lost."""
        if not await lock(connection):
            await _end_ghosts(connection, self._name)
            if not await lock(connection):
                raise NotOurs("another server of Tongiaki uses the database")
        if self._term is None:
            self._term = await begin_term(connection, "")
        elif self._term != await connection.fetchval("SELECT term FROM owner"):
            raise NotOurs("another server of Tongiaki has used the database")

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None


class NotOurs(Exception):
    """Another server owns the database."""


def new_name() -> str:
    """Of a connection: PostgreSQL shows it to its operator."""
    return f"tongiaki {secrets.token_hex(8)}"


async def connect(address: Address, name: str) -> "asyncpg.Connection[Any]":
    """A connection under a name."""
    settings = {**SETTINGS, "application_name": name}
    return await asyncpg.connect(
        address.url, timeout=REACHED_WITHIN, command_timeout=ANSWERED_WITHIN, server_settings=settings
    )


async def lock(connection: "asyncpg.Connection[Any]") -> bool:
    """Takes the lock of the owner for as long as the connection lives, if it is free."""
    return bool(await connection.fetchval("SELECT pg_try_advisory_lock($1)", LOCK))


async def begin_term(connection: "asyncpg.Connection[Any]", reached_at: str) -> int:
    """A new owner begins, which others reach at this address; the how-manieth it is."""
    sql = "UPDATE owner SET term = term + 1, reached_at = $1 RETURNING term"
    return int(await connection.fetchval(sql, reached_at))


async def _end_ghosts(connection: "asyncpg.Connection[Any]", name: str) -> None:
    """An earlier connection of this very server that PostgreSQL still believes in has to go."""
    sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> $2"
    await connection.execute(sql, name, connection.get_server_pid())
    await asyncio.sleep(AGAIN_AFTER)


def _is_gone(error: DBAPIError) -> bool:
    return isinstance(error, (InterfaceError, OperationalError)) or isinstance(error.orig, GONE)


@lru_cache(maxsize=512)
def _numbered(sql: str) -> str:
    """`?` as PostgreSQL counts: $1, $2, …"""
    first, *rest = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))
