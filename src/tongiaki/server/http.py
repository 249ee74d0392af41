"""The HTTP interface of tables, under `/api`."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tongiaki.bots import BOTS
from tongiaki.engine import OPTIONS, PRESETS
from tongiaki.records.catalogue import COLOURS
from tongiaki.server.answers import body_of, created, json_answer
from tongiaki.server.course import Course
from tongiaki.server.deal import shuffled
from tongiaki.server.game_records import record_of, replay_of, taken_up
from tongiaki.server.past import tried_from, views_of
from tongiaki.server.problems import BadRequest, text
from tongiaki.server.protocol import NewTable, Option, Options, TableCreated
from tongiaki.server.routes import Routes
from tongiaki.server.seating import seating_of
from tongiaki.server.sessions import Guest, session_of
from tongiaki.server.table import LiveTable
from tongiaki.server.tables import Tables

router = Routes()


@router.get("/api/options")
async def options() -> Response:
    """What can be chosen for a new table."""
    rules = [Option(name, list(values)) for name, values in OPTIONS.items()]
    return json_answer(Options(rules, dict(PRESETS), list(COLOURS), list(BOTS)))


@router.post("/api/tables")
async def new_table(request: Request) -> Response:
    """Makes a table: new, from a running record, or from an event of another; its persons play in this browser."""
    new, before = await body_of(request, NewTable), None
    if new.origin is not None:
        before = await _read(request, new.origin.table)
        deal, course = tried_from(new, new.origin, before)
    elif new.record is not None:
        before = await _table_of(request, new.record)
        deal, course = await taken_up(new)
    else:
        seating = seating_of(new)
        deal, course = shuffled(seating.order[0]), Course.begin(seating)
    guest = Guest(request)
    odds = new.odds and (
        before is None or before.odds or before.course.over
    )  # off stays off while a game runs
    table = await _tables(request).create(guest.session, deal, course, odds)
    return created(guest, TableCreated(table.id), f"/api/tables/{table.id}")


@router.get("/api/tables")
async def tables(request: Request) -> Response:
    """The tables of this browser, the latest change first."""
    session = session_of(request)
    return json_answer(await _tables(request).of_session(session) if session else [])


@router.get("/api/tables/{id}")
async def table(request: Request, id: str) -> Response:
    """A table as it stands: the same as `state` over the WebSocket."""
    found = await _found(request, id)
    return json_answer(found.state(session_of(request)))


@router.get("/api/tables/{id}/record")
async def record(request: Request, id: str) -> Response:
    """The record as a file (`tongiaki-record/1`)."""
    found = await _found(request, id)
    headers = {"Content-Disposition": f'attachment; filename="tongiaki-{found.id}.jsonl"'}
    return Response(record_of(found).to_json() + "\n", headers=headers, media_type="application/json")


@router.get("/api/tables/{id}/views")
async def views(request: Request, id: str, first: str = "0", last: str = "") -> Response:
    """What was to be seen after each of the events from `first` to `last` (one, if `last` is left out)."""
    found = await _found(request, id)
    return json_answer(views_of(found.course, first, last or first))


@router.post("/api/tables/{id}/rematch")
async def rematch(request: Request, id: str) -> Response:
    """A new table with the same seats; the next seat starts."""
    await body_of(request, dict[str, Any])
    found = await _found(request, id)
    guest = Guest(request)
    if found.session != guest.session or found.room is not None:
        raise BadRequest(403, "not_yours", text("problem_not_yours"))
    if not found.course.over:
        raise BadRequest(409, "not_over", text("problem_not_over"))
    seating = found.seating.rotated()
    deal, course = shuffled(seating.order[0]), Course.begin(seating)
    new = await _tables(request).create(guest.session, deal, course, found.odds)
    return created(guest, TableCreated(new.id), f"/api/tables/{new.id}")


@router.post("/api/replay")
async def replay(request: Request) -> Response:
    """A record, to be stepped through."""
    value = await body_of(request, Any)
    return json_answer(await replay_of(value))


async def _table_of(request: Request, record: dict[str, Any]) -> LiveTable | None:
    """The table that a record was written at, if it is one of ours. A rated game that runs is tried out nowhere."""
    id = record.get("id")
    table = await _tables(request).read(id) if isinstance(id, str) else None
    if table is not None and table.rated and not table.course.over:
        raise BadRequest(409, "rated", text("problem_rated_running"))
    return table


def _tables(request: Request) -> Tables:
    found: Tables = request.app.state.tables
    return found


async def _found(request: Request, id: str) -> LiveTable:
    return _there(await _tables(request).find(id), id)


async def _read(request: Request, id: str) -> LiveTable:
    return _there(await _tables(request).read(id), id)


def _there(found: LiveTable | None, id: str) -> LiveTable:
    if found is None:
        raise BadRequest(404, "unknown_table", text("problem_unknown_table", id=id[:40]))
    return found
