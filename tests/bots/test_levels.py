"""The levels: each beats those far below it, and what is said of its character is so."""

from random import Random

import pytest

from tests.bots.habits import watched
from tests.bots.positions import random_game, start
from tongiaki.bots import make_bot
from tongiaki.bots.greedy import in_company


@pytest.mark.parametrize(
    ("better", "worse", "least"),
    [("deckhand", "random", 11), ("greedy", "deckhand", 11), ("stargazer", "random", 14)],
)
def test_a_level_beats_one_below_it(better, worse, least):
    assert watched([better, worse], 16, "levels")[better].won >= least


@pytest.fixture(scope="module")
def turns():
    """Turns of random games of four."""
    return [
        game
        for seed in range(3)
        for game in random_game(start(4), Random(seed))
        if game.phase == "turn" and len(game.legal()) > 1
    ][::2]


def chosen(name, games):
    """The positions after a bot's moves."""
    for game in games:
        later = game.copy()
        later.apply(make_bot(name, 1).choose(game))
        yield later


def company(name, games):
    """Boats beside those of others after the bot's moves."""
    after = chosen(name, games)
    return sum(in_company(later, game.active_player) for game, later in zip(games, after, strict=True))


def test_the_hermit_keeps_to_itself_and_crowns_what_it_can(turns):
    assert company("hermit", turns) < company("greedy", turns)
    kings = [game for game in turns if any(line.startswith("king ") for line in game.legal_lines())]
    royal = [
        sum(later.numbers()["royals"]) - sum(game.numbers()["royals"])
        for game, later in zip(kings, chosen("hermit", kings), strict=True)
    ]
    assert len(kings) > 5
    assert sum(royal) == len(kings)


def test_the_hitch_hiker_stands_where_others_do(turns):
    assert company("hitchhiker", turns) > company("greedy", turns)
