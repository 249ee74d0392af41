"""One HTTP request to another process."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import h11

from tongiaki.server.store.keeping import NotRead

REACHED_WITHIN = 1.0
"""Seconds until a process that does not answer the door counts as gone."""

ANSWERED_WITHIN = 60.0
"""Seconds for an answer: a review is waited for."""

Headers = Sequence[tuple[bytes, bytes]]


class Unreached(NotRead):
    """There is no process at this address."""


@dataclass(frozen=True)
class Answer:
    """As it came."""

    status: int
    headers: Headers
    body: bytes


async def opened(reached_at: str, within: float) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to the process at HOST:PORT, in so many seconds; `Unreached`."""
    host, _, port = reached_at.rpartition(":")
    try:
        async with asyncio.timeout(within):
            return await asyncio.open_connection(host.strip("[]"), int(port))
    except (OSError, ValueError) as error:  # TimeoutError is one
        raise Unreached(f"no server at {reached_at}") from error


async def ask(reached_at: str, method: str, target: bytes, headers: Headers, body: bytes) -> Answer:
    """The answer to a request; `Unreached`, or `NotRead` if it breaks off."""
    reader, writer = await opened(reached_at, REACHED_WITHIN)
    try:
        async with asyncio.timeout(ANSWERED_WITHIN):
            return await _exchanged(reader, writer, method, target, headers, body)
    except (OSError, h11.ProtocolError) as error:
        raise NotRead(f"the server at {reached_at} broke off") from error
    finally:
        writer.close()


async def _exchanged(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    method: str,
    target: bytes,
    headers: Headers,
    body: bytes,
) -> Answer:
    line = h11.Connection(h11.CLIENT)
    framed = [*headers, (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    for part in (
        h11.Request(method=method, target=target, headers=framed),
        h11.Data(data=body),
        h11.EndOfMessage(),
    ):
        writer.write(line.send(part) or b"")
    await writer.drain()
    status, found, answer = 0, [], bytearray()
    while True:
        event = line.next_event()
        if event is h11.NEED_DATA:
            line.receive_data(await reader.read(65536))
        elif isinstance(event, h11.Response):
            status, found = event.status_code, list(event.headers)
        elif isinstance(event, h11.Data):
            answer += event.data
        elif isinstance(event, h11.EndOfMessage):
            return Answer(status, found, bytes(answer))
        elif isinstance(event, h11.ConnectionClosed):
            raise OSError("closed")
