"""What happens in a room is committed, then it holds, then it is told – in this order."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from tongiaki.server.logs import log
from tongiaki.server.protocol import Text
from tongiaki.server.rooms.arrangement import Arrangement, refusal
from tongiaki.server.rooms.live_room import LiveRoom
from tongiaki.server.store.growth import RESTED
from tongiaki.server.store.rooms import Line, RoomStore
from tongiaki.server.store.store import NotKept, now
from tongiaki.server.store.writer import Statement


class Keeper:
    """Keeps rooms in the store."""

    def __init__(self, store: RoomStore) -> None:
        self._store = store

    async def change(self, room: LiveRoom, arrangement: Arrangement, notices: Sequence[Text] = ()) -> None:
        """As `keep`, with notices in the talk."""
        await self.keep(
            room, arrangement, [line_of(room, kind="notice", notice=notice) for notice in notices]
        )

    async def keep(
        self,
        room: LiveRoom,
        arrangement: Arrangement,
        lines: Sequence[Line] = (),
        also: Sequence[Statement] = (),
    ) -> None:
        """Commits the arrangement and new lines; only then they hold, and all are told; `Refusal`.

        also: what must be kept together with it.
        """
        kept = [replace(line, n=n) for n, line in enumerate(lines, room.last_line + 1)]
        members = dict.fromkeys(arrangement.persons.values(), False) | {arrangement.host: True}
        if arrangement.holidays != room.arrangement.holidays:
            also = [*also, (RESTED, (now(), room.id))]  # who looks on elsewhere hears of it
        written = msgspec.json.encode(arrangement).decode()
        try:
            if room.lost:
                raise NotKept("another server has the lease")
            await self._store.keep(room.id, written, members, kept, room.created, also)
        except NotKept as error:
            log.error("not_kept", room=room.id, why=str(error))
            raise refusal("busy", "refused_busy") from None
        changed = arrangement != room.arrangement
        room.arrange(arrangement)
        room.add_lines(kept)
        room.tell_lines(kept)
        if changed or room.told != room.fingerprint():
            room.tell()


def line_of(room: LiveRoom, **parts: Any) -> Line:
    """A line that is said now; it gets its number when it is kept."""
    table = room.table
    game, seq = (table.id, table.course.seq) if table else (None, None)
    return Line(n=-1, at=now(), game=game, seq=seq, **parts)
