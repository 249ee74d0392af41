"""Where a PostgreSQL database is. Its password is shown nowhere: `str` leaves it out."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

KINDS = ("postgresql", "postgres")


@dataclass(frozen=True)
class Address:
    """`postgresql://NAME:PASSWORD@HOST:PORT/DATABASE`."""

    url: str = field(repr=False)

    @property
    def driver_url(self) -> str:
        """As SQLAlchemy wants it."""
        return "postgresql+asyncpg://" + self.url.partition("://")[2]

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.path.lstrip('/')} at {parts.hostname or 'this machine'}"
