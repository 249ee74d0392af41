"""Rooms and their talk in the store."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, func, select

from tongiaki.server.protocol import Text
from tongiaki.server.store import schema
from tongiaki.server.store.kept import KeptSummary
from tongiaki.server.store.store import Store, now, summary
from tongiaki.server.store.turns import KeptTurn, turns
from tongiaki.server.store.writer import Statement

_KEEP_ROOM = (
    "INSERT INTO room (id, arrangement, created, changed) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (id) DO UPDATE SET arrangement = excluded.arrangement, changed = excluded.changed"
)
_INSERT_MEMBER = "INSERT INTO room_member (room, session, host) VALUES (?, ?, ?)"
_INSERT_LINE = (
    "INSERT INTO talk (room, n, at, kind, session, name, seat, text, emote, notice, game, seq, removes, command) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)

MOST_LINES = 500
"""Lines of the talk that are taken up when a room is."""


@dataclass(frozen=True)
class Line:
    """A line of the talk: who said it (for the server only), where the game stood, or which line it takes out.

    `command`: the id of the command that said it.
    """

    n: int
    at: str
    kind: str
    session: str | None = None
    name: str = ""
    seat: int | None = None
    text: str = ""
    emote: str | None = None
    notice: Text | None = None
    game: str | None = None
    seq: int | None = None
    removes: int | None = None
    command: str | None = None


@dataclass(frozen=True)
class KeptRoom:
    """A room as it was kept: its arrangement as JSON, its games in order, the last lines of its talk."""

    id: str
    arrangement: str
    created: str
    changed: str
    games: list[KeptSummary]
    lines: list[Line]


class RoomStore:
    """Rooms beside the games of a store."""

    def __init__(self, store: Store) -> None:
        self._store = self.beside = store

    async def keep(
        self,
        room: str,
        arrangement: str,
        members: dict[str, bool],
        lines: Sequence[Line],
        created: str,
        also: Sequence[Statement] = (),
    ) -> None:
        """Keeps the arrangement, who belongs to it (`True`: the host) and new lines, all or none; `NotKept`.

        also: what must be kept together with it.
        """
        statements: list[Statement] = [
            (_KEEP_ROOM, (room, arrangement, created, now())),
            ("DELETE FROM room_member WHERE room = ?", (room,)),
            *[(_INSERT_MEMBER, (room, session, host)) for session, host in members.items()],
            *[_line(room, line) for line in lines],
            *also,
        ]
        await self._store.write(statements)
        self._store.metrics.lines.inc(len(lines))

    async def arrangement(self, room: str) -> str | None:
        """The arrangement of a room alone."""
        query = select(schema.room.c.arrangement).filter_by(id=room)
        return await self._store.read(lambda connection: connection.execute(query).scalar())

    async def load(self, room: str) -> KeptRoom | None:
        """The whole room."""
        return await self._store.read(lambda connection: _load(connection, room))

    async def remind(self, game: str, turn: int) -> bool:
        """Notes that somebody is reminded of the turn since an event; false: that was done already. `NotKept`."""
        query = select(schema.game.c.reminded).where(schema.game.c.id == game)
        if await self._store.read(lambda connection: connection.execute(query).scalar()) == turn:
            return False
        await self._store.write([("UPDATE game SET reminded = ? WHERE id = ?", (turn, game))])
        return True

    async def of_session(self, session: str, most: int = 100) -> list[KeptRoom]:
        """The rooms where a session sits or is the host, the latest change first; without their talk."""
        member = schema.room_member.c
        query = select(schema.room).join(schema.room_member, member.room == schema.room.c.id)
        query = query.where(member.session == session).order_by(schema.room.c.changed.desc()).limit(most)
        return await self._store.read(
            lambda connection: [_room(connection, row, []) for row in connection.execute(query)]
        )

    async def turns(self, games: Sequence[str]) -> dict[str, KeptTurn]:
        """Whose time runs, in those of the games where there are days for a turn."""
        return await self._store.read(lambda connection: turns(connection, games))

    async def hosted(self, session: str, since: str) -> int:
        """How many rooms a session has made or used since then in which no game is over."""
        member, game, room = schema.room_member.c, schema.game.c, schema.room.c
        finished = select(game.id).where(game.room == room.id, game.over).exists()
        query = select(func.count()).select_from(schema.room).join(schema.room_member, member.room == room.id)
        query = query.where(member.session == session, member.host, room.changed > since, ~finished)
        return await self._store.read(lambda connection: int(connection.execute(query).scalar_one()))


def _line(room: str, line: Line) -> Statement:
    notice = None if line.notice is None else msgspec.json.encode(line.notice).decode()
    said = (room, line.n, line.at, line.kind, line.session, line.name, line.seat, line.text, line.emote)
    return _INSERT_LINE, (*said, notice, line.game, line.seq, line.removes, line.command)


def _load(connection: Connection, room: str) -> KeptRoom | None:
    row = connection.execute(select(schema.room).filter_by(id=room)).first()
    if row is None:
        return None
    last = select(schema.talk).filter_by(room=room).order_by(schema.talk.c.n.desc()).limit(MOST_LINES)
    return _room(connection, row, [_said(line) for line in connection.execute(last)][::-1])


def _room(connection: Connection, row: "Row[Any]", lines: list[Line]) -> KeptRoom:
    games = connection.execute(select(schema.game).filter_by(room=row.id).order_by(schema.game.c.number))
    return KeptRoom(
        row.id, row.arrangement, row.created, row.changed, [summary(game) for game in games], lines
    )


def _said(row: "Row[Any]") -> Line:
    notice = None if row.notice is None else msgspec.json.decode(row.notice, type=Text)
    return Line(
        *(row.n, row.at, row.kind, row.session, row.name, row.seat, row.text, row.emote),
        notice=notice,
        game=row.game,
        seq=row.seq,
        removes=row.removes,
        command=row.command,
    )
