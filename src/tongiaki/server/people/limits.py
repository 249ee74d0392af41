"""How often something may be tried: so many times in so many seconds, by whom. In memory only."""

import math
import time
from collections import deque
from collections.abc import Callable

MOST_KNOWN = 10_000
"""Keys that are remembered; the oldest go first."""


class Limit:
    """Counts what failed or was done under a key; `wait` says for how long no more is taken."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._counted: dict[str, deque[float]] = {}

    def minutes(self, key: str) -> int:
        """So many minutes until it may be tried again; 0: now."""
        counted = self._counted.get(key)
        if counted is None or len(counted) < self._most:
            return 0
        return max(0, math.ceil((counted[0] + self._seconds - self._clock()) / 60))

    def count(self, key: str) -> None:
        """It was tried once more."""
        counted = self._counted.pop(key, deque(maxlen=self._most))
        counted.append(self._clock())
        self._counted[key] = counted
        while len(self._counted) > MOST_KNOWN:
            del self._counted[next(iter(self._counted))]

    def forget(self, key: str) -> None:
        """It worked."""
        self._counted.pop(key, None)
