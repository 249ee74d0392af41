"""What time it is, and what is done at a time: the one place where the server looks at a clock for players."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Protocol


class Timer(Protocol):
    """Something that is to be done at a time."""

    def cancel(self) -> None:
        """It is not to be done any more."""


class Time(Protocol):
    """Seconds since 1970; tests have one of their own, which goes on when they say so."""

    def now(self) -> float:
        """What time it is."""

    def call_at(self, when: float, what: Callable[[], object]) -> Timer:
        """Does something when it is so late, or at once if it is later."""


class WallTime:
    """The time of the machine."""

    def now(self) -> float:
        """What time it is."""
        return time.time()

    def call_at(self, when: float, what: Callable[[], object]) -> Timer:
        """Does something when it is so late, or at once if it is later."""
        return asyncio.get_running_loop().call_later(max(0.0, when - self.now()), what)


def written(moment: float) -> str:
    """A time as it is written down: UTC, to the millisecond."""
    second = int(moment // 1)
    return f"{_second(second)}.{int((moment - second) * 1000):03d}+00:00"


@lru_cache(maxsize=64)
def _second(second: int) -> str:
    return datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def read(text: str) -> float:
    """A time that was written down."""
    return datetime.fromisoformat(text).timestamp()
