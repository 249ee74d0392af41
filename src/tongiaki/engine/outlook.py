"""The known part of a voyage, for people and bots to look at before a fleet sails."""

from typing import NamedTuple


class Hop(NamedTuple):
    """A laid water tile on the way: its entry and exit edge, the route's number, whether the fleet passes."""

    tile: str
    entry: int
    exit: int
    number: int
    passed: bool


class Outlook(NamedTuple):
    """The hops, and how the known way ends.

    end: `unknown` (an empty place, `q`, `r`; `where` is the tile it borders on), `island` (`where` is landed on),
    `royal` (`where` turns the fleet back), `lost` (`where` is the water tile whose number is not met).
    """

    hops: tuple[Hop, ...]
    end: str
    where: str
    q: int
    r: int


ENDS = ("unknown", "island", "royal", "lost")
