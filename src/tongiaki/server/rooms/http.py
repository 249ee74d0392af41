"""Rooms over HTTP: `/api/rooms`."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tongiaki.server.answers import body_of, created, json_answer
from tongiaki.server.problems import BadRequest, Refusal, text
from tongiaki.server.room_protocol import NewRoom, QuickMatch, RoomCreated
from tongiaki.server.rooms.mine import my_games
from tongiaki.server.rooms.rooms import Rooms
from tongiaki.server.routes import Routes
from tongiaki.server.sessions import Guest, session_of

router = Routes()


@router.post("/api/rooms")
async def new_room(request: Request) -> Response:
    """Makes a room; whoever makes it is its host."""
    new = await body_of(request, NewRoom)
    guest = Guest(request)
    new = msgspec.structs.replace(new, name=await _name(request, new.name))
    room = await _rooms(request).create(guest.session, new)
    return created(guest, RoomCreated(room.id), f"/api/rooms/{room.id}")


@router.post("/api/rooms/quick")
async def quick_match(request: Request) -> Response:
    """A seat in a public room for so many players, or a new one."""
    quick = await body_of(request, QuickMatch)
    guest = Guest(request)
    quick = msgspec.structs.replace(quick, name=await _name(request, quick.name))
    room = await _rooms(request).quick(guest.session, quick)
    return created(guest, RoomCreated(room), f"/api/rooms/{room}")


@router.get("/api/rooms")
async def public_rooms(request: Request) -> Response:
    """Public rooms where somebody waits for players, the newest first."""
    return json_answer(await _rooms(request).public())


@router.get("/api/rooms/mine")
async def mine(request: Request) -> Response:
    """The rooms and games of this browser, those that wait for it first."""
    session = session_of(request)
    state = request.app.state
    return json_answer(await my_games(session, state.room_store, state.tables) if session else [])


@router.get("/api/rooms/{id}")
async def room(request: Request, id: str) -> Response:
    """A room as it stands: the same as `room` over the WebSocket."""
    found = await _rooms(request).view(id, session_of(request))
    if found is None:
        raise BadRequest(404, "unknown_room", text("problem_unknown_room", id=id[:40]))
    return json_answer(found)


async def _name(request: Request, name: str) -> str:
    """What somebody is called who wants to be called so; `BadRequest` if the name is claimed by another."""
    try:
        called: str = await request.app.state.people.name_at(request, name)
    except Refusal as refusal:
        raise BadRequest(409, refusal.code, refusal.why) from None
    return called


def _rooms(request: Request) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms
