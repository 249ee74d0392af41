"""`tongiaki ratings`: do the ratings follow from the logs?"""

import sys

import typer

DB = typer.Option(
    None, "--db", metavar="URL", help="The database: a file or sqlite:///FILE. (default: one of your own)"
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
    from tongiaki.cli.backup import database_at
    from tongiaki.server.cannot_serve import CannotServe
    from tongiaki.server.rating.command import recompute  # late: the other commands need no server

    try:
        found = recompute(database_at(db), write)
    except CannotServe as error:
        print(f"tongiaki: {error}", file=sys.stderr)
        return 1
    print(f"{found.games} rated games, {len(found.ratings)} players")
    if found.is_right:
        print("the ratings follow from the logs")
        return 0
    print(f"{len(found.wrong_games)} games and {len(found.wrong_players)} players differ from what is kept")
    print("put right" if write else "run it with --write to put them right")
    return 0 if write else 1
