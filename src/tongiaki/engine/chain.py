"""The chain (R-6): voyages until no beach is full, endless islands removed, circles cut."""

import cython

if not cython.compiled:
    from tongiaki.engine.constants import (
        ASK,
        BOATS_TAKEN,
        BY_CIRCLES,
        BY_ENDLESS,
        CHAIN,
        CHAIN_NEXT,
        DRAW,
        FINISH_TURN,
        FOR_CHAIN,
        GAME_OVER,
        ISLAND_REMOVED,
        N_COLOURS,
        N_ISLANDS,
        QUIET_LIMIT,
        TURN_OVER,
    )
    from tongiaki.engine.endless import is_endless
    from tongiaki.engine.state import State, active, note, note_count, remove, send_home, take
    from tongiaki.engine.tables import TABLES, lowest


def chain_on(s: State) -> int:
    """R-6.1 to R-6.3: what comes before the next choice of a voyage. Says what follows."""
    while s.full:
        if not _remove_endless(s):
            s.stage = CHAIN
            return ASK
        s.quiet = 0
        if _needs_island(s):
            s.draw_for, s.stage = FOR_CHAIN, DRAW
            return ASK
    return TURN_OVER


def _remove_endless(s: State) -> bool:
    """R-6.2: all islands are tried first, then from each endless one all boats go home and the tile leaves."""
    endless, full = 0, s.full
    while full:
        island = TABLES.island_of[lowest(full)]
        full &= ~TABLES.beach_bits[island]
        if is_endless(s, island):
            endless |= 1 << island
    if endless == 0:
        return False
    for island in range(N_ISLANDS):
        if endless & (1 << island):
            for beach in range(TABLES.first_beach[island], TABLES.first_beach[island + 1]):
                send_home(s, beach, BY_ENDLESS)
            remove(s, island)
            if s.watched:
                note(s, ISLAND_REMOVED, island, 0, 0, 0)
    return True


def _needs_island(s: State) -> bool:
    """R-6.3: no island to land on, or nothing of the active colour is left; and the deck holds an island."""
    if s.islands_left == 0:
        return False
    colour = active(s)
    if s.ashore[colour] == 0 and s.royals[colour] == 0:
        return True
    for island in range(N_ISLANDS):
        if s.laid[island] and s.royal[island] == 0:
            return False
    return True


def end_voyage(s: State) -> int:
    """After a landing or a loss: the end of the game where it does not wait for the turn, R-6.4, then the chain."""
    if s.ended and s.options.completion != FINISH_TURN:
        return GAME_OVER
    if s.drew or s.sent:
        s.quiet = 0
    else:
        s.quiet += 1
        if s.quiet >= QUIET_LIMIT and s.full:
            s.quiet = 0
            _cut_circle(s)
    return CHAIN_NEXT


def _cut_circle(s: State) -> None:
    """R-6.4: the boats just landed go to their owners."""
    first = TABLES.first_beach[s.here]
    for beach in range(first, TABLES.first_beach[s.here + 1]):
        local = (beach - first) * N_COLOURS
        noted = False
        for colour in range(N_COLOURS):
            count = s.landed[local + colour]
            if count:
                take(s, beach, colour, count)
                s.supply[colour] += count
                if s.watched:
                    if not noted:
                        note(s, BOATS_TAKEN, s.here, beach, BY_CIRCLES, 0)
                        noted = True
                    note_count(s, colour, count)
