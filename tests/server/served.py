"""The real application on a real port with a real SQLite file, and browsers that talk to it."""

import asyncio
import contextlib
import itertools
import socket
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import httpx2
import msgspec
import pytest
import uvicorn
import websockets

from tests.server.inside import place_of
from tongiaki.server.app import create_app
from tongiaki.server.clock.time import Time
from tongiaki.server.direct import DirectProtocol
from tongiaki.server.patience import PatientProtocol
from tongiaki.server.protocol import (
    Accepted,
    Events,
    FindWayOut,
    Play,
    Preview,
    Previewed,
    Refused,
    ServerMessage,
    State,
    TakeBack,
    View,
    WayOut,
)
from tongiaki.server.settings import Settings
from tongiaki.server.store.address import Address

PATIENCE = 120.0
"""Seconds until a test gives up waiting for what must come."""

Message = TypeVar("Message")

RED_AND_BLUE = [{"name": "Ana", "colours": ["red"]}, {"name": "Bo", "colours": ["blue"]}]


def seats(*bots: str | None) -> list[dict[str, Any]]:
    """Seats with the first colours; each a person (`None`) or a bot by name."""
    colours = ("red", "blue", "green", "yellow", "orange", "purple")
    return [{"name": f"P{i}", "colours": [colours[i]], "bot": bot} for i, bot in enumerate(bots)]


class QuietServer(uvicorn.Server):
    """Leaves the signals to the tests."""

    @contextlib.contextmanager
    def capture_signals(self) -> Any:
        yield


class Served:
    """Where a server answers, and its inner parts for tests that need them."""

    def __init__(self, port: int, app: Any) -> None:
        self.port = port
        self.app = app

    @contextlib.asynccontextmanager
    async def browser(self, **headers: str) -> AsyncIterator["Browser"]:
        """A browser with cookies of its own."""
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE) as http:
            http.headers.update(headers)
            yield Browser(self.port, http)


@contextlib.asynccontextmanager
async def serving(db: Path | Address, time: Time | None = None, **settings: Any) -> AsyncIterator[Served]:
    """Serves from a database until the block ends; time: another one than the machine's."""
    listening = socket.create_server(("127.0.0.1", 0))
    reached_at = f"127.0.0.1:{listening.getsockname()[1]}"
    given = {"bot_pace": 0.0, "bot_workers": 1, "reached_at": reached_at, **settings}
    app = create_app(Settings(db=place_of(db), **given), time=time)
    server = QuietServer(
        uvicorn.Config(
            app, http=PatientProtocol, ws=DirectProtocol, log_config=None, timeout_graceful_shutdown=1
        )
    )
    task = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        if task.done():
            await task
        await asyncio.sleep(0.005)
    try:
        yield Served(listening.getsockname()[1], app)
    finally:
        server.should_exit = True
        await task
        listening.close()


class Browser:
    """HTTP with cookies, and sockets that carry them."""

    def __init__(self, port: int, http: httpx2.AsyncClient) -> None:
        self.port = port
        self.http = http

    async def make(self, **new: Any) -> str:
        """Makes a table; its id."""
        response = await self.http.post("/api/tables", json={"seats": RED_AND_BLUE, "start": 0, **new})
        assert response.status_code == 201, response.text
        return str(response.json()["id"])

    @contextlib.asynccontextmanager
    async def sit(self, table: str, seq: int = -1) -> AsyncIterator["Wire"]:
        """A connection to a table that has said hello."""
        async with self.connect(table) as wire:
            await wire.send(f'{{"type":"hello","seq":{seq}}}')
            wire.note(await wire.receive())
            yield wire

    @contextlib.asynccontextmanager
    async def connect(self, table: str, **headers: str) -> AsyncIterator["Wire"]:
        """A connection to a table, without a word."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"ws://127.0.0.1:{self.port}/ws/{table}"
        async with websockets.connect(
            address, additional_headers={"Cookie": cookies, **headers}, max_size=None
        ) as socket_:
            yield Wire(socket_)


async def closed(connection: websockets.ClientConnection) -> int | None:
    """The code with which the server ends a connection, without another word."""
    with pytest.raises(websockets.ConnectionClosed):
        await asyncio.wait_for(connection.recv(), PATIENCE)
    return connection.close_code


class Wire:
    """One WebSocket: what was said, and the view after the last message."""

    def __init__(self, connection: websockets.ClientConnection) -> None:
        self.connection = connection
        self.raw: list[str] = []
        self.first: ServerMessage | None = None
        self.events: list[Any] = []
        self.view: View
        self._ids = itertools.count()

    async def send(self, text: str | bytes) -> None:
        await self.connection.send(text)

    async def receive(self) -> ServerMessage:
        text = await asyncio.wait_for(self.connection.recv(decode=True), PATIENCE)
        self.raw.append(str(text))
        return msgspec.json.decode(text, type=ServerMessage)

    def note(self, message: ServerMessage) -> None:
        """Keeps events and view as a client does."""
        self.first = self.first or message
        if isinstance(message, State):
            self.events = list(message.events)
            self.view = message.view
        elif isinstance(message, Events):
            self.events.extend(message.events)
            self.view = message.view
            seqs = [event.seq for event in self.events]
            assert seqs == list(range(self.view.seq + 1 - len(seqs), self.view.seq + 1)), (
                "an event is missing or double"
            )

    async def until(self, kind: type[Message]) -> Message:
        """The next message of a kind; what comes before is noted."""
        while True:
            message = await self.receive()
            self.note(message)
            if isinstance(message, kind):
                return message

    async def until_seq(self, seq: int) -> View:
        """Waits until the log has come to a number."""
        while self.view.seq < seq:
            await self.until(Events)
        return self.view

    async def until_mine(self) -> View:
        """Waits until this browser decides, or the game is over."""
        while not (self.view.can_act or self.view.phase == "over"):
            await self.until(Events)
        return self.view

    async def play(self, *lines: str, id: str | None = None, seq: int | None = None) -> Accepted | Refused:
        """Confirms lines and waits for the answer."""
        id = id or f"{builtins_id(self)}-{next(self._ids)}"
        message = Play(id, self.view.seq if seq is None else seq, list(lines))
        await self.send(msgspec.json.encode(message).decode())
        return await self._answer(id)  # type: ignore[return-value]

    async def take_back(self, to: int, id: str | None = None, seq: int | None = None) -> Accepted | Refused:
        """Takes the game back to an event and waits for the answer."""
        id = id or f"{builtins_id(self)}-{next(self._ids)}"
        message = TakeBack(id, self.view.seq if seq is None else seq, to)
        await self.send(msgspec.json.encode(message).decode())
        return await self._answer(id)  # type: ignore[return-value]

    async def way_out(self, seq: int | None = None) -> WayOut | Refused:
        """Asks how the chain can end."""
        id = f"way-out-{next(self._ids)}"
        message = FindWayOut(id, self.view.seq if seq is None else seq)
        await self.send(msgspec.json.encode(message).decode())
        return await self._answer(id)  # type: ignore[return-value]

    async def preview(self, *lines: str, seq: int | None = None) -> Previewed | Refused:
        """Stages lines and waits for the answer."""
        id = f"preview-{next(self._ids)}"
        await self.send(
            msgspec.json.encode(Preview(id, self.view.seq if seq is None else seq, list(lines))).decode()
        )
        return await self._answer(id)  # type: ignore[return-value]

    async def _answer(self, id: str) -> Any:
        while True:
            message = await self.until(Accepted | Refused | Previewed | WayOut)  # type: ignore[arg-type]
            if message.id == id:
                return message


def builtins_id(wire: object) -> str:
    """Another prefix for each wire, so that plays of two wires never share an id."""
    return f"{id(wire):x}"


def lines_of(view: View) -> Sequence[str]:
    """The legal lines."""
    return [choice.line for choice in view.choices]
