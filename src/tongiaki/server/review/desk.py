"""Where games are reviewed: chances first, then decision by decision; what was found is remembered."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from typing import TypeVar

from tongiaki.records import parse
from tongiaki.review import Judged, Moment
from tongiaki.review import Review as Reviewed
from tongiaki.review.decisions import MISTAKE, NODES, SLIP
from tongiaki.server.course import Course
from tongiaki.server.logs import log
from tongiaki.server.review.process import NotFound, Process
from tongiaki.server.review.worker import AskDecision, AskGame, Found, Passed
from tongiaki.server.review_protocol import Judgement, Review, ReviewMoment, ReviewShare, Worth
from tongiaki.server.seating import Seating
from tongiaki.server.tasks import end
from tongiaki.server.views.choices import choice_of

T = TypeVar("T")

MOST_KEPT = 64
"""Games whose reviews are remembered."""


class Looking:
    """A game that is being looked back on."""

    def __init__(self, course: Course, known: "Looking | None") -> None:
        """known: an earlier look at the same game; what it found up to where the two part is taken over."""
        self.seating, self.seq = course.seating, course.seq
        self.line = [(event.seq, event.line or event.tile or "") for event in course.line]
        """The events in effect: their numbers, and what was done."""
        self.moments: list[Moment] = []
        self.judged: dict[int, Judged] = dict(self._still_true(known)) if known else {}
        self.decisions = -1
        """How many there are to judge; unknown until the chances are found."""
        self.failed = False
        self.wanted = True
        """False: it has been looked at anew, or forgotten."""
        self.more = asyncio.Condition()
        """Told when more is found."""

    @property
    def found(self) -> int:
        """How many decisions are judged; −1 as long as the chances are not known."""
        return len(self.judged) if self.moments else -1

    @property
    def done(self) -> bool:
        """Nothing more will be found."""
        return self.failed or self.found == self.decisions >= 0

    def _still_true(self, known: "Looking") -> list[tuple[int, Judged]]:
        same = 0
        for mine, other in zip(self.line, known.line, strict=False):
            if mine != other:
                break
            same += 1
        return [(number, one) for number, one in known.judged.items() if number < same]


class ReviewDesk:
    """Looks back on the games of tables, in one process; every game's next decision in turn."""

    def __init__(self, nodes: int = NODES) -> None:
        self._nodes = nodes
        self._process = Process()
        self._kept: OrderedDict[str, Looking] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    async def review(self, table: str, course: Course, after: int, patience: float) -> Review | None:
        """What is known when more than `after` decisions are judged, when that is all, or when patience is at an end.

        None: not even the chances.
        """
        looking = self._look(table, course)
        async with looking.more:
            with suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await looking.more.wait_for(lambda: looking.done or looking.found > after)
        return told(looking) if looking.moments else None

    async def close(self) -> None:
        """Drops what is being looked for."""
        await end(*self._tasks)
        await self._process.end()

    def _look(self, table: str, course: Course) -> Looking:
        known = self._kept.get(table)
        if known is None or known.failed or known.seq != course.seq:
            _drop(known)
            known = self._kept[table] = Looking(course, known)
            task = asyncio.create_task(self._find(known))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._kept.move_to_end(table)
        if len(self._kept) > MOST_KEPT:
            _drop(self._kept.popitem(last=False)[1])
        return known

    async def _find(self, looking: Looking) -> None:
        try:
            steps = [step for _, step in looking.line[1:]]
            passed = await self._process.ask(AskGame(looking.seating.start().to_bytes(), steps))
            assert isinstance(passed, Passed)
            looking.moments = passed.moments
            looking.decisions = len(passed.decisions)
            await _tell(looking)
            for number, state in sorted(passed.decisions, key=lambda one: _loss(passed.moments[one[0]])):
                if looking.wanted and number not in looking.judged:
                    found = await self._process.ask(AskDecision(state, steps[number - 1], self._nodes))
                    assert isinstance(found, Found)
                    assert found.judged is not None
                    looking.judged[number] = found.judged
                    await _tell(looking)
        except NotFound as why:
            log.error("review_failed", why=str(why))
            looking.failed = True
            await _tell(looking)


def _drop(looking: Looking | None) -> None:
    """It ends after the question that it has asked."""
    if looking is not None:
        looking.wanted = False


async def _tell(looking: Looking) -> None:
    async with looking.more:
        looking.more.notify_all()


def _loss(moment: Moment) -> float:
    """Those decisions first that look as if much was given away."""
    assert moment.play is not None
    assert moment.player is not None
    return moment.play[moment.player]


# -- as it is told -------------------------------------------------------------------------------------------


def told(looking: Looking) -> Review:
    """What was found, by seats and numbers of events."""
    review, seating = Reviewed(looking.moments, dict(looking.judged)), looking.seating
    seqs = [seq for seq, _ in looking.line]
    parts = zip(review.shares(), review.given_away(), strict=True)
    return Review(
        seq=looking.seq,
        decisions=looking.decisions,
        judged=len(looking.judged),
        moments=[
            _moment(seating, seq, moment, looking.judged.get(number))
            for number, (seq, moment) in enumerate(zip(seqs, looking.moments, strict=True))
        ],
        shares=_by_seat(seating, [ReviewShare(*share, given) for share, given in parts]),
        luckiest=[seqs[number] for number in review.luckiest()],
        worst=[seqs[number] for number in review.worst() if review.judged[number].error >= SLIP],
    )


def _moment(seating: Seating, seq: int, moment: Moment, found: Judged | None) -> ReviewMoment:
    return ReviewMoment(
        seq=seq,
        seat=None if moment.player is None else seating.seat_of(moment.player),
        chances=_by_seat(seating, moment.chances),
        luck=_by_seat(seating, moment.luck) if moment.luck else [],
        judgement=None if found is None else _judgement(found),
    )


def _judgement(found: Judged) -> Judgement:
    return Judgement(
        choice_of(parse(found.best)), found.best_chance, found.played_chance, found.error, worth(found)
    )


def worth(found: Judged) -> Worth:
    """How good the decision was, in a word."""
    if found.error >= MISTAKE:
        return "mistake"
    if found.error >= SLIP:
        return "slip"
    return "good" if found.error > 0 else "best"


def _by_seat(seating: Seating, by_player: Sequence[T]) -> list[T]:
    seats = {seating.seat_of(player): value for player, value in enumerate(by_player)}
    return [seats[seat] for seat in sorted(seats)]
