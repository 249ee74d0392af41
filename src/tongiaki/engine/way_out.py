"""A way out of a chain that runs in circles: the lines with the fewest voyages that end it (R-6, R-6.2).

A search in breadth over voyages on copies of the game; plain Python on the public calls of `Game`. Positions count as
the same whatever the number of voyages before them, so R-6.4, which ends every circle some day, is no way out here.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tongiaki.engine import saved
from tongiaki.engine.effects import FleetLost
from tongiaki.engine.game import Game
from tongiaki.engine.moves import line_of

MOST_POSITIONS = 5_000
"""Positions between two voyages that the search looks at; about a second."""

Moves = tuple[int, ...]


class _Node(NamedTuple):
    """A game before a voyage, and the moves that led there from the one before."""

    game: Game
    moves: Moves
    before: "_Node | None"


def way_out(game: Game, most: int = MOST_POSITIONS) -> list[str] | None:
    """The lines with the fewest voyages after which the chain is over, a fleet is lost, or a tile is to be turned up.

    None if there is no such way, or not among the first `most` positions. The game, in phase `chain` or `landing`
    (`ValueError` otherwise), is left as it is.
    """
    if game.phase not in ("chain", "landing"):
        raise ValueError(f"there is no chain in phase {game.phase!r}")
    seen: set[bytes] = set()
    level = [_Node(game.copy(), (), None)]
    while level:
        reached = []
        for node in level:
            for after, moves, lost in _voyages(node.game):
                here = _Node(after, moves, node)
                if lost or after.phase != "chain":
                    return _lines(here)
                key = _key(after)
                if key not in seen:
                    seen.add(key)
                    reached.append(here)
                if len(seen) > most:
                    return None
        level = reached
    return None


def _voyages(game: Game) -> Iterator[tuple[Game, Moves, bool]]:
    """Every distinct outcome of one voyage (or of the landing that waits): the game then, the moves, a fleet lost?"""
    if game.phase == "landing":
        yield from ((after, moves, False) for after, moves in _landings(game))
        return
    for sail in game.legal():
        at_sea = game.copy()
        at_sea.watch()
        at_sea.apply(sail)
        lost = any(isinstance(effect, FleetLost) for effect in at_sea.effects())
        if at_sea.phase == "landing":
            yield from ((after, (sail, *moves), False) for after, moves in _landings(at_sea))
        else:
            yield at_sea, (sail,), lost


def _landings(game: Game) -> Iterator[tuple[Game, Moves]]:
    for moves in game.distributions():
        after = game.copy()
        for move in moves:
            after.apply(move)
        yield after, tuple(moves)


def _key(game: Game) -> bytes:
    """What decides the future, without the count of R-6.4: it grows with every voyage of a circle."""
    return saved.key_of({**game.numbers(), "quiet": 0}, game.rules)


def _lines(node: _Node | None) -> list[str]:
    moves: Moves = ()
    while node is not None:
        moves, node = node.moves + moves, node.before
    return [line_of(move) for move in moves]
