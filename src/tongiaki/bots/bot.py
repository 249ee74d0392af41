"""What a bot is, and what it may be told about its budget."""

from dataclasses import dataclass, field
from threading import Event
from typing import Protocol, runtime_checkable

from tongiaki.engine import Game


class Bot(Protocol):
    """A player that decides. It sees what everybody sees: the game, which knows no order of the deck."""

    def choose(self, game: Game) -> int:
        """The number of a legal move; called only where there is a choice. The game is left as it is.

        A bot belongs to one player in one game: it may keep what it has found for its next decision.
        """
        ...


@dataclass(frozen=True)
class Limits:
    """What one decision may cost at most; what is `None` is up to the bot."""

    nodes: int | None = None
    """Nodes of a search; with the same seed and nodes a bot decides alike, however fast the machine."""
    seconds: float | None = None
    """By then the bot has answered, with the best it has found so far."""
    share: float = 1.0
    """The part of its usual budget a bot may use: less than 1 where many tables wait."""
    halt: Event = field(default_factory=Event, compare=False)
    """Set by another thread when the bot shall answer now, with the best it has found so far."""


@runtime_checkable
class Limited(Protocol):
    """A bot whose budget can be limited."""

    def limit(self, limits: Limits) -> None:
        """Hold to these limits from the next decision on."""
        ...


@runtime_checkable
class Closing(Protocol):
    """A bot that holds something, such as a process, until its game is over."""

    def close(self) -> None:
        """Gives back what it holds; called once."""
        ...


class BotFailed(Exception):
    """A bot that has given no move: `kind` is crash, hang, late or illegal, the message says more."""

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(why)
        self.kind = kind
