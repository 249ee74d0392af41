"""Landings (R-5.6) without their doubles: of all orders of boats that end with the same boats on the same beaches, one.

What `Game.distributions` lists as whole outcomes, boat by boat: a search that goes through these moves meets each
outcome once.
"""

from typing import Any

import cython

from tongiaki.engine.game import Game
from tongiaki.engine.tables import Moves

if not cython.compiled:
    from tongiaki.engine.constants import LANDING, N_COLOURS
    from tongiaki.engine.state import State
    from tongiaki.engine.tables import TABLES
    from tongiaki.engine.turn import legal_moves


def distinct_moves(game: Game, last: int = -1) -> list[int]:
    """The moves that a search tries; `last`: the boat of the same landing that went ashore just before, if any."""
    moves: Any = Moves()
    merged_moves(game, moves, last)
    return [moves.move[n] for n in range(moves.count)]


def merged_moves(s: State, moves: Moves, last: int) -> None:
    """The legal moves; in a landing only those that go on in the one order of each distinct outcome.

    The order: first the beaches that must receive a boat, from the lowest on, each the first of its colours; then the
    others by beach and colour. `last`: the boat of this landing before, −1 if there is none or it is not known.
    """
    legal_moves(s, moves)
    if s.stage != LANDING or moves.count < 2:
        return
    kept = 0
    for n in range(moves.count):
        if _in_order(s, moves.move[n] - TABLES.land0, last - TABLES.land0 if last >= 0 else -1):
            moves.move[kept] = moves.move[n]
            kept += 1
    if kept:
        moves.count = kept


def _in_order(s: State, boat: int, last: int) -> bool:
    """Whether a boat (beach * 6 + colour) may be next in the order."""
    begin, end = TABLES.first_beach[s.here], TABLES.first_beach[s.here + 1]
    beach, colour = boat // N_COLOURS, boat % N_COLOURS
    due = s.first & ~s.received
    if due:
        below = from_here = 0
        for other in range(begin, end):
            if due & (1 << (other - begin)):
                if other < beach:
                    below += 1
                else:
                    from_here += 1
        if s.fleet_size < below + from_here:  # some will receive none: the rest in order
            return from_here >= s.fleet_size and (last < 0 or beach > last // N_COLOURS)
        return below == 0 and _fits(s, beach, colour, due)
    if last >= 0 and boat < last and _beyond_first(s):
        return False
    return colour >= _lowest(s, beach) and _fits(s, beach, colour, 0)


def _beyond_first(s: State) -> bool:
    """Whether the boat before was not one of those that some beach must receive."""
    landed = 0
    for local in range(TABLES.first_beach[s.here + 1] - TABLES.first_beach[s.here]):
        landed -= (s.first >> local) & 1
        for colour in range(N_COLOURS):
            landed += s.landed[local * N_COLOURS + colour]
    return landed > 0


def _fits(s: State, beach: int, colour: int, due: int) -> bool:
    """Whether the rest of the fleet can go ashore in order after this boat.

    Of each colour from the lowest on: those boats that must find a berth, against the berths open to them. Each beach
    that is still due takes the lowest that is left; those that find no berth at all may be the lowest as well.
    """
    begin, end = TABLES.first_beach[s.here], TABLES.first_beach[s.here + 1]
    waiting = room = 0
    for other in range(begin, end):
        room += TABLES.berths[other] - s.filled[other]
        if other != beach and due & (1 << (other - begin)):
            waiting += 1
    left, room = s.fleet_size - 1 - waiting, room - 1 - waiting
    low = -waiting - (left - room if left > room else 0)
    for hue in range(N_COLOURS):
        low += s.fleet[hue]
        if hue == colour:
            low -= 1
        if low > 0:
            room = 0
            for other in range(begin, end):
                if _open_from(s, other, beach, colour, due) <= hue:
                    room += TABLES.berths[other] - s.filled[other]
                    if other == beach or due & (1 << (other - begin)):
                        room -= 1
            if low > room:
                return False
    return True


def _open_from(s: State, other: int, beach: int, colour: int, due: int) -> int:
    """The lowest colour that may still come to a beach after this boat; 6: none."""
    if other == beach:
        return colour
    if due == 0 and other < beach:
        return N_COLOURS
    if due & (1 << (other - TABLES.first_beach[s.here])):
        return 0
    return _lowest(s, other)


def _lowest(s: State, beach: int) -> int:
    """The colour that a beach received first if it had to; it is the lowest there."""
    local = beach - TABLES.first_beach[s.here]
    if (s.first >> local) & 1:
        for colour in range(N_COLOURS):
            if s.landed[local * N_COLOURS + colour]:
                return colour
    return 0
