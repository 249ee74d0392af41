"""Taking back: how far one press of Undo goes, and to which events the game may go back."""

from collections.abc import Callable

from tongiaki.engine import Game
from tongiaki.server.course import BESIDE, Course, begins_turn
from tongiaki.server.deal import Deal, shuffled
from tongiaki.server.problems import Refusal, text
from tongiaki.server.protocol import Event, Undo
from tongiaki.server.staging import forced_line


def undo_of(course: Course, plays: dict[str, int]) -> Undo | None:
    """What one press of Undo does for the browser of all persons here.

    Within a turn: back to its beginning or to the last tile that was turned up. If nothing has been decided since,
    the latest play of a person is taken back with all that followed. `plays`: the last event of each, by id.
    """
    seat = course.active_seat
    at = _free_point(course, plays.get("", 0)) if seat is not None and course.is_person(seat) else None
    if at is None:
        at = _before_last_play(course, plays, lambda event: _is_persons(course, event))
    return None if at is None else _undo_to(course, at)


def free_undo_of(course: Course, plays: dict[str, int]) -> Undo | None:
    """What one press of Undo does for somebody on the move among others: only what reveals nothing, in the own turn."""
    if course.active_seat is None:
        return None
    at = _free_point(course, plays.get("", 0))
    undo = None if at is None else _undo_to(course, at)
    return None if undo is None or undo.reveals or undo.passes else undo


def undo_to_ask_for(course: Course, plays: dict[str, int], seat: int) -> Undo | None:
    """What the others are asked for by who wants the latest own play back: that, with all that followed."""
    at = _before_last_play(course, plays, lambda event: _is_decision(event) and event.seat == seat)
    return None if at is None else _undo_to(course, at)


def _undo_to(course: Course, at: int) -> Undo:
    taken = [course.events[seq] for seq in course.in_effect[at + 1 :]]
    return Undo(
        to=course.in_effect[at],
        moves=sum(map(_is_decision, taken)),
        reveals="draw" in [event.kind for event in taken],
        passes=_turn_changes(course, taken),
    )


def event_to_go_back_to(course: Course, to: int) -> int:
    """The event in effect after which somebody decided, at or before `to`; `Refusal` if nothing is to be taken back."""
    if not 0 <= to < course.seq:
        raise Refusal("cannot_undo", text("refused_undo_to", to=to, now=course.seq))
    seq = to
    while (event := course.events[seq]).kind in ("undo", *BESIDE):
        seq = seq - 1 if event.back_to is None else event.back_to
    if seq not in course.in_effect:
        raise Refusal("cannot_undo", text("refused_undo_taken", to=to, by=_taken_by(course, seq)))
    at = course.in_effect.index(seq)
    while at > 0 and not _somebody_decides(course.at(course.in_effect[at]).game):
        at -= 1
    if not any(map(_is_decision, course.line[at + 1 :])):
        raise Refusal("cannot_undo", text("refused_undo_start"))
    return course.in_effect[at]


def deal_after(course: Course, back_to: int) -> Deal | None:
    """The unseen tiles shuffled anew for an undo, if anybody could have learnt something of their order.

    That is where a draw is taken back, and after the end of a game: then the deck lay open.
    """
    kept = [course.events[seq] for seq in course.in_effect if seq <= back_to]
    tiles = [event.tile for event in kept if event.tile is not None]
    if len(tiles) == course.drawn and not course.over:
        return None
    return shuffled(course.seating.order[0], tiles, since=course.seq + 1)


def _somebody_decides(game: Game) -> bool:
    return game.phase not in ("draw", "over") and forced_line(game) is None


def _is_decision(event: Event) -> bool:
    return event.kind == "move" and not event.forced


def _free_point(course: Course, made: int) -> int | None:
    """Where in the line the decisions begin that are still free: none of another turn, none before a tile.

    made: with this event the table was made.
    """
    at, before, colour = len(course.in_effect) - 1, None, course.game.active_colour
    while (event := course.nth(at)).seq > made and event.kind == "move" and event.colour == colour:
        if begins_turn(event):
            break
        at -= 1
        before = before if event.forced else at
    return before


def _before_last_play(
    course: Course, plays: dict[str, int], is_wanted: Callable[[Event], bool]
) -> int | None:
    """Where in the line the latest play of such decisions begins: the event before it."""
    first = len(course.in_effect) - 1
    while first > 0 and not is_wanted(course.nth(first)):
        first -= 1
    if first <= 0:
        return None
    made, ends = plays.get("", 0), set(plays.values())
    while is_wanted(course.nth(first - 1)):
        before = course.in_effect[first - 1]
        if before <= made or before in ends or before + 1 != course.in_effect[first]:
            break
        first -= 1
    return first - 1


def _is_persons(course: Course, event: Event) -> bool:
    return _is_decision(event) and event.seat is not None and course.is_person(event.seat)


def _turn_changes(course: Course, taken: list[Event]) -> bool:
    colours = {course.game.active_colour, *(event.colour for event in taken)}
    return len(colours) > 1 or any(map(begins_turn, taken))


def _taken_by(course: Course, seq: int) -> int:
    """The undo that took an event back."""
    return next(
        event.seq for event in course.events[seq:] if event.back_to is not None and event.back_to < seq
    )
