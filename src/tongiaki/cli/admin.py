"""`tongiaki admin`: what an operator may do, on the database, also while the server runs."""

import typer

DB = typer.Option(
    None, "--db", metavar="URL", help="The database: a file or an address. (default: one of your own)"
)

admin = typer.Typer(
    name="admin",
    help="Look after a server: games, persons, reports. Whoever may write the database may do this.",
    rich_markup_mode="markdown",
)


def list_(
    db: str | None = DB,
    over: bool = typer.Option(False, "--over", help="Games that are over, too."),
) -> int:
    """List the games that run, the latest change first.

    A line for each: when it changed, its address on the server, the turn, who sits there.

    Examples:

    - `tongiaki admin list` – what is going on
    - `tongiaki admin list --over --db /var/lib/tongiaki/games.db` – all games of a server
    """
    from tongiaki.cli.administration import at_database
    from tongiaki.server.operator import games

    for game in at_database(db, lambda connection: games(connection, over)):
        place = f"/g/{game.id}" if game.room is None else f"/r/{game.room}"
        seats = ", ".join(seat.name + (f" ({seat.bot})" if seat.bot else "") for seat in game.seats)
        state = "over" if game.standing.over else f"turn {game.standing.turn}"
        print(f"{game.changed[:16]}  {place:<16}  {state:<9} {seats}")
    return 0


def reports(db: str | None = DB) -> int:
    """Show the lines of talk that were reported, the latest last.

    Each has a number (ROOM:LINE) that `tongiaki admin ban` takes.

    Examples:

    - `tongiaki admin reports` – what was said, by whom, and who minded
    """
    from tongiaki.cli.administration import at_database
    from tongiaki.server.operator import reports as reported

    for report in at_database(db, reported):
        print(
            f"{report.at[:16]}  {report.room}:{report.n}  {report.name}: {report.text!r}  ({report.by_name})"
        )
    return 0


def end(
    target: str = typer.Argument(
        ..., metavar="TABLE", help="The address of a table or a room, or its last part."
    ),
    db: str | None = DB,
) -> int:
    """End a running game as it stands. A server that runs does it within seconds, else the next one that starts.

    Examples:

    - `tongiaki admin end /r/kQ3vX9yLw2Zs` – the game of a room
    - `tongiaki admin end 7pQ1_xA9bN3c` – the game at a table
    """
    from tongiaki.cli.administration import at_database
    from tongiaki.server.operator import wish_for_the_end

    id = target.rstrip("/").rpartition("/")[2]
    match at_database(db, lambda connection: wish_for_the_end(connection, id)):
        case "wished":
            return _done(f"{id} will be ended")
        case "none runs":
            return _nobody(f"no game runs at {id}")
        case _:
            return _nobody(f"there is no table or room {id}")


def ban(
    who: str = typer.Argument(..., metavar="WHO", help="A claimed name, or ROOM:LINE of a report."),
    why: str = typer.Option("", "--why", help="The reason, which they are shown."),
    db: str | None = DB,
) -> int:
    """Keep somebody out: no table, no room, no talk, from this browser or with this name.

    They see that they are, and why. They may still take their data along, and delete them. Of a guest it is the
    browser that is kept out.

    Examples:

    - `tongiaki admin ban Mallory --why "insults, twice"` – a person with a claimed name, and all logins
    - `tongiaki admin ban kQ3vX9yLw2Zs:17` – whoever said the reported line 17 in that room
    """
    from tongiaki.cli.administration import at_database
    from tongiaki.server.operator import ban as keep_out

    name = at_database(db, lambda connection: keep_out(connection, who, why))
    return _nobody(f"there is no {who}") if name is None else _done(f"{name} is kept out")


def unban(
    who: str = typer.Argument(..., metavar="WHO", help="The name that `tongiaki admin bans` shows."),
    db: str | None = DB,
) -> int:
    """Let somebody in again.

    Examples:

    - `tongiaki admin unban Mallory` – after an apology
    """
    from tongiaki.cli.administration import at_database
    from tongiaki.server.operator import let_in

    number = at_database(db, lambda connection: let_in(connection, who))
    return _done(f"{who} is let in") if number else _nobody(f"nobody called {who} is kept out")


def bans(db: str | None = DB) -> int:
    """Show who is kept out, since when, and why.

    Examples:

    - `tongiaki admin bans` – everybody
    """
    from tongiaki.cli.administration import at_database
    from tongiaki.server.operator import bans as kept_out

    for row in at_database(db, kept_out):
        print(f"{row.at[:16]}  {row.name}  {row.why}".rstrip())
    return 0


def reset_password(
    name: str = typer.Argument(..., metavar="NAME", help="A claimed name."),
    db: str | None = DB,
) -> int:
    """Give a person a new password, and end all logins. It is printed once, and kept as a hash only.

    Examples:

    - `tongiaki admin reset-password Ana` – somebody you know has forgotten theirs
    """
    from tongiaki.cli.administration import at_database
    from tongiaki.server.people.operating import reset_password as new_password

    password = at_database(db, lambda connection: new_password(connection, name))
    if password is None:
        return _nobody(f"nobody is called {name}")
    return _done(f"the new password of {name} is {password}")


def _done(sentence: str) -> int:
    print(sentence)
    return 0


def _nobody(sentence: str) -> int:
    typer.echo(f"tongiaki: {sentence}", err=True)
    return 1


ADMIN = (list_, reports, end, ban, unban, bans, reset_password)
"""What an operator can do, in the order of the help."""

IDS = {"ignore_unknown_options": True, "help_option_names": ["--help"]}
"""An id may begin with a hyphen, and is no option then."""

for command in ADMIN:
    admin.command(command.__name__.strip("_").replace("_", "-"), context_settings=IDS)(command)
