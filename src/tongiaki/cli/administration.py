"""The database of a server, for commands that look at it or change it while the server runs."""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from tongiaki.cli.reading import Unreadable
from tongiaki.server.cannot_serve import CannotServe
from tongiaki.server.settings import Settings
from tongiaki.server.store.address import Address
from tongiaki.server.store.database import APPLICATION_ID, database_path, with_driver
from tongiaki.server.store.lock import DatabaseLock
from tongiaki.server.store.migrations import HEAD

Found = TypeVar("Found")


def at_database(db: str | None, work: Callable[[Connection], Found], alone: bool = False) -> Found:
    """What a work finds or does in the database, all or nothing; `Unreadable` if it is not ours, or of another version.

    db: a file or an address; `None`: where the settings say. alone: no server may use the database meanwhile.
    """
    try:
        where = database_of(db)
        if isinstance(where, Address):
            return asyncio.run(_at_postgres(where, work, alone))
        return _at_file(where, work, alone)
    except CannotServe as error:
        raise Unreadable(str(error)) from None
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
        raise Unreadable(f"the database cannot be used: {reason}") from None


def database_of(db: str | None) -> Path | Address:
    """The file or the address that `--db` means; `CannotServe`."""
    return database_path(db) if db is not None else Settings.from_environment(os.environ).db


def _at_file(path: Path, work: Callable[[Connection], Found], alone: bool) -> Found:
    if not path.is_file():
        raise Unreadable(f"there is no database {path}")
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise Unreadable(f"{path} is not a database of Tongiaki")
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 10}, hide_parameters=True)
    lock = DatabaseLock(path) if alone else None
    try:
        with engine.begin() as connection:
            _check_version(connection)
            return work(connection)
    finally:
        engine.dispose()
        if lock is not None:
            lock.release()


async def _at_postgres(address: Address, work: Callable[[Connection], Found], alone: bool) -> Found:
    portable = with_driver("tongiaki.server.store.portable")
    engine = create_async_engine(address.driver_url, hide_parameters=True)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_check_version)
            if alone:
                await connection.run_sync(portable.take_alone)
            return await connection.run_sync(work)
    finally:
        await engine.dispose()


def _check_version(connection: Connection) -> None:
    if connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() != HEAD:
        raise Unreadable(
            "the database is of another version of Tongiaki; a start of the server brings an older one up to date"
        )
