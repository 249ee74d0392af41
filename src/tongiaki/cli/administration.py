"""The database of a server, for commands that look at it or change it while the server runs."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError

from tongiaki.cli.reading import Unreadable


def database_file(db: str | None) -> Path:
    """The file that is meant; `Unreadable` if it is not ours, or of another version."""
    from tongiaki.server.settings import Settings
    from tongiaki.server.store.database import APPLICATION_ID, database_file, database_path
    from tongiaki.server.store.migrations import HEAD

    path = database_file(database_path(db) if db is not None else Settings.from_environment(os.environ).db)
    if not path.is_file():
        raise Unreadable(f"there is no database {path}")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
                raise Unreadable(f"{path} is not a database of Tongiaki")
            revision = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]
    except sqlite3.Error as error:
        raise Unreadable(f"{path} cannot be read: {error}") from None
    if revision != HEAD:
        raise Unreadable(
            f"{path} is of another version of Tongiaki; a start of the server brings an older one up to date"
        )
    return path


@contextmanager
def database(db: str | None, writes: bool = False) -> Iterator[Connection]:
    """A connection; what is written is kept at the end, or nothing is."""
    engine = create_engine(f"sqlite:///{database_file(db)}", connect_args={"timeout": 10})
    try:
        with engine.begin() if writes else engine.connect() as connection:
            yield connection
    except DBAPIError as error:
        raise Unreadable(f"the database cannot be used: {error.orig}") from None
    finally:
        engine.dispose()
