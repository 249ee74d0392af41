"""`tongiaki backup` and `tongiaki restore`: all games in one file."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import typer

NEW = typer.Argument(..., metavar="FILE", help="The new file.")
COPY = typer.Argument(..., metavar="FILE", help="What `tongiaki backup` has written.")
DB = typer.Option(
    None, "--db", metavar="URL", help="The database: a file or sqlite:///FILE. (default: one of your own)"
)


def backup(
    file: Path = NEW,
    db: str | None = DB,
) -> int:
    """Copy all games to a file, also while the server runs.

    Examples:

    - `tongiaki backup games-monday.db` – keep a copy of your games
    - `tongiaki backup /mnt/copy.db --db sqlite:////var/lib/tongiaki/games.db` – those of a server
    """
    from tongiaki.server.store.backup import back_up  # late: the other commands need no server

    return _done(lambda: back_up(database_at(db), file))


def restore(
    file: Path = COPY,
    db: str | None = DB,
) -> int:
    """Put the games of a copy in place of those in the database. No server may use it meanwhile.

    Examples:

    - `tongiaki restore games-monday.db` – the games are those of Monday again
    """
    from tongiaki.server.store.backup import restore as put_back

    return _done(lambda: put_back(file, database_at(db)))


def database_at(db: str | None) -> Path:
    """The file that `--db` means."""
    from tongiaki.server.settings import Settings
    from tongiaki.server.store.database import database_file, database_path

    return database_file(database_path(db) if db is not None else Settings.from_environment(os.environ).db)


def _done(work: Callable[[], None]) -> int:
    from tongiaki.server.cannot_serve import CannotServe

    try:
        work()
    except CannotServe as error:
        print(f"tongiaki: {error}", file=sys.stderr)
        return 1
    return 0
