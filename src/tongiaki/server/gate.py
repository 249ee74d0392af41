"""The first thing a request meets: is it for this server, from a page of ours, and not one of too many?"""

import asyncio
import ipaddress
import math
from collections import Counter
from collections.abc import MutableMapping
from typing import Any

from starlette.requests import HTTPConnection

from tongiaki.server.answers import problem_answer
from tongiaki.server.guards import App, Receive, Scope, Send, same_origin
from tongiaki.server.pacing import Pace, Paces
from tongiaki.server.places import place_of
from tongiaki.server.problems import BadRequest, text
from tongiaki.server.settings import Settings

HARMLESS = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""

COSTS = {"/api/replay": 10, "/api/tables": 5, "/api/rooms": 5, "/api/rooms/quick": 5}
"""As how many requests it counts to send something there: a game is played through, or something is kept."""

LOCAL_NAMES = ("localhost", "localhost.localdomain")

POLICY_VIOLATION = 1008

PASSED_ON = "tongiaki.passed_on"
"""Stands in the scope of what has come through the gate of another process (`processes.trust`)."""


class Gate:
    """Lets in what may come in. What comes from this machine itself, by no proxy, is not counted."""

    def __init__(self, app: App, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._hosts = {name.strip().lower() for name in settings.hosts.split(",") if name.strip()}
        self._requests = Paces(settings.most_requests / 60, settings.most_requests)
        self._sockets = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] not in ("http", "websocket") or PASSED_ON in scope:
            await self._app(scope, receive, send)
            return
        try:
            self._check(HTTPConnection(scope))
        except BadRequest as refused:
            scope["app"].state.metrics.turned_away.labels(refused.code).inc()
            await _refuse(refused, scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._connect(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _check(self, connection: HTTPConnection) -> None:
        """`BadRequest` if what comes is not to be answered."""
        self._check_host(connection)
        scope = connection.scope
        reads = scope["type"] == "http" and scope["method"] in HARMLESS
        if not (reads or same_origin(connection, self._settings.allowed_origins)):
            raise BadRequest(403, "origin", text("problem_origin"))
        if is_local(connection) or (reads and not scope["path"].startswith("/api/")):
            return
        place = place_of(connection)
        cost = 1 if reads else COSTS.get(scope["path"], 1)
        wait = self._requests.wait(place, asyncio.get_running_loop().time(), cost)
        if wait > 0 or (scope["type"] == "websocket" and self._sockets[place] >= self._settings.most_sockets):
            raise BadRequest(429, "too_many", text("problem_too_many", seconds=max(1, math.ceil(wait))))

    def _check_host(self, connection: HTTPConnection) -> None:
        """Against pages of others whose name suddenly means this machine (DNS rebinding)."""
        name = host_name(connection.headers.get("host", ""))
        any_name = not self._hosts and not self._is_private
        if any_name or not name or name in self._hosts or _is_own(name):
            return
        raise BadRequest(400, "host", text("problem_host", host=name[:80]))

    @property
    def _is_private(self) -> bool:
        """Nobody but this machine is to reach the server, so nobody has a name for it."""
        return _is_loopback(self._settings.host) or self._settings.host in LOCAL_NAMES

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A WebSocket: counted while it is open, its messages at a pace."""
        connection = HTTPConnection(scope)
        if is_local(connection):
            await self._app(scope, receive, send)
            return
        place = place_of(connection)
        self._sockets[place] += 1
        try:
            await self._app(scope, _paced(receive, self._settings.most_messages), send)
        finally:
            self._sockets[place] -= 1
            if not self._sockets[place]:
                del self._sockets[place]


def _paced(receive: Receive, most: float) -> Receive:
    """Reads no faster than `most` messages a second, after a rush of so many as come in four seconds."""
    pace = Pace(most, 4 * most)

    async def receive_at_a_pace() -> MutableMapping[str, Any]:
        message = await receive()
        if message["type"] == "websocket.receive":
            wait = pace.take(asyncio.get_running_loop().time())
            if wait > 0:
                await asyncio.sleep(wait)
        return message

    return receive_at_a_pace


async def _refuse(refused: BadRequest, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": POLICY_VIOLATION})  # before it is accepted: HTTP 403
        return
    headers = {"Retry-After": str(refused.why.params["seconds"])} if refused.status == 429 else {}
    await problem_answer(refused.status, refused.code, refused.why, headers)(scope, receive, send)


def host_name(header: str) -> str:
    """The name or address in a Host header, without port and brackets."""
    name = header.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.rpartition(":")[0] if name.count(":") == 1 else name


def is_local(connection: HTTPConnection) -> bool:
    """Whether it comes from this machine itself; behind a trusted proxy the address is that of the browser."""
    return connection.client is None or _is_loopback(connection.client.host)


def _is_own(name: str) -> bool:
    """A name that nobody else can give to this machine."""
    return name in LOCAL_NAMES or name.endswith(".localhost") or _is_address(name)


def _is_loopback(host: str) -> bool:
    return _is_address(host) and ipaddress.ip_address(host).is_loopback


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
