"""Royal islands (R-7)."""

import cython

if not cython.compiled:
    from tongiaki.engine.constants import BY_KING, N_COLOURS, N_ISLANDS, ROYAL_FOUNDED
    from tongiaki.engine.state import State, note, send_home
    from tongiaki.engine.tables import TABLES, Moves, add_if


def legal_kings(s: State, moves: Moves, colour: int) -> None:
    """R-7.1, R-7.2: islands other than Tonga on which only this colour has boats, below the limit."""
    if s.royals[colour] >= s.options.royal_limit:
        return
    for island in range(1, N_ISLANDS):
        own = s.own[island * N_COLOURS + colour]
        add_if(own > 0 and own == s.crowd[island], moves, TABLES.king0 + island - 1)


def become_king(s: State, island: int, colour: int) -> None:
    """R-7.1: all boats back to the supply, one of them onto the mask."""
    for beach in range(TABLES.first_beach[island], TABLES.first_beach[island + 1]):
        send_home(s, beach, BY_KING)
    s.supply[colour] -= 1
    s.royal[island] = colour + 1
    s.royals[colour] += 1
    if s.watched:
        note(s, ROYAL_FOUNDED, colour, island, 0, 0)
