"""The 32 tiles by name (R-1.1), as a reader of records or a drawer of boards needs them."""

import json
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any

COLOURS = ("red", "blue", "green", "yellow", "orange", "purple")
"""R-1.3, in the order of their indices."""

DIRECTIONS = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))
"""R-1.5: the axial step of each direction: south, south-west, north-west, north, north-east, south-east."""


@dataclass(frozen=True)
class Beach:
    """A beach: its letter, its berths, and the edges that are its piers."""

    letter: str
    berths: int
    piers: tuple[int, ...]


@dataclass(frozen=True)
class Island:
    """An island: its value and its beaches."""

    name: str
    value: int
    beaches: tuple[Beach, ...]

    @property
    def letters(self) -> str:
        """The letters of its beaches, ascending."""
        return "".join(beach.letter for beach in self.beaches)

    @property
    def piers(self) -> dict[int, Beach]:
        """The beach behind each edge that has a pier."""
        return {pier: beach for beach in self.beaches for pier in beach.piers}

    def beach(self, letter: str) -> Beach:
        """The beach with that letter; `KeyError` if there is none."""
        for beach in self.beaches:
            if beach.letter == letter:
                return beach
        raise KeyError(letter)


@dataclass(frozen=True)
class Route:
    """A route joins two edges of a water tile; its number is the least number of colours (R-5.3)."""

    edges: tuple[int, int]
    number: int


@dataclass(frozen=True)
class Water:
    """A water tile and its three routes."""

    name: str
    routes: tuple[Route, ...]


def _island(entry: dict[str, Any]) -> Island:
    beaches = tuple(Beach(b["id"], b["berths"], tuple(b["piers"])) for b in entry["beaches"])
    return Island(entry["name"], entry["value"], beaches)


def _water(entry: dict[str, Any]) -> Water:
    return Water(entry["name"], tuple(Route((r["edges"][0], r["edges"][1]), r["colours"]) for r in entry["routes"]))


@cache
def _catalogue() -> dict[str, Any]:
    text = files("tongiaki.engine").joinpath("tiles.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


ISLANDS: dict[str, Island] = {entry["name"]: _island(entry) for entry in _catalogue()["islands"]}
"""The 16 islands by name, Tonga first."""

WATERS: dict[str, Water] = {entry["name"]: _water(entry) for entry in _catalogue()["waters"]}
"""The 16 water tiles by name."""

DECK = tuple(name for name in (*ISLANDS, *WATERS) if name != "Tonga")
"""R-1.4: the names of the 31 tiles of the deck, in catalogue order."""


def nearest(word: str, names: "tuple[str, ...] | list[str] | dict[str, Any]") -> str:
    """The name most like `word`, whatever its case; the first name if none is like it."""
    by_folded = {name.casefold(): name for name in names}
    found = get_close_matches(word.casefold(), by_folded, n=1, cutoff=0.0)
    return by_folded[found[0]] if found else next(iter(names))
