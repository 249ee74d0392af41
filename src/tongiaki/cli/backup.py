"""`tongiaki backup` and `tongiaki restore`: all games in one file."""

import sys
from collections.abc import Callable
from pathlib import Path

import typer

NEW = typer.Argument(..., metavar="FILE", help="The new file.")
COPY = typer.Argument(..., metavar="FILE", help="What `tongiaki backup` has written.")
DB = typer.Option(
    None, "--db", metavar="URL", help="The database: a file or an address. (default: one of your own)"
)


def backup(
    file: Path = NEW,
    db: str | None = DB,
) -> int:
    """Copy all games to a file, also while the server runs.

    The copy of a PostgreSQL database is the same kind of file: it can be put back into either.

    Examples:

    - `tongiaki backup games-monday.db` – keep a copy of your games
    - `tongiaki backup /mnt/copy.db --db /var/lib/tongiaki/games.db` – those of a server
    - `tongiaki backup copy.db --db postgresql://ana@localhost/games` – those of a server on PostgreSQL
    """
    from tongiaki.cli.administration import database_of
    from tongiaki.server.store.backup import back_up  # late: the other commands need no server

    return _done(lambda: back_up(database_of(db), file))


def restore(
    file: Path = COPY,
    db: str | None = DB,
) -> int:
    """Put the games of a copy in place of those in the database. No server may use it meanwhile.

    So all that a server has can move: from a file to PostgreSQL, and back.

    Examples:

    - `tongiaki restore games-monday.db` – the games are those of Monday again
    - `tongiaki restore games.db --db postgresql://ana@localhost/games` – move to PostgreSQL
    """
    from tongiaki.cli.administration import database_of
    from tongiaki.server.store.backup import restore as put_back

    return _done(lambda: put_back(file, database_of(db)))


def _done(work: Callable[[], None]) -> int:
    from tongiaki.server.cannot_serve import CannotServe

    try:
        work()
    except CannotServe as error:
        print(f"tongiaki: {error}", file=sys.stderr)
        return 1
    return 0
