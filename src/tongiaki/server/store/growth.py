"""Logs that grow: by which statement, and how other processes hear of it."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from tongiaki.server.store.writer import Statement

APPEND = (
    "INSERT INTO event (game, seq, kind, line, tile, forced, at, back_to, commitment, seat, bot, resigned, "
    "clock) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
"""An event of a game's log."""


def grown(statements: Iterable[Statement]) -> dict[str, int]:
    """The games to whose logs these statements append, and the last event of each then."""
    return {parameters[0]: parameters[1] for sql, parameters in statements if sql is APPEND}


CHANNEL = "tongiaki"
"""Of PostgreSQL's notifications."""

NOTIFY = f"SELECT pg_notify('{CHANNEL}', $1)"

MOST_IN_ONE = 200
"""Games in one notification: PostgreSQL takes 8,000 bytes."""


def notices(grown: Mapping[str, int]) -> Iterator[str]:
    """What is told of a commit: which logs have grown, and up to where; nearly always in one notice."""
    each = iter(f"{game} {seq}" for game, seq in grown.items())
    while some := list(islice(each, MOST_IN_ONE)):
        yield " ".join(some)


def read_notice(notice: str) -> dict[str, int]:
    """What a notice says."""
    words = notice.split(" ")
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))
