"""The 32 tiles as data (R-1.1, R-1.2), read from `tiles.json`, and the numbers of tiles, beaches and piers.

Islands have the tile numbers 0–15 (Tonga 0), water tiles 16–31, both in the order of the catalogue.
Beaches are numbered 0–46 and piers 0–78, island by island.
"""

import json
from importlib.resources import files
from typing import NamedTuple

COLOURS = ("red", "blue", "green", "yellow", "orange", "purple")
"""R-1.3: the colours; a colour's number is its place here."""


class Beach(NamedTuple):
    """A beach: tile number of its island, its letter, berths, and the edges where it has piers."""

    island: int
    letter: str
    berths: int
    piers: tuple[int, ...]


class Pier(NamedTuple):
    """A pier: tile number of its island, the edge, the number of its beach."""

    island: int
    edge: int
    beach: int


class Route(NamedTuple):
    """A route of a water tile: its two edges and its number (0: none)."""

    edges: tuple[int, int]
    number: int


_DATA = json.loads((files("tongiaki.engine") / "tiles.json").read_text(encoding="utf-8"))

ISLANDS: tuple[str, ...] = tuple(i["name"] for i in _DATA["islands"])
WATERS: tuple[str, ...] = tuple(w["name"] for w in _DATA["waters"])
TILES: tuple[str, ...] = ISLANDS + WATERS
TILE_OF: dict[str, int] = {name: n for n, name in enumerate(TILES)}
VALUES: tuple[int, ...] = tuple(i["value"] for i in _DATA["islands"])
BEACHES: tuple[Beach, ...] = tuple(
    Beach(n, b["id"], b["berths"], tuple(b["piers"]))
    for n, i in enumerate(_DATA["islands"])
    for b in i["beaches"]
)
FIRST_BEACH: tuple[int, ...] = tuple(
    sum(len(i["beaches"]) for i in _DATA["islands"][:n]) for n in range(len(ISLANDS) + 1)
)
"""Number of the first beach of each island; one more entry closes the list."""
BEACH_NAMES: tuple[str, ...] = tuple(f"{ISLANDS[b.island]} {b.letter}" for b in BEACHES)
BEACH_OF: dict[str, int] = {name: n for n, name in enumerate(BEACH_NAMES)}
PIERS: tuple[Pier, ...] = tuple(Pier(b.island, e, n) for n, b in enumerate(BEACHES) for e in b.piers)
ROUTES: tuple[tuple[Route, ...], ...] = tuple(
    tuple(Route((r["edges"][0], r["edges"][1]), r["colours"]) for r in w["routes"]) for w in _DATA["waters"]
)
"""Routes of the water tiles, in the order of `WATERS`."""
DIRECTIONS: tuple[tuple[int, int], ...] = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))
"""R-1.5: axial steps of the directions 0–5, clockwise from south."""


def beaches_of(island: int) -> range:
    """The numbers of an island's beaches."""
    return range(FIRST_BEACH[island], FIRST_BEACH[island + 1])
