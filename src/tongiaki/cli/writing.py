"""What a command writes: a file, standard output for `-`, or nothing."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from tongiaki.cli.reading import Unreadable


@contextmanager
def output(out: str | None) -> Iterator[TextIO | None]:
    """The file to write to, closed at the end; `Unreadable` if it cannot be written."""
    if out is None or out == "-":
        yield None if out is None else sys.stdout
        return
    try:
        with Path(out).open("w", encoding="utf-8", newline="\n") as file:
            yield file
    except OSError as error:
        raise Unreadable(f"cannot write {out}: {error.strerror or error}") from None
