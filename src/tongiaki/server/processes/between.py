"""What one process does for another: `POST /between`, for nobody else."""

from starlette.datastructures import State
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tongiaki.server.answers import body_of, json_answer
from tongiaki.server.gate import PASSED_ON
from tongiaki.server.others import (
    Asked,
    Bring,
    Leave,
    Listens,
    Moved,
    Named,
    Public,
    Quick,
    Reconnect,
    Rename,
    Tried,
)
from tongiaki.server.people.leaving import Leaving
from tongiaki.server.people.moving import Moving
from tongiaki.server.processes.several import BETWEEN
from tongiaki.server.rooms.rooms import Rooms
from tongiaki.server.routes import Routes

router = Routes()


@router.post(BETWEEN)
async def between(request: Request) -> Response:
    """Whatever another process asks for."""
    if PASSED_ON not in request.scope:
        raise HTTPException(404)
    return json_answer(await _done(await body_of(request, Asked), request.app.state))


async def _done(asked: Asked, state: State) -> object:
    moving: Moving = state.moving
    leaving: Leaving = state.leaving
    rooms: Rooms = state.rooms
    match asked:
        case Bring(room=room, guest=guest, person=person, name=name):
            return await moving.bring_to_room(room, guest, person, name)
        case Leave(room=room, session=session, nobody=nobody, name=name):
            return await leaving.leave_room(room, session, nobody, name)
        case Moved(old=old, new=new, stays=stays):
            await moving.move_here(old, new, stays)
        case Rename(room=room, person=person, name=name):
            return await state.renaming.in_room(room, person, name)
        case Named(session=session, name=name, games=games):
            await leaving.name_seats_here(session, name, games)
        case Reconnect(sessions=sessions):
            moving.reconnect_here(sessions)
        case Tried(name=name, right=right):
            state.people.tried_here(name, right)
        case Listens(session=session):
            await rooms.listen_anew(session)
        case Public():
            return rooms.public_here()
        case Quick(session=session, quick=quick):
            return await rooms.quick_here(session, quick)
    return True
