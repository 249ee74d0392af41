"""Those who are connected to a table, and what waits to be sent to each."""

import asyncio

import msgspec

from tongiaki.server.protocol import Event, Events, ServerMessage, View

_encoder = msgspec.json.Encoder()


def encoded(message: ServerMessage) -> str:
    """The message as it is sent."""
    return _encoder.encode(message).decode()


class Watcher:
    """One connection. `decides`: it belongs to the browser that made the table; else it only looks on."""

    def __init__(self, decides: bool, most_waiting: int) -> None:
        self.decides = decides
        self.too_slow = False
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue(most_waiting)

    def send(self, message: ServerMessage | str) -> None:
        """Puts a message into the line; a connection whose line is full is given up (it may come again)."""
        if self.too_slow:
            return
        try:
            self._waiting.put_nowait(message if isinstance(message, str) else encoded(message))
        except asyncio.QueueFull:
            self.too_slow = True
            self._waiting.get_nowait()
            self._waiting.put_nowait(None)

    def end(self) -> None:
        """After what waits the connection is closed."""
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

    def discard(self, watcher: Watcher) -> None:
        """It is told nothing any more."""
        self._all.discard(watcher)

    def tell(self, events: list[Event], views: dict[bool, View]) -> None:
        """What was appended, with the view of those who decide (`True`) and of those who look on."""
        messages = {decides: encoded(Events(events, view)) for decides, view in views.items()}
        for watcher in self._all:
            watcher.send(messages[watcher.decides])
