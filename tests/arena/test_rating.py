"""Ratings, intervals and the sequential test, against contests whose truth is known."""

import math
import random

import pytest

from tongiaki.arena.game import Game
from tongiaki.arena.rating import ELO, MEAN, expected, ratings
from tongiaki.arena.sprt import Sprt
from tongiaki.arena.summary import share_interval

Sets = list[list[Game]]


def game(bots: list[int], winners: list[int]) -> Game:
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(len(bots))]
    return Game(0, bots, shares, [0] * len(bots), 0, [{} for _ in bots], [])


def simulated(
    elo: list[float], line_ups: list[list[int]], sets: int, rng: random.Random, luck: float
) -> Sets:
    """Sets of all rotations; `luck` is how much a deck favours a seat, so that games of a set depend on it."""
    found: Sets = []
    for number in range(sets):
        line_up = line_ups[number % len(line_ups)]
        favour = [rng.gauss(0, luck) for _ in line_up]
        games = []
        for turn in range(len(line_up)):
            seats = line_up[turn:] + line_up[:turn]
            weights = [math.exp(elo[bot] / ELO + more) for bot, more in zip(seats, favour, strict=True)]
            games.append(game(seats, rng.choices(range(len(seats)), weights)))
        found.append(games)
    return found


def test_two_players_are_rated_as_elo_does() -> None:
    """76 of 100 points are 200 Elo; the two drawn games that are added change little."""
    games = [[game([0, 1], [0])]] * 760 + [[game([0, 1], [1])]] * 240
    first, second = ratings(2, games)
    assert first.elo - second.elo == pytest.approx(200, abs=1.5)
    assert first.elo + second.elo == pytest.approx(2 * MEAN)
    # The binomial interval of the share, in Elo points, half of it for each of the two.
    assert first.half == pytest.approx(1.96 * ELO / math.sqrt(1000 * 0.76 * 0.24) / 2, rel=0.02)


def test_who_has_won_everything_is_rated_with_an_interval_that_says_how_little_is_known() -> None:
    for sets in (5, 50, 500):
        first, second = ratings(2, [[game([0, 1], [0]), game([1, 0], [1])]] * sets)
        low = first.interval[0] - second.interval[1]
        # What is left open: three games of all, at most (the rule of three, two-sided 3.7).
        assert expected([low / ELO, 0.0], [1, 1])[0] == pytest.approx(1 - 3.7 / (2 * sets), abs=2.5 / sets)


def test_a_few_sets_that_end_alike_leave_doubt() -> None:
    for sets, least in ((2, 40), (20, 5)):
        first, _ = ratings(2, [[game([0, 1], [0]), game([1, 0], [0])]] * sets)
        assert first.elo == pytest.approx(MEAN)
        assert first.half > least


def test_a_shared_win_counts_in_parts() -> None:
    first, second = ratings(2, [[game([0, 1], [0, 1])]] * 20)
    assert first.elo == pytest.approx(second.elo)


@pytest.mark.parametrize(
    ("elo", "line_ups"),
    [
        ([1560.0, 1440.0], [[0, 1]]),
        ([1560.0, 1440.0], [[0, 1, 0, 1]]),
        ([1620.0, 1480.0, 1400.0], [[0, 1], [0, 2], [1, 2]]),
        ([1600.0, 1530.0, 1470.0, 1400.0], [[0, 1, 2, 3]]),
    ],
)
def test_intervals_hold_the_truth_about_as_often_as_they_say(
    elo: list[float], line_ups: list[list[int]]
) -> None:
    rng = random.Random(1)
    held = total = 0
    for _ in range(80):
        for bot, rating in enumerate(ratings(len(elo), simulated(elo, line_ups, 60, rng, luck=0.0))):
            low, high = rating.interval
            held += low <= elo[bot] <= high
            total += 1
    assert 0.90 <= held / total <= 0.985


def test_pairing_makes_intervals_narrower_where_the_deck_favours_a_seat() -> None:
    rng = random.Random(2)
    sets = simulated([1500.0, 1500.0], [[0, 1]], 300, rng, luck=2.0)
    paired = ratings(2, sets)[0].half
    alone = ratings(2, [[one] for games in sets for one in games])[0].half
    assert paired < 0.8 * alone


def verdicts(difference: float, contests: int, line_up: list[int]) -> list[str | None]:
    rng = random.Random(difference)
    test = Sprt(0, 80)
    elo = [difference, 0.0]
    return [test.judged(simulated(elo, [line_up], 400, rng, luck=0.0)).answer for _ in range(contests)]


@pytest.mark.parametrize("line_up", [[0, 1], [0, 1, 1]])
def test_the_sequential_test_errs_about_as_rarely_as_it_says(line_up: list[int]) -> None:
    equal, better = verdicts(0, 30, line_up), verdicts(80, 30, line_up)
    assert equal.count("better") <= 4
    assert better.count("not better") <= 4
    assert equal.count(None) + better.count(None) <= 4


def test_nothing_is_certain_from_the_first_sets() -> None:
    won = [[game([0, 1], [0]), game([1, 0], [1])]]
    assert Sprt(0, 20).judged(won * 2).answer is None
    assert Sprt(0, 20).judged([]).ratio == 0
    assert Sprt(0, 20).judged(won * 30).answer == "better"


def test_intervals_of_shares() -> None:
    assert share_interval(0.5, [], 0) == (0.0, 1.0)
    low, high = share_interval(1.0, [[1.0] * 50], 100)
    assert (low, high) == (pytest.approx(0.963, abs=1e-3), 1.0)
    # Games of a set that all end alike are worth one.
    wide = share_interval(0.5, [[0.0, 1.0] * 25], 100)
    assert wide[1] - wide[0] > 0.25
    # Line-ups whose means differ, each always with the same result, are no scatter.
    narrow = share_interval(0.5, [[0.0] * 25, [1.0] * 25], 100)
    assert narrow[1] - narrow[0] < 0.2


def test_intervals_of_shares_hold_the_truth_about_as_often_as_they_say() -> None:
    rng = random.Random(3)
    held = 0
    for _ in range(200):
        sets = simulated([1500.0, 1500.0], [[0, 1]], 40, rng, luck=1.0)
        won = [sum(one.shares[one.bots.index(0)] for one in games) / 2 for games in sets]
        low, high = share_interval(sum(won) / 40, [won], 80)
        held += low <= 0.5 <= high
    assert held >= 184
