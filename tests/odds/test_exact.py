"""Odds as fractions against every order of the deck, sailed on the engine."""

from random import Random

import pytest

from tests.conftest import PLAIN
from tests.odds.against_trial import chains_of, sails
from tests.odds.seas import as_table, over_every_order, small_sea
from tongiaki.engine import COLOURS, Game
from tongiaki.odds import voyage_odds

SEEDS = range(20 if PLAIN else 150)

RULES = (
    {},
    {"crossing": "exact"},
    {"end_completion": "immediate"},
    {"end_completion": "finish_voyage"},
    {"crossing": "exact", "end_completion": "immediate"},
)


@pytest.mark.parametrize("seed", SEEDS)
def test_r_5_the_odds_are_the_shares_of_all_orders_of_the_deck(seed: int) -> None:
    game, island, pier = small_sea(seed, deck=5 + seed % 3, **RULES[seed % len(RULES)])
    odds = voyage_odds(game, island, pier, exact=True)
    assert as_table(odds) == over_every_order(game, island, pier)
    assert odds.left_out == 0
    assert odds.land + odds.turned_back + odds.lost == sum(odds.tiles) == 1


def test_late_in_random_games_they_are_too() -> None:
    """Every voyage that may be chosen with up to seven tiles left."""
    found = 0
    for seed in range(3 if PLAIN else 12):
        game = Game.start([[colour] for colour in COLOURS[: 2 + seed % 5]])
        for late in chains_of(game, Random(seed)):
            for island, pier in sails(late) if len(late.deck_left) <= 7 else ():
                odds = voyage_odds(late, island, pier, exact=True)
                assert as_table(odds) == over_every_order(late, island, pier)
                found += 1
    assert found > 40
