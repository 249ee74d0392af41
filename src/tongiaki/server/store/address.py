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

    @property
    def is_whole(self) -> bool:
        """Whether each sign is where it belongs: one of a password would else be taken for a part of something else."""
        try:
            parts = urlsplit(self.url)
            port = parts.port
        except ValueError:
            return False
        return port != 0 and "@" not in parts.path and parts.netloc.count("@") < 2 and "#" not in self.url

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.path.lstrip('/')} at {parts.hostname or 'this machine'}"

    __repr__ = __str__
