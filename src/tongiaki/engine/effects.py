"""What happened, told once: each kind of effect that `Game.effects()` lists.

Log, film, text mode and screen reader are made from these alone; folding them gives the position
(`tongiaki.engine.fold`). Names of tiles, beaches and colours are those of the catalogue and the notation.
"""

from typing import NamedTuple, Union

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
    TurnBegan, BoatPlaced, BoatMoved, FleetSailed, TileDrawn, TileLaid, NumberMet, FleetMoved, FleetTurnedBack, FleetArrived,
    FleetLost, BoatLanded, FleetSentHome, BoatsTaken, RoyalFounded, IslandRemoved, EndTriggered, TurnPassed, TurnEnded, GameEnded,
]  # fmt: skip

KINDS: tuple[type, ...] = Effect.__args__  # type: ignore[attr-defined]
"""All kinds, in the order of their numbers in the engine's buffer."""
