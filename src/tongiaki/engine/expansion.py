"""Boats onto beaches: setup (R-2.2), expansion (R-4) and entering (R-3.2)."""

import cython

if not cython.compiled:
    from tongiaki.engine.constants import (
        BOAT_MOVED,
        BOAT_PLACED,
        N_BEACHES,
        N_COLOURS,
        N_ISLANDS,
        NONE,
    )
    from tongiaki.engine.state import State, active, note, put, take
    from tongiaki.engine.tables import TABLES, Moves, add


def legal_setup(s: State, moves: Moves) -> None:
    """R-2.2: beaches of Tonga on which a berth stays free; with `avoid`, not beside the own boat if another is open."""
    colour = active(s)
    if s.options.avoid:
        for beach in range(6):
            if s.filled[beach] + 2 <= TABLES.berths[beach] and s.boats[beach * N_COLOURS + colour] == 0:
                add(moves, TABLES.place0 + beach)
        if moves.count:
            return
    for beach in range(6):
        if s.filled[beach] + 2 <= TABLES.berths[beach]:
            add(moves, TABLES.place0 + beach)


def legal_expansions(s: State, moves: Moves, colour: int) -> None:
    """R-4.1, R-4.2: every expansion of the colour."""
    if s.supply[colour] == 0:
        _legal_shifts(s, moves, colour)
        return
    for island in range(N_ISLANDS):
        own = s.own[island * N_COLOURS + colour]
        if own:
            _legal_on(s, moves, island, most_boats(s, island, own, s.supply[colour]))


def most_boats(s: State, island: int, own: int, supply: int) -> int:
    """R-4.1: k = min(n, beaches, supply); with `expand_cap` none and free spread min(n, supply, free berths)."""
    first, end = TABLES.first_beach[island], TABLES.first_beach[island + 1]
    most = end - first
    if s.options.uncapped and s.options.heap:
        most = -s.crowd[island]
        for beach in range(first, end):
            most += TABLES.berths[beach]
    if own < most:
        most = own
    return supply if supply < most else most


def _legal_on(s: State, moves: Moves, island: int, most: int) -> None:
    least = 1 if s.options.fewer else most
    for count in range(least, most + 1):
        key = island * 8 + count
        for move in range(TABLES.span_first[key], TABLES.span_spread[key]):
            add(moves, move)
        if s.options.heap:
            for move in range(TABLES.span_spread[key], TABLES.span_end[key]):
                if _fits(s, island, move):
                    add(moves, move)


def _fits(s: State, island: int, move: int) -> bool:
    first = TABLES.first_beach[island]
    for beach in range(first, TABLES.first_beach[island + 1]):
        if s.filled[beach] + TABLES.boats[move * 6 + beach - first] > TABLES.berths[beach]:
            return False
    return True


def _legal_shifts(s: State, moves: Moves, colour: int) -> None:
    """R-4.2: one own boat from any beach to an island with own boats; within that island only if it has two."""
    for source in range(N_BEACHES):
        if s.boats[source * N_COLOURS + colour]:
            for island in range(N_ISLANDS):
                own = s.own[island * N_COLOURS + colour]
                if own >= 2 or (own == 1 and island != TABLES.island_of[source]):
                    for beach in range(TABLES.first_beach[island], TABLES.first_beach[island + 1]):
                        if beach != source:
                            add(moves, TABLES.shift0 + beach * (N_BEACHES - 1) + source - (source > beach))


def legal_entries(s: State, moves: Moves, colour: int) -> None:
    """R-3.2: two boats on two beaches of Tonga (one, if the supply has one), or one on any other island."""
    supply = s.supply[colour]
    if supply == 0:
        return
    if s.laid[0] and supply >= 2:
        for move in range(TABLES.enter0, TABLES.enter_one):
            add(moves, move)
    elif s.laid[0]:
        for beach in range(6):
            add(moves, TABLES.enter_one + beach)
    for island in range(1, N_ISLANDS):
        if s.laid[island] and s.royal[island] == 0:
            for beach in range(TABLES.first_beach[island], TABLES.first_beach[island + 1]):
                add(moves, TABLES.enter_one + beach)


def place(s: State, beach: int, colour: int) -> None:
    """One boat from the supply to a beach."""
    s.supply[colour] -= 1
    put(s, beach, colour)
    if s.watched:
        note(s, BOAT_PLACED, colour, beach, 0, 0)


def expand(s: State, move: int, colour: int) -> None:
    """R-4.1: the boats of the move onto the beaches of its island."""
    first = TABLES.first_beach[TABLES.x[move]]
    for beach in range(first, TABLES.first_beach[TABLES.x[move] + 1]):
        for _ in range(TABLES.boats[move * 6 + beach - first]):
            place(s, beach, colour)


def shift(s: State, move: int, colour: int) -> None:
    """R-4.2: one boat from one beach to another."""
    beach, source = TABLES.x[move], TABLES.y[move]
    take(s, source, colour, 1)
    put(s, beach, colour)
    if s.watched:
        note(s, BOAT_MOVED, colour, source, beach, 0)


def enter(s: State, move: int, colour: int) -> None:
    """R-3.2, R-8.3: one boat, or two, from the supply onto the board."""
    place(s, TABLES.x[move], colour)
    if TABLES.y[move] != NONE:
        place(s, TABLES.y[move], colour)
