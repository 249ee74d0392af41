"""What is kept of a game, as plain values."""

from dataclasses import dataclass, field

import msgspec

from tongiaki.server.deal import Deal
from tongiaki.server.protocol import Clock, EventKind, Seat


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One entry of the log: the start, a move (its line), a draw (its tile), an undo (where it goes back to), a seat
    (who decides for it from here on: a bot, or its person again), the end by consent, a seat whose time has run out,
    or a pause, or a seat that another person has taken over.

    The rest follows by the rules. `clock`: what is left to each seat then, in milliseconds.
    """

    seq: int
    kind: EventKind
    line: str | None = None
    tile: str | None = None
    forced: bool = False
    back_to: int | None = None
    commitment: str | None = None
    seat: int | None = None
    bot: str | None = None
    resigned: bool = False
    clock: list[int] | None = None


class Before(msgspec.Struct, frozen=True, gc=False):
    """Who decided for a seat until somebody else took it over, which event `until` says."""

    seat: int
    until: int
    session: str
    name: str


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The end of a game, for lists: points by seat, and the seats that won."""

    reason: str
    points: list[int]
    winners: list[int]


class Standing(msgspec.Struct, frozen=True, gc=False):
    """How a game stands, for lists: derived from the log, written with it."""

    over: bool
    turn: int
    active_seat: int | None
    outcome: Outcome | None = None


@dataclass(frozen=True)
class NewGame:
    """A game to be kept. `session` made it; deck and salt of the deal never leave the server before the end.

    `owners`: the session that decides for each person's seat; `room`, `number`: where it is played, its how-manieth.
    `clock`: how much time there is.
    """

    id: str
    session: str
    seats: tuple[Seat, ...]
    rules: dict[str, str | int | bool]
    start_seat: int
    deal: Deal
    odds: bool = True
    owners: dict[int, str] = field(default_factory=dict)
    room: str | None = None
    number: int | None = None
    clock: Clock | None = None
    rated: bool = False


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
    latest: str = ""
    """When the last entry was written."""
    before: list[Before] = field(default_factory=list)
    """Whose seats others have taken over, in this order."""


@dataclass(frozen=True)
class KeptSummary:
    """One line in a list of games."""

    id: str
    seats: tuple[Seat, ...]
    created: str
    changed: str
    standing: Standing
    start_seat: int
    room: str | None
    number: int | None
    rated: bool = False
