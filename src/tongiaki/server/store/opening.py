"""Opens a database of PostgreSQL: is it ours, is its schema the newest? If not, one line tells."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import asyncpg
from sqlalchemy import Connection, inspect
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from tongiaki.server.cannot_serve import CannotServe
from tongiaki.server.store.address import Address
from tongiaki.server.store.migrations import HEAD
from tongiaki.server.store.postgres import GONE, LOCK, REACHED_WITHIN, connect, lock

MIGRATING = LOCK + 1
"""The advisory lock of who brings the schema up to date."""

OWNER = "CREATE TABLE IF NOT EXISTS owner (one boolean PRIMARY KEY, term bigint, reached_at text, token text)"
"""One row: the how-manieth owner, where the other servers reach it, and its last commit."""


def open_postgres(address: Address) -> None:
    """Makes the tables or brings them up to date; `CannotServe` if that cannot be, or another server is there."""
    finished(address, _check_free)
    bring_up_to_date(address)


def reach_postgres(address: Address) -> None:
    """Whether there is a database at the address; `CannotServe`."""
    finished(address, _reach)


def bring_up_to_date(address: Address) -> None:
    """Makes the tables or brings them up to date; `CannotServe` if that cannot be."""
    finished(address, _bring_up_to_date)


async def _reach(address: Address) -> None:
    await (await connect(address, "tongiaki start")).close()


async def _bring_up_to_date(address: Address) -> None:
    engine = create_async_engine(address.driver_url, connect_args={"timeout": REACHED_WITHIN})
    try:
        async with engine.begin() as connection:
            await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
            await connection.run_sync(_prepare, address)
    finally:
        await engine.dispose()


async def _check_free(address: Address) -> None:
    """The lock itself is held by the connection that writes; this is so that a second start can say it in a line."""
    connection = await connect(address, "tongiaki start")
    try:
        if not await lock(connection):
            raise CannotServe(f"another server of Tongiaki uses the database {address}")
    finally:
        await connection.close()


def _prepare(connection: Connection, address: Address) -> None:
    tables = inspect(connection).get_table_names()
    if tables and "alembic_version" not in tables:
        raise CannotServe(f"{address} is a database of another program")
    connection.exec_driver_sql(OWNER)
    connection.exec_driver_sql("INSERT INTO owner VALUES (true, 0, '', '') ON CONFLICT DO NOTHING")
    if tables and connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == HEAD:
        return
    from tongiaki.server.store.upgrade import upgrade_over  # late: Alembic takes a second to load

    upgrade_over(connection, address)


def finished(address: Address, work: Callable[[Address], Coroutine[Any, Any, None]]) -> None:
    """Waits for a work, whether an event loop runs here or not; `CannotServe` if the database does not do it."""
    try:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(lambda: asyncio.run(work(address))).result()
    except (*GONE, asyncpg.PostgresError, SQLAlchemyError, ValueError) as error:
        raise CannotServe(f"the database {address} cannot be used: {_first_line(error)}") from None


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).partition("\n")[0]
