"""The legal lines with their parts, and the known part of each voyage."""

import asyncio
from functools import cache
from typing import cast

from tongiaki.engine import Game
from tongiaki.engine.moves import LINES
from tongiaki.engine.outlook import Outlook as Seen
from tongiaki.records import Decision, parse
from tongiaki.records.catalogue import DIRECTIONS, ISLANDS
from tongiaki.server.encoding import ready
from tongiaki.server.protocol import Choice, Hop, Outlook, WayEnds
from tongiaki.server.views.board import Board

FEW = 50
"""Lines that are taken apart in half a millisecond."""


@cache
def _of(line: str) -> tuple[Decision, Choice | None]:
    """A legal line taken apart, and its choice if that is the same in every position.

    The same lines are legal again and again; there are 4,823 (`engine.moves`).
    """
    decision = parse(line)
    fixed = decision.pier is None and decision.edge is None
    return decision, ready(choice_of(decision)) if fixed else None


async def learn_all() -> None:
    """Takes all lines there are apart, once for all: after a start, so that no move waits for it; a few at a time."""
    for number, line in enumerate(LINES):
        _of(line)
        if number % FEW == 0:
            await asyncio.sleep(0)


def choices_in(game: Game, board: Board) -> tuple[list[Decision], list[Choice]]:
    """The legal lines, taken apart, in the order of the move numbers; and as they are shown to the client."""
    known = [_of(line) for line in game.legal_lines()]
    choices = [
        choice_of(decision, _place(board, decision), _outlook(game, board, decision))
        if fixed is None
        else fixed
        for decision, fixed in known
    ]
    return [decision for decision, _ in known], choices


def choice_of(
    decision: Decision, place: tuple[int, int, int] | None = None, outlook: Outlook | None = None
) -> Choice:
    """A decision as it is told, with the place of a tile and what is known of what follows."""
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
