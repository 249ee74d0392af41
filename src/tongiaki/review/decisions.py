"""What a decision gave away: the best move's chance of victory less that of the move that was played."""

from typing import NamedTuple

from tongiaki.bots.search import Considered, move_chances
from tongiaki.engine import Game, line_of

NODES = 1000
"""The usual budget for a decision: 50 ms."""

SLIP, MISTAKE = 0.03, 0.08
"""From so much given away on an error is told as a slip, or a mistake; of less the search is not sure."""


class Judged(NamedTuple):
    """A decision where there was a choice."""

    best: str
    """The line of the move that the search would play; the one played, if it found none better."""
    best_chance: float
    """Of victory, for the player who decided."""
    played_chance: float
    error: float
    """What was given away: `best_chance` − `played_chance`, never below 0."""


def judged(game: Game, played: int, nodes: int = NODES, seed: int = 0) -> Judged | None:
    """What a move of this position gave away; None where there was no choice.

    The same position, budget and seed give the same answer.
    """
    found = move_chances(game, nodes, seed)
    if len(found) < 2:
        return None
    taken = next(one for one in found if one.move == played)
    best = max(found, key=_trust)
    if best.chance <= taken.chance:
        best = taken
    return Judged(line_of(best.move), best.chance, taken.chance, best.chance - taken.chance)


def _trust(one: Considered) -> tuple[int, float]:
    """The move that the search came back to most; a high chance that was looked at but a few times is chance itself."""
    return one.visits, one.chance
