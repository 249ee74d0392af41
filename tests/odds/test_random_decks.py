"""Odds against random decks, sailed by the compiled engine (the long form: `python -m bench.odds decks`)."""

from tests.odds.against_trial import chain_positions, compared
from tests.odds.seas import small_sea
from tongiaki.engine import COMPILED

POSITIONS, DECKS = (20, 20_000) if COMPILED else (3, 300)


def test_in_random_games_the_odds_are_within_four_sigma_of_random_decks() -> None:
    for n, (game, island, pier) in enumerate(chain_positions(POSITIONS, seed=3)):
        odds, found = compared(game, island, pier, DECKS, seed=n)
        assert odds.left_out <= 1e-6
        assert [off for off in found if off.sigmas > 4] == []


def test_on_random_seas_of_many_colours_too() -> None:
    for n in range(POSITIONS):
        odds, found = compared(*small_sea(n, deck=12 + n % 8), DECKS, seed=n)
        assert odds.left_out <= 1e-6
        assert [off for off in found if off.sigmas > 4] == []
