"""`/api/tables/{id}/review`, `/api/replay/review`: chances, luck and errors of a game."""

import hashlib
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tongiaki.server.answers import body_of, json_answer
from tongiaki.server.course import Course
from tongiaki.server.game_records import over_in_record
from tongiaki.server.problems import BadRequest, text
from tongiaki.server.review.desk import ReviewDesk
from tongiaki.server.routes import Routes
from tongiaki.server.table import LiveTable

router = Routes()

PATIENCE = 20.0
"""Seconds until the answer is what is known by then."""


@router.get("/api/tables/{id}/review")
async def review(request: Request, id: str, after: str = "") -> Response:
    """A game that is over, or is neither rated nor played without odds; waits for more than `after` decisions."""
    table: LiveTable | None = await request.app.state.tables.find(id)
    if table is None:
        raise BadRequest(404, "unknown_table", text("problem_unknown_table", id=id[:40]))
    if not table.course.over:
        _check_may_know(table)
    return await _reviewed(request, table.id, table.course, after)


@router.post("/api/replay/review")
async def review_of_record(request: Request, after: str = "") -> Response:
    """The same for a record whose game is over."""
    course = await over_in_record(await body_of(request, Any))
    steps = "\n".join(event.line or event.tile or "" for event in course.line)
    name = hashlib.sha256(f"{course.seating}\n{steps}".encode()).hexdigest()
    return await _reviewed(request, f"record {name}", course, after)


async def _reviewed(request: Request, name: str, course: Course, after: str) -> Response:
    """name: under which the desk remembers the game."""
    desk: ReviewDesk = request.app.state.reviews
    known = int(after) if after.isascii() and after.isdigit() and len(after) < 6 else -1
    found = await desk.review(name, course, known, PATIENCE)
    if found is None:
        raise BadRequest(503, "busy", text("problem_review_busy"))
    return json_answer(found)


def _check_may_know(table: LiveTable) -> None:
    if table.rated:
        raise BadRequest(409, "rated", text("problem_review_rated"))
    if not table.odds:
        raise BadRequest(409, "no_odds", text("refused_odds_off"))
