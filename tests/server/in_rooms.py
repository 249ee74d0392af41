"""People in rooms: what each is told, and what each does there."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Callable
from http.cookies import SimpleCookie
from typing import Any

import msgspec
import websockets

from tests.server.served import PATIENCE, Browser, Wire, builtins_id, lines_of
from tongiaki.server import room_protocol as rp
from tongiaki.server.protocol import Refused

TWO = [{"kind": "you"}, {"kind": "open"}]


async def make_room(browser: Browser, **new: Any) -> str:
    """Makes a room for two, or as asked for; its id."""
    body = {"name": "Ana", "seats": TWO, "start": 0, **new}
    response = await browser.http.post("/api/rooms", json=body)
    assert response.status_code == 201, response.text
    return str(response.json()["id"])


@contextlib.asynccontextmanager
async def enter(
    browser: Browser, room: str, name: str = "", talk: int = -1, headers: dict[str, str] | None = None
) -> AsyncIterator["Guest"]:
    """Somebody in a room."""
    cookies = "; ".join(f"{key}={value}" for key, value in browser.http.cookies.items())
    address = f"ws://127.0.0.1:{browser.port}/ws/room/{room}"
    async with websockets.connect(
        address, additional_headers={"Cookie": cookies, **(headers or {})}, max_size=None
    ) as socket:
        for cookie in SimpleCookie(socket.response.headers.get("Set-Cookie", "")).values():
            browser.http.cookies.set(cookie.key, cookie.value)
        guest = Guest(browser, socket)
        await guest.send(rp.Enter(talk=talk, name=name))
        await guest.until(lambda: guest.entered)
        yield guest


class Guest:
    """One connection to a room: the room as it was told last, and the talk by number."""

    def __init__(self, browser: Browser, socket: websockets.ClientConnection) -> None:
        self.browser = browser
        self.socket = socket
        self.raw: list[str] = []
        self.room: rp.Room
        self.you: rp.You
        self.talk: dict[int, rp.Talk] = {}
        self.private: list[rp.Talk] = []
        self.entered = False
        self._answers: dict[str, rp.Done | Refused] = {}
        self._ids = itertools.count()

    async def send(self, message: Any) -> None:
        await self.socket.send(msgspec.json.encode(message).decode())

    async def receive(self) -> Any:
        """Takes the next message in."""
        text = str(await asyncio.wait_for(self.socket.recv(decode=True), PATIENCE))
        self.raw.append(text)
        message = msgspec.json.decode(text, type=rp.RoomServerMessage)
        match message:
            case rp.RoomState():
                self.room, self.you = message.room, message.you
            case rp.Said():
                self.entered = True
                self.talk.update({line.n: line for line in message.lines if line.n is not None})
                self.private += [line for line in message.lines if line.n is None]
            case rp.Done() | Refused():
                self._answers[message.id] = message
        return message

    async def until(self, holds: Callable[[], Any]) -> None:
        """Until something holds."""
        while not holds():
            await self.receive()

    async def ask(self, kind: Any, *parts: Any, id: str | None = None, **more: Any) -> rp.Done | Refused:
        """Sends a command and waits for the answer."""
        id = id or f"{builtins_id(self)}-{next(self._ids)}"
        self._answers.pop(id, None)
        await self.send(kind(id, *parts, **more))
        await self.until(lambda: id in self._answers)
        return self._answers[id]

    async def do(self, kind: Any, *parts: Any, **more: Any) -> None:
        """A command that must be done."""
        answer = await self.ask(kind, *parts, **more)
        assert isinstance(answer, rp.Done), answer

    async def refused(self, kind: Any, *parts: Any, **more: Any) -> str:
        """A command that must be refused: the key."""
        answer = await self.ask(kind, *parts, **more)
        assert isinstance(answer, Refused), answer
        return answer.why.key

    async def until_playing(self) -> str:
        """The id of the game that runs."""
        await self.until(lambda: self.room.status == "playing")
        assert self.room.game is not None
        return self.room.game

    @property
    def said(self) -> list[str]:
        """What people said, in order."""
        lines = [self.talk[n] for n in sorted(self.talk)]
        return [line.text for line in lines if line.kind != "notice"]

    @property
    def notices(self) -> list[str]:
        """The keys of what was told to have happened, in order."""
        lines = [self.talk[n] for n in sorted(self.talk)]
        return [line.notice.key for line in lines if line.notice is not None]


async def play_to_the_end(wire: Wire, choose: Callable[[list[str]], str]) -> None:
    """Plays whenever it is this browser's turn."""
    while (await wire.until_mine()).can_act:
        await wire.play(choose(list(lines_of(wire.view))))
