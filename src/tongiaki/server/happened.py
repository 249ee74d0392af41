"""What happened beside the moves of a game, in its record: who decided for whom, time that ran out, pauses."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec

from tongiaki.records import GameRecord
from tongiaki.server.course import BESIDE, Course
from tongiaki.server.protocol import Event, SeatBefore
from tongiaki.server.store.kept import Entry
from tongiaki.server.table import LiveTable

MOST_TOLD = 1000
"""Of a record that a client sends so much is shown; a game has a few."""

Number = Annotated[int, msgspec.Meta(ge=0)]
Name = Annotated[str, msgspec.Meta(max_length=40)]


class Happening(msgspec.Struct, frozen=True, rename={"old": "from"}):
    """One entry of the key `happened` (docs/notation.md): after `ply` moves and the tiles they turned up."""

    ply: Number
    event: Literal["seat", "flag", "pause", "resume", "handed_over"]
    player: Number | None = None
    bot: Name | None = None
    for_good: bool = False
    old: Name = ""


def written(table: LiveTable) -> dict[str, Any]:
    """The key `happened` of a table's record; nothing if there was none of it."""
    course = table.course
    moves = [event.seq for event in course.line if event.kind == "move"]
    happened = [
        {"ply": bisect_left(moves, event.seq), "event": event.kind, **_of_seat(table, event)}
        for event in course.events
        if event.kind in BESIDE and event.kind != "end"  # which stands in the result
    ]
    return {"happened": happened} if happened else {}


def _of_seat(table: LiveTable, event: Event) -> dict[str, Any]:
    if event.seat is None:
        return {}
    player = {"player": table.seating.player_of(event.seat)}
    if event.kind == "handed_over":
        old, new = table.name_at(event.seat, event.seq - 1), table.name_at(event.seat, event.seq)
        return player | {"from": old, "to": new}
    return player | ({"bot": event.bot, "for_good": event.resigned} if event.bot is not None else {})


class Told:
    """What a record tells beside its moves; what cannot be read is passed over, as any other key of a record."""

    def __init__(self, record: GameRecord) -> None:
        self.before: list[SeatBefore] = []
        """Who decided for seats that have been handed over so far."""
        self._by_ply: dict[int, list[Happening]] = defaultdict(list)
        entries = record.other.get("happened")
        for entry in entries[:MOST_TOLD] if isinstance(entries, list) else ():
            try:
                told = msgspec.convert(entry, Happening)
            except msgspec.ValidationError:
                continue
            if told.player is None or told.player < len(record.players):
                self._by_ply[told.ply].append(told)

    def go_on(self, course: Course) -> Iterator[Course]:
        """The course of the record after each thing that happened before its next move."""
        for told in self._by_ply.pop(course.ply, ()):
            next_one = course.seq + 1
            # In the course of a record each player has the seat of that number.
            course.go_on(
                [Entry(next_one, told.event, seat=told.player, bot=told.bot, resigned=told.for_good)]
            )
            if course.seq < next_one:
                continue  # it is not told of whom
            if told.event == "handed_over" and told.player is not None:
                self.before.append(SeatBefore(told.player, course.seq, told.old))
            yield course
