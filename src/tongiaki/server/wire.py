"""What all WebSockets have in common: close codes, receiving, and sending what waits."""

from contextlib import suppress
from typing import TypeVar

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from tongiaki.server.encoding import encoded
from tongiaki.server.problems import Refusal, text
from tongiaki.server.protocol import PROTOCOL, Base, Reload, Restarting
from tongiaki.server.watching import SERVICE_RESTART, Watcher

Message = TypeVar("Message")

UNKNOWN = 4404
OLD_CLIENT = 4426
TOO_MANY = 4429


LEFT = (1000, 1001)
"""Codes with which a page says that it goes."""


async def receive(socket: WebSocket, watcher: Watcher | None = None) -> str | bytes:
    """The next message, said by this one if it is known already; `WebSocketDisconnect`."""
    message = await socket.receive()
    gone = message["type"] == "websocket.disconnect"
    if watcher is not None and (not gone or message.get("code") in LEFT):
        watcher.speaks()
    if gone:
        raise WebSocketDisconnect(message.get("code", 1000))
    received: str | bytes = message.get("text") or message.get("bytes") or ""
    return received


async def send_all(socket: WebSocket, watcher: Watcher) -> None:
    """Sends what has to wait until the connection ends or is given up."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await watcher.relay(socket.send_text)
        await socket.close(watcher.close_code)


async def part(socket: WebSocket, last: Base, code: int) -> None:
    """The last message, and the end of the connection."""
    await socket.send_text(encoded(last))
    await socket.close(code)


async def speaks_this_protocol(socket: WebSocket, protocol: int) -> bool:
    """Whether a client is of this version; if not it has been told what to do, and is let go.

    An older page has to be loaded again. A newer one is ahead of an update that has not come to this process yet: it
    only has to come back.
    """
    if protocol < PROTOCOL:
        await part(socket, Reload(), OLD_CLIENT)
    elif protocol > PROTOCOL:
        await part(socket, Restarting(), SERVICE_RESTART)
    return protocol == PROTOCOL


def decoded(decoder: "msgspec.json.Decoder[Message]", raw: str | bytes, most: int) -> Message:
    """A message of the protocol; `Refusal` if it is none, or longer than `most`."""
    if len(raw) > most:
        raise Refusal("malformed", text("refused_too_large", most=most))
    try:
        return decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("malformed", text("refused_malformed", reason=str(error)[:300])) from None


class _WithId(msgspec.Struct):
    """Whatever else is in a message, or missing."""

    id: str = ""


def id_of(raw: str | bytes) -> str:
    """The id of a message, also of one that could not be read otherwise."""
    try:
        return msgspec.json.decode(raw, type=_WithId).id[:64]
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""
