"""Where a PostgreSQL database is. Its password is shown nowhere: `str` and `repr` leave it out."""

from urllib.parse import urlsplit

KINDS = ("postgresql", "postgres")


class Address:
    """`postgresql://NAME:PASSWORD@HOST:PORT/DATABASE`."""

    def __init__(self, url: str) -> None:
        self.url = url

    @property
    def driver_url(self) -> str:
        """As SQLAlchemy wants it."""
        return "postgresql+asyncpg://" + self.url.partition("://")[2]

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.path.lstrip('/')} at {parts.hostname or 'this machine'}"

    __repr__ = __str__
