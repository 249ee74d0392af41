"""WebSockets that are written to at once: what is told to all at a table takes no turn of the event loop for each."""

import struct
from collections.abc import Callable, Sequence

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

Write = Callable[[Sequence[bytes]], bool]
"""Takes text messages, or none: then they have to wait in a line (the client reads slowly, or is gone)."""

EXTENSION = "tongiaki.write"
TEXT = 0x81
"""RFC 6455, 5.2: a whole text message in one frame."""


class DirectProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, whose connections say in their scope how they are written to."""

    def handle_connect(self, event: Request) -> None:
        """As uvicorn does it."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = {"write": self.write_texts}

    def connection_lost(self, exc: Exception | None) -> None:
        """As uvicorn does it; nothing refers to itself any more, so that the memory is free at once."""
        super().connection_lost(exc)
        if hasattr(self, "scope"):
            self.scope["extensions"].pop(EXTENSION, None)

    def keepalive_timeout(self) -> None:
        """As uvicorn does it; on a dead line what waits is thrown away: else the end waits for it, many minutes."""
        super().keepalive_timeout()
        self.transport.abort()

    def write_texts(self, bodies: Sequence[bytes]) -> bool:
        """A `Write`. As ever the transport says when the client falls behind (`writable`)."""
        ended = self.close_sent or self.disconnected or self.transport.is_closing()
        if ended or not self.handshake_complete or not self.writable.is_set():
            return False
        if self.conn.extensions:  # it wants them compressed
            for body in bodies:
                self.conn.send_text(body)
            frames = self.conn.data_to_send()
        else:
            frames = [part for body in bodies for part in (_head(len(body)), body)]
        self.transport.write(b"".join(frames))
        return True


def _head(length: int) -> bytes:
    if length < 126:
        return struct.pack("!BB", TEXT, length)
    if length < 65536:
        return struct.pack("!BBH", TEXT, 126, length)
    return struct.pack("!BBQ", TEXT, 127, length)


def write_of(socket: WebSocket) -> Write:
    """How a connection is written to; where the server below is another, everything waits in the line."""
    direct = socket.scope.get("extensions", {}).get(EXTENSION)
    return _never if direct is None else direct["write"]


def _never(_bodies: Sequence[bytes]) -> bool:
    return False
