"""The database file: is it ours, may we write, is its schema the newest? If not, one line tells."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType

from tongiaki.server.cannot_serve import CannotServe
from tongiaki.server.store.address import KINDS, Address
from tongiaki.server.store.files import make_private
from tongiaki.server.store.lock import DatabaseLock
from tongiaki.server.store.migrations import HEAD

APPLICATION_ID = 0x546F6E67
"""SQLite's mark of the program a file belongs to: "Tong"."""

PASSWORD = "in a password / is written %2F, # %23, @ %40, : %3A and % %25"

SQLITE_HEADER = b"SQLite format 3\x00"


def database_path(url: str | Path) -> Path | Address:
    """The file that a path or an address `sqlite:///games.db` (`sqlite:////var/games.db`) means, or an address."""
    text = str(url)
    if text.startswith("sqlite:///"):
        return Path(text.removeprefix("sqlite:///"))
    if "://" in text:
        kind = text.partition("://")[0]
        if kind in KINDS:
            if not Address(text).is_whole:  # and it is not shown: a part of the password could be
                raise CannotServe(f"the address of the database is none; {PASSWORD}")
            return Address(text)
        raise CannotServe(f"{kind!r} databases cannot be used; give a file, sqlite:///FILE or postgresql://…")
    return Path(text)


@dataclass(frozen=True)
class Database:
    """A database that is ours, up to date, and ours alone until `release`."""

    path: Path | Address
    lock: DatabaseLock | None
    """Of a file; that of PostgreSQL is held by the connection that writes."""

    @classmethod
    def open(cls, path: Path | Address) -> "Database":
        """Makes the database or brings its schema up to date; `CannotServe` if it is not ours or not writable."""
        if isinstance(path, Address):
            _opening().open_postgres(path)
            return cls(path, None)
        _check_file(path)
        lock = DatabaseLock(path)
        try:
            _prepare(path)
        except BaseException:
            lock.release()
            raise
        return cls(path, lock)

    def release(self) -> None:
        """Another server may use it now."""
        if self.lock is not None:
            self.lock.release()


def with_driver(module: str) -> ModuleType:
    """A module that works on PostgreSQL, if the driver is installed; `CannotServe`."""
    try:
        return import_module(module)  # late: an extra, which most do not have
    except ModuleNotFoundError as missing:
        if missing.name != "asyncpg":
            raise
        raise CannotServe("PostgreSQL needs asyncpg: pip install 'tongiaki[postgres]'") from None


def _opening() -> ModuleType:
    return with_driver("tongiaki.server.store.opening")


def _prepare(path: Path) -> None:
    try:
        if not path.exists():
            make_private(path)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            _claim(path, connection)
            newest = _revision(connection) == HEAD
        if not newest:
            from tongiaki.server.store.upgrade import upgrade  # late: Alembic takes a second to load

            upgrade(path)
    except (sqlite3.Error, OSError) as error:
        raise CannotServe(f"the database {path} cannot be used: {error}") from None


def _check_file(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise CannotServe(f"the database {path} is a folder")
        beginning = _first_bytes(path)
    except FileNotFoundError:
        return
    except OSError as error:
        raise CannotServe(f"the database {path} cannot be used: {error.strerror}") from None
    if beginning and beginning != SQLITE_HEADER:
        raise CannotServe(f"{path} is not a database of Tongiaki (it is no SQLite file)")


def _first_bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(16)


def _claim(path: Path, connection: sqlite3.Connection) -> None:
    """Checks that the file is ours or empty, and marks it."""
    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if mark != APPLICATION_ID and (tables or mark):
        raise CannotServe(f"{path} is a database of another program")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
    connection.execute("COMMIT")


def _revision(connection: sqlite3.Connection) -> str | None:
    """The revision that Alembic has noted; `None` in a new database."""
    if not connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'").fetchone()[
        0
    ]:
        return None
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if row is None else str(row[0])
