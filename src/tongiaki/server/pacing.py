"""How fast something may go: a rush at first, then so many a second."""

MOST_KNOWN = 20_000
"""Keys that are remembered before those at rest are forgotten."""


class Pace:
    """`rate` a second, `rush` at once; 0: without limit. Times are those of one clock, in seconds."""

    def __init__(self, rate: float, rush: float) -> None:
        self._rate = rate
        self._rush = rush
        self.due = 0.0
        """When all that has been taken would be done at the rate."""

    def wait(self, now: float, cost: float = 1) -> float:
        """Seconds until the next one, which counts as `cost`, may be taken; 0: now."""
        if self._rate <= 0:
            return 0.0
        return max(0.0, max(self.due, now) - now - max(0, self._rush - cost) / self._rate)

    def take(self, now: float, cost: float = 1) -> float:
        """Takes one, and tells how long it should wait."""
        wait = self.wait(now, cost)
        if self._rate > 0:
            self.due = max(self.due, now) + cost / self._rate
        return wait


class Paces:
    """A pace for each key."""

    def __init__(self, rate: float, rush: float) -> None:
        self._rate, self._rush = rate, rush
        self._known: dict[str, Pace] = {}

    def wait(self, key: str, now: float, cost: float = 1) -> float:
        """Takes one if it may be taken now; else seconds until it may."""
        pace = self._known.get(key)
        if pace is None:
            if len(self._known) >= MOST_KNOWN:
                self._known = {name: known for name, known in self._known.items() if known.due > now}
            pace = self._known[key] = Pace(self._rate, self._rush)
        wait = pace.wait(now, cost)
        if wait <= 0:
            pace.take(now, cost)
        return wait
