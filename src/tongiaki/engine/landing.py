"""A landing (R-5.6): a fleet's boats go ashore one by one."""

import cython

if not cython.compiled:
    from tongiaki.engine.constants import (
        ASK,
        BOAT_LANDED,
        EACH_BEACH,
        EMPTY_FIRST,
        FLEET_SENT_HOME,
        LANDING,
        N_COLOURS,
        VOYAGE_OVER,
    )
    from tongiaki.engine.state import State, note, note_fleet, put
    from tongiaki.engine.tables import TABLES, Moves, add_if


def must_receive(s: State, filled: int, berths: int) -> int:
    """R-5.6: 1 for a beach that must receive a boat before others may receive a second one (`landing_spread`)."""
    if s.options.landing == EACH_BEACH:
        return 1 if filled < berths else 0
    return 1 if s.options.landing == EMPTY_FIRST and filled == 0 else 0


def first_beaches(s: State, island: int) -> int:
    """The local beaches that come first (`landing_spread`), a bit each."""
    mask = 0
    begin = TABLES.first_beach[island]
    for beach in range(begin, TABLES.first_beach[island + 1]):
        if must_receive(s, s.filled[beach], TABLES.berths[beach]):
            mask |= 1 << (beach - begin)
    return mask


def land_fleet(s: State) -> int:
    """The fleet has arrived at `here`: begin to land. Says what follows."""
    s.first = first_beaches(s, s.here)
    s.received = 0
    for i in range(36):
        s.landed[i] = 0
    return _next_boat(s)


def _next_boat(s: State) -> int:
    """Ask for the next boat; when no berth is free the rest go home."""
    if s.fleet_size == 0:
        return VOYAGE_OVER
    if free_berths(s, s.here) == 0:
        _send_home(s)
        return VOYAGE_OVER
    s.stage = LANDING
    return ASK


def free_berths(s: State, island: int) -> int:
    """Free berths on all beaches of an island."""
    free = -s.crowd[island]
    for beach in range(TABLES.first_beach[island], TABLES.first_beach[island + 1]):
        free += TABLES.berths[beach]
    return free


def _send_home(s: State) -> None:
    note_fleet(s, FLEET_SENT_HOME, s.here, 0, 0)
    for colour in range(N_COLOURS):
        s.supply[colour] += s.fleet[colour]
        s.fleet[colour] = 0
    s.fleet_size, s.sent = 0, 1


def legal_landings(s: State, moves: Moves) -> None:
    """R-5.6: a boat of each colour of the fleet, on the beaches that come first, then on any free berth."""
    begin = TABLES.first_beach[s.here]
    due = s.first & ~s.received
    for beach in range(begin, TABLES.first_beach[s.here + 1]):
        if due & (1 << (beach - begin)) or (due == 0 and s.filled[beach] < TABLES.berths[beach]):
            for colour in range(N_COLOURS):
                add_if(s.fleet[colour] > 0, moves, TABLES.land0 + beach * N_COLOURS + colour)


def land(s: State, beach: int, colour: int) -> int:
    """R-5.6: one boat ashore. Says what follows."""
    local = beach - TABLES.first_beach[s.here]
    put(s, beach, colour)
    s.fleet[colour] -= 1
    s.fleet_size -= 1
    s.received |= 1 << local
    s.landed[local * N_COLOURS + colour] += 1
    if s.watched:
        note(s, BOAT_LANDED, colour, beach, 0, 0)
    return _next_boat(s)
