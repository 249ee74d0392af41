"""`/ws/{table}`: one connection, from hello to the end."""

import asyncio
import time

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from tongiaki.server.direct import write_of
from tongiaki.server.encoding import encoded
from tongiaki.server.metrics import Metrics
from tongiaki.server.problems import Refusal, text
from tongiaki.server.protocol import (
    AskOdds,
    ClientMessage,
    FindWayOut,
    Hello,
    Ping,
    Play,
    Pong,
    Preview,
    Refused,
    ServerMessage,
    TakeBack,
)
from tongiaki.server.routes import Routes
from tongiaki.server.sessions import session_of
from tongiaki.server.settings import Settings
from tongiaki.server.table import LiveTable
from tongiaki.server.tables import Tables
from tongiaki.server.watching import FINDS, Watcher
from tongiaki.server.way_out import find_way_out
from tongiaki.server.wire import UNKNOWN, decoded, id_of, part, receive, send_all, speaks_this_protocol

router = Routes()

_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


@router.websocket("/ws/{table}")
async def connect(socket: WebSocket, table: str) -> None:
    """Takes a connection."""
    tables: Tables = socket.app.state.tables
    await socket.accept()
    await tables.playing.attend(_Connection(socket, table, tables, socket.app.state.settings).run())


class _Connection:
    """What one client says, and the answers."""

    def __init__(self, socket: WebSocket, id: str, tables: Tables, settings: Settings) -> None:
        self._socket = socket
        self._id = id
        self._playing = tables.playing
        self._settings = settings
        self._find = socket.scope.get(FINDS, tables.find)
        self._session = session_of(socket)
        self._metrics: Metrics = socket.app.state.metrics
        self._table: LiveTable | None = None
        self._watcher: Watcher | None = None
        self._asked: tuple[str, asyncio.Task[None]] | None = None
        """The question for odds that is being answered: its id and the work."""

    async def run(self) -> None:
        """Until the client leaves; then nobody is left in the table's list."""
        sender: asyncio.Task[None] | None = None
        try:
            while self._watcher is None:
                if not await self._greet():
                    return
            sender = asyncio.create_task(send_all(self._socket, self._watcher))
            while True:
                raw = await receive(self._socket, self._watcher)
                answer = await self._answer(raw)
                if answer is not None:
                    self._watcher.send(answer)
        except WebSocketDisconnect:
            return
        finally:
            if self._table is not None and self._watcher is not None:
                self._table.leave(self._watcher)
                self._playing.heard(self._table)
            if sender is not None:
                sender.cancel()
            if self._asked is not None:
                self._asked[1].cancel()

    async def _greet(self) -> bool:
        """The first message: hello. False: the connection is closed."""
        try:
            hello = decoded(_decoder, await receive(self._socket), self._settings.most_message)
            if not isinstance(hello, Hello):
                raise Refusal("malformed", text("refused_hello_first"))
        except Refusal as refusal:
            await self._socket.send_text(encoded(Refused("", refusal.code, refusal.why)))
            return True
        if not await speaks_this_protocol(self._socket, hello.protocol):
            return False
        table = await self._find(self._id)
        if table is None:
            why = text("refused_unknown_table", id=self._id[:40])
            await part(self._socket, Refused("", "unknown_table", why), UNKNOWN)
            return False
        self._table = table
        self._watcher = Watcher(self._session, self._settings.most_waiting, write_of(self._socket))
        table.greet(self._watcher, hello.seq)
        self._playing.heard(table)
        return True

    async def _answer(self, raw: str | bytes) -> ServerMessage | None:
        began, kind = time.perf_counter(), "malformed"
        try:
            message = decoded(_decoder, raw, self._settings.most_message)
            kind = str(message.__struct_config__.tag)
            return await self._done(message)
        except Refusal as refusal:
            return Refused(id_of(raw), refusal.code, refusal.why)
        finally:
            self._metrics.answer(kind).observe(time.perf_counter() - began)

    async def _done(self, message: ClientMessage) -> ServerMessage | None:
        """The answer, or none: it has been given, or will come beside those to later messages."""
        table, watcher = self._table, self._watcher
        assert table is not None
        assert watcher is not None
        match message:
            case Ping():
                return Pong()
            case Hello():
                return table.greeting(watcher.session, message.seq)
            case Preview() | Play() | TakeBack() | FindWayOut() if not table.sits(watcher.session):
                raise Refusal("not_yours", text("refused_watching"))
            case Preview():
                return self._playing.preview(table, watcher.session, message)
            case Play():
                await self._playing.play(table, watcher, message)
                return None
            case TakeBack():
                return await self._playing.undo(table, watcher.session, message)
            case FindWayOut():
                return await find_way_out(table.course, message)
            case AskOdds(lines=lines) if lines and not table.sits(watcher.session):
                raise Refusal("not_yours", text("refused_watching"))
            case AskOdds():
                self._find_odds(table, watcher, message)
                return None

    def _find_odds(self, table: LiveTable, watcher: Watcher, ask: AskOdds) -> None:
        """What else the client says is not held up, and a newer question takes the place of this one."""
        if self._asked is not None:
            id, task = self._asked
            if task.cancel():
                watcher.send(Refused(id, "stale", text("refused_odds_newer")))
        self._asked = ask.id, asyncio.create_task(self._tell_odds(table, watcher, ask))

    async def _tell_odds(self, table: LiveTable, watcher: Watcher, ask: AskOdds) -> None:
        try:
            watcher.send(await self._playing.odds(table, watcher.session, ask))
        except Refusal as refusal:
            watcher.send(Refused(ask.id, refusal.code, refusal.why))
