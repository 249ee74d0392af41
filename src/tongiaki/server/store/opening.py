"""Opens a database of PostgreSQL: is it ours, is its schema the newest? If not, one line tells."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import asyncpg
from sqlalchemy import Connection, inspect
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from tongiaki.server.cannot_serve import CannotServe
from tongiaki.server.store.address import Address
from tongiaki.server.store.migrations import HEAD
from tongiaki.server.store.postgres import GONE, LOCK, REACHED_WITHIN, connect

MIGRATING = LOCK + 1
"""The advisory lock of who brings the schema up to date."""


def open_postgres(address: Address) -> None:
    """Makes the tables or brings them up to date; `CannotServe` if that cannot be."""
    try:
        _finished(_open(address))
    except (*GONE, asyncpg.PostgresError, SQLAlchemyError, ValueError) as error:
        raise CannotServe(f"the database {address} cannot be used: {_first_line(error)}") from None


async def _open(address: Address) -> None:
    await _check_free(address)
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
        if not await connection.fetchval("SELECT pg_try_advisory_lock($1)", LOCK):
            raise CannotServe(f"another server of Tongiaki uses the database {address}")
    finally:
        await connection.close()


def _prepare(connection: Connection, address: Address) -> None:
    tables = inspect(connection).get_table_names()
    if tables and "alembic_version" not in tables:
        raise CannotServe(f"{address} is a database of another program")
    connection.exec_driver_sql("CREATE TABLE IF NOT EXISTS last_commit (one boolean PRIMARY KEY, token text)")
    connection.exec_driver_sql("INSERT INTO last_commit VALUES (true, '') ON CONFLICT DO NOTHING")
    if tables and connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == HEAD:
        return
    from tongiaki.server.store.upgrade import upgrade_over  # late: Alembic takes a second to load

    upgrade_over(connection, address)


def _finished(work: Coroutine[Any, Any, None]) -> None:
    """Waits for it, whether an event loop runs here or not."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).partition("\n")[0]
