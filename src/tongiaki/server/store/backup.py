"""A copy of the database while the server runs, and back again."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tongiaki.server.cannot_serve import CannotServe
from tongiaki.server.store.database import APPLICATION_ID, SQLITE_HEADER, Database
from tongiaki.server.store.lock import DatabaseLock

PAGES = 1000
"""Copied at a stretch; between two of them the server may write."""


def back_up(db: Path, to: Path) -> None:
    """Copies the games as they stand to a new file, whole or not at all; `CannotServe` says why not."""
    check_ours(db)
    if to.exists():
        raise CannotServe(f"{to} is there already")
    _copy(db, to)


def restore(backup: Path, db: Path) -> None:
    """Puts a copy in place of the database, which no server may use meanwhile; `CannotServe` says why not."""
    check_ours(backup)
    db.parent.mkdir(parents=True, exist_ok=True)
    lock = DatabaseLock(db)
    try:
        if db.exists():
            check_ours(db)
            sqlite3.connect(
                db
            ).close()  # what a killed server has left beside the file must not meet the new one
        _copy(backup, db)
    finally:
        lock.release()
    Database.open(db).release()  # an older copy is brought up to date


def _join_log(db: Path) -> None:
    """What a killed server has left beside the file must not meet another one."""
    try:
        with closing(sqlite3.connect(db)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise CannotServe(f"the database {db} cannot be used: {error}") from None


def _copy(source: Path, target: Path) -> None:
    """By way of a file beside the target, so that there is never half a copy."""
    part = Path(f"{target}.part")
    try:
        part.unlink(missing_ok=True)
        with closing(_reading(source)) as read, closing(sqlite3.connect(part)) as written:
            read.backup(written, pages=PAGES)
            written.execute("PRAGMA journal_mode=DELETE")  # one file holds it all
            problem = written.execute("PRAGMA quick_check").fetchone()[0]
        if problem != "ok":
            raise CannotServe(f"{source} is damaged: {problem}")
        part.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise CannotServe(f"cannot copy {source} to {target}: {error}") from None
    finally:
        part.unlink(missing_ok=True)


def check_ours(path: Path) -> None:
    """`CannotServe` for a file that is no database of ours."""
    try:
        with path.open("rb") as file:
            is_sqlite = file.read(16) == SQLITE_HEADER
        if is_sqlite:
            with closing(_reading(path)) as connection:
                if connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID:
                    return
    except OSError as error:
        raise CannotServe(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from None
    except sqlite3.Error as error:
        raise CannotServe(f"{path} cannot be read: {error}") from None
    raise CannotServe(f"{path} is not a database of Tongiaki")


def _reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
