"""`serve`: the server in the foreground, with one line where it cannot start."""

import gc
import os
import socket
import sys
from contextlib import suppress
from pathlib import Path

from tongiaki.server.allowed import check, check_names
from tongiaki.server.cannot_serve import CannotServe
from tongiaki.server.logs import log_to_stderr
from tongiaki.server.settings import CONFIG, Settings
from tongiaki.server.store.database import Database, database_path

BACKLOG = 2048
"""Connections that wait while the rest is loaded: all who were there before a restart come back at once."""

CONNECTIONS = 65_536
"""Files and connections that the process may have open, if the system lets it."""


def serve(
    host: str | None = None,
    port: int | None = None,
    db: str | Path | None = None,
    open_browser: bool = False,
    config: Path | None = None,
) -> int:
    """Serves until interrupted, then returns 0; returns 1, after one line on standard error, if it cannot start.

    `db`: a file or `sqlite:///FILE`; without it the database of this user. Port 0: any free one. `config`: a file with
    settings; what is not given is taken from the environment, then from the file.
    """
    gc.disable()  # until it answers: what is loaded is no garbage, and looking through it took a tenth of the start
    try:
        settings = _settings(host, port, db, config)
        log_to_stderr(settings.log_level, settings.log_format)
        _look_at(settings.engines)
        _take_many_connections()
        listening = _listen(settings)
        database = Database.open(settings.db)
        from tongiaki.server.answering import answer  # late: what cannot start says so at once

        answer(settings, database, listening, open_browser)
    except CannotServe as error:
        print(f"tongiaki: {error}", file=sys.stderr)
        return 1
    finally:
        gc.enable()
    return 0


def _settings(host: str | None, port: int | None, db: str | Path | None, config: Path | None) -> Settings:
    path = None if db is None else database_path(db)
    given = {"host": host, "port": port, "db": path}
    environment = dict(os.environ) | ({CONFIG: str(config)} if config else {})
    check_names(environment)
    settings = Settings.from_environment(
        environment, **{name: value for name, value in given.items() if value is not None}
    )
    check(settings)
    return settings


def _look_at(engines: str) -> None:
    if engines:
        from tongiaki.server.bots.offered import offered  # only then: it takes the engine of the game

        with offered(engines):
            pass


def _take_many_connections() -> None:
    """More than a process begins with (often 1,024, for the sake of old programs), if the system lets it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS if most == resource.RLIM_INFINITY else min(CONNECTIONS, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        with suppress(OSError, ValueError):  # macOS has limits of its own
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _listen(settings: Settings) -> socket.socket:
    host, port = settings.host, settings.port
    try:
        family, *_, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotServe(f"cannot listen at {host} port {port}: {reason.lower()}") from None
    return listening
