"""A copy of the database while the server runs, and back again. A copy is a file, whatever the database is."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from tongiaki.server.cannot_serve import CannotServe
from tongiaki.server.store.address import Address
from tongiaki.server.store.database import APPLICATION_ID, SQLITE_HEADER, Database, with_driver
from tongiaki.server.store.files import make_private
from tongiaki.server.store.lock import DatabaseLock

PAGES = 1000
"""Copied at a stretch; between two of them the server may write."""


def back_up(db: Path | Address, to: Path) -> None:
    """Copies the games as they stand to a new file, whole or not at all; `CannotServe` says why not."""
    if isinstance(db, Path):
        check_ours(db)
    if to.exists():
        raise CannotServe(f"{to} is there already")
    with _beside(to) as part:
        make_private(part, in_place_of=to)
        if isinstance(db, Address):
            _portable().write_file(db, part)
        else:
            _copy(db, part)
        _finish(part, to)


def restore(backup: Path, db: Path | Address) -> None:
    """Puts a copy in place of the database, which no server may use meanwhile; `CannotServe` says why not.

    Whatever is wrong with the copy is found before anything is changed.
    """
    check_ours(backup)
    if isinstance(db, Path):
        _restore_file(backup, db)
        return
    with TemporaryDirectory() as folder:
        part = Path(folder) / "copy.db"
        make_private(part)
        _take_up(backup, part)
        _portable().read_file(part, db)


def _restore_file(backup: Path, db: Path) -> None:
    db.parent.mkdir(parents=True, exist_ok=True)
    lock = DatabaseLock(db)
    try:
        _check_target(db)
        with _beside(db) as part:
            make_private(part, in_place_of=db)
            _take_up(backup, part)
            _finish(part, db)
    finally:
        lock.release()


def _take_up(backup: Path, part: Path) -> None:
    """A copy of the copy, brought up to date if it is an older one: so it is one, and of no newer version."""
    _copy(backup, part)
    with closing(_reading(part)) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
            raise CannotServe(f"{backup} holds no games")
    try:
        Database.open(part).release()
    except CannotServe as error:
        raise CannotServe(str(error).replace(str(part), str(backup))) from None


def _check_target(db: Path) -> None:
    """`CannotServe` unless a database of ours is there, or nothing."""
    if db.exists() and db.stat().st_size:
        try:
            check_ours(db)
            _join_log(db)
        except (CannotServe, sqlite3.Error) as error:
            raise CannotServe(f"nothing is put in place of {db} ({error}): move it away first") from None
    elif Path(f"{db}-wal").exists():  # it would be read as the log of what is put there now
        raise CannotServe(f"there is {db}-wal without its database: move it away first")


def _join_log(db: Path) -> None:
    """What a killed server has left beside the file must not meet another one."""
    with closing(sqlite3.connect(db)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A file in a folder beside the target, so that there is never half a copy; what is left there goes."""
    try:
        with TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as folder:
            yield Path(folder) / "copy.db"
    except OSError as error:
        raise CannotServe(f"cannot write {target}: {error.strerror or error}") from None


def _copy(source: Path, target: Path) -> None:
    try:
        with closing(_reading(source)) as read, closing(sqlite3.connect(target)) as written:
            read.backup(written, pages=PAGES)
    except sqlite3.Error as error:
        raise CannotServe(f"cannot copy {source}: {error}") from None


def _finish(part: Path, target: Path) -> None:
    """One file that holds it all takes its place."""
    try:
        with closing(sqlite3.connect(part)) as written:
            written.execute("PRAGMA journal_mode=DELETE")
            problem = written.execute("PRAGMA quick_check").fetchone()[0]
    except sqlite3.Error as error:
        problem = str(error)
    if problem != "ok":
        raise CannotServe(f"the copy is damaged: {problem}")
    part.replace(target)


def _portable() -> ModuleType:
    return with_driver("tongiaki.server.store.portable")


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
