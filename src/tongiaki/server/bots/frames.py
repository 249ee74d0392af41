"""What passes between the server and a worker: MessagePack behind four bytes of length."""

import struct
from typing import BinaryIO

import msgspec

LENGTH = struct.Struct(">I")


class Ask(msgspec.Struct, frozen=True):
    """Which bot shall decide, from which seed, in which position (`Game.to_bytes`: it knows no order of the deck)."""

    bot: str
    seed: int
    state: bytes
    player: str = ""
    """For whom: a player's bot is kept from one decision to the next, with what it has found."""
    seconds: float | None = None
    share: float = 1.0
    """The budget, as in `tongiaki.bots.Limits`."""


class Answer(msgspec.Struct, frozen=True):
    """The number of the move; or the error that the bot raised."""

    move: int = -1
    error: str | None = None
    limited: bool = False
    """Whether the bot keeps to the budget it is told."""


def framed(message: Ask | Answer) -> bytes:
    """The message as it is sent."""
    body = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(body)) + body


def read_ask(stream: BinaryIO) -> Ask | None:
    """The next question; `None` at the end of the stream."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    return msgspec.msgpack.decode(stream.read(LENGTH.unpack(head)[0]), type=Ask)
