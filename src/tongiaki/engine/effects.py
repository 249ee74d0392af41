"""What happened, told once: each kind of effect that `Game.effects()` lists.

Log, film, text mode and screen reader are made from these alone; folding them gives the position
(`tongiaki.engine.fold`). Names of tiles, beaches and colours are those of the catalogue and the notation.
"""

from collections.abc import Callable
from typing import NamedTuple, Union

from tongiaki.engine.catalogue import BEACHES, COLOURS, ISLANDS, TILES
from tongiaki.engine.constants import CENTRE

Boats = dict[str, int]
"""Boats of each colour, only counts above 0."""


class TurnBegan(NamedTuple):
    """R-3.1: the colour is on the move; `turn` counts from 1 (setup has none)."""

    colour: str
    turn: int


class BoatPlaced(NamedTuple):
    """One boat from the supply to a beach (setup, expansion, entering, settling)."""

    colour: str
    island: str
    beach: str


class BoatMoved(NamedTuple):
    """R-4.2: with an empty supply one boat moves from beach to beach."""

    colour: str
    from_island: str
    from_beach: str
    island: str
    beach: str


class FleetSailed(NamedTuple):
    """R-5.1: all boats of a full beach leave by a pier (an edge number)."""

    island: str
    beach: str
    pier: int
    boats: Boats


class TileLaid(NamedTuple):
    """A drawn tile lies on the board (R-1.5): axial place and rotation."""

    tile: str
    q: int
    r: int
    rotation: int


class TileDrawn(NamedTuple):
    """A tile was drawn; `TileLaid` follows, at once on a voyage, after a decision when resettling."""

    tile: str


class NumberMet(NamedTuple):
    """R-5.3: the number of a route against the fleet's different colours."""

    tile: str
    number: int
    colours: int
    passed: bool


class FleetMoved(NamedTuple):
    """The fleet crossed a water tile from one edge to another (edges of the tile)."""

    tile: str
    entry: int
    exit: int


class FleetTurnedBack(NamedTuple):
    """R-5.4: a royal island refuses the fleet; it lands where it came from."""

    island: str
    royal: str
    back_to: str


class FleetArrived(NamedTuple):
    """R-5.4: the fleet reaches the island on which it lands."""

    island: str
    boats: Boats


class FleetLost(NamedTuple):
    """R-5.5: every boat of the fleet goes back to its owner. Cause: number, deck, end."""

    cause: str
    boats: Boats


class BoatLanded(NamedTuple):
    """R-5.6: one boat of the fleet ashore."""

    colour: str
    island: str
    beach: str


class FleetSentHome(NamedTuple):
    """R-5.6: no berth was free for these boats of the fleet."""

    island: str
    boats: Boats


class BoatsTaken(NamedTuple):
    """Boats go from a beach to the supply. Cause: king (R-7.1), resettle (R-8.1), endless (R-6.2), circles (R-6.4)."""

    island: str
    beach: str
    boats: Boats
    cause: str


class RoyalFounded(NamedTuple):
    """R-7.1: one boat from the supply onto the mask."""

    colour: str
    island: str


class IslandRemoved(NamedTuple):
    """R-6.2: an endless chain; the tile leaves the game."""

    island: str


class EndTriggered(NamedTuple):
    """R-9.1: the last tile of a kind has been laid."""

    reason: str


class TurnPassed(NamedTuple):
    """R-3.1, R-3.2: nothing was possible."""

    colour: str


class TurnEnded(NamedTuple):
    """R-3.3: the turn is over."""

    colour: str


class GameEnded(NamedTuple):
    """R-9: the game is over."""

    reason: str


Effect = Union[
    TurnBegan, BoatPlaced, BoatMoved, FleetSailed, TileDrawn, TileLaid, NumberMet, FleetMoved, FleetTurnedBack,
    FleetArrived, FleetLost, BoatLanded, FleetSentHome, BoatsTaken, RoyalFounded, IslandRemoved, EndTriggered,
    TurnPassed, TurnEnded, GameEnded,
]  # fmt: skip

KINDS: tuple[type, ...] = Effect.__args__  # type: ignore[attr-defined]
"""All kinds, in the order of their numbers in the engine's buffer."""

_LOST = ("number", "deck", "end")
_TAKEN = ("king", "resettle", "endless", "circles")
REASONS = (None, "last water tile", "last island tile", "idle")


def decode(row: list[int]) -> Effect:
    """One row of the engine's buffer (kind, four numbers, six counts of boats) as an effect."""
    kind, a, b, c, d = row[:5]
    boats = {COLOURS[n]: count for n, count in enumerate(row[5:]) if count}
    return _DECODERS[KINDS[kind]](a, b, c, d, boats)


def _beach(beach: int) -> tuple[str, str]:
    return ISLANDS[BEACHES[beach].island], BEACHES[beach].letter


_DECODERS: dict[type, Callable[[int, int, int, int, Boats], Effect]] = {
    TurnBegan: lambda a, b, c, d, boats: TurnBegan(COLOURS[a], b),
    BoatPlaced: lambda a, b, c, d, boats: BoatPlaced(COLOURS[a], *_beach(b)),
    BoatMoved: lambda a, b, c, d, boats: BoatMoved(COLOURS[a], *_beach(b), *_beach(c)),
    FleetSailed: lambda a, b, c, d, boats: FleetSailed(*_beach(a), b, boats),
    TileDrawn: lambda a, b, c, d, boats: TileDrawn(TILES[a]),
    TileLaid: lambda a, b, c, d, boats: TileLaid(TILES[a], b - CENTRE, c - CENTRE, d),
    NumberMet: lambda a, b, c, d, boats: NumberMet(TILES[a], b, c, bool(d)),
    FleetMoved: lambda a, b, c, d, boats: FleetMoved(TILES[a], b, c),
    FleetTurnedBack: lambda a, b, c, d, boats: FleetTurnedBack(TILES[a], COLOURS[b], TILES[c]),
    FleetArrived: lambda a, b, c, d, boats: FleetArrived(TILES[a], boats),
    FleetLost: lambda a, b, c, d, boats: FleetLost(_LOST[a], boats),
    BoatLanded: lambda a, b, c, d, boats: BoatLanded(COLOURS[a], *_beach(b)),
    FleetSentHome: lambda a, b, c, d, boats: FleetSentHome(TILES[a], boats),
    BoatsTaken: lambda a, b, c, d, boats: BoatsTaken(*_beach(b), boats, _TAKEN[c]),
    RoyalFounded: lambda a, b, c, d, boats: RoyalFounded(COLOURS[a], TILES[b]),
    IslandRemoved: lambda a, b, c, d, boats: IslandRemoved(TILES[a]),
    EndTriggered: lambda a, b, c, d, boats: EndTriggered(str(REASONS[a])),
    TurnPassed: lambda a, b, c, d, boats: TurnPassed(COLOURS[a]),
    TurnEnded: lambda a, b, c, d, boats: TurnEnded(COLOURS[a]),
    GameEnded: lambda a, b, c, d, boats: GameEnded(str(REASONS[a])),
}
