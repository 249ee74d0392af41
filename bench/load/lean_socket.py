"""A WebSocket that costs its client as little as possible: no library, no mask, text only."""

import asyncio
import base64
import os
import re
import struct
from collections.abc import Callable
from typing import cast

COOKIE = re.compile(rb"set-cookie: (tongiaki=[^;\r]+)", re.IGNORECASE)
MASKED = 0x80
"""A client must mask what it sends; by nothing is a mask too."""


class Socket(asyncio.Protocol):
    """One connection; `take` is called with each text message."""

    def __init__(self, path: str, cookie: str, take: Callable[[bytes], None]) -> None:
        self.take = take
        self.cookie = cookie
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self.size = 0
        """Bytes received."""
        self._path = path
        self._buffer = bytearray()
        self._transport: asyncio.Transport

    @classmethod
    async def open(cls, port: int, path: str, cookie: str, take: Callable[[bytes], None]) -> "Socket":
        """Connects; without a cookie it is given one."""
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(lambda: cls(path, cookie, take), "127.0.0.1", port)
        await socket.opened
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Shakes hands."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is no subclass
        key = base64.b64encode(os.urandom(16)).decode()
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        self._transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{cookie}\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Takes whole frames out of what has come."""
        self.size += len(data)
        self._buffer += data
        if not self.opened.done() and not self._shake_hands():
            return
        while (frame := self._frame()) is not None:
            kind, body = frame
            if kind == 1:
                self.take(body)
            elif kind == 9:
                self._write(0x8A, body)
            elif kind == 8:
                self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """The server is gone."""
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server closed the connection"))

    def send(self, text: bytes) -> None:
        """One text message."""
        self._write(0x81, text)

    def close(self) -> None:
        """At once."""
        self._transport.close()

    def _shake_hands(self) -> bool:
        head, end, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not end:
            return False
        if b" 101 " not in head[:20]:
            self.opened.set_exception(ConnectionError(head.decode()))
            return False
        if found := COOKIE.search(head):
            self.cookie = found[1].decode()
        self._buffer = bytearray(rest)
        self.opened.set_result(None)
        return True

    def _frame(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1], 2
        if length == 126:
            start = 4
        elif length == 127:
            start = 10
        if len(buffer) < start:
            return None
        if start > 2:
            length = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + length:
            return None
        body = bytes(buffer[start : start + length])
        kind = buffer[0] & 15
        del buffer[: start + length]
        return kind, body

    def _write(self, head: int, body: bytes) -> None:
        length = len(body)
        if length < 126:
            size = struct.pack("!BB", head, MASKED | length)
        else:
            size = struct.pack("!BBH", head, MASKED | 126, length)
        self._transport.write(size + bytes(4) + body)
