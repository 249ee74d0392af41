"""R-1, R-5.2 to R-5.4: the tiles, where they lie, and the way of a fleet."""

import json
from pathlib import Path
from typing import Any, NamedTuple

CATALOGUE = Path(__file__).parents[2] / "src" / "tongiaki" / "engine" / "tiles.json"
_tiles: dict[str, Any] = json.loads(CATALOGUE.read_text(encoding="utf-8"))

ISLANDS: dict[str, Any] = {island["name"]: island for island in _tiles["islands"]}
WATERS: dict[str, Any] = {water["name"]: water for water in _tiles["waters"]}
COLOURS = ("red", "blue", "green", "yellow", "orange", "purple")
DIRECTIONS = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))
"""R-1.5: south and on, clockwise."""


def berths(island: str) -> dict[str, int]:
    """The berths of each beach of an island."""
    return {beach["id"]: beach["berths"] for beach in ISLANDS[island]["beaches"]}


def piers(island: str, beach: str) -> list[int]:
    """The edges by which a beach can be left."""
    return next(b["piers"] for b in ISLANDS[island]["beaches"] if b["id"] == beach)


def beach_of(island: str, pier: int) -> str:
    """The beach that has its pier at this edge."""
    return next(b["id"] for b in ISLANDS[island]["beaches"] if pier in b["piers"])


class Step(NamedTuple):
    """Where a fleet goes next: a tile and its edge, or an empty place and the direction it is reached in."""

    tile: str | None
    entry: int
    q: int
    r: int
    direction: int


class Board:
    """The laid tiles: name to (q, r, rotation)."""

    def __init__(self, tiles: dict[str, tuple[int, int, int]]) -> None:
        self.tiles = {name: tuple(place) for name, place in tiles.items()}

    def at(self, q: int, r: int) -> str | None:
        """The tile that lies at a place."""
        return next((n for n, (tq, tr, _) in self.tiles.items() if (tq, tr) == (q, r)), None)

    def beyond(self, tile: str, edge: int) -> Step:
        """R-1.5: what lies beyond an edge of a laid tile."""
        q, r, rotation = self.tiles[tile]
        direction = (edge + rotation) % 6
        dq, dr = DIRECTIONS[direction]
        neighbour = self.at(q + dq, r + dr)
        entry = (direction + 3 - self.tiles[neighbour][2]) % 6 if neighbour else 0
        return Step(neighbour, entry, q + dq, r + dr, direction)

    def lay(self, tile: str, beyond: str, edge: int) -> None:
        """R-1.5: lay a tile beyond an edge; its red symbol faces the tile it comes from."""
        step = self.beyond(beyond, edge)
        assert step.tile is None
        self.tiles[tile] = (step.q, step.r, (step.direction + 3) % 6)

    def empty_edges(self) -> list[tuple[str, int]]:
        """R-8.2: every laid tile with each edge that borders an empty place."""
        return [
            (name, edge) for name in self.tiles for edge in range(6) if self.beyond(name, edge).tile is None
        ]


def route(water: str, entry: int) -> tuple[int, int]:
    """R-5.3: the number of the route that starts at an edge, and its other edge."""
    found = next(route for route in WATERS[water]["routes"] if entry in route["edges"])
    one, other = found["edges"]
    return found["colours"], other if entry == one else one


class Way(NamedTuple):
    """A way over laid tiles: the numbers met, and where it ends (an island, or None for an empty place)."""

    numbers: tuple[int, ...]
    end: str | None


def way(board: Board, island: str, pier: int) -> Way:
    """R-5.2 to R-5.4: from a pier over the laid water tiles to the first island or empty place."""
    numbers: list[int] = []
    step = board.beyond(island, pier)
    while step.tile in WATERS:
        number, leaving = route(step.tile, step.entry)
        numbers.append(number)
        step = board.beyond(step.tile, leaving)
    return Way(tuple(numbers), step.tile)


def passes(number: int, colours: int, crossing: str) -> bool:
    """R-5.3 and the option `crossing`: may a fleet of so many colours sail a route of this number?"""
    return number == 0 or (colours == number if crossing == "exact" else colours >= number)
