"""Record files as the commands read them: one record a line, `-` for standard input."""

import sys
from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import BinaryIO

from tongiaki.records import GameRecord, RecordError


class Interrupted(Exception):
    """The person at the keyboard has had enough, and is told how it goes on."""


class Unreadable(Exception):
    """A file that cannot be read or written; the message is one sentence."""


def texts_of(path: str) -> Generator[bytes, None, None]:
    """The records of a file as JSON texts, one for each line that is not blank.

    A file that is one record written over several lines, as by hand, is one text.
    """
    try:
        if path == "-":
            yield from _texts(sys.stdin.buffer)
            return
        with Path(path).open("rb") as file:
            yield from _texts(file)
    except OSError as error:
        raise Unreadable(f"cannot read {path}: {error.strerror or error}") from None


def _texts(file: BinaryIO) -> Iterator[bytes]:
    lines = (line.removeprefix(b"\xef\xbb\xbf").strip() for line in file)
    filled = (line for line in lines if line)
    first = next(filled, b"")
    if first in (b"{", b"[") or (first and not first.endswith(b"}")):
        rest = list(filled)
        whole = b"\n".join([first, *rest])
        yield from [whole] if _is_one_record(whole) else [first, *rest]
        return
    if first:
        yield first
        yield from filled


def _is_one_record(text: bytes) -> bool:
    try:
        GameRecord.from_json(text)
    except RecordError as error:
        return not error.message.startswith("not JSON")
    return True


def record_of(path: str, game: int) -> GameRecord:
    """Record number `game`, counted from 1, of a file."""
    count = 0
    with closing(texts_of(path)) as texts:
        for count, text in enumerate(texts, 1):
            if count == game:
                return GameRecord.from_json(text)
    if not count:
        raise RecordError(f"{path} holds no record")
    raise RecordError(f"{path} holds {count} record{'s' if count > 1 else ''}, there is no number {game}")
