"""`tongiaki serve`: the game in the browser."""

import typer


def serve(
    host: str = typer.Option(
        "127.0.0.1", "--host", help="The address to listen on; 0.0.0.0 for the whole network."
    ),
    port: int = typer.Option(8000, "--port", min=0, max=65535, help="The port; 0 takes a free one."),
    db: str | None = typer.Option(
        None, "--db", metavar="URL", help="The database: a file or sqlite:///FILE. (default: one of your own)"
    ),
    open_page: bool = typer.Option(False, "--open", help="Open the page in a browser when it answers."),
) -> int:
    """Start the server, so that the game can be played in a browser.

    All games are kept in the database and go on after the next start. Stop it with Ctrl-C.

    Examples:

    - `tongiaki serve --open` – play at this machine
    - `tongiaki serve --host 0.0.0.0 --port 8080` – also for others in the same network
    - `tongiaki serve --db sqlite:///games.db` – keep the games in this file
    """
    from tongiaki.server.run import serve as run_server  # late: the other commands need no server

    return run_server(host, port, db, open_page)
