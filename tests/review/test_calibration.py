"""Reliability, Brier score and temperature, on forecasts whose truth is known."""

import random
import xml.dom.minidom

import pytest

from tongiaki.review.calibration import (
    Called,
    best_temperature,
    brier,
    called_between,
    knowing_nothing,
    mean_of,
    reliability,
    tempered,
)
from tongiaki.review.plot import plot


def forecasts(games, spoil=1.0, seed=1):
    """Games of two with a known chance; what is told of it is made sharper (spoil < 1) or flatter."""
    rng = random.Random(seed)
    for game in range(games):
        chance = rng.uniform(0.02, 0.98)
        won = rng.random() < chance
        yield Called(game, tempered((chance, 1 - chance), spoil), (float(won), float(not won)))


def test_a_mean_has_the_interval_of_the_t_less_textbook():
    mean = mean_of([1.0, 2.0, 3.0, 4.0])
    assert mean.mean == 2.5
    assert mean.half == pytest.approx(1.959964 * (5 / 3 / 4) ** 0.5)
    assert (mean.low, mean.high) == (2.5 - mean.half, 2.5 + mean.half)
    assert mean_of([3.0]).half == float("inf")


def test_true_chances_lie_on_the_diagonal():
    bins = reliability(list(forecasts(4000)))
    assert [one.low for one in bins] == pytest.approx([n / 10 for n in range(10)])
    assert sum(one.positions for one in bins) == 8000
    for one in bins:
        assert one.low <= one.called < one.high
        assert abs(one.won.mean - one.called) < 2 * one.won.half


def test_positions_of_one_game_count_as_one_for_the_interval():
    once = list(forecasts(300))
    often = [one for one in once for _ in range(10)]
    assert called_between(often, 0.2, 0.4).won == pytest.approx(called_between(once, 0.2, 0.4).won)
    assert called_between(often, 0.2, 0.4).positions == 10 * called_between(once, 0.2, 0.4).positions
    assert called_between(once, 0.0, 0.001) is None


def test_brier_scores():
    sure = [Called(0, (1.0, 0.0), (1.0, 0.0))]
    assert brier(sure) == 0
    assert knowing_nothing(sure) == 0.25
    assert brier([Called(0, (0.7, 0.3), (1.0, 0.0))]) == pytest.approx(0.09)


def test_tempering_keeps_sum_and_order():
    warm = tempered((0.7, 0.2, 0.1), 2.0)
    assert sum(warm) == pytest.approx(1)
    assert 0.7 > warm[0] > warm[1] > warm[2] > 0.1
    assert tempered((0.7, 0.2, 0.1), 1.0) == pytest.approx((0.7, 0.2, 0.1))
    assert tempered((1.0, 0.0), 2.0) == (1.0, 0.0)


def test_the_temperature_undoes_what_was_spoilt():
    assert best_temperature(list(forecasts(3000))) == pytest.approx(1.0, abs=0.1)
    assert best_temperature(list(forecasts(3000, spoil=0.5))) == pytest.approx(2.0, abs=0.2)


def test_the_plot_is_a_picture_that_says_in_words_what_it_shows():
    bins = reliability(list(forecasts(500)))
    svg = xml.dom.minidom.parseString(plot(bins, "500 games & more")).documentElement
    assert len(svg.getElementsByTagName("circle")) == len(bins)
    assert svg.getAttribute("aria-label").startswith("500 games & more. called ")
