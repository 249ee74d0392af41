"""The learned value: chances of victory in any position, exact at the end."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from tests.bots.positions import random_game, start
from tongiaki.bots import sizes
from tongiaki.bots.features import COMMON_NAMES, OWN_NAMES, Features
from tongiaki.bots.value import LEARNED, learned, win_chances
from tongiaki.engine import OPTIONS

TABLES = [(count, {}) for count in range(2, 7)] + [(count, {"two_colours": True}) for count in (2, 3)]
OTHERS = [
    (4, {name: value})
    for name, values in OPTIONS.items()
    for value in values[1:]
    if name not in ("two_colours", "idle_rounds")
]


def test_the_c_sizes_are_the_python_sizes():
    text = (Path(sizes.__file__).parent / "c_sizes.pxd").read_text()
    in_c = {name: int(number) for name, number in re.findall(r"^    ([A-Z]+) = (\d+)$", text, re.M)}
    assert in_c == {name: number for name, number in vars(sizes).items() if name.isupper()}
    assert (len(COMMON_NAMES), len(OWN_NAMES)) == (sizes.COMMON, sizes.OWN)


@pytest.mark.parametrize(("players", "rules"), TABLES + OTHERS)
def test_chances_are_of_all_players_sum_to_1_and_are_the_result_at_the_end(players, rules):
    last = None
    for game in random_game(start(players, **rules), Random(players)):
        chances = win_chances(game)
        assert len(chances) == players
        assert all(0 <= chance <= 1 for chance in chances)
        assert sum(chances) == pytest.approx(1, abs=1e-5)
        last = game, chances
    game, chances = last
    leaders = game.leaders()
    assert chances == pytest.approx([(player in leaders) / len(leaders) for player in range(players)])


def test_the_same_position_gets_the_same_answer_and_is_left_as_it_is():
    for game in random_game(start(3), Random(5)):
        before = game.to_bytes()
        assert win_chances(game) == win_chances(game)
        assert game.to_bytes() == before


def test_who_has_more_points_when_the_end_is_near_is_more_likely_to_win():
    """What was learned is not noise: the leader of random games of two, near the end, is called the likelier winner."""
    right = told = 0
    for seed in range(30):
        positions = list(random_game(start(2), Random(seed)))
        game = positions[len(positions) * 9 // 10]
        first, second = (score["points"] for score in game.scores())
        if abs(first - second) >= 4:
            told += 1
            right += (win_chances(game)[0] > 0.5) == (first > second)
    assert told >= 10
    assert right >= told * 0.8


def test_no_feature_is_far_beyond_1():
    """So that no weight has to be tiny; the network was not trained on what is far away."""
    most = 0.0
    for seed in range(10):
        for game in random_game(start(2 + seed % 5), Random(seed)):
            common, own = Features().seen(game)
            most = max(most, *map(abs, common), *(abs(x) for mine in own for x in mine))
    assert most < 6


def test_the_weights_are_small_and_say_how_they_were_made():
    assert LEARNED.stat().st_size < 1_000_000
    made = json.loads(LEARNED.read_text("utf-8"))["made"]
    assert {"command", "seed", "games", "commit"} <= made.keys()
    assert len(learned().weights()) == sizes.WEIGHTS
