"""Do the chances hold? What was called, against what came: reliability, Brier score, temperature.

Positions of the same game end alike, so all intervals are between games, not between positions.
"""

from collections.abc import Iterable, Sequence
from math import exp, log, sqrt
from typing import NamedTuple

from tongiaki.review.moments import Chances

Z = 1.959964
"""Normal quantile of a 95 % interval."""


class Called(NamedTuple):
    """A position of a game that is over: the chances it was given, and each player's part of the victory."""

    game: int
    chances: Chances
    won: Chances


class Mean(NamedTuple):
    """A mean with half the width of its 95 % interval."""

    mean: float
    half: float

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.half


class Bin(NamedTuple):
    """Positions called from `low` to below `high`."""

    low: float
    high: float
    positions: int
    called: float
    """Their mean chance."""
    won: Mean
    """The part of them that was won."""


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of independent values."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return Mean(mean, float("inf"))
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return Mean(mean, Z * sqrt(variance / len(values)))


def called_between(called: Iterable[Called], low: float, high: float) -> Bin | None:
    """What came of the positions that gave somebody a chance from `low` to below `high`; None if there are none."""
    games: dict[int, tuple[int, float]] = {}
    chances = 0.0
    for one in called:
        for chance, won in zip(one.chances, one.won, strict=True):
            if low <= chance < high:
                count, sum_won = games.get(one.game, (0, 0.0))
                games[one.game] = count + 1, sum_won + won
                chances += chance
    count = sum(number for number, _ in games.values())
    if not count:
        return None
    mean = sum(won for _, won in games.values()) / count
    squares = sum((won - mean * number) ** 2 for number, won in games.values())
    return Bin(low, high, count, chances / count, Mean(mean, Z * sqrt(squares) / count))


def reliability(called: Sequence[Called], bins: int = 10) -> list[Bin]:
    """The bins that hold any, from chance 0 to 1."""
    edges = [n / bins for n in range(bins)] + [1.0 + 1e-9]
    found = (called_between(called, edges[n], edges[n + 1]) for n in range(bins))
    return [one for one in found if one is not None]


def brier(called: Iterable[Called]) -> float:
    """The mean square of chance − victory, over positions and players (G. W. Brier, 1950); 0 is certainty."""
    squares = [
        (chance - won) ** 2 for one in called for chance, won in zip(one.chances, one.won, strict=True)
    ]
    return sum(squares) / len(squares)


def knowing_nothing(called: Iterable[Called]) -> float:
    """The Brier score of equal chances for all."""
    return brier(one._replace(chances=(1 / len(one.chances),) * len(one.chances)) for one in called)


def tempered(chances: Chances, temperature: float) -> Chances:
    """The chances made flatter (temperature above 1) or sharper, their order kept; they sum to 1."""
    powers = [chance ** (1 / temperature) for chance in chances]
    return tuple(power / sum(powers) for power in powers)


def best_temperature(called: Sequence[Called]) -> float:
    """The temperature with the least log loss, from 1/4 to 4 (golden section)."""
    ratio, low, high = (sqrt(5) - 1) / 2, log(0.25), log(4.0)
    while high - low > 1e-3:
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if _loss(called, exp(left)) < _loss(called, exp(right)):
            high = right
        else:
            low = left
    return exp((low + high) / 2)


def _loss(called: Iterable[Called], temperature: float) -> float:
    return -sum(
        won * log(max(chance, 1e-12))
        for one in called
        for chance, won in zip(tempered(one.chances, temperature), one.won, strict=True)
        if won
    )
