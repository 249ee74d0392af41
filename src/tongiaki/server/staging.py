"""Staged lines: folded on a branch, all or none; and what follows by itself (draws, forced decisions)."""

from collections.abc import Callable, Sequence

from tongiaki.engine import Game, IllegalMove, line_of
from tongiaki.engine.moves import MOVE_OF
from tongiaki.records import NotationError, parse
from tongiaki.server.course import Course
from tongiaki.server.problems import Refusal, text

MOST_LISTED = 24
"""Legal lines that a refusal lists at most."""


def check_seq(course: Course, seq: int) -> None:
    """`Refusal` if something has happened since event `seq`."""
    if seq != course.seq:
        raise Refusal("stale", text("refused_stale", seq=seq, now=course.seq))


def stage(course: Course, lines: Sequence[str], decides: Callable[[int], bool]) -> Course:
    """A branch with the lines played; `Refusal` says which one cannot be. `decides`: is the seat the sender's?"""
    branch = course.branch()
    for number, line in enumerate(lines):
        _check_turn(branch, line, number, decides)
        _play(branch, line, number)
    return branch


def run_on(course: Course, deck: Sequence[str] | None) -> None:
    """Plays on as far as nobody decides: tiles from the deck, forced decisions. Without a deck it stops at a draw."""
    while True:
        if course.game.phase == "draw":
            if deck is None:
                return
            course.reveal(deck[course.drawn])
        else:
            line = forced_line(course.game)
            if line is None:
                return
            course.play(line, forced=True)


def forced_line(game: Game) -> str | None:
    """The only thing to do, if it reveals nothing: landing or settling in the one way there is, passing."""
    phase = game.phase
    if phase == "landing":
        return _only_landing(game)
    if phase in ("turn", "settle"):
        legal = game.legal()
        if len(legal) == 1 and (phase == "settle" or line_of(legal[0]) == "pass"):
            return line_of(legal[0])
    return None


def _only_landing(game: Game) -> str | None:
    """Three equal boats on three beaches are one outcome, whatever the order."""
    legal = game.legal()
    return line_of(legal[0]) if len(legal) == 1 or game.is_landing_forced() else None


def _check_turn(course: Course, line: str, number: int, decides: Callable[[int], bool]) -> None:
    seat = course.active_seat
    if seat is None:
        raise Refusal("over", text("refused_over"))
    if course.game.phase == "draw":
        raise Refusal("illegal", text("refused_after_draw", line=line, number=number))
    if not decides(seat):
        raise Refusal("not_yours", text("refused_not_yours", active=course.game.active_colour or ""))


def _play(course: Course, line: str, number: int) -> None:
    phase = course.game.phase
    try:
        course.play(line if line in MOVE_OF else parse(line).line)
    except (IllegalMove, NotationError) as error:
        legal = sorted(course.game.legal_lines())
        listed = "; ".join(legal[:MOST_LISTED]) + ("; …" if len(legal) > MOST_LISTED else "")
        why = text(
            "refused_illegal",
            line=line,
            phase=phase,
            number=number,
            legal=listed,
            reason=_first_part(str(error)),
        )
        raise Refusal("illegal", why) from None


def _first_part(reason: str) -> str:
    """The engine's sentence without its list of legal lines, which stands beside it."""
    return reason.partition("; legal now")[0]
