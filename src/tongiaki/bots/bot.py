"""What a bot is, and the list of those there are."""

import random
from collections.abc import Callable
from typing import Protocol

from tongiaki.bots.greedy import Greedy
from tongiaki.bots.uniform import Uniform
from tongiaki.engine import Game
from tongiaki.engine.errors import TongiakiError, nearest


class Bot(Protocol):
    """A player that decides. It sees what everybody sees: the game, which knows no order of the deck."""

    def choose(self, game: Game) -> int:
        """The number of a legal move; called only where `game.legal()` is not empty. The game is left as it is."""
        ...


class UnknownBot(TongiakiError):
    """A bot's name that is not in `BOTS`; the message names the nearest."""


BOTS: dict[str, Callable[[random.Random], Bot]] = {"random": Uniform, "greedy": Greedy}
"""Each bot by name: what makes one from a source of chance of its own."""


def make_bot(name: str, seed: int | str | None = None) -> Bot:
    """A bot by name. With the same seed it decides alike in the same games. `UnknownBot` for any other name."""
    if name not in BOTS:
        raise UnknownBot(f"there is no bot {name!r}{nearest(name, BOTS)}")
    return BOTS[name](random.Random(seed))
