"""Resettlement (R-8), and laying tiles by choice, which R-6.3 needs too."""

import cython

if not cython.compiled:
    from tongiaki.engine.constants import (
        BOATS_TAKEN,
        BY_RESETTLE,
        DRAW,
        FOR_RESETTLEMENT,
        N_BEACHES,
        N_COLOURS,
        N_TILES,
        NONE,
    )
    from tongiaki.engine.state import State, note, note_count, take
    from tongiaki.engine.tables import TABLES, Moves, add, add_if, lowest


def may_resettle(s: State) -> bool:
    """R-8.1: allowed while the deck holds an island."""
    return s.options.resettlement and s.islands_left > 0


def resettle(s: State, colour: int) -> None:
    """R-8.1: all own boats off all beaches; then tiles are drawn."""
    for beach in range(N_BEACHES):
        count = s.boats[beach * N_COLOURS + colour]
        if count:
            if s.watched:
                note(s, BOATS_TAKEN, TABLES.island_of[beach], beach, BY_RESETTLE, 0)
                note_count(s, colour, count)
            take(s, beach, colour, count)
            s.supply[colour] += count
    s.draw_for, s.stage = FOR_RESETTLEMENT, DRAW


def legal_places(s: State, moves: Moves) -> None:
    """R-8.2: every edge of a laid tile that looks onto an empty place."""
    tiles = s.deck ^ (TABLES.bit[N_TILES] - 1)  # those that were drawn, and Tonga
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        if s.laid[tile]:  # not the one in hand, nor one that has left the game
            for direction in range(6):
                edge = direction - s.rotation[tile]
                move = TABLES.lay0 + tile * 6 + (edge if edge >= 0 else edge + 6)
                add_if(s.near[tile * 6 + direction] == NONE, moves, move)


def legal_settlements(s: State, moves: Moves, colour: int) -> None:
    """R-8.3: one boat on a beach of the new island; with `resettle_boats` 2, two on different beaches."""
    two = s.options.resettle_boats == 2 and s.supply[colour] >= 2
    first = TABLES.settle_two[s.here] if two else TABLES.settle_one[s.here]
    for move in range(first, TABLES.settle_end[s.here] if two else TABLES.settle_two[s.here]):
        add(moves, move)
