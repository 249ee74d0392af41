"""Messages as bytes. What is sent again and again is encoded once; what nobody needs just now is packed."""

import zlib
from typing import TypeVar, cast

import msgspec

from tongiaki.server.protocol import Base

Part = TypeVar("Part")

_encoder = msgspec.json.Encoder()
as_bytes = _encoder.encode


def encoded(message: Base) -> str:
    """The message as text."""
    return as_bytes(message).decode()


def ready(part: Part) -> Part:
    """A part of messages, encoded already: it can be put into them, and nothing else."""
    return cast(Part, msgspec.Raw(as_bytes(part)))


def packed(part: object) -> bytes:
    """In a tenth of the memory."""
    return zlib.compress(msgspec.msgpack.encode(part), 1)


def unpacked(data: bytes, kind: type[Part]) -> Part:
    """What was packed, of a kind."""
    return msgspec.msgpack.decode(zlib.decompress(data), type=kind)
