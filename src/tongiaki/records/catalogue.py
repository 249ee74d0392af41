"""The 32 tiles by name (R-1.1), as a reader of records or a drawer of boards needs them."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from tongiaki.engine import catalogue as numbered
from tongiaki.engine.catalogue import COLOURS

__all__ = [
    "COLOURS",
    "DECK",
    "DIRECTIONS",
    "ISLANDS",
    "WATERS",
    "Beach",
    "Island",
    "Route",
    "Water",
    "nearest",
]

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


def _island(number: int, name: str) -> Island:
    beaches = (beach for beach in numbered.BEACHES if beach.island == number)
    return Island(name, numbered.VALUES[number], tuple(Beach(b.letter, b.berths, b.piers) for b in beaches))


def _water(number: int, name: str) -> Water:
    return Water(name, tuple(Route(route.edges, route.number) for route in numbered.ROUTES[number]))


ISLANDS: dict[str, Island] = {name: _island(number, name) for number, name in enumerate(numbered.ISLANDS)}
"""The 16 islands by name, Tonga first."""

WATERS: dict[str, Water] = {name: _water(number, name) for number, name in enumerate(numbered.WATERS)}
"""The 16 water tiles by name."""

DECK = tuple(name for name in (*ISLANDS, *WATERS) if name != "Tonga")
"""R-1.4: the names of the 31 tiles of the deck, in catalogue order."""


def nearest(word: str, names: Iterable[str]) -> str:
    """The name most like `word`, whatever its case."""
    by_folded = {name.casefold(): name for name in names}
    return by_folded[get_close_matches(word.casefold(), by_folded, n=1, cutoff=0.0)[0]]
