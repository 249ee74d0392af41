"""`/ws/room/{room}`: one connection to a room, from enter to the end."""

import asyncio
from contextlib import suppress

import msgspec
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from tongiaki.server.direct import write_of
from tongiaki.server.encoding import encoded
from tongiaki.server.places import place_of
from tongiaki.server.problems import Refusal, text
from tongiaki.server.protocol import Base, Ping, Pong, Refused
from tongiaki.server.room_protocol import Done, Enter, Rename, RoomClientMessage, Said, Sit
from tongiaki.server.rooms.live_room import LiveRoom
from tongiaki.server.rooms.rooms import Rooms
from tongiaki.server.routes import Routes
from tongiaki.server.sessions import Guest
from tongiaki.server.settings import Settings
from tongiaki.server.watching import Watcher
from tongiaki.server.wire import (
    TOO_MANY,
    UNKNOWN,
    decoded,
    id_of,
    part,
    receive,
    send_all,
    speaks_this_protocol,
)

router = Routes()

_decoder: msgspec.json.Decoder[RoomClientMessage] = msgspec.json.Decoder(RoomClientMessage)


@router.websocket("/ws/room/{room}")
async def connect(socket: WebSocket, room: str) -> None:
    """Takes a connection; a new browser gets its cookie."""
    settings: Settings = socket.app.state.settings
    guest, cookie = Guest(socket), Response()
    guest.remember(cookie)
    await socket.accept(headers=[header for header in cookie.raw_headers if header[0] == b"set-cookie"])
    with suppress(WebSocketDisconnect):
        await _Connection(socket, room, guest.session, socket.app.state.rooms, settings).run()


class _Connection:
    """What one client says, and the answers."""

    def __init__(self, socket: WebSocket, id: str, session: str, rooms: Rooms, settings: Settings) -> None:
        self._socket = socket
        self._id = id
        self._session = session
        self._rooms = rooms
        self._settings = settings
        self._room: LiveRoom | None = None
        self._member = Watcher(session, settings.most_waiting, write_of(socket))
        self._member.place = place_of(socket)

    async def run(self) -> None:
        """Until the client leaves; then it is no member any more."""
        sender: asyncio.Task[None] | None = None
        try:
            while self._room is None:
                if not await self._enter():
                    return
            sender = asyncio.create_task(send_all(self._socket, self._member))
            while True:
                raw = await receive(self._socket, self._member)
                self._member.send(await self._answer(self._room, raw))
        finally:
            if self._room is not None:
                self._rooms.leave(self._room, self._member)
            if sender is not None:
                sender.cancel()

    async def _enter(self) -> bool:
        """The first message: enter. False: the connection is closed."""
        try:
            enter = decoded(_decoder, await receive(self._socket), self._settings.most_message)
            if not isinstance(enter, Enter):
                raise Refusal("malformed", text("refused_enter_first"))
        except Refusal as refusal:
            await self._socket.send_text(encoded(Refused("", refusal.code, refusal.why)))
            return True
        if not await speaks_this_protocol(self._socket, enter.protocol):
            return False
        try:
            name = await self._name(enter.name)
        except Refusal:
            name = ""  # it is asked for another
        try:
            self._room = await self._rooms.enter(self._id, self._member, enter.talk, name)
        except Refusal as full:
            await part(self._socket, Refused("", full.code, full.why), TOO_MANY)
            return False
        if self._room is None:
            why = text("refused_unknown_room", id=self._id[:40])
            await part(self._socket, Refused("", "unknown_room", why), UNKNOWN)
            return False
        return True

    async def _name(self, wanted: str) -> str:
        """What this person is called: a claimed name is only its person's; `Refusal`."""
        called: str = await self._socket.app.state.people.name_at(self._socket, wanted)
        return called

    async def _answer(self, room: LiveRoom, raw: str | bytes) -> Base:
        try:
            message = decoded(_decoder, raw, self._settings.most_message)
            match message:
                case Ping():
                    return Pong()
                case Enter(talk=talk):
                    self._member.send(room.view(self._session))
                    return room.lines_after(talk, self._session)
                case _:
                    if isinstance(message, Sit | Rename):
                        name = await self._name(message.name)
                        if isinstance(message, Rename) and name != message.name:
                            raise Refusal("name", text("refused_own_name", name=name))
                        message = msgspec.structs.replace(message, name=name)
                    if answers := await self._rooms.perform(room, self._session, message):
                        self._member.send(Said(answers))
                    return Done(message.id)
        except Refusal as refusal:
            return Refused(id_of(raw), refusal.code, refusal.why)
