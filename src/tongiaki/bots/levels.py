"""The bots a person chooses from, about the weakest first: each with a character of its own and a fixed budget.

What is said of each is measured, and how strong they are: docs/strength.md. How they are called on the screen is in
`web/messages/bots.*.json`.
"""

import random
from collections.abc import Callable
from functools import partial

from tongiaki.bots.bot import Bot
from tongiaki.bots.greedy import Greedy, Look, Taste
from tongiaki.bots.search import Search
from tongiaki.bots.uniform import Uniform
from tongiaki.engine import Game


class Deckhand(Greedy):
    """Takes the best of three moves that come to mind; the others it overlooks."""

    MOVES = 3

    def choose(self, game: Game) -> int:
        """The move that `Greedy` would play of three by chance."""
        moves: list[int] = game.legal()
        self._chance.shuffle(moves)
        return max(moves[: self.MOVES], key=Look(game, self._chance, self.taste).after)


class Hermit(Greedy):
    """Keeps to itself, and crowns the first island where nobody else is."""

    taste = Taste(royal=4.0, company=-1.5)


class HitchHiker(Greedy):
    """Puts its boats where others have theirs, and sails with their fleets."""

    taste = Taste(company=0.6)


LEVELS: dict[str, Callable[[random.Random], Bot]] = {
    "random": Uniform,
    "deckhand": Deckhand,
    "hermit": Hermit,
    "hitchhiker": HitchHiker,
    "greedy": Greedy,
    "stargazer": partial(Search, nodes=1),
    "pilot": partial(Search, nodes=100, seconds=1.0),
    "navigator": partial(Search, nodes=5000, seconds=1.0),
}
"""Each level by name, about the weakest first: what makes a player of it from a source of chance.

The stargazer calculates nothing: it plays the move after which the position looks best to the learned value. The pilot
and the navigator search; a second is their hard limit, after which they play the best so far.
"""
