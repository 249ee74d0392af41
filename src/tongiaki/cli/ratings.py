"""`tongiaki ratings`: do the ratings follow from the logs?"""

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from tongiaki.server.rating.recompute import Recomputed

DB = typer.Option(
    None, "--db", metavar="URL", help="The database: a file or an address. (default: one of your own)"
)
WRITE = typer.Option(
    False, "--write", help="Put right what differs; no server may use the database meanwhile."
)


def ratings(
    db: str | None = DB,
    write: bool = WRITE,
) -> int:
    """Recompute the ratings from the logs of the rated games, and compare them with those that are kept.

    The exit code is 1 if they differ and are not put right.

    Examples:

    - `tongiaki ratings` – check, also while the server runs
    - `tongiaki ratings --write --db sqlite:////var/lib/tongiaki/games.db` – after the model has changed
    """
    from tongiaki.cli.administration import at_database  # late: the other commands need no server

    found = at_database(db, lambda connection: _recompute(connection, write), alone=write)
    print(f"{found.games} rated games, {len(found.ratings)} players")
    if found.is_right:
        print("the ratings follow from the logs")
        return 0
    print(f"{len(found.wrong_games)} games and {len(found.wrong_players)} players differ from what is kept")
    print("put right" if write else "run it with --write to put them right")
    return 0 if write else 1


def _recompute(connection: "Connection", write: bool) -> "Recomputed":
    from tongiaki.server.rating.recompute import put_right, recomputed

    found = recomputed(connection)
    if write and not found.is_right:
        put_right(connection, found)
    return found
