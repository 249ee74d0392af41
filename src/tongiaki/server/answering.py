"""Answers at a socket that listens already, until interrupted."""

import asyncio
import gc
import socket
import threading
import webbrowser
from contextlib import suppress
from dataclasses import replace

import uvicorn

from tongiaki.server.app import create_app
from tongiaki.server.direct import DirectProtocol
from tongiaki.server.operating import say_farewell
from tongiaki.server.patience import PatientProtocol
from tongiaki.server.settings import Settings
from tongiaki.server.store.database import Database
from tongiaki.server.views import learn_all

COLLECTED_AFTER = 10_000, 10, 20
"""Objects more than before, and younger generations looked through, until the collector looks for circles."""


def answer(settings: Settings, database: Database, listening: socket.socket, open_browser: bool) -> None:
    """Serves until Ctrl+C or a signal to end; what is being committed is finished."""
    with suppress(KeyboardInterrupt):  # uvicorn raises it anew when everything is closed
        reached = replace(settings, reached_at=settings.reached_at or _place(listening))
        _Server(reached, database, open_browser).run(sockets=[listening])


class _Server(uvicorn.Server):
    """Says where it is as soon as it answers."""

    def __init__(self, settings: Settings, database: Database, open_browser: bool) -> None:
        self._app = create_app(settings, database)
        super().__init__(
            uvicorn.Config(
                self._app,
                log_config=None,
                access_log=False,
                http=PatientProtocol,
                ws=DirectProtocol,
                ws_max_size=4 * settings.most_message,
                forwarded_allow_ips=settings.trusted_proxies,
                timeout_graceful_shutdown=5,
                server_header=False,
            )
        )
        self._open_browser = open_browser

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tells the clients to come back, then ends."""
        await say_farewell(self._app)
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to answer, then prints the address and opens the page."""
        await super().startup(sockets)
        _spare_the_collector()
        if self.started and sockets:
            address = _address(sockets[0])
            print(f"Tongiaki is at {address} (Ctrl+C ends it)", flush=True)
            self._prepares = asyncio.create_task(learn_all())
            if self._open_browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _spare_the_collector() -> None:
    """What is loaded stays, and games are no garbage: to look at it again and again took a quarter of the time."""
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)
    gc.enable()


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def _place(listening: socket.socket) -> str:
    """Where other servers on this machine reach it."""
    return _address(listening).removeprefix("http://").rstrip("/")
