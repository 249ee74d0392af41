"""Those who are connected to a table, and what waits to be sent to each."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

import msgspec

from tongiaki.server.direct import Write
from tongiaki.server.protocol import Base, Event, Events, Restarting, ServerMessage, View

TOO_SLOW = 4429
SERVICE_RESTART = 1012

_encoder = msgspec.json.Encoder()


def encoded(message: Base) -> str:
    """The message as it is sent."""
    return _encoder.encode(message).decode()


class Watcher:
    """One connection of a session, if the browser has one. write: how it is written to, as long as it keeps up."""

    def __init__(self, session: str | None, most_waiting: int, write: Write = lambda body: False) -> None:
        self.session = session
        self.place: str | None = None
        """From where it is, as a keyed hash; where that matters."""
        self.too_slow = False
        self.close_code = TOO_SLOW
        self._write = write
        self._most_waiting = most_waiting
        self._waiting: deque[bytes | None] = deque()
        """The first one stays here until it is sent, so that none overtakes it; `None`: close."""
        self._more = asyncio.Event()

    def send(self, message: Base | bytes) -> None:
        """Sends a message, or puts it into the line; who has a full one is given up (it may come again)."""
        body = message if isinstance(message, bytes) else _encoder.encode(message)
        if not self.too_slow and (self._waiting or not self._write(body)):
            self._wait(body)

    def _wait(self, body: bytes | None) -> None:
        if len(self._waiting) >= self._most_waiting:
            self.too_slow, body = True, None
            self._waiting.clear()
        self._waiting.append(body)
        self._more.set()

    def restart(self) -> None:
        """The server stops: after what waits the client is told to come back, and the connection is closed."""
        self.close_code = SERVICE_RESTART
        self.send(Restarting())
        if not self.too_slow:
            self._wait(None)

    async def relay(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Sends what has to wait, until the connection is to be closed."""
        while True:
            while not self._waiting:
                self._more.clear()
                await self._more.wait()
            body = self._waiting[0]
            if body is None:
                return
            await send(body.decode())
            if not self.too_slow:
                self._waiting.popleft()


class Watchers:
    """All connections of a table that have said hello."""

    def __init__(self) -> None:
        self._all: set[Watcher] = set()

    def __len__(self) -> int:
        return len(self._all)

    def add(self, watcher: Watcher) -> None:
        """From now on it is told everything."""
        self._all.add(watcher)

    def restart(self, session: str | None = None) -> None:
        """All, or all of a session, are told to come back."""
        for watcher in self._all:
            if session is None or watcher.session == session:
                watcher.restart()

    def discard(self, watcher: Watcher) -> None:
        """It is told nothing any more."""
        self._all.discard(watcher)

    @property
    def sessions(self) -> set[str]:
        """Whose browsers are connected."""
        return {watcher.session for watcher in self._all if watcher.session is not None}

    def send(self, message_for: Callable[[str | None], ServerMessage]) -> None:
        """To each the message that is for its session."""
        for watcher in self._all:
            watcher.send(message_for(watcher.session))

    def tell(
        self,
        events: list[Event],
        role_of: Callable[[str | None], str | None],
        view_for: Callable[[str | None], View],
    ) -> None:
        """What was appended, with the view for each session: it is made once for all of the same role."""
        messages: dict[str | None, bytes] = {}
        for watcher in self._all:
            role = role_of(watcher.session)
            if role not in messages:
                messages[role] = _encoder.encode(Events(events, view_for(watcher.session)))
            watcher.send(messages[role])
