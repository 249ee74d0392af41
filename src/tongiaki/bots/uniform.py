"""The bot `random`: every legal move is as likely as any other."""

import random

from tongiaki.engine import Game


class Uniform:
    """Chooses among the legal moves without looking at them."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def choose(self, game: Game) -> int:
        """Any legal move."""
        moves: list[int] = game.legal()
        return moves[int(self._chance.random() * len(moves))]
