"""R-6.2: is the chain of an island endless? A search, word by word from the rule."""

from collections.abc import Iterator
from functools import lru_cache

from tests.reference.board import Board, berths, passes, piers, way
from tests.reference.landing import next_berths

MOST_POSITIONS = 50_000

Boats = tuple[int, ...]
"""The boats of each colour on one beach (one number only, where colours do not count)."""

Position = tuple[Boats, ...]
"""The boats on each beach of the island."""


@lru_cache(maxsize=200_000)
def landings(position: Position, fleet: Boats, sizes: tuple[int, ...], spread: str) -> set[Position]:
    """R-5.6: every position a landing of this fleet can lead to."""
    beaches = [str(i) for i in range(len(sizes))]
    room = dict(zip(beaches, sizes, strict=True))
    done: set[Position] = set()
    todo = {(position, fleet, (0,) * len(sizes))}
    seen = set(todo)
    while todo:
        there, left, landed = todo.pop()
        now = {b: sum(there[int(b)]) for b in beaches}
        open_beaches = next_berths(room, now, dict(zip(beaches, landed, strict=True)), spread)
        if not open_beaches or sum(left) == 0:
            done.add(there)
            continue
        for beach in map(int, open_beaches):
            for colour, boats in enumerate(left):
                if boats:
                    after = (plus(there, beach, colour), minus(left, colour), mark(landed, beach))
                    if after not in seen:
                        seen.add(after)
                        todo.add(after)
    return done


def plus(there: Position, beach: int, colour: int) -> Position:
    row = tuple(n + (c == colour) for c, n in enumerate(there[beach]))
    return there[:beach] + (row,) + there[beach + 1 :]


def minus(fleet: Boats, colour: int) -> Boats:
    return tuple(n - (c == colour) for c, n in enumerate(fleet))


def mark(landed: tuple[int, ...], beach: int) -> tuple[int, ...]:
    return tuple(1 if b == beach else n for b, n in enumerate(landed))


def is_endless(
    board: Board,
    island: str,
    boats: dict[str, dict[str, int]],
    royal: dict[str, str],
    spread: str = "each_beach",
    crossing: str = "at_least",
) -> bool:
    """`boats`: for each beach of the island the boats of each colour. The island must have a full beach."""
    sizes = tuple(berths(island).values())
    names = list(berths(island))
    ways = {
        (names.index(beach), pier): way(board, island, pier)
        for beach in names
        for pier in piers(island, beach)
    }
    colours = sorted({colour for there in boats.values() for colour in there})

    def out(position: Position, beach: int, pier: int, numbers_count: bool) -> bool:
        """(a) the fleet comes elsewhere, or (b) it is lost to a number."""
        numbers, end = ways[beach, pier]
        if end is None or (end != island and end not in royal):
            return True
        fleet = sum(1 for n in position[beach] if n)
        return numbers_count and not all(passes(number, fleet, crossing) for number in numbers)

    def search(start: Position, numbers_count: bool) -> bool:
        """Is there a way out (or, with numbers, are there too many positions)?"""
        reached, todo = {start}, [start]
        while todo:
            position = todo.pop()
            full = [b for b, size in enumerate(sizes) if sum(position[b]) == size]
            if not full:
                return True  # (c)
            for beach in full:
                if any(out(position, b, pier, numbers_count) for b, pier in ways if b == beach):
                    return True
                for after in sailings(position, beach):
                    if after not in reached:
                        reached.add(after)
                        todo.append(after)
            if numbers_count and len(reached) > MOST_POSITIONS:
                return True
        return False

    def sailings(position: Position, beach: int) -> Iterator[Position]:
        left = position[:beach] + ((0,) * len(position[beach]),) + position[beach + 1 :]
        yield from landings(left, position[beach], sizes, spread)

    without_colours = tuple((sum(boats.get(b, {}).values()),) for b in names)
    if search(without_colours, numbers_count=False):
        return False
    if not any(number for w in ways.values() for number in w.numbers):
        return True
    with_colours = tuple(tuple(boats.get(b, {}).get(c, 0) for c in colours) for b in names)
    return not search(with_colours, numbers_count=True)
