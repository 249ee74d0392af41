"""What is kept of a game, as plain values."""

from dataclasses import dataclass

from tongiaki.server.deal import Deal
from tongiaki.server.protocol import EventKind, Seat


@dataclass(frozen=True)
class Entry:
    """One entry of the log: the start, a move (its line), a draw (its tile) or an undo (where it goes back to).

    The rest follows by the rules.
    """

    seq: int
    kind: EventKind
    line: str | None = None
    tile: str | None = None
    forced: bool = False
    back_to: int | None = None
    commitment: str | None = None


@dataclass(frozen=True)
class Standing:
    """How a game stands, for lists: derived from the log, written with it."""

    over: bool
    turn: int
    active_seat: int | None


@dataclass(frozen=True)
class NewGame:
    """A game to be kept. `session` made it; deck and salt of the deal never leave the server before the end."""

    id: str
    session: str
    seats: tuple[Seat, ...]
    rules: dict[str, str | int | bool]
    start_seat: int
    deal: Deal
    odds: bool = True


@dataclass(frozen=True)
class KeptGame:
    """A whole game as it was kept.

    `deals`: one for each time the tiles were shuffled, the first one first; `plays`: the ids of plays and undos with
    the last event of each.
    """

    game: NewGame
    created: str
    entries: list[Entry]
    deals: list[Deal]
    plays: dict[str, int]


@dataclass(frozen=True)
class KeptSummary:
    """One line in a list of games."""

    id: str
    seats: tuple[Seat, ...]
    created: str
    changed: str
    standing: Standing
