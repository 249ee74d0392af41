"""A bot of one's own in twenty lines: it likes to share beaches, and never travels alone if it can help it.

Let it play: `tongiaki simulate --games 50 --bots py:examples/hitch_hiker.py:HitchHiker,random`
"""

import random

from tongiaki.engine import Game


class HitchHiker:
    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def choose(self, game: Game) -> int:
        """The move after which most boats of others lie on the beaches where I have one."""
        me = str(game.active_colour)
        return max(game.legal(), key=lambda move: (self.company(game, me, move), self.chance.random()))

    def company(self, game: Game, me: str, move: int) -> int:
        later = game.copy()
        later.apply(move)
        beaches = later.position()["boats"].values()
        return sum(sum(boats.values()) - boats[me] for boats in beaches if me in boats)
