"""Folding effects into a position: what log, film and screen reader rely on (a property test proves it)."""

from collections.abc import Iterable
from typing import Any

from tongiaki.engine import effects as fx

Position = dict[str, Any]


def fold(position: Position, effects: Iterable[fx.Effect]) -> Position:
    """The position (rules, section 13) after the effects; the one given is not changed.

    The boats of a fleet at sea or still to land are in no place of a position: give effects up to the end of a
    landing to see them again.
    """
    tiles = {name: list(place) for name, place in position["tiles"].items()}
    boats = {beach: dict(counts) for beach, counts in position["boats"].items()}
    royal, supply = dict(position["royal"]), dict(position["supply"])

    def add(where: dict[str, int], counts: fx.Boats, sign: int) -> None:
        for colour, count in counts.items():
            where[colour] = where.get(colour, 0) + sign * count

    def on(island: str, beach: str) -> dict[str, int]:
        return boats.setdefault(f"{island} {beach}", {})

    for effect in effects:
        match effect:
            case fx.BoatPlaced(colour, island, beach):
                add(on(island, beach), {colour: 1}, 1)
                add(supply, {colour: 1}, -1)
            case fx.BoatMoved(colour, from_island, from_beach, island, beach):
                add(on(from_island, from_beach), {colour: 1}, -1)
                add(on(island, beach), {colour: 1}, 1)
            case fx.FleetSailed(island, beach, _, fleet):
                add(on(island, beach), fleet, -1)
            case fx.TileLaid(tile, q, r, rotation):
                tiles[tile] = [q, r, rotation]
            case fx.FleetLost(_, fleet) | fx.FleetSentHome(_, fleet):
                add(supply, fleet, 1)
            case fx.BoatLanded(colour, island, beach):
                add(on(island, beach), {colour: 1}, 1)
            case fx.BoatsTaken(island, beach, taken, _):
                add(on(island, beach), taken, -1)
                add(supply, taken, 1)
            case fx.RoyalFounded(colour, island):
                royal[island] = colour
                add(supply, {colour: 1}, -1)
            case fx.IslandRemoved(island):
                del tiles[island]
    kept = {beach: {c: n for c, n in counts.items() if n} for beach, counts in boats.items()}
    return {"tiles": tiles, "boats": {b: c for b, c in kept.items() if c}, "royal": royal, "supply": supply}
