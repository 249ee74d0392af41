"""A bot at a seat: whatever it does, a legal move comes out, and what went wrong is written down."""

import random
import time
from typing import Any, NamedTuple

from tongiaki.bots.bot import BotFailed, Closing, Limited, Limits
from tongiaki.bots.registry import make_bot
from tongiaki.engine import Game


class Fault(NamedTuple):
    """A decision that a bot lost: at which ply, how (crash, hang, late, illegal), and why."""

    ply: int
    kind: str
    why: str


class SeatedBot:
    """A bot by name for one game; where it fails a move by chance is made for it."""

    def __init__(self, name: str, seed: str, limits: Limits | None = None) -> None:
        self.name = name
        self.faults: list[Fault] = []
        self.times: list[float] = []
        """Seconds of each of its decisions."""
        self._instead = random.Random(f"{seed}/instead")
        self._bot = make_bot(name, seed)
        if limits is not None:
            self.limit(limits)

    def limit(self, limits: Limits) -> None:
        """Limits its decisions from the next one on, if it can be limited."""
        if isinstance(self._bot, Limited):
            self._bot.limit(limits)

    def choose(self, game: Game, ply: int) -> int:
        """A legal move; the bot is not asked where there is one only."""
        legal = game.legal()
        if len(legal) == 1:
            return int(legal[0])
        begun = time.perf_counter()
        try:
            move = self._asked(game, legal)
        except BotFailed as failed:
            self.faults.append(Fault(ply, failed.kind, str(failed)))
            move = self._instead.choice(legal)
        self.times.append(time.perf_counter() - begun)
        return move

    def close(self) -> None:
        """The game is over."""
        if isinstance(self._bot, Closing):
            self._bot.close()

    def _asked(self, game: Game, legal: list[int]) -> int:
        try:
            move = self._bot.choose(game)
        except BotFailed:
            raise
        except Exception as error:
            raise BotFailed("crash", f"{type(error).__name__}: {error}") from error
        if move not in legal:
            raise BotFailed("illegal", f"move {move!r} is not legal in phase {game.phase!r}")
        return move

    def told(self, seat: int) -> list[dict[str, Any]]:
        """Its faults as JSON values, for a record."""
        return [{"seat": seat, "bot": self.name, **fault._asdict()} for fault in self.faults]
