"""The past of a table: what was to be seen after an event, and a new table that goes on from there."""

from tongiaki.server.course import Course
from tongiaki.server.deal import Deal, sealed, shuffled
from tongiaki.server.problems import BadRequest, text
from tongiaki.server.protocol import NewTable, Origin, Views
from tongiaki.server.seating import seating_of_origin
from tongiaki.server.table import LiveTable
from tongiaki.server.views import view_of

MOST_VIEWS = 128
"""Views in one answer."""


def views_of(course: Course, first: str, last: str) -> Views:
    """The views after the events `first` to `last`, as anybody saw them; `BadRequest` for numbers out of range."""
    numbers = _number(first), _number(last)
    if not 0 <= numbers[0] <= numbers[1] <= course.seq or numbers[1] - numbers[0] >= MOST_VIEWS:
        why = text("problem_views", first=first[:20], last=last[:20], most=MOST_VIEWS, now=course.seq)
        raise BadRequest(400, "views", why)
    return Views([view_of(at, can_act=False) for at in course.past(*numbers)])


def tried_from(new: NewTable, origin: Origin, table: LiveTable) -> tuple[Deal, Course]:
    """A course that stands where event `origin.seq` left that of the table, and a deck for it; `BadRequest`."""
    course = table.course
    if table.rated and not course.over:
        raise BadRequest(409, "rated", text("problem_rated_running"))
    if not 0 <= origin.seq <= course.seq:
        raise BadRequest(400, "origin_seq", text("problem_origin_seq", seq=origin.seq, most=course.seq))
    if origin.deck == "same" and not course.over:
        raise BadRequest(409, "deck_secret", text("problem_deck_secret"))
    at = course.at(origin.seq)
    if at.game.is_over:
        raise BadRequest(400, "origin_over", text("problem_origin_over", seq=origin.seq))
    seating = seating_of_origin(new, course.seating)
    return _deck(origin, table, at), Course.fold(seating, at.effective_entries())


def _deck(origin: Origin, table: LiveTable, at: Course) -> Deal:
    start_colour = table.seating.order[0]
    held = max((deal for deal in table.deals if deal.since <= origin.seq), key=lambda deal: deal.since)
    if origin.deck == "same":
        return sealed(start_colour, held.deck)
    return shuffled(start_colour, held.deck[: at.drawn])


def _number(written: str) -> int:
    return int(written) if written.isascii() and written.isdigit() and len(written) < 10 else -1
