"""What can be set about the server: in a file, by an environment variable (`TONGIAKI_BOT_PACE=0`), or at the start."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from tongiaki.server.cannot_serve import CannotServe
from tongiaki.server.store.address import Address
from tongiaki.server.store.database import database_path

CONFIG = "TONGIAKI_CONFIG"
"""The variable that names a file with settings (TOML)."""

WORDS = {int: "a whole number", float: "a number", Path: "a path in quotes", str: "text in quotes"}

CLIENT = Path(__file__).resolve().parent.parent / "client"
"""Where the built client lies in the package."""


def default_database() -> Path:
    """The database of this user: `tongiaki/tongiaki.db` in the folder for data of programs."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "tongiaki" / "tongiaki.db"


@dataclass(frozen=True)
class Settings:
    """Times in seconds, sizes in bytes."""

    db: Path | Address
    """The database: a file, or postgresql://NAME:PASSWORD@HOST/DATABASE. (default: a file of your own)"""
    host: str = "127.0.0.1"
    """The address to listen on: 127.0.0.1 for this machine and a proxy on it, 0.0.0.0 for the whole network."""
    port: int = 8000
    """The port; 0 takes a free one."""
    reached_at: str = ""
    """HOST:PORT where other servers on the same PostgreSQL reach this one. (default: where it listens)"""
    synchronous: str = "NORMAL"
    """SQLite's: NORMAL survives a killed process, FULL a power cut too."""
    bot_pace: float = 0.9
    """Between two decisions of bots, so that a person can follow."""
    bot_deadline: float = 10.0
    """A bot that thinks longer is replaced, and a random move made."""
    bot_seconds: float = 2.0
    """What a bot may think for a decision; a part of it where many tables wait."""
    bot_workers: int = 2
    """Processes in which bots think."""
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
    """Requests of one address in a minute, and at once (a new table: 5); 0: no limit. This machine is not counted."""
    most_sockets: int = 100
    """Connections of one address."""
    most_messages: float = 30.0
    """Messages a second over one connection, after a rush of four times as many; faster ones wait."""
    most_body: int = 512 * 1024
    """Bytes of a request."""
    most_message: int = 32 * 1024
    """Bytes of a message over a connection."""
    most_lines: int = 64
    """Decisions in one play."""
    most_waiting: int = 512
    """Messages that may wait for a slow connection before it is closed."""
    live_tables: int = 500
    """Tables kept in memory although nobody watches and no bot thinks."""
    least_free: int = 100 * 1024 * 1024
    """Bytes on the disk of the database; with fewer free ones `/readyz` answers 503. 0: it does not look."""
    client: Path = CLIENT
    """The folder of the built client."""
    hosts: str = ""
    """Names, separated by commas, under which it is reached. Without any: all, or none if only this machine can."""
    trusted_proxies: str = "127.0.0.1"
    """Addresses whose word (`X-Forwarded-For`, `X-Forwarded-Proto`) says who asks, and whether by HTTPS."""
    private_notices: int = 0
    """1: webhooks and Web Push may also go to addresses of the own network."""
    allowed_origins: str = ""
    """Hosts, separated by commas, whose pages may use this server besides its own."""
    log_level: str = "warning"
    """What is logged: debug, info, warning or error, and what is graver."""
    log_format: str = "text"
    """text, or json: one object a line."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str], **given: Any) -> "Settings":
        """The defaults, changed by the file `TONGIAKI_CONFIG`, by `TONGIAKI_…` variables, by what is given here."""
        kinds = {field.name: field.type for field in fields(cls)} | {"db": Path}
        read: dict[str, Any] = {}
        if file := environment.get(CONFIG):
            read = {name: _of_file(name, value, kinds, file) for name, value in _toml(Path(file)).items()}
        for name, kind in kinds.items():
            if (text := environment.get(_variable(name))) is not None:
                read[name] = _of_text(_variable(name), text, kind)
        return cls(**{"db": default_database(), **read, **given})


def _variable(name: str) -> str:
    return "TONGIAKI_" + name.upper()


def _of_text(name: str, text: str, kind: Any) -> Any:
    try:
        return database_path(text) if kind is Path else kind(text)
    except ValueError:
        raise CannotServe(f"{name} is {text!r}, but must be {WORDS.get(kind, kind.__name__)}") from None


def _toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise CannotServe(f"the settings {file} cannot be read: {(error.strerror or '').lower()}") from None
    except ValueError as error:
        raise CannotServe(f"the settings {file} are no TOML: {error}") from None


def _of_file(name: str, value: Any, kinds: Mapping[str, Any], file: str) -> Any:
    """A value of the file; a list of words is the same as the words with commas between them."""
    if name not in kinds:
        near = get_close_matches(name, kinds, 1)
        raise CannotServe(f"{file}: there is no setting {name!r}" + (f" ({near[0]}?)" if near else ""))
    kind = kinds[name]
    if isinstance(value, list) and kind is str:
        return ",".join(map(str, value))
    if type(value) is kind or (kind is float and type(value) is int):
        return kind(value)
    if kind is Path and isinstance(value, str):
        return database_path(value)
    raise CannotServe(f"{file}: {name} is {value!r}, but must be {WORDS.get(kind, kind.__name__)}")
