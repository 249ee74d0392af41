"""What can be set about the server; each setting also by an environment variable (`TONGIAKI_BOT_PACE=0`)."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from tongiaki.server.cannot_serve import CannotServe

CLIENT = Path(__file__).resolve().parent.parent / "client"
"""Where the built client lies in the package."""


def default_database() -> Path:
    """The database of this user: `tongiaki/tongiaki.db` in the folder for data of programs."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "tongiaki" / "tongiaki.db"


@dataclass(frozen=True)
class Settings:
    """Times in seconds, sizes in bytes."""

    db: Path
    host: str = "127.0.0.1"
    port: int = 8000
    synchronous: str = "NORMAL"
    """SQLite's: NORMAL survives a killed process, FULL a power cut too."""
    bot_pace: float = 0.9
    """Between two decisions of bots, so that a person can follow."""
    bot_deadline: float = 10.0
    """A bot that thinks longer is replaced, and a random move made."""
    bot_seconds: float = 2.0
    """What a bot may think for a decision; a part of it where many tables wait."""
    bot_workers: int = 2
    bot_worker: str = "tongiaki.server.bots.worker"
    """The module of the processes in which bots think."""
    engines: str = ""
    """Programs that may sit at tables as bots: NAME=COMMAND; NAME=COMMAND (docs/engine-protocol.md)."""
    odds_at_once: int = 2
    """Positions whose odds are searched at the same time; the others wait."""
    most_odds: int = 256
    """Positions whose odds are remembered."""
    grace: float = 10.0
    """So long after its last connection is lost somebody counts as present in a room."""
    most_in_room: int = 100
    """Connections to a room."""
    most_rooms: int = 20
    """Rooms of a host without a finished game, used within a day."""
    most_requests: int = 300
    """Requests of one address in a minute, and at once; 0: without limit. This machine itself is not counted."""
    most_sockets: int = 100
    """Connections of one address."""
    most_messages: float = 30.0
    """Messages a second over one connection, after a rush of four times as many; faster ones wait."""
    most_body: int = 512 * 1024
    most_message: int = 32 * 1024
    most_lines: int = 64
    most_waiting: int = 512
    """Messages that may wait for a slow connection before it is closed."""
    live_tables: int = 500
    """Tables kept in memory although nobody watches and no bot thinks."""
    client: Path = CLIENT
    hosts: str = ""
    """Names, separated by commas, under which it is reached. Without any: all, or none if only this machine can."""
    trusted_proxies: str = "127.0.0.1"
    """Addresses whose word (`X-Forwarded-For`, `X-Forwarded-Proto`) says who asks, and whether by HTTPS."""
    allowed_origins: str = ""
    """Hosts, separated by commas, whose pages may use this server besides its own."""
    log_level: str = "warning"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str], **given: Any) -> "Settings":
        """The defaults, changed by `TONGIAKI_…` variables, changed by what is given here."""
        if _variable("db") not in environment:
            given.setdefault("db", default_database())
        read = {
            f.name: _read(f.name, f.type, environment)
            for f in fields(cls)
            if _variable(f.name) in environment
        }
        return cls(**{**read, **given})


def _variable(name: str) -> str:
    return "TONGIAKI_" + name.upper()


def _read(name: str, kind: Any, environment: Mapping[str, str]) -> Any:
    text = environment[_variable(name)]
    try:
        return kind(text)
    except ValueError:
        raise CannotServe(f"{_variable(name)} is {text!r}, but must be a {kind.__name__}") from None
