"""A look into the database of a server under test, whichever it is: a file, or PostgreSQL in its place."""

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import Connection, create_engine, select
from sqlalchemy.ext.asyncio import create_async_engine

from tests.server.postgres import instead_of
from tongiaki.cli import run
from tongiaki.server.store import schema
from tongiaki.server.store.address import Address

Value = TypeVar("Value")


def place_of(db: Path | Address) -> Path | Address:
    """Where a database really is: all tests can be run on PostgreSQL (`TONGIAKI_TEST_DB=postgres`)."""
    return instead_of(db) if isinstance(db, Path) and os.environ.get("TONGIAKI_TEST_DB") == "postgres" else db


def address_of(db: Path | Address) -> str:
    """As it is given to a command."""
    place = place_of(db)
    return place.url if isinstance(place, Address) else str(place)


async def commanded(db: Path | Address, *words: str) -> int:
    """The exit code of a command on it."""
    return await asyncio.to_thread(run, [*words, "--db", address_of(db)])


def inside(db: Path | Address, work: Callable[[Connection], Value]) -> Value:
    """What a work finds or does there, in a transaction."""
    place = place_of(db)
    if isinstance(place, Address):
        with ThreadPoolExecutor(1) as thread:  # an event loop may run here
            return thread.submit(lambda: asyncio.run(_in_postgres(place, work))).result()
    engine = create_engine(f"sqlite:///{place}")
    try:
        with engine.begin() as connection:
            return work(connection)
    finally:
        engine.dispose()


def rows(db: Path | Address, sql: str) -> list[tuple[Any, ...]]:
    """What a query finds."""
    return inside(db, lambda connection: [tuple(row) for row in connection.exec_driver_sql(sql)])


def change(db: Path | Address, *statements: str) -> None:
    """Changes something behind the server's back."""
    inside(db, lambda connection: [connection.exec_driver_sql(sql) for sql in statements])


def everything(db: Path | Address) -> dict[str, list[tuple[Any, ...]]]:
    """All that a database holds, by table."""

    def read(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for table in schema.metadata.sorted_tables
        }

    return inside(db, read)


@contextlib.asynccontextmanager
async def locked(db: Path | Address) -> AsyncIterator[None]:
    """Nobody else can write until the block ends; everybody can read."""
    place = place_of(db)
    if isinstance(place, Address):
        other = await asyncpg.connect(place.url)
        async with other.transaction():
            await other.execute(
                "LOCK TABLE process IN EXCLUSIVE MODE"
            )  # each commit of a server notes itself there
            yield
        await other.close()
        return
    with contextlib.closing(sqlite3.connect(place, isolation_level=None)) as file:
        file.execute("BEGIN IMMEDIATE")
        yield
        file.execute("ROLLBACK")


async def _in_postgres(address: Address, work: Callable[[Connection], Value]) -> Value:
    engine = create_async_engine(address.driver_url)
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(work)
    finally:
        await engine.dispose()
