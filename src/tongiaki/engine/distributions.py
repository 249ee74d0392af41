"""The distinct outcomes of a landing (R-5.6): equal boats on equal beaches count once, whatever the order."""

from collections.abc import Iterator

Ashore = list[tuple[int, int]]
"""Boats in an order in which they may land: (local beach, colour)."""


def landings(free: list[int], due: list[int], fleet: list[int]) -> list[Ashore]:
    """Every distinct outcome of landing `fleet` (boats of each colour).

    free: free berths of each beach; due: 1 for the beaches that must receive a boat before the others may.
    """
    boats = min(sum(fleet), sum(free))
    few = boats <= sum(due)
    bounds = [(0, d) if few else (d, f) for d, f in zip(due, free, strict=True)]
    return [
        _in_order(ashore, due) for counts in _counts(bounds, boats) for ashore in _colourings(counts, fleet)
    ]


def is_forced(free: list[int], due: list[int], fleet: list[int]) -> bool:
    """Whether `landings` would find exactly one outcome, without looking for them."""
    boats = min(sum(fleet), sum(free))
    if boats < sum(due):
        return False  # it is open which beaches are left out
    wide = sum(f > d for d, f in zip(due, free, strict=True))
    if sum(due) < boats < sum(free) and wide > 1:
        return False  # it is open how many boats each beach receives
    if sum(1 for count in fleet if count) < 2:
        return True
    receiving = sum(due) if boats == sum(due) else sum(f > 0 for f in free)
    return boats == sum(fleet) and receiving == 1


def _counts(bounds: list[tuple[int, int]], boats: int) -> Iterator[list[int]]:
    """How many boats each beach receives."""
    if not bounds:
        if boats == 0:
            yield []
        return
    low, high = bounds[0]
    for count in range(low, min(high, boats) + 1):
        for rest in _counts(bounds[1:], boats - count):
            yield [count, *rest]


def _colourings(counts: list[int], fleet: list[int], beach: int = 0) -> Iterator[Ashore]:
    """Which colours go to each beach."""
    if beach == len(counts):
        yield []
        return
    for chosen in _multisets(counts[beach], fleet):
        left = [have - used for have, used in zip(fleet, chosen, strict=True)]
        ashore = [(beach, colour) for colour, used in enumerate(chosen) for _ in range(used)]
        for rest in _colourings(counts, left, beach + 1):
            yield ashore + rest


def _multisets(size: int, fleet: list[int]) -> Iterator[list[int]]:
    """Boats of each colour, `size` in all."""
    if not fleet:
        if size == 0:
            yield []
        return
    for count in range(max(0, size - sum(fleet[1:])), min(size, fleet[0]) + 1):
        for rest in _multisets(size - count, fleet[1:]):
            yield [count, *rest]


def _in_order(ashore: Ashore, due: list[int]) -> Ashore:
    """First one boat for each beach that is due, then the others."""
    first, rest, served = [], [], set()
    for boat in ashore:
        if due[boat[0]] and boat[0] not in served:
            served.add(boat[0])
            first.append(boat)
        else:
            rest.append(boat)
    return first + rest
