"""Logs that grow: by which statement, and what is seen of it by those who commit it."""

from collections.abc import Iterable

from tongiaki.server.store.writer import Statement

APPEND = (
    "INSERT INTO event (game, seq, kind, line, tile, forced, at, back_to, commitment, seat, bot, resigned, "
    "clock) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
"""An event of a game's log."""


def grown(statements: Iterable[Statement]) -> dict[str, int]:
    """The games to whose logs these statements append, and the last event of each then."""
    return {parameters[0]: parameters[1] for sql, parameters in statements if sql is APPEND}
