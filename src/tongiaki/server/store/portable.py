"""A database of PostgreSQL as a file, and a file as a database of PostgreSQL: the tables and rows are the same in both.

So a copy of either can be put back into either, and `pg_dump` is not needed.
"""

from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, delete, select
from sqlalchemy.ext.asyncio import create_async_engine

from tongiaki.server.cannot_serve import CannotServe
from tongiaki.server.store import schema
from tongiaki.server.store.address import Address
from tongiaki.server.store.database import Database
from tongiaki.server.store.leasing import LOCK
from tongiaki.server.store.migrations import HEAD
from tongiaki.server.store.opening import finished
from tongiaki.server.store.postgres import REACHED_WITHIN

ROWS = 1000
"""Read and written at a stretch, so that a large database needs little memory."""


def write_file(address: Address, file: Path) -> None:
    """All rows as they stand at one moment, in a new file; `CannotServe`. A server may run meanwhile."""
    Database.open(file).release()
    _over_both(address, file, _copied_out)


def read_file(file: Path, address: Address) -> None:
    """The rows of a file of this version in place of all that are there, or nothing is changed; `CannotServe`."""
    Database.open(address).release()
    _over_both(address, file, _copied_in)


def take_alone(connection: Connection) -> None:
    """No server owns the database until the transaction ends; `CannotServe` if one does."""
    if not connection.exec_driver_sql(f"SELECT pg_try_advisory_xact_lock({LOCK})").scalar():
        raise CannotServe("another server of Tongiaki uses the database")


def _check_version(connection: Connection) -> None:
    if connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() != HEAD:
        raise CannotServe("the database is of another version of Tongiaki")


def _over_both(address: Address, file: Path, copied: Callable[[Connection, Engine], None]) -> None:
    async def work(address: Address) -> None:
        here = create_engine(f"sqlite:///{file}", hide_parameters=True)
        there = create_async_engine(
            address.driver_url,
            isolation_level="REPEATABLE READ",  # all of it as it stands at one moment
            connect_args={"timeout": REACHED_WITHIN},
            hide_parameters=True,
        )
        try:
            async with there.begin() as connection:
                await connection.run_sync(copied, here)
        finally:
            await there.dispose()
            here.dispose()

    finished(address, work)


def _copied_out(connection: Connection, file: Engine) -> None:
    _check_version(connection)
    with file.begin() as target:
        _copy(connection, target)


def _copied_in(connection: Connection, file: Engine) -> None:
    take_alone(connection)
    with file.connect() as source:
        _copy(source, connection)
    # A server that has lost its connection for a moment must not believe that all is as it left it.
    connection.exec_driver_sql("DELETE FROM lease")


def _copy(source: Connection, target: Connection) -> None:
    tables = schema.metadata.sorted_tables
    for table in reversed(tables):
        target.execute(delete(table))
    for table in tables:
        rows = source.execute(select(table), execution_options={"yield_per": ROWS})
        for part in rows.mappings().partitions():
            target.execute(table.insert(), [dict(row) for row in part])
