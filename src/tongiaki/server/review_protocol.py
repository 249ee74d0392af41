"""A game looked back on, over HTTP. A part of the protocol; what the figures mean: docs/review.md."""

from typing import Literal

from tongiaki.server.protocol import Base, Choice

Worth = Literal["best", "good", "slip", "mistake"]


class Judgement(Base, frozen=True):
    """What a decision gave away: `error` = `best_chance` − `chance`, chances of victory of who decided.

    `best`: the best line, taken apart; without `place` and `outlook`.
    `worth`: `best` if nothing better was found, `good` if hardly, else `slip` or `mistake`.
    """

    best: Choice
    best_chance: float
    chance: float
    error: float
    worth: Worth


class ReviewMoment(Base, frozen=True):
    """An event in effect, and the chances of victory after it, by seat.

    `luck`: of a draw, what its tile changed, by seat; else empty. `judgement`: of a decision, when it is found.
    """

    seq: int
    seat: int | None
    chances: list[float]
    luck: list[float]
    judgement: Judgement | None


class ReviewShare(Base, frozen=True):
    """How a seat's chance went: `end` − `start` = `own` + `others` + `luck`. `given_away`: the sum of its errors."""

    start: float
    end: float
    own: float
    others: float
    luck: float
    given_away: float


class Review(Base, frozen=True):
    """GET /api/tables/{id}/review, POST /api/replay/review: the game up to event `seq`.

    All is found when `judged` = `decisions`.

    `luckiest`, `worst`: the draws that changed most, the greatest errors so far: numbers of events.
    """

    seq: int
    decisions: int
    judged: int
    moments: list[ReviewMoment]
    shares: list[ReviewShare]
    luckiest: list[int]
    worst: list[int]
