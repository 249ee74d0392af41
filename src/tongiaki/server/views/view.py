"""The view: everything a seat may see, put together."""

from typing import Any, cast

import msgspec

from tongiaki.engine import Rules
from tongiaki.server.course import Course
from tongiaki.server.protocol import Fleet, Phase, Result, Score, TieBreak, Undo, View
from tongiaki.server.seating import Seating
from tongiaki.server.views.blocked import blocked_in
from tongiaki.server.views.board import Board
from tongiaki.server.views.choices import choices_in


class Sight:
    """What may be seen after the last event of a course, made once for all who look."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._board = Board(course.game)
        self._public = _public(course, self._board)

    def view(self, can_act: bool, undo: Undo | None = None) -> View:
        """How it is seen. Choices and reasons are for the one who can act."""
        if not can_act and undo is None:
            return self._public
        game, rules, board = self._course.game, self._course.seating.rules, self._board
        decisions, choices = choices_in(game, board) if can_act else ([], [])
        return msgspec.structs.replace(
            self._public,
            can_act=can_act,
            choices=choices,
            blocked=blocked_in(game, rules, board, decisions) if can_act else [],
            undo=undo,
        )


def view_of(course: Course, can_act: bool, undo: Undo | None = None) -> View:
    """What may be seen after the last event. Choices and reasons are for the one who can act."""
    return Sight(course).view(can_act, undo)


def _public(course: Course, board: Board) -> View:
    """What everybody may see."""
    game, seating = course.game, course.seating
    rules, facts, colour, over = seating.rules, board.facts, game.active_colour, course.over
    kings = list(board.royal.values())
    return View(
        seq=course.seq,
        ply=course.ply,
        turn=facts["turn"],
        phase="over" if over else cast(Phase, game.phase),
        position=board.position,
        active_seat=course.active_seat,
        active_colour=None if over else colour,
        can_act=False,
        scores=_by_seat(seating, game.scores()),
        choices=[],
        blocked=[],
        deck_left=facts["deck_left"],
        removed=list(course.removed),
        voyages=facts["voyages"],
        crumbs=list(course.crumbs),
        full_beaches=board.full_beaches if game.phase == "chain" else [],
        fleet=_fleet(board, facts),
        hand=facts.get("hand"),
        supply_empty=colour is not None and not board.supply[colour],
        royal_used={colour: kings.count(colour) for colour in board.supply},
        royal_limit=rules.royal_limit if isinstance(rules.royal_limit, int) else None,
        idle_turns=facts["idle"],
        idle_limit=facts["idle_limit"],
        end_triggered=facts.get("ended"),
        result=_result(seating, rules, course.result) if over else None,
        circling=course.circling,
        stand_ins=[course.stand_ins.get(seat) for seat in range(len(seating.seats))],
    )


def _by_seat(seating: Seating, scores: list[dict[str, int]]) -> list[Score]:
    """Scores of the players, put in the order of the seats."""
    first = len(scores) - seating.start_seat
    return [Score(**score) for score in scores[first:] + scores[:first]]


def _fleet(board: Board, facts: dict[str, Any]) -> Fleet | None:
    if facts["phase"] != "landing":
        return None
    return Fleet(facts["island"], facts["fleet"], board.free_on(facts["island"]))


def _result(seating: Seating, rules: Rules, result: dict[str, Any] | None) -> Result | None:
    if result is None:
        return None
    scores = _by_seat(seating, result["scores"])
    winners = sorted(seating.seat_of(player) for player in result["winners"])
    return Result(result["reason"], scores, winners, _tie_break(scores, rules.tie_break))


def _tie_break(scores: list[Score], rule: str) -> TieBreak:
    """R-10.2: what decided among those with the most points."""
    best = [score for score in scores if score.points == max(score.points for score in scores)]
    if len(best) == 1:
        return "none"
    if rule == "shared":
        return "shared"
    islands = [score for score in best if score.islands == max(score.islands for score in best)]
    if len(islands) == 1:
        return "islands"
    boats = [score for score in islands if score.boats == min(score.boats for score in islands)]
    return "boats" if len(boats) == 1 else "shared"
