"""Which voyages to follow: decided before the search, from the tiles left alone, so that a bound is kept in one pass.

A *mix* is how many tiles of each shape were drawn. All sequences of one mix are as likely, and land only makes a
voyage end sooner; so the chance to get beyond a mix is at most that on the open sea, which is known in closed form.
"""

from functools import lru_cache
from heapq import heappop, heappush
from itertools import product
from math import factorial, prod
from typing import NamedTuple

FEW = 3_500_000
"""Up to so many sequences of shapes in all, no bound is needed. At three colours there are never more."""

AT_LEAST = 200_000
"""So many sequences are gone on from, whatever the bound: a few milliseconds."""


class Plan(NamedTuple):
    """By mix (Σ digit × tiles drawn of the shape) whether to go on from there; the digits; how many voyages at most."""

    opened: bytes
    digits: tuple[int, ...]
    sequences: int


@lru_cache(maxsize=512)
def plan(left: tuple[int, ...], deck: int, draws: int, bound: float) -> Plan:
    """Go on from the likeliest mixes until at most `bound` is left out; bound 0, and few sequences: from all.

    left: tiles of each shape that let the fleet pass when drawn; deck: all tiles of the deck; draws: at most so many
    tiles from which a voyage can go on.
    """
    digits = tuple(prod(count + 1 for count in left[:shape]) for shape in range(len(left)))
    mixes = {_number(mix, digits): mix for mix in product(*(range(count + 1) for count in left))}
    everything = bound == 0 or sum(map(_orders, mixes.values())) <= FEW
    opened = bytearray(len(mixes))
    reached = {0: 1}
    waiting = [(-_goes_on(mixes[0], left, deck), 0)]
    rest, sequences = -waiting[0][0], 0
    while waiting and (everything or rest > bound * (1 - 1e-9) or sequences < AT_LEAST):
        chance, number = heappop(waiting)
        mix = mixes[number]
        rest += chance * reached[number]
        if sum(mix) >= draws:
            continue
        opened[number] = 1
        sequences += reached[number]
        for shape, digit in enumerate(digits):
            if mix[shape] < left[shape]:
                child = number + digit
                further = _goes_on(mixes[child], left, deck)
                if child not in reached:
                    reached[child] = 0
                    heappush(waiting, (-further, child))
                reached[child] += reached[number]
                rest += further * reached[number]
    return Plan(bytes(opened), digits, sequences)


def _goes_on(mix: tuple[int, ...], left: tuple[int, ...], deck: int) -> float:
    """The chance of one sequence of the mix on the open sea, and of a further tile that lets the fleet pass."""
    drawn = sum(mix)
    chance = 1.0
    for used, count in zip(mix, left, strict=True):
        for n in range(used):
            chance *= count - n
    for n in range(drawn + 1):
        chance /= max(deck - n, 1)
    return chance * (sum(left) - drawn)


def _orders(mix: tuple[int, ...]) -> int:
    """The sequences of a mix."""
    return factorial(sum(mix)) // prod(map(factorial, mix))


def _number(mix: tuple[int, ...], digits: tuple[int, ...]) -> int:
    return sum(used * digit for used, digit in zip(mix, digits, strict=True))
