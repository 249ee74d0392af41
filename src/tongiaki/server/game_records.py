"""Records: a table written down, a record taken up again, a record shown step by step."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

from tongiaki.engine import Rules
from tongiaki.records import GameRecord, RecordError
from tongiaki.records.record import RULES_VERSION, Player
from tongiaki.records.replay import Replay, check_end
from tongiaki.server import happened
from tongiaki.server.course import Course
from tongiaki.server.deal import Deal, shuffled
from tongiaki.server.problems import BadRequest, text
from tongiaki.server.protocol import NewTable, ReplayView, SeatBefore, Table
from tongiaki.server.seating import Seating, seating_of_record
from tongiaki.server.table import LiveTable
from tongiaki.server.views import view_of

LONGEST_REASON = 300

MOST_MOVES = 10_000
"""Games have a few hundred. Longer records are for `tongiaki replay`."""

SLICE = 16
"""So many moves of a record are played at a stretch; then others at the event loop have their turn."""


def record_of(table: LiveTable) -> GameRecord:
    """The record of a table: the tiles drawn so far, or all of them and the salt when the game is over."""
    course, deal = table.course, table.deal
    over = course.over
    return GameRecord(
        players=[Player(seat.name, list(seat.colours), _bot(seat.bot)) for seat in table.seating.players],
        deck=list(deal.deck if over else deal.deck[: course.drawn]),
        moves=[event.line for event in course.line if event.line is not None],
        rules=table.seating.rules.differences(),
        result=course.result,
        other={
            "id": table.id,
            "rules_version": RULES_VERSION,
            "commitment": _commitment(deal, over),
            **_earlier_decks(table, over),
            **happened.written(table),
        },
    )


async def taken_up(new: NewTable) -> tuple[Deal, Course]:
    """The course of a running record, to be gone on with; tiles beyond the end of its deck are shuffled."""
    record = await _checked(new.record)
    seating = seating_of_record(new, record, Rules.of(record.rules))
    course = await _course(seating, record)
    if course.game.is_over or record.result is not None:
        raise BadRequest(400, "record_over", text("problem_record_over"))
    return shuffled(seating.order[0], record.deck), course


async def replay_of(value: Any) -> ReplayView:
    """All events of a record, with the view after each; `BadRequest` says which move is wrong, and why."""
    record = await _checked(value)
    seating = seating_of_record(NewTable(), record, Rules.of(record.rules))
    told = happened.Told(record)
    views = [view_of(Course.begin(seating), can_act=False)]
    course = await _course(seating, record, told, lambda at: views.append(view_of(at, can_act=False)))
    return ReplayView(_table(seating, record, told.before), course.events.all(), views)


async def over_in_record(value: Any) -> Course:
    """The course of a record whose game is over; `BadRequest`."""
    record = await _checked(value)
    seating = seating_of_record(NewTable(), record, Rules.of(record.rules))
    course = await _course(seating, record, happened.Told(record))
    if not course.over:
        raise BadRequest(409, "not_over", text("problem_not_over"))
    return course


async def _checked(value: Any) -> GameRecord:
    try:
        record = GameRecord.from_dict(value)
        if len(record.moves) > MOST_MOVES:
            raise RecordError(f"the server replays at most {MOST_MOVES} moves")
        replay = Replay(record)
        for ply, _ in replay:
            await _let_others(ply)
        check_end(replay)
    except RecordError as error:
        reason = error.message[:LONGEST_REASON]
        if error.move:
            why = text("problem_record_ply", ply=error.ply, move=error.move[:100], reason=reason)
        else:
            why = text("problem_record", reason=reason)
        raise BadRequest(400, "record", why) from None
    return record


async def _course(
    seating: Seating,
    record: GameRecord,
    told: happened.Told | None = None,
    after_each: Callable[[Course], None] = lambda course: None,
) -> Course:
    """The record's course, with what is told beside its moves; `after_each` gets it after each event but the first."""
    course = Course.begin(seating)
    for at in _steps(course, record, told):
        after_each(at)
        await _let_others(at.seq)
    return course


def _steps(course: Course, record: GameRecord, told: happened.Told | None) -> Iterator[Course]:
    """The course of a record after each event."""
    for line in (*record.moves, None):
        while course.game.phase == "draw" and course.drawn < len(record.deck):
            course.reveal(record.deck[course.drawn])
            yield course
        if told is not None:
            yield from told.go_on(course)
        if line is not None:
            course.play(line)
            yield course
    if told is not None and record.result is not None and not course.over:
        course.agree()  # else the record would have been refused
        yield course


async def _let_others(step: int) -> None:
    if step % SLICE == 0:
        await asyncio.sleep(0)


def _commitment(deal: Deal, over: bool) -> dict[str, str]:
    return {"sha256": deal.commitment, **({"salt": deal.salt} if over else {})}


def _earlier_decks(table: LiveTable, over: bool) -> dict[str, Any]:
    """The decks that held before a draw was taken back, each with the event from which it held."""
    decks = [
        {"since": deal.since, "commitment": _commitment(deal, over), **({"deck": deal.deck} if over else {})}
        for deal in table.deals[:-1]
    ]
    return {"earlier_decks": decks} if decks else {}


def _bot(name: str | None) -> dict[str, Any]:
    return {} if name is None else {"bot": name}


def _table(seating: Seating, record: GameRecord, before: list[SeatBefore]) -> Table:
    commitment = record.other.get("commitment")
    shown = commitment.get("sha256", "") if isinstance(commitment, dict) else ""
    id = record.other.get("id", "")
    return Table(
        id=id if isinstance(id, str) else "",
        seats=list(seating.seats),
        rules=seating.rules.differences(),
        start_seat=seating.start_seat,
        commitment=shown if isinstance(shown, str) else "",
        order=seating.order,
        before=before,
    )
