"""`tongiaki check-games`: every stored game, replayed."""

from typing import TYPE_CHECKING

import typer

from tongiaki.cli.progress import bar

if TYPE_CHECKING:
    from sqlalchemy import Connection

DB = typer.Option(
    None, "--db", metavar="URL", help="The database: a file or an address. (default: one of your own)"
)


def check_games(db: str | None = DB) -> int:
    """Replay every game of the database by the rules of this version, also while the server runs.

    A game is as it should be if all its moves are legal, its tiles are those of its deck, the deck is that of the
    commitment, and it stands as was written down. The exit code is 1 if one is not.

    Examples:

    - `tongiaki check-games` – after an update: do all your old games still open?
    - `tongiaki check-games --db /var/lib/tongiaki/games.db` – those of a server
    """
    from tongiaki.cli.administration import at_database  # late: the other commands need no server

    return at_database(db, _check)


def _check(connection: "Connection") -> int:
    from tongiaki.server import checking

    total, faults = checking.count_games(connection), 0
    with bar("replaying", total) as progress:
        for id, fault in checking.check_games(connection):
            progress.advance()
            if fault is not None:
                faults += 1
                print(f"{id}: {fault}")
    print(f"{total} games, {faults or 'none'} at fault")
    return 1 if faults else 0
