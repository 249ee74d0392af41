"""The score (R-10): points, islands and boats of a player, and how they compare."""

import cython

if not cython.compiled:
    from tongiaki.engine.constants import N_COLOURS, N_ISLANDS
    from tongiaki.engine.state import State
    from tongiaki.engine.tables import TABLES


def points_of(s: State, player: int) -> int:
    """R-10.1, R-11.1: the values of the islands with its boats or where it is king, summed over its colours."""
    points = 0
    for colour in range(N_COLOURS):
        if s.player[colour] == player:
            for island in range(N_ISLANDS):
                if s.own[island * N_COLOURS + colour] or s.royal[island] == colour + 1:
                    points += TABLES.value[island]
    return points


def islands_of(s: State, player: int) -> int:
    """R-10.2: islands occupied, Tonga and royal ones too, summed over the player's colours."""
    islands = 0
    for colour in range(N_COLOURS):
        if s.player[colour] == player:
            for island in range(N_ISLANDS):
                if s.own[island * N_COLOURS + colour] or s.royal[island] == colour + 1:
                    islands += 1
    return islands


def boats_of(s: State, player: int) -> int:
    """R-10.2: boats on the board, a royal island is one boat, summed over the player's colours."""
    boats = 0
    for colour in range(N_COLOURS):
        if s.player[colour] == player:
            boats += s.ashore[colour] + s.royals[colour]
    return boats


def standing(s: State, player: int, shared: bool) -> int:
    """A number that orders players: points, then more islands, then fewer boats (`tie_break` shared: points only)."""
    points = points_of(s, player)
    if shared:
        return points
    return (points * 64 + islands_of(s, player)) * 64 + 63 - boats_of(s, player)
