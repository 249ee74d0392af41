"""Ratings of bots from games of two players or more, with 95 % intervals (docs/arena.md).

The chance that a seat wins is in proportion to its bot's strength: Luce's choice, for two players just Elo. Strengths
are fitted to all games at once, so their order does not matter; a bot does not change while it plays.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tongiaki.arena.game import Game

ELO = 400 / math.log(10)
"""Elo points for one unit of log strength: 400 points are ten to one between two players."""
Z = 1.959964
MEAN = 1500.0
"""The mean of all ratings."""
STEPS = 100

Matrix = list[list[float]]


class Rating(NamedTuple):
    """A rating and half the width of its 95 % interval, both in Elo points."""

    elo: float
    half: float

    @property
    def interval(self) -> tuple[float, float]:
        """From, to."""
        return self.elo - self.half, self.elo + self.half


def ratings(bots: int, sets: Iterable[Sequence[Game]]) -> list[Rating]:
    """A rating for each bot. `sets` are games that share a deck: they are not independent, sets are.

    As if each bot had also won half a game against each other one, and lost half a game: so who has won or lost
    everything has a rating too, and every interval says how little a few games tell.
    """
    clusters = [(1.0, [_outcome(bots, game) for game in games]) for games in sets]
    clusters += [(0.5, [_won(bots, a, b)]) for a in range(bots) for b in range(bots) if a != b]
    alike: defaultdict[Outcome, float] = defaultdict(float)
    for weight, outcomes in clusters:
        for outcome in outcomes:
            alike[outcome] += weight
    strengths = _fitted(bots, alike)
    covariance = _covariance(bots, clusters, _inverse(_derivatives(bots, alike, strengths)[1]), strengths)
    mean = sum(strengths) / bots
    return [
        Rating(MEAN + ELO * (strengths[bot] - mean), ELO * Z * math.sqrt(max(0.0, covariance[bot][bot])))
        for bot in range(bots)
    ]


def expected(strengths: Sequence[float], seats: Sequence[float]) -> list[float]:
    """Each bot's expected share of the win where it holds so many seats."""
    top = max(strengths)
    weights = [count * math.exp(strength - top) for count, strength in zip(seats, strengths, strict=True)]
    total = sum(weights)
    return [weight / total for weight in weights]


Outcome = tuple[tuple[float, ...], tuple[float, ...]]
"""Of one game, for each bot: its seats, and its share of the win."""


def _outcome(bots: int, game: Game) -> Outcome:
    seats, shares = [0.0] * bots, [0.0] * bots
    for bot, share in zip(game.bots, game.shares, strict=True):
        seats[bot] += 1
        shares[bot] += share
    return tuple(seats), tuple(shares)


def _won(bots: int, a: int, b: int) -> Outcome:
    seats = tuple(1.0 if bot in (a, b) else 0.0 for bot in range(bots))
    return seats, tuple(1.0 if bot == a else 0.0 for bot in range(bots))


def _fitted(bots: int, alike: Mapping[Outcome, float]) -> list[float]:
    """The log strengths of greatest likelihood, by Newton's steps, none longer than 1 for any bot."""
    strengths = [0.0] * bots
    for _ in range(STEPS):
        gradient, curvature = _derivatives(bots, alike, strengths)
        inverse = _inverse(curvature)
        step = [sum(inverse[i][j] * gradient[j] for j in range(bots)) for i in range(bots)]
        longest = max(map(abs, step))
        strengths = [s + d / max(1.0, longest) for s, d in zip(strengths, step, strict=True)]
        if longest < 1e-10:
            break
    return strengths


def _derivatives(
    bots: int, alike: Mapping[Outcome, float], strengths: Sequence[float]
) -> tuple[list[float], Matrix]:
    """Slope and curvature (its negative) of the log likelihood; the sum of all strengths is held at 0."""
    gradient = [0.0] * bots
    curvature = [[1.0 / bots] * bots for _ in range(bots)]
    for (seats, shares), games in alike.items():
        chance = expected(strengths, seats)
        for i in range(bots):
            gradient[i] += games * (shares[i] - chance[i])
            curvature[i][i] += games * chance[i]
            for j in range(bots):
                curvature[i][j] -= games * chance[i] * chance[j]
    return gradient, curvature


def _covariance(
    bots: int, clusters: list[tuple[float, list[Outcome]]], inverse: Matrix, strengths: Sequence[float]
) -> Matrix:
    """The sandwich estimate: how much the slopes of sets scatter, between the inverse curvatures."""
    scatter = [[0.0] * bots for _ in range(bots)]
    for weight, outcomes in clusters:
        slope = [0.0] * bots
        for seats, shares in outcomes:
            for bot, chance in enumerate(expected(strengths, seats)):
                slope[bot] += weight * (shares[bot] - chance)
        for i in range(bots):
            for j in range(bots):
                scatter[i][j] += slope[i] * slope[j]
    few = len(clusters) / max(1, len(clusters) - 1)
    middle = _product(_product(inverse, scatter), inverse)
    return [[few * value for value in row] for row in middle]


def _product(a: Matrix, b: Matrix) -> Matrix:
    columns = list(zip(*b, strict=True))
    return [[sum(x * y for x, y in zip(row, column, strict=True)) for column in columns] for row in a]


def _inverse(matrix: Matrix) -> Matrix:
    """By elimination; a contest has few bots."""
    size = len(matrix)
    rows = [row[:] + [float(i == j) for j in range(size)] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for k in range(size):
            if k != i and rows[k][i]:
                factor = rows[k][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[size:] for row in rows]
