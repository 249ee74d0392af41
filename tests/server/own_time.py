"""Time that goes on when a test says so."""

from collections.abc import Callable
from dataclasses import dataclass

from tongiaki.server.clock.time import read

NOON = "2026-12-01T12:00:00+00:00"


@dataclass(eq=False)
class _Due:
    when: float
    what: Callable[[], object]
    waiting: set["_Due"]

    def cancel(self) -> None:
        self.waiting.discard(self)


class OwnTime:
    """Stands still until `advance`."""

    def __init__(self, at: str = NOON) -> None:
        self._now = read(at)
        self._waiting: set[_Due] = set()

    def now(self) -> float:
        """What time it is."""
        return self._now

    def call_at(self, when: float, what: Callable[[], object]) -> _Due:
        """Something to be done when it is so late."""
        due = _Due(when, what, self._waiting)
        self._waiting.add(due)
        return due

    def slip(self, seconds: float) -> None:
        """So much later, before what is due by then has been done."""
        self._now += seconds

    def advance(self, seconds: float) -> None:
        """So much later; what is due by then is done."""
        self._now += seconds
        for due in sorted(self._waiting, key=lambda due: due.when):
            if due.when <= self._now and due in self._waiting:
                due.cancel()
                due.what()
