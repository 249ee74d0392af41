"""`serve`: the server in the foreground, with one line where it cannot start."""

import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path

import uvicorn

from tongiaki.server.app import create_app
from tongiaki.server.cannot_serve import CannotServe
from tongiaki.server.logs import log_to_stderr
from tongiaki.server.settings import Settings
from tongiaki.server.store import Database, database_path


def serve(
    host: str = "127.0.0.1", port: int = 8000, db: str | Path | None = None, open_browser: bool = False
) -> int:
    """Serves until interrupted, then returns 0; returns 1, after one line on standard error, if it cannot start.

    `db`: a file or `sqlite:///FILE`; without it the database of this user. Port 0: any free one.
    """
    try:
        settings = _settings(host, port, db)
        log_to_stderr(settings.log_level)
        listening = _listen(settings)
        database = Database.open(settings.db)
    except CannotServe as error:
        print(f"tongiaki: {error}", file=sys.stderr)
        return 1
    _Server(settings, database, open_browser).run(sockets=[listening])
    return 0


class _Server(uvicorn.Server):
    """Says where it is as soon as it answers."""

    def __init__(self, settings: Settings, database: Database, open_browser: bool) -> None:
        super().__init__(
            uvicorn.Config(
                create_app(settings, database),
                log_config=None,
                access_log=False,
                ws_max_size=4 * settings.most_message,
                timeout_graceful_shutdown=5,
                server_header=False,
            )
        )
        self._open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to answer, then prints the address and opens the page."""
        await super().startup(sockets)
        if not self.started or not sockets:
            return
        address = _address(sockets[0])
        print(f"Tongiaki is at {address} (Ctrl+C ends it)", flush=True)
        if self._open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _settings(host: str, port: int, db: str | Path | None) -> Settings:
    given = {"host": host, "port": port}
    if db is None:
        return Settings.from_environment(os.environ, **given)
    return Settings.from_environment(os.environ, db=database_path(db), **given)


def _listen(settings: Settings) -> socket.socket:
    host, port = settings.host, settings.port
    try:
        family, *_, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen(128)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotServe(f"cannot listen at {host} port {port}: {reason.lower()}") from None
    return listening


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"
