"""The catalogue and the enumeration of moves as flat tables, for the compiled rule steps.

One object, `TABLES`, shared by all games. In the uncompiled engine its attributes are plain lists.
"""

import cython

from tongiaki.engine import catalogue, moves
from tongiaki.engine.constants import (
    ENTER,
    KING,
    LAND,
    LAYING,
    N_BEACHES,
    N_ISLANDS,
    N_TILES,
    NONE,
    PASS,
    PLACE,
    RESETTLE,
    SAIL,
    SETTLING,
    SHIFT,
)


def _routes() -> tuple[list[int], list[int]]:
    """For each tile and edge: the other edge of the route there, and its number."""
    other, number = [NONE] * (N_TILES * 6), [0] * (N_TILES * 6)
    for n, routes in enumerate(catalogue.ROUTES):
        for (a, b), colours in routes:
            tile = (N_ISLANDS + n) * 6
            other[tile + a], other[tile + b] = b, a
            number[tile + a] = number[tile + b] = colours
    return other, number


def _settlements(island: int) -> tuple[list[int], list[int]]:
    """The moves that settle the island with one boat, and with two."""
    on = [m for m in range(*moves.BOUNDS[SETTLING]) if catalogue.BEACHES[moves.MOVES[m].x].island == island]
    return [m for m in on if moves.MOVES[m].y == NONE], [m for m in on if moves.MOVES[m].y != NONE]


class Tables:
    """Flat tables; index arithmetic is said beside each in `tables.pxd`."""

    def __init__(self) -> None:
        other, number = _routes()
        self.route_exit = other
        self.route_number = number
        self.value = list(catalogue.VALUES)
        self.first_beach = list(catalogue.FIRST_BEACH)
        self.island_of = [b.island for b in catalogue.BEACHES]
        self.berths = [b.berths for b in catalogue.BEACHES]
        self.pier_island = [p.island for p in catalogue.PIERS]
        self.pier_edge = [p.edge for p in catalogue.PIERS]
        self.pier_beach = [p.beach for p in catalogue.PIERS]
        of_beach = [[n for n, p in enumerate(catalogue.PIERS) if p.beach == b] for b in range(N_BEACHES)]
        self.first_pier = [piers[0] for piers in of_beach] + [len(catalogue.PIERS)]
        self.step_q = [q for q, _ in catalogue.DIRECTIONS]
        self.step_r = [r for _, r in catalogue.DIRECTIONS]
        self.bit = [2**n for n in range(64)]
        self.beach_bits = [sum(2**b for b in catalogue.beaches_of(i)) for i in range(N_ISLANDS)]
        self._moves()

    def _moves(self) -> None:
        if not cython.compiled:
            self.settle_one, self.settle_two, self.settle_end = (
                [0] * N_ISLANDS,
                [0] * N_ISLANDS,
                [0] * N_ISLANDS,
            )
        self.kind = [m.kind for m in moves.MOVES]
        self.x = [m.x for m in moves.MOVES]
        self.y = [m.y for m in moves.MOVES]
        self.boats = [n for m in moves.MOVES for n in (m.boats + (0,) * 6)[:6]]
        keys = [(i, k) for i in range(N_ISLANDS) for k in range(moves.MOST_EXPANDED + 1)]
        none = moves.Span(0, 0, 0)
        self.span_first = [moves.SPANS.get(key, none).first for key in keys]
        self.span_spread = [moves.SPANS.get(key, none).spread_end for key in keys]
        self.span_end = [moves.SPANS.get(key, none).end for key in keys]
        first = {kind: bounds[0] for kind, bounds in moves.BOUNDS.items()}
        self.place0, self.pass0, self.king0, self.resettle0 = (
            first[PLACE],
            first[PASS],
            first[KING],
            first[RESETTLE],
        )
        self.shift0, self.enter0 = first[SHIFT], first[ENTER]
        self.enter_one = self.enter0 + 15
        self.lay0, self.sail0, self.land0 = first[LAYING], first[SAIL], first[LAND]
        for island in range(1, N_ISLANDS):
            one, two = _settlements(island)
            self.settle_one[island], self.settle_two[island], self.settle_end[island] = (
                min(one),
                min(two),
                max(two) + 1,
            )


class Moves:
    """A list of move numbers that compiled code fills: `count` of them in `move`."""

    count: int
    move: list[int]

    def __init__(self) -> None:
        if not cython.compiled:
            self.count = 0
            self.move = [0] * 4096


TABLES = Tables()

if not cython.compiled:

    def add(moves: Moves, move: int) -> None:
        """Append a move to the list; compiled it is inlined (`tables.pxd`)."""
        moves.move[moves.count] = move
        moves.count += 1

    def add_if(legal: bool, moves: Moves, move: int) -> None:
        """Append a move to the list if it is legal; compiled it is inlined (`tables.pxd`)."""
        if legal:
            add(moves, move)

    def lowest(bits: int) -> int:
        """The number of the lowest bit that is set; there must be one."""
        return (bits & -bits).bit_length() - 1
