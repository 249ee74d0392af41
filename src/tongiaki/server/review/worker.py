"""The process in which games are looked back on, `python -m tongiaki.server.review.worker`: questions in, answers out.

It is told positions and what was done in them, never a deck. It ends when its questions do, so with the server.
"""

import os
import struct
import sys
from typing import BinaryIO

import msgspec

from tongiaki.engine import Game, move_of
from tongiaki.review import Judged, Moment, judged, moments
from tongiaki.review.review import decisions

LENGTH = struct.Struct(">I")

NICE = 10
"""It leaves the processor to the server and to the bots."""


class AskGame(msgspec.Struct, tag="game", frozen=True):
    """The position before the first step (`Game.to_bytes`), and the steps: lines and tiles."""

    start: bytes
    steps: list[str]


class AskDecision(msgspec.Struct, tag="decision", frozen=True):
    """A position, the line that was played there, and the budget."""

    state: bytes
    line: str
    nodes: int


class Passed(msgspec.Struct, tag="game", frozen=True):
    """Answer to `AskGame`: the start and each step, and the positions with a choice by the number of their step."""

    moments: list[Moment]
    decisions: list[tuple[int, bytes]]


class Found(msgspec.Struct, tag="decision", frozen=True):
    """Answer to `AskDecision`."""

    judged: Judged | None


class Failed(msgspec.Struct, tag="failed", frozen=True):
    """Something is wrong with the question."""

    error: str


Ask = AskGame | AskDecision
Answer = Passed | Found | Failed


def framed(message: Ask | Answer) -> bytes:
    """The message as it is sent."""
    body = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(body)) + body


def answer(ask: Ask) -> Answer:
    """What is found."""
    try:
        if isinstance(ask, AskDecision):
            return Found(judged(Game.from_bytes(ask.state), move_of(ask.line), ask.nodes))
        game = Game.from_bytes(ask.start)
        chosen = decisions(game, ask.steps)
        return Passed(
            list(moments(game, ask.steps)), [(number, position.to_bytes()) for number, position in chosen]
        )
    except Exception as error:
        return Failed(f"{type(error).__name__}: {error}")


def main(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answers until the questions end."""
    while len(head := questions.read(LENGTH.size)) == LENGTH.size:
        ask = msgspec.msgpack.decode(questions.read(LENGTH.unpack(head)[0]), type=Ask)
        answers.write(framed(answer(ask)))
        answers.flush()


if __name__ == "__main__":
    os.nice(NICE)
    main(sys.stdin.buffer, sys.stdout.buffer)
