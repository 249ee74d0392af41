"""PostgreSQL: one connection that writes and holds what this process may change (`leasing`), a few that read.

If the writing one is lost in the middle of a commit, the server asks PostgreSQL afterwards how that ended
(docs/decisions/0045-postgresql-by-one-writer.md).
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, takewhile
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import Connection, event
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.ext.asyncio import create_async_engine

from tongiaki.server.logs import log
from tongiaki.server.store.address import Address
from tongiaki.server.store.growth import NOTIFY, notices, told
from tongiaki.server.store.keeping import NotKept, NotRead, Took
from tongiaki.server.store.leasing import AGAIN_AFTER, BEAT, Asks, InProcesses
from tongiaki.server.store.writer import MOST_TOGETHER, Statement

Value = TypeVar("Value")

REACHED_WITHIN = 2.0
"""Seconds until a database that does not answer is given up, and who waits is told."""

TAKEN_WITHIN = 4.0
"""Seconds until who waits is told that the database takes nothing: before the commit nothing has happened."""

ANSWERED_WITHIN = 10.0
"""Seconds for an answer to a question."""

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


@dataclass(eq=False)
class _Work:
    """Statements that are kept all or none, or a work that asks too; and who waits for it."""

    future: "asyncio.Future[Any]"
    statements: Sequence[Statement] = ()
    asks: Asks | None = None
    then: Callable[[Any], None] = lambda found: None
    found: Any = None

    def tell(self, error: BaseException | None) -> None:
        if error is None:
            self.then(self.found)
        if self.future.done():
            return
        if error is None:
            self.future.set_result(self.found)
        else:
            self.future.set_exception(NotKept(in_short(error)))


class InPostgres:
    """A database of PostgreSQL that `Database.open` has seen to."""

    def __init__(self, address: Address, took: Took) -> None:
        self._address = address
        self._took = took
        self.leases = InProcesses(self.run)
        self._connection: asyncpg.Connection[Any] | None = None
        self._waiting: list[_Work] = []
        self._committing: asyncio.Task[None] | None = None
        self._closing = False
        self._readers = create_async_engine(
            address.driver_url,
            pool_size=READERS,
            pool_pre_ping=True,
            connect_args={"timeout": REACHED_WITHIN, "command_timeout": ANSWERED_WITHIN},
            hide_parameters=True,
        )
        event.listen(self._readers.sync_engine, "before_cursor_execute", _without_nul, retval=True)

    async def write(self, statements: Sequence[Statement]) -> None:
        """As `Keeping`: goes on to its end even if nobody waits any more."""
        await self._submit(_Work(asyncio.get_running_loop().create_future(), statements))

    async def run(self, asks: Asks, then: Callable[[Any], None]) -> Any:
        """A work on the connection that writes, in a transaction of its own; `NotKept`.

        then: is told what it found before anything else is written.
        """
        return await self._submit(_Work(asyncio.get_running_loop().create_future(), (), asks, then))

    async def _submit(self, work: _Work) -> Any:
        self._waiting.append(work)
        if self._committing is None:
            self._committing = asyncio.get_running_loop().create_task(self._commit_all())
        return await work.future

    async def read(self, work: Callable[[Connection], Value]) -> Value:
        """As `Keeping`."""
        let_in = False
        try:
            async with self._readers.connect() as connection:
                let_in = True
                return await connection.run_sync(work)
        except (*GONE, DBAPIError) as error:
            if let_in and isinstance(error, DBAPIError) and not _is_gone(error):
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
                try:
                    await self._connected()
                except Exception as error:
                    self._refuse(error)
                if together := self._next():
                    await self._commit(together)
        finally:
            self._committing = None

    def _next(self) -> list[_Work]:
        """What is committed together now; a work that asks is alone."""
        plain = list(takewhile(lambda work: work.asks is None, self._waiting[:MOST_TOGETHER]))
        together = plain or self._waiting[:1]
        del self._waiting[: len(together)]
        return together

    def _refuse(self, error: Exception) -> None:
        """Nothing that waits is kept."""
        waiting, self._waiting = self._waiting, []
        for work in waiting:
            work.tell(error)

    async def _commit(self, together: list[_Work]) -> None:
        """In one transaction; if one of them is refused, each in its own."""
        began = time.perf_counter()
        error: Exception | None = None
        try:
            await self._transaction(together)
            self._took(time.perf_counter() - began)
        except Exception as why:
            if self._connection is not None and len(together) > 1 and not isinstance(why, Lost):
                for work in together:
                    await self._commit([work])
                return
            error = why
        for work in together:
            work.tell(error)

    async def _transaction(self, together: Sequence[_Work]) -> None:
        """Commits; if the connection is lost while it does, only when it is known how that ended."""
        connection, token = self._connection, secrets.token_hex(8)
        if connection is None:
            raise Lost("the connection is lost")
        statements = [statement for work in together for statement in work.statements]
        try:
            async with asyncio.timeout(TAKEN_WITHIN):
                await connection.execute("BEGIN")
                for work in together:
                    work.found = await work.asks(connection) if work.asks is not None else None
                for sql, run in groupby(statements, key=lambda statement: statement[0]):
                    await connection.executemany(_numbered(sql), [parameters for _, parameters in run])
                for notice in notices(told(statements)):
                    await connection.execute(NOTIFY, notice)
                await connection.execute(BEAT, token, self.leases.process)
        except Exception as error:
            await self._roll_back(connection, error)
            raise
        try:
            await connection.execute("COMMIT", timeout=TAKEN_WITHIN)
        except Exception as error:
            if not await self._was_committed(token):
                raise Lost("lost before the commit") from error

    async def _roll_back(self, connection: "asyncpg.Connection[Any]", error: Exception) -> None:
        """If the connection is lost, PostgreSQL does it."""
        if not connection.is_closed() and not isinstance(error, GONE):
            with suppress(Exception):
                await connection.execute("ROLLBACK", timeout=REACHED_WITHIN)
                return
        log.error("database_gone", why=in_short(error))
        self._drop()

    async def _was_committed(self, token: str) -> bool:
        """How a commit ended whose answer was lost. Waits until the database can tell: nobody else writes meanwhile.

        Who comes meanwhile is told that nothing can be kept now.
        """
        log.error("commit_in_doubt")
        while not self._closing:
            self._drop()
            try:
                connection = await self._connected()
                sql = "SELECT token FROM process WHERE id = $1"
                return bool(await connection.fetchval(sql, self.leases.process) == token)
            except Exception as error:
                log.warning("database_gone", why=in_short(error))
                self._refuse(error)
            await asyncio.sleep(AGAIN_AFTER)
        raise Lost("the server ends before it is known whether the commit was made")

    async def _connected(self) -> "asyncpg.Connection[Any]":
        """The connection that writes and holds the lock of this process, made anew if it is lost.

        If other processes have taken leases in between, nothing that waits is kept: it was meant for what is no more.
        """
        if self._connection is None or self._connection.is_closed():
            self._connection = None
            connection = await connect(self._address, self.leases.name)
            try:
                async with asyncio.timeout(TAKEN_WITHIN):
                    taken_over = await self.leases.come_back(connection)
                if taken_over:
                    self._refuse(Lost("another server has taken over"))
            except BaseException:
                connection.terminate()
                raise
            self._connection = connection
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None


def in_short(error: BaseException) -> str:
    """For the log, without what PostgreSQL adds on further lines: the rows it was about."""
    return f"{type(error).__name__}: {error}".partition("\n")[0]


class Lost(Exception):
    """The connection is lost, and what was to be written is not."""


async def connect(address: Address, name: str) -> "asyncpg.Connection[Any]":
    """A connection under a name."""
    settings = {**SETTINGS, "application_name": name}
    return await asyncpg.connect(
        address.url, timeout=REACHED_WITHIN, command_timeout=ANSWERED_WITHIN, server_settings=settings
    )


def _is_gone(error: DBAPIError) -> bool:
    lost = error.connection_invalidated or isinstance(error, (InterfaceError, OperationalError))
    return lost or isinstance(error.orig, GONE) or isinstance(getattr(error.orig, "__cause__", None), GONE)


def _without_nul(
    _connection: Connection, _cursor: Any, sql: str, parameters: Any, _context: Any, _many: bool
) -> tuple[str, Any]:
    """PostgreSQL holds no text with a NUL in it and refuses to look for one: as if something else were looked for."""
    return sql, tuple(
        "\ufffd" if isinstance(value, str) and "\x00" in value else value for value in parameters
    )


@lru_cache(maxsize=512)
def _numbered(sql: str) -> str:
    """`?` as PostgreSQL counts: $1, $2, …"""
    first, *rest = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(rest, 1))
