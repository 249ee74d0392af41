"""Opens a database of PostgreSQL: is it ours, is its schema the newest? If not, one line tells."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import asyncpg
from sqlalchemy import Connection, inspect
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tongiaki.server.cannot_serve import CannotServe
from tongiaki.server.logs import log
from tongiaki.server.store.address import Address
from tongiaki.server.store.leasing import LOCK, TABLES
from tongiaki.server.store.migrations import HEAD
from tongiaki.server.store.postgres import GONE, REACHED_WITHIN

MIGRATING = LOCK + 1
"""The advisory lock of who brings the schema up to date."""

LOOKS_EVERY = 1.0
"""Seconds between two looks whether a server of another version is still there."""


def open_postgres(address: Address) -> None:
    """Makes the tables or brings them up to date, as soon as no server of another version is there; `CannotServe`."""
    finished(address, _bring_up_to_date)


async def _bring_up_to_date(address: Address) -> None:
    engine = create_async_engine(address.driver_url, connect_args={"timeout": REACHED_WITHIN})
    try:
        while not await _is_up_to_date(engine, address):
            log.warning("waits_for_servers_of_another_version")
            await asyncio.sleep(LOOKS_EVERY)
    finally:
        await engine.dispose()


async def _is_up_to_date(engine: AsyncEngine, address: Address) -> bool:
    async with engine.begin() as connection:
        await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
        return await connection.run_sync(_prepare, address)


def _prepare(connection: Connection, address: Address) -> bool:
    """Whether the tables are those of this version now; not while a server of another version uses them."""
    tables = inspect(connection).get_table_names()
    if tables and "alembic_version" not in tables:
        raise CannotServe(f"{address} is a database of another program")
    newest = tables and connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == HEAD
    if newest and "lease" in tables:
        return True
    if not connection.exec_driver_sql(f"SELECT pg_try_advisory_xact_lock({LOCK})").scalar():
        return False
    for table in TABLES:
        connection.exec_driver_sql(table)
    if not newest:
        from tongiaki.server.store.upgrade import upgrade_over  # late: Alembic takes a second to load

        upgrade_over(connection, address)
    return True


def finished(address: Address, work: Callable[[Address], Coroutine[Any, Any, None]]) -> None:
    """Waits for a work, whether an event loop runs here or not; `CannotServe` if the database does not do it."""
    try:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(lambda: asyncio.run(work(address))).result()
    except (*GONE, asyncpg.PostgresError, SQLAlchemyError, ValueError) as error:
        raise CannotServe(f"the database {address} cannot be used: {_first_line(error)}") from None


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).partition("\n")[0]
