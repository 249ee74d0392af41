"""From the sums of a search to probabilities."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import perm
from typing import NamedTuple

from tongiaki.engine import ISLANDS

Chance = float | Fraction
"""A probability; a Fraction where exact arithmetic was asked for."""

Sums = dict[str, list[int]]
"""As `Search.sail` gives them."""


@dataclass(frozen=True, slots=True)
class Odds:
    """How a fleet's voyage ends, as probabilities; with `left_out` they add up to 1.

    `new`: lands on an island just drawn; `known`: on one that lay there, the one it left too; `royal`: turned back by
    it (R-5.4). Only islands that can be reached are named. Lost (R-5.5): `lost_number`, `lost_deck`; `lost_end`, to
    the end of the game at the last water tile (option `end_completion` immediate). `tiles`: `tiles[n]` is that of n
    drawn. `left_out`: voyages that were not followed to their end; 0 if all were.
    """

    new: dict[str, Chance]
    known: dict[str, Chance]
    royal: dict[str, Chance]
    lost_number: Chance
    lost_deck: Chance
    lost_end: Chance
    tiles: tuple[Chance, ...]
    left_out: Chance

    @property
    def land(self) -> Chance:
        """Lands on an island, new or known, and is not turned back."""
        return sum((*self.new.values(), *self.known.values()), start=0 * self.left_out)

    @property
    def turned_back(self) -> Chance:
        """Is turned back by a royal island, and so lands on the island it left."""
        return sum(self.royal.values(), start=0 * self.left_out)

    @property
    def lost(self) -> Chance:
        """Is lost, whatever the cause."""
        return self.lost_number + self.lost_deck + self.lost_end


class Deck(NamedTuple):
    """What a fleet can tell of the tiles left: the islands, and the water tiles by what they do when drawn.

    passing: of each shape, those that let it pass; stops: those that do not; draws: once a voyage has drawn so many
    tiles, the next water tile ends the game (R-9.1, `end_completion` immediate).
    """

    islands: tuple[str, ...]
    passing: tuple[int, ...]
    stops: int
    draws: int

    @property
    def waters(self) -> int:
        """Water tiles."""
        return sum(self.passing) + self.stops

    @property
    def size(self) -> int:
        """All tiles."""
        return len(self.islands) + self.waters


def figures(sums: Sums, scale: int, deck: Deck, royal: list[int], exact: bool) -> Odds:
    """The odds, from weights counted in `scale`. royal: for each island whether it is; exact: give Fractions."""
    ends: dict[object, Fraction] = defaultdict(Fraction)
    tiles = [Fraction()] * (deck.size + 2)
    for end, drawn, weight in _endings(sums, deck):
        if weight:
            chance = Fraction(weight, scale * perm(deck.size, drawn))
            ends[end] += chance
            tiles[drawn] += chance if end != "left_out" else 0
    while len(tiles) > 1 and not tiles[-1]:
        tiles.pop()
    told: Callable[[Fraction], Chance] = Fraction if exact else float
    on = {name: told(ends[name]) for name in ISLANDS if name in ends}
    found = ends["new"]
    return Odds(
        new={name: told(found / len(deck.islands)) for name in deck.islands if found},
        known={name: chance for name, chance in on.items() if not royal[ISLANDS.index(name)]},
        royal={name: chance for name, chance in on.items() if royal[ISLANDS.index(name)]},
        lost_number=told(ends["number"]),
        lost_deck=told(ends["deck"]),
        lost_end=told(ends["end"]),
        tiles=tuple(map(told, tiles)),
        left_out=told(ends["left_out"]),
    )


def _endings(sums: Sums, deck: Deck) -> Iterator[tuple[object, int, int]]:
    """How voyages end, the tiles they have drawn then, and their weight; `new` stands for all islands of the deck."""
    for drawn, at_sea in enumerate(sums["at_sea"]):
        for n, island in enumerate(ISLANDS):
            yield island, drawn, sums["reached"][drawn * len(ISLANDS) + n]
        yield "number", drawn, sums["lost"][drawn]
        if drawn >= deck.size:
            yield "deck", drawn, at_sea
            continue
        yield "new", drawn + 1, at_sea * len(deck.islands)
        if drawn >= deck.draws:
            yield "end", drawn + 1, at_sea * (deck.waters - drawn)
        else:
            yield "number", drawn + 1, at_sea * deck.stops
            yield "left_out", drawn + 1, sums["cut"][drawn]
