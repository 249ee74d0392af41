"""What is kept of a game, as plain values."""

from dataclasses import dataclass
from typing import Literal

from tongiaki.server.protocol import Seat


@dataclass(frozen=True)
class Entry:
    """One entry of the log: the start, a move (its line) or a draw (its tile). The rest follows by the rules."""

    seq: int
    kind: Literal["start", "move", "draw"]
    line: str | None = None
    tile: str | None = None
    forced: bool = False


@dataclass(frozen=True)
class Standing:
    """How a game stands, for lists: derived from the log, written with it."""

    over: bool
    turn: int
    active_seat: int | None


@dataclass(frozen=True)
class NewGame:
    """A game to be kept. `session` made it; `deck` and `salt` never leave the server before the end."""

    id: str
    session: str
    seats: tuple[Seat, ...]
    rules: dict[str, str | int | bool]
    start_seat: int
    commitment: str
    deck: tuple[str, ...]
    salt: str


@dataclass(frozen=True)
class KeptGame:
    """A whole game as it was kept; `plays` maps the ids of plays to the last event of each."""

    game: NewGame
    created: str
    entries: list[Entry]
    plays: dict[str, int]


@dataclass(frozen=True)
class KeptSummary:
    """One line in a list of games."""

    id: str
    seats: tuple[Seat, ...]
    created: str
    changed: str
    standing: Standing
