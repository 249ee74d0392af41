"""What another process has is passed on to it: requests as they are, WebSockets message by message."""

import asyncio
import re
from contextlib import suppress
from typing import Any

import websockets
from starlette.requests import HTTPConnection
from starlette.types import Message

from tongiaki.server.answers import COME_AGAIN, come_again
from tongiaki.server.gate import PASSED_ON
from tongiaki.server.guards import App, Receive, Scope, Send
from tongiaki.server.logs import log
from tongiaki.server.processes.asking import REACHED_WITHIN, Headers, Unreached, ask
from tongiaki.server.processes.several import Several
from tongiaki.server.processes.trust import FROM, said_by
from tongiaki.server.sessions import session_of
from tongiaki.server.store.keeping import NotKept, NotRead
from tongiaki.server.store.leasing import Peer
from tongiaki.server.watching import FINDS

PLACES = (
    ("room", re.compile(r"/(?:ws/room|api/rooms)/(?!mine$|quick$)([^/]+)")),
    ("table", re.compile(r"/(?:ws|api/tables)/(?!room/)([^/]+)")),
)
"""What of which it is asked, and where its id stands."""

NOT_PASSED_ON = {
    *(b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"content-length", b"te", FROM),
    *(b"sec-websocket-key", b"sec-websocket-version", b"sec-websocket-extensions"),
}


class Forwards:
    """Answers what is this process's or nobody's, and whoever only looks on; passes on the rest."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        about = _about(scope)
        if about is None:
            await self._app(scope, receive, send)
            return
        several: Several = scope["app"].state.several
        try:
            for _ in range(2):
                lease, peer = await several.holder(*about)
                if peer is None:
                    await self._app(scope, receive, send)
                    return
                if PASSED_ON in scope:
                    break  # it went on to another one meanwhile: who asks comes again
                if await _looks_on(several, about, scope):
                    await self._app({**scope, FINDS: several.following.find}, receive, send)
                    return
                if scope["type"] == "http":
                    receive = await _read_ahead(receive, several.most_body)
                try:
                    await _pass_on(several, lease, peer, scope, receive, send)
                    return
                except Unreached:
                    await several.take(lease)
        except (NotKept, NotRead) as error:
            log.warning("not_passed_on", why=str(error))
        await come_again(scope, receive, send)


def _about(scope: Scope) -> tuple[str, str] | None:
    """What of which it is asked: "room" or "table", and its id."""
    if scope["type"] in ("http", "websocket"):
        for kind, place in PLACES:
            if found := place.match(scope["path"]):
                return kind, found[1]
    return None


async def _looks_on(several: Several, about: tuple[str, str], scope: Scope) -> bool:
    """Whether somebody only watches a table: that is done here."""
    kind, id = about
    if scope["type"] != "websocket" or kind != "table":
        return False
    return await several.looks_on(id, session_of(HTTPConnection(scope)))


async def _pass_on(
    several: Several, lease: str, peer: Peer, scope: Scope, receive: Receive, send: Send
) -> None:
    if scope["type"] == "websocket":
        await _Passing(several, lease, peer, scope, receive, send).run()
        return
    body = (await receive())["body"]
    answer = await ask(
        peer.reached_at, scope["method"], _target(scope), _headers(scope, several.secret), body
    )
    headers = [(name, value) for name, value in answer.headers if name not in NOT_PASSED_ON]
    length = (b"content-length", str(len(answer.body)).encode())
    await send({"type": "http.response.start", "status": answer.status, "headers": [*headers, length]})
    await send({"type": "http.response.body", "body": answer.body})


async def _read_ahead(receive: Receive, most: int) -> Receive:
    """The body as one message, as often as it is asked for; cut off where it is too large anyway."""
    body, more = b"", True
    while more and len(body) <= most:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    whole = {"type": "http.request", "body": body[: most + 1], "more_body": False}

    async def again() -> Message:
        return whole

    return again


def _target(scope: Scope) -> bytes:
    query: bytes = scope["query_string"]
    path: bytes = scope["raw_path"]
    return path + (b"?" + query if query else b"")


def _headers(scope: Scope, secret: str) -> Headers:
    kept = [(name, value) for name, value in scope["headers"] if name not in NOT_PASSED_ON]
    return [*kept, said_by(scope, secret)]


class _Passing:
    """A WebSocket between a browser and another process."""

    def __init__(
        self, several: Several, lease: str, peer: Peer, scope: Scope, receive: Receive, send: Send
    ) -> None:
        self._several = several
        self._lease = lease
        self._peer = peer
        self._scope = scope
        self._receive = receive
        self._send = send

    async def run(self) -> None:
        """Until one of them ends it, or the lease goes to this process; `Unreached`."""
        far = await self._connect()
        await self._receive()  # websocket.connect
        cookies = [(b"set-cookie", value.encode()) for value in far.response.headers.get_all("Set-Cookie")]
        await self._send({"type": "websocket.accept", "headers": cookies})
        ways = [asyncio.ensure_future(way) for way in (self._there(far), self._back(far))]
        self._several.passing.setdefault(self._lease, set()).add(ways[1])
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._several.passed(self._lease, ways[1])
            if not ways[0].done():  # the browser is still there
                code = far.close_code if far.close_code not in (None, 1005, 1006) else COME_AGAIN
                with suppress(RuntimeError):
                    await self._send({"type": "websocket.close", "code": code})
            for way in ways:
                way.cancel()
            await far.close()

    async def _connect(self) -> Any:
        scope = self._scope
        headers = [
            (name.decode("latin-1"), value.decode("latin-1"))
            for name, value in _headers(scope, self._several.secret)
            if name not in (b"host", b"origin")
        ]
        try:
            return await websockets.connect(
                f"ws://{self._peer.reached_at}{_target(scope).decode()}",
                additional_headers=headers,
                compression=None,
                max_size=None,
                open_timeout=REACHED_WITHIN,
                close_timeout=REACHED_WITHIN,
                ping_interval=None,
                user_agent_header=None,
                proxy=None,
            )
        except (OSError, websockets.WebSocketException) as error:
            raise Unreached(f"no server at {self._peer.reached_at}") from error

    async def _there(self, far: Any) -> None:
        with suppress(websockets.ConnectionClosed):
            while True:
                message: Message = await self._receive()
                if message["type"] == "websocket.disconnect":
                    return
                await far.send(message.get("text") or message.get("bytes") or "")

    async def _back(self, far: Any) -> None:
        with suppress(websockets.ConnectionClosed, RuntimeError):
            while True:
                said = await far.recv()
                kind = "text" if isinstance(said, str) else "bytes"
                await self._send({"type": "websocket.send", kind: said})
