"""What many games amount to: end reasons, mean scores and shares of wins by seat, with 95 % intervals."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from rich.console import Console
from rich.table import Table

Z = 1.959964
"""Normal quantile of a 95 % interval."""

MOST_FAULTS = 10
"""Faults of bots that are shown, the most frequent first."""


@dataclass
class Tally:
    """Sums over games; each list has an entry for each seat. A win shared by k counts 1/k for each."""

    games: int = 0
    moves: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    points: list[float] = field(default_factory=list)
    squares: list[float] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)
    faults: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """Decisions that bots have lost: which bot, how, and why."""

    @classmethod
    def of(cls, result: Mapping[str, Any], moves: int, faults: Sequence[Mapping[str, Any]] = ()) -> "Tally":
        """The tally of one game."""
        points = [float(score["points"]) for score in result["scores"]]
        winners = result["winners"]
        wins = [1 / len(winners) if seat in winners else 0.0 for seat in range(len(points))]
        lost = Counter((fault["bot"], fault["kind"], fault["why"]) for fault in faults)
        return cls(1, moves, Counter({result["reason"]: 1}), points, [p * p for p in points], wins, lost)

    def add(self, other: "Tally") -> None:
        """Takes another tally in."""
        self.games += other.games
        self.moves += other.moves
        self.reasons.update(other.reasons)
        self.points = _summed(self.points, other.points)
        self.squares = _summed(self.squares, other.squares)
        self.wins = _summed(self.wins, other.wins)
        self.faults.update(other.faults)

    def mean_points(self, seat: int) -> tuple[float, float]:
        """The mean score of a seat and half the width of its interval."""
        mean = self.points[seat] / self.games
        if self.games < 2:
            return mean, float("inf")
        variance = max(0.0, self.squares[seat] - self.games * mean * mean) / (self.games - 1)
        return mean, Z * sqrt(variance / self.games)

    def win_share(self, seat: int) -> tuple[float, float, float]:
        """A seat's share of wins and its interval (Wilson's)."""
        n, share = self.games, self.wins[seat] / self.games
        centre = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        return share, max(0.0, centre - half), min(1.0, centre + half)


def _summed(a: Sequence[float], b: Sequence[float]) -> list[float]:
    return [x + y for x, y in zip(a, b, strict=True)] if a else list(b)


def print_tally(tally: Tally, seats: Sequence[str], seconds: float, seed: str, console: Console) -> None:
    """The summary of `simulate`."""
    speed = tally.games / seconds if seconds else float("inf")
    console.print(
        f"{tally.games:,} games in {seconds:,.2f} s: {speed:,.1f} games/s, "
        f"{tally.moves / tally.games:,.1f} moves a game, seed {seed}",
        highlight=False,
    )
    console.print(_seats(tally, seats))
    console.print(_reasons(tally))
    print_faults(tally.faults, console)


def print_faults(faults: Counter[tuple[str, str, str]], console: Console) -> None:
    """The decisions that bots have lost, the most frequent faults first."""
    for (bot, kind, why), count in faults.most_common(MOST_FAULTS):
        console.print(f"{bot} lost {count:,} decisions: {kind} ({why})", style="red", markup=False)


def _seats(tally: Tally, seats: Sequence[str]) -> Table:
    table = Table("seat", "player", title="by seat, with 95 % intervals", title_justify="left")
    table.add_column("mean score", justify="right")
    table.add_column("share of wins", justify="right")
    for seat, name in enumerate(seats):
        mean, half = tally.mean_points(seat)
        share, low, high = tally.win_share(seat)
        interval = f"{100 * share:.1f} % ({100 * low:.1f}–{100 * high:.1f})"
        table.add_row(str(seat + 1), name, f"{mean:.2f} ± {half:.2f}", interval)
    return table


def _reasons(tally: Tally) -> Table:
    table = Table("end reason", title="how the games ended", title_justify="left")
    table.add_column("games", justify="right")
    table.add_column("share", justify="right")
    for reason, games in sorted(tally.reasons.items(), key=lambda item: (-item[1], item[0])):
        table.add_row(reason, f"{games:,}", f"{100 * games / tally.games:.1f} %")
    return table
