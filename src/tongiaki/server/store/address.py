"""Where a PostgreSQL database is. Its password is shown nowhere: `str` and `repr` leave it out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

KINDS = ("postgresql", "postgres")


@dataclass(frozen=True)
class Owned:
    """The connection that owns a database, its name, and the how-manieth owner it is."""

    connection: Any
    name: str
    term: int


class Address:
    """`postgresql://NAME:PASSWORD@HOST:PORT/DATABASE`."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.owned: Owned | None = None
        """What this process has when it owns the database already."""
        self.lost: Callable[[], None] = lambda: None
        """Called when another process owns it now: what is in memory here is of no use any more."""

    @property
    def driver_url(self) -> str:
        """As SQLAlchemy wants it."""
        return "postgresql+asyncpg://" + self.url.partition("://")[2]

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.path.lstrip('/')} at {parts.hostname or 'this machine'}"

    __repr__ = __str__
