"""Positions of random games, for tests of bots."""

from collections.abc import Iterator
from random import Random

from tongiaki.engine import COLOURS, Game, Rules


def start(players: int, **rules: object) -> Game:
    """A game of so many, one colour each (two with `two_colours`)."""
    two = bool(rules.get("two_colours"))
    seats = [[COLOURS[n], COLOURS[n + players]] if two else [COLOURS[n]] for n in range(players)]
    return Game.start(seats, Rules.of(rules))


def random_game(game: Game, rng: Random) -> Iterator[Game]:
    """Every position of a random game, as copies, the last included."""
    while True:
        yield game.copy()
        if game.is_over:
            return
        if game.phase == "draw":
            game.reveal(rng.choice(game.deck_left))
        else:
            game.apply(rng.choice(game.legal()))
