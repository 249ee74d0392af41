"""The store: appends through the one writer, reads through SQLAlchemy."""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, Row, Select, create_engine, event, select

from tongiaki.server.protocol import Seat
from tongiaki.server.store import schema
from tongiaki.server.store.kept import Entry, KeptGame, KeptSummary, NewGame, Standing
from tongiaki.server.store.writer import Statement, Writer

_INSERT_GAME = "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_INSERT_DECK = "INSERT INTO deck VALUES (?, ?, ?)"
_INSERT_EVENT = "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)"
_INSERT_PLAY = "INSERT INTO play VALUES (?, ?, ?)"
_UPDATE_GAME = "UPDATE game SET changed = ?, over = ?, turn = ?, active_seat = ? WHERE id = ?"


Value = TypeVar("Value")


class NotKept(Exception):
    """The database took none of it (disk full, locked, number used twice)."""


def now() -> str:
    """The time as it is written down: UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Store:
    """Games in one SQLite file that `prepare` has seen to."""

    def __init__(self, path: Path, synchronous: str = "NORMAL") -> None:
        self._writer = Writer(path, synchronous)
        self._reader = _reading_engine(path)

    async def close(self) -> None:
        """Ends when everything that waits is committed."""
        await asyncio.to_thread(self._writer.close)
        self._reader.dispose()

    async def create(self, game: NewGame, entries: Sequence[Entry], standing: Standing) -> None:
        """Keeps a new game with the beginning of its log; `NotKept`."""
        at = now()
        seats = msgspec.json.encode(game.seats).decode()
        row = (game.id, game.session, seats, json.dumps(game.rules), game.start_seat, game.commitment, at, at)
        statements: list[Statement] = [
            (_INSERT_GAME, (*row, standing.over, standing.turn, standing.active_seat)),
            (_INSERT_DECK, (game.id, json.dumps(game.deck), game.salt)),
            *_events(game.id, entries, at),
        ]
        await self._write(statements)

    async def append(self, game: str, entries: Sequence[Entry], standing: Standing, play: str | None) -> None:
        """Keeps the next entries of a log, with the id of the play they come from; all or none; `NotKept`."""
        at = now()
        statements = _events(game, entries, at)
        statements.append((_UPDATE_GAME, (at, standing.over, standing.turn, standing.active_seat, game)))
        if play is not None:
            statements.append((_INSERT_PLAY, (game, play, entries[-1].seq)))
        await self._write(statements)

    async def load(self, game: str) -> KeptGame | None:
        """The whole game, deck included: for the server only."""
        return await self._read(lambda connection: _load(connection, game))

    async def of_session(self, session: str, most: int = 200) -> list[KeptSummary]:
        """The games a session has made, the latest change first."""
        query = (
            select(schema.game).filter_by(session=session).order_by(schema.game.c.changed.desc()).limit(most)
        )
        return await self._read(lambda connection: [_summary(row) for row in connection.execute(query)])

    async def running(self) -> list[KeptSummary]:
        """All games that are not over."""
        query = select(schema.game).filter_by(over=False).order_by(schema.game.c.changed)
        return await self._read(lambda connection: [_summary(row) for row in connection.execute(query)])

    async def _read(self, work: Callable[[Connection], Value]) -> Value:
        def read() -> Value:
            with self._reader.connect() as connection:
                return work(connection)

        return await asyncio.to_thread(read)

    async def _write(self, statements: Sequence[Statement]) -> None:
        try:
            await asyncio.wrap_future(self._writer.submit(statements))
        except sqlite3.Error as error:
            raise NotKept(str(error)) from error


def _events(game: str, entries: Sequence[Entry], at: str) -> list[Statement]:
    return [(_INSERT_EVENT, (game, e.seq, e.kind, e.line, e.tile, e.forced, at)) for e in entries]


def _load(connection: Connection, game: str) -> KeptGame | None:
    row = connection.execute(_whole(game)).first()
    if row is None:
        return None
    plays = connection.execute(select(schema.play).filter_by(game=game))
    entries = [Entry(e.seq, e.kind, e.line, e.tile, e.forced) for e in connection.execute(_log(game))]
    return KeptGame(_new_game(row), row.created, entries, {play.id: play.seq for play in plays})


def _whole(game: str) -> "Select[Any]":
    joined = schema.game.join(schema.deck, schema.game.c.id == schema.deck.c.game)
    return (
        select(schema.game, schema.deck.c.tiles, schema.deck.c.salt)
        .select_from(joined)
        .where(schema.game.c.id == game)
    )


def _log(game: str) -> "Select[Any]":
    return select(schema.event).filter_by(game=game).order_by(schema.event.c.seq)


def _seats(text: str) -> tuple[Seat, ...]:
    return msgspec.json.decode(text, type=tuple[Seat, ...])


def _new_game(row: "Row[Any]") -> NewGame:
    return NewGame(
        id=row.id,
        session=row.session,
        seats=_seats(row.seats),
        rules=json.loads(row.rules),
        start_seat=row.start_seat,
        commitment=row.commitment,
        deck=tuple(json.loads(row.tiles)),
        salt=row.salt,
    )


def _summary(row: "Row[Any]") -> KeptSummary:
    standing = Standing(row.over, row.turn, row.active_seat)
    return KeptSummary(row.id, _seats(row.seats), row.created, row.changed, standing)


def _reading_engine(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}")

    @event.listens_for(engine, "connect")
    def _only_read(connection: Any, _record: Any) -> None:
        connection.execute("PRAGMA query_only=ON")

    return engine
