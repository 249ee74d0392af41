"""Those who are connected to a table, and what waits to be sent to each."""

import asyncio
from collections.abc import Callable

import msgspec

from tongiaki.server.protocol import Base, Event, Events, Restarting, ServerMessage, View

TOO_SLOW = 4429
SERVICE_RESTART = 1012

_encoder = msgspec.json.Encoder()


def encoded(message: Base) -> str:
    """The message as it is sent."""
    return _encoder.encode(message).decode()


class Watcher:
    """One connection of a session, if the browser has one."""

    def __init__(self, session: str | None, most_waiting: int) -> None:
        self.session = session
        self.place: str | None = None
        """From where it is, as a keyed hash; where that matters."""
        self.too_slow = False
        self.close_code = TOO_SLOW
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue(most_waiting)

    def send(self, message: Base | str) -> None:
        """Puts a message into the line; a connection whose line is full is given up (it may come again)."""
        if self.too_slow:
            return
        try:
            self._waiting.put_nowait(message if isinstance(message, str) else encoded(message))
        except asyncio.QueueFull:
            self.too_slow = True
            self._waiting.get_nowait()
            self._waiting.put_nowait(None)

    def restart(self) -> None:
        """The server stops: after what waits the client is told to come back, and the connection is closed."""
        self.close_code = SERVICE_RESTART
        self.send(Restarting())
        if not self._waiting.full():
            self._waiting.put_nowait(None)

    async def next(self) -> str | None:
        """What is to be sent next; `None`: close."""
        return None if self.too_slow else await self._waiting.get()


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
        messages: dict[str | None, str] = {}
        for watcher in self._all:
            role = role_of(watcher.session)
            if role not in messages:
                messages[role] = encoded(Events(events, view_for(watcher.session)))
            watcher.send(messages[role])
