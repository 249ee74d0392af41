"""What is to be seen of a state, straight from its fields: the position (rules, section 13) and the phase.

A server asks for both after every move. The keys are those of `tongiaki-state/1` (`saved`).
"""

from typing import Any

import cython

from tongiaki.engine.catalogue import BEACH_NAMES, BEACHES, COLOURS, ISLANDS, TILES
from tongiaki.engine.effects import REASONS
from tongiaki.engine.saved import DRAWN_FOR, PHASES

if not cython.compiled:
    from tongiaki.engine.constants import (
        CENTRE,
        DRAW,
        FOR_FLEET,
        LANDING,
        LAY,
        N_BEACHES,
        N_COLOURS,
        N_ISLANDS,
        N_TILES,
        SETTLE,
    )
    from tongiaki.engine.landing import free_berths
    from tongiaki.engine.state import State, active
    from tongiaki.engine.tables import TABLES


def position_of(s: State) -> dict[str, Any]:
    """What is on the table (rules, section 13)."""
    tiles, boats, royal = {}, {}, {}
    for tile in range(N_TILES):
        if s.laid[tile]:
            tiles[TILES[tile]] = [s.q[tile] - CENTRE, s.r[tile] - CENTRE, s.rotation[tile]]
    for beach in range(N_BEACHES):
        if s.filled[beach]:
            boats[BEACH_NAMES[beach]] = _counted(s.boats, beach)
    for island in range(N_ISLANDS):
        if s.royal[island]:
            royal[ISLANDS[island]] = COLOURS[s.royal[island] - 1]
    supply = {}
    for n in range(s.colours):
        supply[COLOURS[s.order[n]]] = s.supply[s.order[n]]
    return {"tiles": tiles, "boats": boats, "royal": royal, "supply": supply}


def _counted(boats: list[int], place: int) -> dict[str, int]:
    """The boats of a place by colour, where there are `N_COLOURS` numbers for each place."""
    counted = {}
    for colour in range(N_COLOURS):
        if boats[place * N_COLOURS + colour]:
            counted[COLOURS[colour]] = boats[place * N_COLOURS + colour]
    return counted


def deck_of(s: State) -> list[str]:
    """The tiles not drawn, in the order of the catalogue."""
    left = []
    for tile in range(N_TILES):
        if s.deck & TABLES.bit[tile]:
            left.append(TILES[tile])
    return left


def removed_of(s: State) -> list[str]:
    """R-6.2: the tiles that left the game, in the order of the catalogue."""
    gone = []
    for tile in range(N_TILES):
        in_hand = s.stage == LAY and s.hand == tile
        if not s.laid[tile] and not s.deck & TABLES.bit[tile] and not in_hand:
            gone.append(TILES[tile])
    return gone


def details_of(s: State) -> dict[str, Any]:
    """All of `tongiaki-state/1` but the format, rules, players and position."""
    details: dict[str, Any] = {
        "phase": PHASES[s.stage],
        "active": COLOURS[active(s)],
        "deck_left": deck_of(s),
        "removed": removed_of(s),
        "turn": s.turn,
        "voyages": s.voyages,
        "quiet": s.quiet,
        "idle": s.idle,
        "passes": s.passes,
        "tile_laid": bool(s.tile_laid),
        "passed": bool(s.passed),
    }
    if s.reason:
        details["ended"] = REASONS[s.reason]
    if s.stage == DRAW or s.stage == LAY:
        details["for"] = DRAWN_FOR[s.draw_for]
    if s.stage == LAY:
        details["hand"] = TILES[s.hand]
    at_sea = s.stage == DRAW and s.draw_for == FOR_FLEET
    if at_sea:
        details["from"] = ISLANDS[s.from_island]
        details["beside"], details["direction"] = TILES[s.at_tile], s.at_direction
    if at_sea or s.stage == LANDING:
        details["fleet"] = _counted(s.fleet, 0)
        details["drew"], details["sent"] = bool(s.drew), bool(s.sent)
    if s.stage == LANDING or s.stage == SETTLE:
        details["island"] = ISLANDS[s.here]
    if s.stage == LANDING:
        _add_landing(s, details)
    return details


def _add_landing(s: State, details: dict[str, Any]) -> None:
    first, received, landed = "", "", {}
    begin = TABLES.first_beach[s.here]
    for beach in range(begin, TABLES.first_beach[s.here + 1]):
        local = beach - begin
        if s.first >> local & 1:
            first += BEACHES[beach].letter
        if s.received >> local & 1:
            received += BEACHES[beach].letter
        boats = _counted(s.landed, local)
        if boats:
            landed[BEACH_NAMES[beach]] = boats
    details["first"], details["received"], details["landed"] = first, received, landed


def sums_of(s: State) -> dict[str, Any]:
    """A few sums for show: rounds until the end for want of tiles, free berths and boats by island, full beaches."""
    free, boats, full = {}, {}, []
    for island in range(N_ISLANDS):
        if s.laid[island]:
            free[ISLANDS[island]] = free_berths(s, island)
            boats[ISLANDS[island]] = _counted(s.own, island)
    for beach in range(N_BEACHES):
        if s.full & TABLES.bit[beach]:
            full.append(BEACH_NAMES[beach])
    limit = s.options.idle_rounds * s.colours
    return {"idle_limit": limit, "free_berths": free, "boats_of": boats, "full": full}
