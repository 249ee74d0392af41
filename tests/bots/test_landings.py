"""R-5.6 for a search: each distinct outcome of a landing once."""

from random import Random

import pytest

from tests.bots.positions import random_game, start
from tongiaki.bots.landings import distinct_moves
from tongiaki.engine import Game


def outcomes(game: Game, last: int = -1) -> list[bytes]:
    """Where all sequences of the moves that a search tries lead, as keys of positions."""
    ends = []
    for move in distinct_moves(game, last):
        later = game.copy()
        later.apply(move)
        goes_on = later.phase == "landing" and at_sea(later) == at_sea(game) - 1
        ends += outcomes(later, move) if goes_on else [later.key()]
    return ends


def at_sea(game: Game) -> int:
    return sum(game.facts()["fleet"].values())


@pytest.mark.parametrize("spread", ["each_beach", "empty_first", "free"])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_r_5_6_each_outcome_of_a_landing_is_tried_once(spread, players):
    landings, arriving = 0, True
    for game in random_game(start(players, landing_spread=spread), Random(players)):
        if game.phase == "landing" and arriving:
            landings += 1
            found = outcomes(game)
            assert len(found) == len(game.distributions())
            assert set(found) == after_distributions(game)
        arriving = game.phase != "landing"
    assert landings > 5


def after_distributions(game: Game) -> set[bytes]:
    """The positions after the distinct outcomes."""
    found = set()
    for moves in game.distributions():
        later = game.copy()
        for move in moves:
            later.apply(move)
        found.add(later.key())
    return found


def test_elsewhere_all_legal_moves_are_tried():
    for game in random_game(start(3), Random(1)):
        if game.phase != "landing":
            assert distinct_moves(game) == game.legal()
