"""Plays what a contest still lacks."""

from collections.abc import Callable

from tongiaki.arena.contest import Contest
from tongiaki.arena.game import Game
from tongiaki.arena.kept import Kept
from tongiaki.arena.spread import Spread
from tongiaki.arena.sprt import Sprt
from tongiaki.arena.summary import Summary, summed_up, whole_sets

ASK_EVERY = 16
"""Games after which a test is asked again whether it has its answer."""


def run(
    contest: Contest,
    sets: int,
    kept: Kept,
    spread: Spread,
    sprt: Sprt | None = None,
    told: Callable[[Game], None] = lambda _: None,
) -> Summary:
    """Plays up to so many sets, those kept already counted; with a test, until it has an answer.

    The summary follows from the contest and the number of sets alone, not from how the games were spread.
    """
    missing = [number for number in range(sets * contest.players) if number not in kept.games]
    if missing and not _answered(contest, kept, sprt):
        for played, line in enumerate(spread(contest, missing), 1):
            told(kept.add(line))
            if played % ASK_EVERY == 0 and _answered(contest, kept, sprt):
                break
    of_sets = {number: game for number, game in kept.games.items() if number < sets * contest.players}
    return summed_up(contest, of_sets, sprt)


def _answered(contest: Contest, kept: Kept, sprt: Sprt | None) -> bool:
    return sprt is not None and sprt.judged(whole_sets(contest, kept.games)).answer is not None
