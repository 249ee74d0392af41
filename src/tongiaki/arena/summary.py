"""What the games of a contest amount to: for each bot rating, share of wins, points, time and faults."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tongiaki.arena.contest import Contest
from tongiaki.arena.game import Game, quantile
from tongiaki.arena.rating import Rating, Z, ratings
from tongiaki.arena.sprt import Sprt, Verdict


@dataclass
class Figures:
    """One bot's figures. A share of wins is by seat: what is chance is one by the number of players."""

    bot: str
    rating: Rating
    seats: int
    share: float
    share_interval: tuple[float, float]
    points: float
    decisions: int
    median: float
    """Seconds of a decision; for display, it is not the same in two runs."""
    p95: float
    faults: Mapping[str, int] = field(default_factory=dict)


@dataclass
class Summary:
    """A contest as far as it has been played."""

    contest: Contest
    games: int
    sets: int
    figures: list[Figures]
    """The best first."""
    pairs: dict[tuple[int, int], tuple[float, int]]
    """With two players: the share of wins of the one bot against the other, and the number of games."""
    faults: Counter[tuple[str, str, str]]
    """Decisions that were lost: which bot, how, and why."""
    verdict: Verdict | None = None

    def to_dict(self) -> dict[str, Any]:
        """As JSON values. All but `seconds` is the same for the same seed and node budgets."""
        names = self.contest.bots
        return {
            "contest": self.contest.to_dict(),
            "games": self.games,
            "sets": self.sets,
            "bots": [_figures(one) for one in self.figures],
            "pairs": [
                {"bot": names[a], "against": names[b], "share": share, "games": games}
                for (a, b), (share, games) in sorted(self.pairs.items())
            ],
            "faults": [
                {"bot": bot, "kind": kind, "why": why, "count": count}
                for (bot, kind, why), count in sorted(self.faults.items())
            ],
            "sprt": None if self.verdict is None else self.verdict._asdict(),
        }


def _figures(one: Figures) -> dict[str, Any]:
    return {
        "bot": one.bot,
        "elo": round(one.rating.elo, 1),
        "elo_interval": [round(bound, 1) for bound in one.rating.interval],
        "seats": one.seats,
        "share": round(one.share, 5),
        "share_interval": [round(bound, 5) for bound in one.share_interval],
        "points": round(one.points, 3),
        "decisions": one.decisions,
        "seconds": {"median": round(one.median, 7), "p95": round(one.p95, 7)},
        "faults": dict(one.faults),
    }


def summed_up(contest: Contest, games: Mapping[int, Game], sprt: Sprt | None = None) -> Summary:
    """The summary of the sets that are whole; with a test, of those up to its answer, however many are played."""
    sets = whole_sets(contest, games)
    verdict = None
    if sprt is not None:
        verdict = sprt.judged(sets)
        sets = sets[: verdict.sets]
    played = [game for games_of_set in sets for game in games_of_set]
    rated = ratings(len(contest.bots), sets)
    figures = [_of_bot(contest, bot, rated[bot], sets) for bot in range(len(contest.bots))]
    figures.sort(key=lambda one: -one.rating.elo)
    pairs = _pairs(played) if contest.players == 2 else {}
    lost = ((fault["bot"], fault["kind"], fault["why"]) for game in played for fault in game.faults)
    return Summary(contest, len(played), len(sets), figures, pairs, Counter(lost), verdict)


def whole_sets(contest: Contest, games: Mapping[int, Game]) -> list[list[Game]]:
    """The sets of which all games are there, from the first to before the first that has a gap."""
    sets: list[list[Game]] = []
    while all(
        number in games for number in range(len(sets) * contest.players, (len(sets) + 1) * contest.players)
    ):
        first = len(sets) * contest.players
        sets.append([games[number] for number in range(first, first + contest.players)])
    return sets


def _of_bot(contest: Contest, bot: int, rating: Rating, sets: Sequence[Sequence[Game]]) -> Figures:
    seats = [(game, seat) for games in sets for game in games for seat in _seats(game, bot)]
    times: Counter[int] = Counter()
    faults: Counter[str] = Counter()
    for game, seat in seats:
        times.update(game.times[seat])
        faults.update(fault["kind"] for fault in game.faults if fault["seat"] == seat)
    count = len(seats)
    share = sum(game.shares[seat] for game, seat in seats) / max(1, count)
    return Figures(
        bot=contest.bots[bot],
        rating=rating,
        seats=count,
        share=share,
        share_interval=share_interval(share, _shares(bot, sets), count),
        points=sum(game.points[seat] for game, seat in seats) / max(1, count),
        decisions=sum(times.values()),
        median=quantile(times, 0.5),
        p95=quantile(times, 0.95),
        faults=dict(sorted(faults.items())),
    )


def _seats(game: Game, bot: int) -> list[int]:
    return [seat for seat, there in enumerate(game.bots) if there == bot]


def _shares(bot: int, sets: Sequence[Sequence[Game]]) -> list[list[float]]:
    """Of each set with the bot its share of the wins by seat, apart for each line-up."""
    found: dict[tuple[int, ...], list[float]] = {}
    for games in sets:
        shares = [game.shares[seat] for game in games for seat in _seats(game, bot)]
        if shares:
            found.setdefault(tuple(sorted(games[0].bots)), []).append(sum(shares) / len(shares))
    return list(found.values())


def share_interval(share: float, line_ups: Sequence[Sequence[float]], seats: int) -> tuple[float, float]:
    """Wilson's 95 % interval, for as many independent games as the scatter of the sets is worth.

    line_ups: the shares of the sets of each line-up. They scatter about a mean of their own: it is no chance that a
    bot wins less often where more of it sit together.
    """
    if not seats:
        return 0.0, 1.0
    number = float(seats)
    scatter = _scatter(line_ups)
    if scatter and 0 < share < 1:
        number = min(number, share * (1 - share) / scatter)
    centre = (share + Z * Z / (2 * number)) / (1 + Z * Z / number)
    half = Z * math.sqrt(share * (1 - share) / number + Z * Z / (4 * number**2)) / (1 + Z * Z / number)
    return max(0.0, centre - half), min(1.0, centre + half)


def _scatter(line_ups: Sequence[Sequence[float]]) -> float:
    """The variance of the mean of all sets; a line-up with one set tells nothing of it."""
    total = sum(map(len, line_ups))
    variance = 0.0
    for shares in line_ups:
        count = len(shares)
        if count > 1:
            mean = sum(shares) / count
            of_set = sum((one - mean) ** 2 for one in shares) / (count - 1)
            variance += (count / total) ** 2 * of_set / count
    return variance


def _pairs(games: Iterable[Game]) -> dict[tuple[int, int], tuple[float, int]]:
    met: Counter[tuple[int, int]] = Counter()
    shares: dict[tuple[int, int], float] = {}
    for game in games:
        for seat, bot in enumerate(game.bots):
            pair = (bot, game.bots[1 - seat])
            met[pair] += 1
            shares[pair] = shares.get(pair, 0.0) + game.shares[seat]
    return {pair: (shares[pair] / met[pair], met[pair]) for pair in met}
