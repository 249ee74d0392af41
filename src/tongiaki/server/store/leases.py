"""What this process may change: everything in a file, of PostgreSQL that of which it has the lease (`leasing`)."""

from collections.abc import Iterable
from typing import Protocol

HOUSE = "house"
"""The lease of what is done once for all: what is old is deleted."""


class Leases(Protocol):
    """The unit is a room with its tables, or a table without a room; the lease has its id."""

    def holds(self, id: str) -> bool:
        """Whether it is this process's."""

    async def take(self, ids: Iterable[str]) -> set[str]:
        """Those that are this process's now: they were before, were nobody's or a dead process's; `NotKept`."""


class AllOurs:
    """A file has one process."""

    def holds(self, id: str) -> bool:
        """As `Leases`."""
        return True

    async def take(self, ids: Iterable[str]) -> set[str]:
        """As `Leases`."""
        return set(ids)
