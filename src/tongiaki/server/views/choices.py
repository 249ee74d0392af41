"""The legal lines with their parts, and the known part of each voyage."""

from functools import cache
from typing import cast

from tongiaki.engine import Game
from tongiaki.engine.outlook import Outlook as Seen
from tongiaki.records import Decision, parse
from tongiaki.records.catalogue import DIRECTIONS, ISLANDS
from tongiaki.server.encoding import ready
from tongiaki.server.protocol import Choice, Hop, Outlook, WayEnds
from tongiaki.server.views.board import Board

_taken_apart = cache(parse)
"""The same lines are legal again and again; there are not many (`engine.moves`)."""


def decisions_in(game: Game) -> list[Decision]:
    """The legal lines, taken apart, in the order of the move numbers."""
    return [_taken_apart(line) for line in game.legal_lines()]


def choice(game: Game, board: Board, decision: Decision) -> Choice:
    """One legal line for the client."""
    if decision.pier is None and decision.edge is None:
        return _anywhere(decision.line)
    return _choice(decision, _place(board, decision), _outlook(game, board, decision))


@cache
def _anywhere(line: str) -> Choice:
    """A choice that says the same in every position."""
    return ready(_choice(_taken_apart(line), None, None))


def _choice(decision: Decision, place: tuple[int, int, int] | None, outlook: Outlook | None) -> Choice:
    return Choice(
        line=decision.line,
        kind=decision.kind,
        island=decision.island,
        beaches=decision.beaches,
        source=decision.source,
        pier=decision.pier,
        colour=decision.colour,
        tile=decision.tile,
        edge=decision.edge,
        place=place,
        outlook=outlook,
    )


def _place(board: Board, decision: Decision) -> tuple[int, int, int] | None:
    """R-8.2, R-1.5: where the tile in hand would lie, and its rotation: its red symbol faces the laid tile."""
    if decision.tile is None or decision.edge is None:
        return None
    q, r, rotation = board.tiles[decision.tile]
    direction = (decision.edge + rotation) % 6
    step_q, step_r = DIRECTIONS[direction]
    return q + step_q, r + step_r, (direction + 3) % 6


def _outlook(game: Game, board: Board, decision: Decision) -> Outlook | None:
    if decision.island is None or decision.pier is None:
        return None
    seen = game.outlook(decision.island, decision.pier)
    ends_at_island = seen.end in ("island", "royal")
    return Outlook(
        hops=[Hop(hop.tile, hop.entry, hop.exit, hop.number, hop.passed) for hop in seen.hops],
        end=cast(WayEnds, seen.end),
        island=seen.where if ends_at_island else None,
        free_berths=_free_on_arrival(board, decision.island, decision.pier, seen) if ends_at_island else None,
        q=seen.q,
        r=seen.r,
        deck_empty=seen.end == "unknown" and not game.deck_left,
    )


def _free_on_arrival(board: Board, left: str, pier: int, seen: Seen) -> int:
    """Free berths where the fleet lands; if it is the island it left (R-5.4), those it leaves behind count too."""
    lands_on = left if seen.end == "royal" else seen.where
    fleet = ISLANDS[left].piers[pier].berths if lands_on == left else 0
    return board.free_on(lands_on) + fleet
