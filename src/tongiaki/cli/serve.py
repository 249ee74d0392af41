"""`tongiaki serve`: the game in the browser."""

from pathlib import Path

import typer

CONFIG = typer.Option(
    None, "--config", metavar="FILE", help="Settings in TOML; docs/operating.md lists them."
)


def serve(
    host: str | None = typer.Option(
        None, "--host", help="The address to listen on; 0.0.0.0 for the whole network. (default: 127.0.0.1)"
    ),
    port: int | None = typer.Option(
        None, "--port", min=0, max=65535, help="The port; 0 takes a free one. (default: 8000)"
    ),
    db: str | None = typer.Option(
        None, "--db", metavar="URL", help="The database: a file or sqlite:///FILE. (default: one of your own)"
    ),
    config: Path | None = CONFIG,
    open_page: bool = typer.Option(False, "--open", help="Open the page in a browser when it answers."),
) -> int:
    """Start the server, so that the game can be played in a browser.

    All games are kept in the database and go on after the next start. Stop it with Ctrl-C. What is not given here
    is taken from the environment (TONGIAKI_PORT=8080), then from the file of --config.

    Examples:

    - `tongiaki serve --open` – play at this machine
    - `tongiaki serve --host 0.0.0.0 --port 8080` – also for others in the same network
    - `tongiaki serve --db sqlite:///games.db` – keep the games in this file
    - `tongiaki serve --config /etc/tongiaki.toml` – as a service
    """
    from tongiaki.server.run import serve as run_server  # late: the other commands need no server

    return run_server(host, port, db, open_page, config)
