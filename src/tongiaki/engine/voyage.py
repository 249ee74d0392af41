"""A voyage (R-5): a fleet leaves a beach, follows routes, draws tiles, and arrives, turns back or is lost."""

import cython

if not cython.compiled:
    from tongiaki.engine.constants import (
        ARRIVED,
        ASK,
        BY_DECK,
        BY_NUMBER,
        DRAW,
        FLEET_ARRIVED,
        FLEET_LOST,
        FLEET_MOVED,
        FLEET_SAILED,
        FLEET_TURNED_BACK,
        FOR_FLEET,
        ISLAND,
        LOST,
        N_COLOURS,
        N_ISLANDS,
        NONE,
        NUMBER_MET,
        ROYAL,
        UNKNOWN,
        VOYAGE_OVER,
    )
    from tongiaki.engine.state import State, note, note_fleet, take
    from tongiaki.engine.tables import TABLES, Moves, add, lowest


def legal_voyages(s: State, moves: Moves) -> None:
    """R-5.1: every pier of every full beach of an island that is not royal."""
    full = s.full
    while full:
        beach = lowest(full)
        full &= full - 1
        for pier in range(TABLES.first_pier[beach], TABLES.first_pier[beach + 1]):
            add(moves, TABLES.sail0 + pier)


def sail(s: State, pier: int) -> int:
    """R-5.1: the beach's boats leave as a fleet by the pier. Says what follows."""
    beach = TABLES.pier_beach[pier]
    s.voyages += 1
    s.fleet_size, s.fleet_colours = s.filled[beach], 0
    for colour in range(N_COLOURS):
        count = s.boats[beach * N_COLOURS + colour]
        s.fleet[colour] = count
        if count:
            s.fleet_colours += 1
            take(s, beach, colour, count)
    s.from_island = TABLES.pier_island[pier]
    s.at_tile = s.from_island
    s.at_direction = (TABLES.pier_edge[pier] + s.rotation[s.at_tile]) % 6
    s.drew = s.sent = 0
    note_fleet(s, FLEET_SAILED, beach, TABLES.pier_edge[pier], 0)
    return go_on(s)


def go_on(s: State) -> int:
    """R-5.2 to R-5.4: from tile to tile until something is to be decided. Says what follows."""
    while True:
        tile = s.near[s.at_tile * 6 + s.at_direction]
        if tile == NONE:
            if s.deck == 0:
                return lose(s, BY_DECK)
            s.draw_for, s.stage = FOR_FLEET, DRAW
            return ASK
        if tile < N_ISLANDS:
            return _reach(s, tile)
        way = crossing(s, tile, s.at_direction)
        if not _cross(s, tile, way):
            return lose(s, BY_NUMBER)


def _cross(s: State, tile: int, way: int) -> bool:
    """R-5.3: follow the route if the fleet has enough colours."""
    number, direction = way >> 3, way & 7
    passed = passes(s, number, s.fleet_colours)
    if s.watched:
        entry = (s.at_direction + 9 - s.rotation[tile]) % 6
        if number:
            note(s, NUMBER_MET, tile, number, s.fleet_colours, passed)
        if passed:
            note(s, FLEET_MOVED, tile, entry, TABLES.route_exit[tile * 6 + entry], 0)
    s.at_tile, s.at_direction = tile, direction
    return passed


def crossing(s: State, tile: int, direction: int) -> int:
    """The way over a laid water tile, sailing in a direction: number of the route × 8 + direction after it."""
    edge = tile * 6 + (direction + 9 - s.rotation[tile]) % 6
    return TABLES.route_number[edge] * 8 + (TABLES.route_exit[edge] + s.rotation[tile]) % 6


def passes(s: State, number: int, colours: int) -> bool:
    """R-5.3: whether that many colours pass the number (`crossing` exact: just as many; 0 always passes)."""
    if s.options.exact:
        return number == 0 or colours == number
    return colours >= number


def _reach(s: State, island: int) -> int:
    """R-5.4: land here; from a royal island turn back to where the fleet came from."""
    s.here = island
    if s.royal[island]:
        s.here = s.from_island
        if s.watched:
            note(s, FLEET_TURNED_BACK, island, s.royal[island] - 1, s.here, 0)
    note_fleet(s, FLEET_ARRIVED, s.here, 0, 0)
    return ARRIVED


def lose(s: State, cause: int) -> int:
    """R-5.5: every boat of the fleet goes back to its owner."""
    note_fleet(s, FLEET_LOST, cause, 0, 0)
    for colour in range(N_COLOURS):
        s.supply[colour] += s.fleet[colour]
        s.fleet[colour] = 0
    s.fleet_size = s.fleet_colours = 0
    s.sent = 1
    return VOYAGE_OVER


def trace(s: State, tile: int, direction: int, colours: int) -> int:
    """The known way from a tile in a direction: its end + 4 × its last tile + 256 × a bit for each number met.

    Nothing is changed. `colours`: of the fleet; below 0 numbers are passed over. UNKNOWN: the last tile borders on the
    empty place. LOST: on the last tile.
    """
    numbers = 0
    while True:
        ahead = s.near[tile * 6 + direction]
        if ahead == NONE:
            return UNKNOWN + 4 * tile + 256 * numbers
        if ahead < N_ISLANDS:
            return (ROYAL if s.royal[ahead] else ISLAND) + 4 * ahead + 256 * numbers
        way = crossing(s, ahead, direction)
        number = way >> 3
        numbers |= 1 << number
        if colours >= 0 and not passes(s, number, colours):
            return LOST + 4 * ahead + 256 * numbers
        tile, direction = ahead, way & 7
