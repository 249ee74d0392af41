"""Those who are connected to a table, and what waits to be sent to each."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from time import perf_counter

from tongiaki.server.direct import Write
from tongiaki.server.encoding import as_bytes, ready
from tongiaki.server.protocol import Base, Event, Events, Restarting, ServerMessage, View

FINDS = "tongiaki.finds"
"""In the scope of a connection: who finds its table, if it is one of another process at which somebody looks on."""

TOO_SLOW = 4429
SERVICE_RESTART = 1012


class Watcher:
    """One connection of a session, if the browser has one. write: how it is written to, as long as it keeps up."""

    def __init__(self, session: str | None, most_waiting: int, write: Write = lambda bodies: False) -> None:
        self.session = session
        self.place: str | None = None
        """From where it is, as a keyed hash; where that matters."""
        self.spoke = perf_counter()
        """When it has said something the last time; only what came first can be told from it."""
        self.too_slow = False
        self.close_code = TOO_SLOW
        self._write = write
        self._most_waiting = most_waiting
        self._waiting: deque[bytes | None] = deque()
        """The first one stays here until it is sent, so that none overtakes it; `None`: close."""
        self._more = asyncio.Event()

    def speaks(self) -> None:
        """It says something: somebody is there."""
        self.spoke = perf_counter()

    def send(self, *messages: Base | bytes) -> None:
        """Sends messages, or puts them into the line; who has a full one is given up (it may come again)."""
        bodies = [message if isinstance(message, bytes) else as_bytes(message) for message in messages]
        if not self.too_slow and (self._waiting or not self._write(bodies)):
            for body in bodies:
                self._wait(body)

    def _wait(self, body: bytes | None) -> None:
        if self.too_slow:
            return
        if len(self._waiting) >= self._most_waiting:
            self.too_slow, body = True, None
            self._waiting.clear()
        self._waiting.append(body)
        self._more.set()

    def restart(self) -> None:
        """The server stops: after what waits the client is told to come back, and the connection is closed."""
        self.end(Restarting(), SERVICE_RESTART)

    def end(self, last: ServerMessage, code: int) -> None:
        """After what waits the client is told this, and the connection is closed for good."""
        self.close_code = code
        self.send(last)
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


Answer = tuple[Watcher, ServerMessage]
"""What is said to one of them only."""


class Watchers:
    """All connections of a table that have said hello."""

    def __init__(self) -> None:
        self._all: set[Watcher] = set()
        self._sessions: frozenset[str] | None = None

    def __len__(self) -> int:
        return len(self._all)

    def add(self, watcher: Watcher) -> None:
        """From now on it is told everything."""
        self._all.add(watcher)
        self._sessions = None

    def restart(self, sessions: Collection[str] | None = None) -> None:
        """All, or all of these sessions, are told to come back."""
        for watcher in self._all:
            if sessions is None or watcher.session in sessions:
                watcher.restart()

    def end(self, last: ServerMessage, code: int) -> None:
        """All are told this, and their connections are closed for good."""
        for watcher in self._all:
            watcher.end(last, code)

    def discard(self, watcher: Watcher) -> None:
        """It is told nothing any more."""
        self._all.discard(watcher)
        self._sessions = None

    @property
    def sessions(self) -> frozenset[str]:
        """Whose browsers are connected."""
        if self._sessions is None:
            self._sessions = frozenset(w.session for w in self._all if w.session is not None)
        return self._sessions

    def last_word(self, session: str) -> float:
        """When somebody who is connected has said something here the last time."""
        return max((watcher.spoke for watcher in self._all if watcher.session == session), default=0.0)

    def send(self, message_for: Callable[[str | None], ServerMessage]) -> None:
        """To each the message that is for its session."""
        for watcher in self._all:
            watcher.send(message_for(watcher.session))

    def tell(
        self,
        events: list[Event],
        role_of: Callable[[str | None], str | None],
        view_for: Callable[[str | None], View],
        answer: Answer | None = None,
    ) -> None:
        """What was appended, with the view for each role of a session: it is made once for all of the same role.

        answer: for the one who did it, together with that.
        """
        messages: dict[str | None, bytes] = {}
        events = ready(events)
        for watcher in self._all:
            role = role_of(watcher.session)
            if role not in messages:
                messages[role] = as_bytes(Events(events, view_for(role)))
            if answer is not None and answer[0] is watcher:
                watcher.send(messages[role], answer[1])
            else:
                watcher.send(messages[role])
