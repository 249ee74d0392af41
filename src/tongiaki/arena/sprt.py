"""Is the first bot better than the second? A sequential test that stops as soon as the answer is known.

Wald's sequential probability ratio test, in the generalised form that chess engines are tested with: what is looked
at is not games but sets (all rotations on one deck), with their own scatter, since games on one deck depend on it.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tongiaki.arena.game import Game
from tongiaki.arena.rating import ELO, expected

ERROR = 0.05
"""The chance of a wrong answer, either way."""


class Verdict(NamedTuple):
    """The log likelihood ratio, its bounds, the answer if there is one, and after how many sets."""

    ratio: float
    lower: float
    upper: float
    answer: str | None
    """`better`, `not better`, or `None` while it is open."""
    sets: int


@dataclass(frozen=True)
class Sprt:
    """H0: the first bot is at most `low` Elo points better than the second; H1: at least `high`."""

    low: float
    high: float
    error: float = ERROR

    def judged(self, sets: Iterable[Sequence[Game]]) -> Verdict:
        """The verdict after the first set at which a bound is reached, or after all."""
        bound = math.log((1 - self.error) / self.error)
        evidence = _Evidence(self)
        for games in sets:
            evidence.add(games)
            ratio = evidence.ratio()
            if abs(ratio) >= bound:
                answer = "better" if ratio > 0 else "not better"
                return Verdict(ratio, -bound, bound, answer, evidence.count)
        return Verdict(evidence.ratio(), -bound, bound, None, evidence.count)


class _Evidence:
    """Sums over the sets looked at, apart for each number of seats that the first bot has."""

    def __init__(self, test: Sprt) -> None:
        self._test = test
        self._shares: dict[int, list[float]] = {}
        self._players = 2
        self.count = 0

    def add(self, games: Sequence[Game]) -> None:
        first = [
            sum(share for bot, share in zip(game.bots, game.shares, strict=True) if bot == 0)
            for game in games
        ]
        self._players = len(games[0].bots)
        self._shares.setdefault(games[0].bots.count(0), []).append(sum(first) / len(first))
        self.count += 1

    def ratio(self) -> float:
        """Of the likelihoods of what was seen under H1 and H0, its logarithm; shares are taken as normal."""
        if not self.count:
            return 0.0
        # As if one set with the greatest variance had been seen already: no certainty from the first few.
        spread = (self._scatter() + 0.25) / (self.count + 1)
        difference = 0.0
        for seats, shares in self._shares.items():
            low, high = self._expected(seats, self._test.low), self._expected(seats, self._test.high)
            difference += sum((x - low) ** 2 - (x - high) ** 2 for x in shares)
        return difference / (2 * spread)

    def _scatter(self) -> float:
        total = 0.0
        for shares in self._shares.values():
            mean = sum(shares) / len(shares)
            total += sum((x - mean) ** 2 for x in shares)
        return total

    def _expected(self, seats: int, elo: float) -> float:
        return expected([elo / ELO, 0.0], [seats, self._players - seats])[0]
