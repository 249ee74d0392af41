"""The dense enumeration of all decisions and their lines (rules, section 13).

A move is a number; the enumeration is the same for all options and players and is pinned by a test, because weights
and environments depend on it. Order: place, pass, king, resettle, expand (by island, then number of boats, at most
one a beach before several on one), expand … from, enter, settle, lay, sail, land.
"""

from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from tongiaki.engine.catalogue import (
    BEACH_NAMES,
    BEACHES,
    COLOURS,
    ISLANDS,
    PIERS,
    TILES,
    beaches_of,
)
from tongiaki.engine.constants import (
    ENTER,
    EXPAND,
    KING,
    LAND,
    LAYING,
    NONE,
    PASS,
    PLACE,
    RESETTLE,
    SAIL,
    SETTLING,
    SHIFT,
)
from tongiaki.engine.errors import NotationError, nearest

MOST_EXPANDED = 7
"""R-4.1: k ≤ n and k ≤ supply ≤ 15 − n, so an expansion never has more than seven boats."""


class Move(NamedTuple):
    """One decision: kind, up to two numbers (beach, island, tile, edge, pier, colour), boats for each beach, line."""

    kind: int
    x: int
    y: int
    boats: tuple[int, ...]
    line: str


class Span(NamedTuple):
    """The expansions of one island with one number of boats: first, end of those with one boat a beach, end of all."""

    first: int
    spread_end: int
    end: int


def _letters(beaches: tuple[int, ...]) -> str:
    return "".join(BEACHES[b].letter for b in beaches)


def _expansions(island: int, k: int) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    beaches = beaches_of(island)
    spread = list(combinations(beaches, k))
    heaped = [
        c
        for c in combinations_with_replacement(beaches, k)
        if len(set(c)) < k and all(c.count(b) <= BEACHES[b].berths for b in set(c))
    ]
    return spread, heaped


def _enumerate() -> tuple[list[Move], dict[tuple[int, int], Span], dict[int, tuple[int, int]]]:
    moves: list[Move] = []
    spans: dict[tuple[int, int], Span] = {}
    bounds: dict[int, tuple[int, int]] = {}

    def add(kind: int, x: int, y: int, line: str, boats: tuple[int, ...] = ()) -> None:
        first = bounds.get(kind, (len(moves), 0))[0]
        moves.append(Move(kind, x, y, boats, line))
        bounds[kind] = (first, len(moves))

    def add_boats(kind: int, verb: str, chosen: tuple[int, ...]) -> None:
        first, second = chosen[0], chosen[1] if len(chosen) == 2 else NONE
        add(kind, first, second, f"{verb} {ISLANDS[BEACHES[first].island]} {_letters(chosen)}")

    for b in beaches_of(0):
        add(PLACE, b, 0, f"place {BEACH_NAMES[b]}")
    add(PASS, 0, 0, "pass")
    for i in range(1, len(ISLANDS)):
        add(KING, i, 0, f"king {ISLANDS[i]}")
    add(RESETTLE, 0, 0, "resettle")
    for i, name in enumerate(ISLANDS):
        for k in range(1, MOST_EXPANDED + 1):
            spread, heaped = _expansions(i, k)
            first = len(moves)
            spans[i, k] = Span(first, first + len(spread), first + len(spread) + len(heaped))
            for chosen in spread + heaped:
                boats = tuple(chosen.count(b) for b in beaches_of(i))
                add(EXPAND, i, k, f"expand {name} {_letters(chosen)}", boats)
    for b, name in enumerate(BEACH_NAMES):
        for source, from_name in enumerate(BEACH_NAMES):
            if source != b:
                add(SHIFT, b, source, f"expand {name} from {from_name}")
    for size in (2, 1):
        for chosen in combinations(beaches_of(0), size):
            add_boats(ENTER, "enter", chosen)
    for b in range(len(beaches_of(0)), len(BEACHES)):
        add_boats(ENTER, "enter", (b,))
    for i in range(1, len(ISLANDS)):
        for size in (1, 2):
            for chosen in combinations(beaches_of(i), size):
                add_boats(SETTLING, "settle", chosen)
    for t, name in enumerate(TILES):
        for edge in range(6):
            add(LAYING, t, edge, f"lay {name} {edge}")
    for p, pier in enumerate(PIERS):
        add(SAIL, p, 0, f"sail {ISLANDS[pier.island]} {pier.edge}")
    for b, name in enumerate(BEACH_NAMES):
        for c, colour in enumerate(COLOURS):
            add(LAND, b, c, f"land {name} {colour}")
    return moves, spans, bounds


_MOVES, SPANS, BOUNDS = _enumerate()
MOVES: tuple[Move, ...] = tuple(_MOVES)
"""All decisions; a move's number is its place here."""
MOVE_COUNT = len(MOVES)
LINES: tuple[str, ...] = tuple(m.line for m in MOVES)
MOVE_OF: dict[str, int] = {line: n for n, line in enumerate(LINES)}


def line_of(move: int) -> str:
    """The line of a move number. Raises `NotationError` for a number outside the enumeration."""
    if not 0 <= move < MOVE_COUNT:
        raise NotationError(f"move {move} does not exist; moves are numbered 0 to {MOVE_COUNT - 1}")
    return LINES[move]


def move_of(line: str) -> int:
    """The number of a line, spaces folded. Raises `NotationError` that names the nearest line."""
    move = MOVE_OF.get(" ".join(line.split()))
    if move is None:
        raise NotationError(f"{line!r} is not a line of the notation{nearest(line, _near(line))}")
    return move


def _near(line: str) -> list[str]:
    """Lines that begin with the same word, or the words a line can begin with."""
    verb = line.split(maxsplit=1)[0] if line.split() else ""
    same = [known for known in LINES if known.split(maxsplit=1)[0] == verb]
    return same or sorted({known.split(maxsplit=1)[0] for known in LINES})
