"""Logs that grow, and what changes beside them: by which statement, and how other processes hear of it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from tongiaki.server.store.writer import Statement

APPEND = (
    "INSERT INTO event (game, seq, kind, line, tile, forced, at, back_to, commitment, seat, bot, resigned, "
    "clock) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
"""An event of a game's log."""


def grown(statements: Sequence[Statement]) -> dict[str, int]:
    """The games to whose logs these statements append, and the last event of each then."""
    return {parameters[0]: parameters[1] for sql, parameters in statements if sql is APPEND}


RESTED = "UPDATE room SET changed = ? WHERE id = ?"
"""In a room, whose arrangement is written beside this, other days are not counted than before."""

GONE = "DELETE FROM game WHERE id = ?"
"""A game is deleted."""

BESIDE = -1
"""Told in the place of an event's number: something beside the log has changed, of this game or of this room's."""


def told(statements: Sequence[Statement]) -> dict[str, int]:
    """What is told of these statements: the games whose logs have grown, and of what else has changed."""
    beside = {parameters[-1]: BESIDE for sql, parameters in statements if sql is RESTED or sql is GONE}
    return grown(statements) | beside


CHANNEL = "tongiaki"
"""Of PostgreSQL's notifications."""

NOTIFY = f"SELECT pg_notify('{CHANNEL}', $1)"

MOST_IN_ONE = 200
"""Games in one notification: PostgreSQL takes 8,000 bytes."""


def notices(told: Mapping[str, int]) -> Iterator[str]:
    """The words in which it is told; nearly always in one notice."""
    each = iter(f"{id} {seq}" for id, seq in told.items())
    while some := list(islice(each, MOST_IN_ONE)):
        yield " ".join(some)


def read_notice(notice: str) -> dict[str, int]:
    """What a notice says."""
    words = notice.split(" ")
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))
