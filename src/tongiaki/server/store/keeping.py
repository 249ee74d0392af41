"""How a database takes and gives: the same for SQLite (`in_file`) and PostgreSQL (`postgres`)."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from tongiaki.server.store.leases import Leases
from tongiaki.server.store.writer import Statement

Value = TypeVar("Value")
Took = Callable[[float], None]
"""Is told the seconds of each commit."""


class NotKept(Exception):
    """The database took none of it (disk full, locked, unreachable, number used twice)."""


class NotRead(Exception):
    """The database cannot be reached; nothing is known about what is in it."""


class Damaged(Exception):
    """What is kept of a game or a room cannot be read, and no attempt more will change that."""


class Keeping(Protocol):
    """A database that is ours and up to date (`Database.open`)."""

    @property
    def leases(self) -> Leases:
        """What this process may change there."""

    async def write(self, statements: Sequence[Statement]) -> None:
        """Keeps what the statements say, all or none, in the order of the calls; `NotKept`."""

    async def read(self, work: Callable[[Connection], Value]) -> Value:
        """What a work finds; `NotRead`."""

    async def close(self) -> None:
        """Ends when everything that waits is committed."""
