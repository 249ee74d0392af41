"""The store: what is kept of games, in whatever database (`keeping`)."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Row, Select, select

from tongiaki.server.deal import Deal
from tongiaki.server.logs import log
from tongiaki.server.metrics import Metrics
from tongiaki.server.protocol import Clock, Seat
from tongiaki.server.store import schema
from tongiaki.server.store.address import Address
from tongiaki.server.store.growth import APPEND
from tongiaki.server.store.in_file import InFile
from tongiaki.server.store.keeping import Damaged, Keeping, NotKept, NotRead
from tongiaki.server.store.kept import Before, Entry, KeptGame, KeptSummary, NewGame, Outcome, Standing
from tongiaki.server.store.leases import Leases
from tongiaki.server.store.writer import Statement

_INSERT_GAME = (
    "INSERT INTO game (id, session, seats, rules, start_seat, commitment, created, odds, room, number, clock, "
    "rated, changed, over, turn, active_seat, outcome) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_INSERT_OWNER = "INSERT INTO seat_owner (game, seat, session) VALUES (?, ?, ?)"
_INSERT_BEFORE = "INSERT INTO seat_before (game, until, seat, session, name) VALUES (?, ?, ?, ?, ?)"
_INSERT_DECK = "INSERT INTO deck VALUES (?, ?, ?, ?)"
_ALIVE = "INSERT INTO alive (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at"
_READY = (
    "INSERT INTO server_key (name, value) VALUES ('ready', ?) "
    "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
_INSERT_PLAY = "INSERT INTO play VALUES (?, ?, ?)"
_UPDATE_GAME = "UPDATE game SET changed = ?, over = ?, turn = ?, active_seat = ?, outcome = ? WHERE id = ?"

__all__ = ["Damaged", "NotKept", "NotRead", "Store", "load_game", "now", "summary"]

Value = TypeVar("Value")

READY_WITHIN = 2.0
"""Seconds within which a database that is in order takes something."""


def now() -> str:
    """The time as it is written down: UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Store:
    """Games in a database that `Database.open` has seen to."""

    def __init__(
        self, where: Path | Address, synchronous: str = "NORMAL", metrics: Metrics | None = None
    ) -> None:
        self.metrics = metrics or Metrics()
        self._keeping = _keeping(where, synchronous, self.metrics)

    @property
    def leases(self) -> Leases:
        """What this process may change."""
        return self._keeping.leases

    async def close(self) -> None:
        """Ends when everything that waits is committed."""
        await self._keeping.close()

    async def create(
        self, game: NewGame, entries: Sequence[Entry], standing: Standing, at: str | None = None
    ) -> None:
        """Keeps a new game with the beginning of its log, written now or `at`; `NotKept`."""
        at = at or now()
        seats, rules = msgspec.json.encode(game.seats).decode(), json.dumps(game.rules)
        row = (game.id, game.session, seats, rules, game.start_seat, game.deal.commitment, at, game.odds)
        statements: list[Statement] = [
            (
                _INSERT_GAME,
                (*row, game.room, game.number, _json(game.clock), game.rated, at, *_standing(standing)),
            ),
            *[(_INSERT_OWNER, (game.id, seat, session)) for seat, session in game.owners.items()],
            _deck(game.id, game.deal),
            *_events(game.id, entries, at),
            (_INSERT_PLAY, (game.id, "", entries[-1].seq)),
        ]
        await self.write(statements)

    async def append(
        self,
        game: str,
        entries: Sequence[Entry],
        standing: Standing,
        play: str | None,
        deal: Deal | None = None,
        at: str | None = None,
        more: Sequence[Statement] = (),
        write: Callable[[list[Statement]], Awaitable[None]] | None = None,
    ) -> None:
        """Keeps the next entries of a log, with the id of the play they come from; all or none; `NotKept`.

        deal: the tiles were shuffled anew; at: when, if not now; more: what follows, in the same transaction;
        write: who commits it, together with something else.
        """
        at = at or now()
        statements = _events(game, entries, at)
        statements.append((_UPDATE_GAME, (at, *_standing(standing), game)))
        if play is not None:
            statements.append((_INSERT_PLAY, (game, play, entries[-1].seq)))
        if deal is not None:
            statements.append(_deck(game, deal))
        await (write or self.write)([*statements, *more])
        for entry in entries:
            self.metrics.event(entry.kind).inc()

    @staticmethod
    def seat_given(game: str, before: Before, session: str, seats: Sequence[Seat]) -> list[Statement]:
        """What keeps that another person decides for a seat from now on; `seats` has the new name."""
        named = msgspec.json.encode(seats).decode()
        row = (game, before.until, before.seat, before.session, before.name)
        return [
            (_INSERT_BEFORE, row),
            ("UPDATE seat_owner SET session = ? WHERE game = ? AND seat = ?", (session, game, before.seat)),
            ("UPDATE game SET seats = ? WHERE id = ?", (named, game)),
        ]

    async def load(self, game: str) -> KeptGame | None:
        """The whole game, deck included: for the server only."""
        return await self.read(lambda connection: load_game(connection, game))

    async def has(self, game: str) -> bool:
        """Whether there is such a game."""
        query = select(schema.game.c.id).filter_by(id=game)
        return await self.read(lambda connection: connection.execute(query).first() is not None)

    async def log_after(self, game: str, seq: int) -> tuple[list[Entry], str]:
        """What has come after an event, and when the last of it was written."""

        def read(connection: Connection) -> tuple[list[Entry], str]:
            rows = connection.execute(_log(game).where(schema.event.c.seq > seq)).all()
            return [_entry(row) for row in rows], rows[-1].at if rows else ""

        return await self.read(read)

    async def lease_of(self, id: str) -> str:
        """The lease of a table or a room: that of a table in a room is the room's."""
        query = select(schema.game.c.room).filter_by(id=id)
        return await self.read(lambda connection: connection.execute(query).scalar() or id)

    async def of_session(self, session: str, most: int = 200) -> list[KeptSummary]:
        """The games at one screen that a session has made, the latest change first."""
        query = select(schema.game).filter_by(session=session, room=None)
        query = query.order_by(schema.game.c.changed.desc()).limit(most)
        return await self.read(lambda connection: summaries(connection, query))

    async def running(self) -> list[KeptSummary]:
        """All games that are not over."""
        query = select(schema.game).filter_by(over=False).order_by(schema.game.c.changed)
        return await self.read(lambda connection: summaries(connection, query))

    async def is_ready(self) -> bool:
        """Whether something could be kept now."""
        try:
            async with asyncio.timeout(READY_WITHIN):
                await self.write([(_READY, (now(),))])
        except (NotKept, TimeoutError):
            return False
        return True

    async def outages(self, since: str) -> tuple[str | None, list[tuple[str, str]]]:
        """When a server has run last, and the times since then when none did."""

        def read(connection: Connection) -> tuple[str | None, list[tuple[str, str]]]:
            alive = connection.execute(select(schema.alive.c.at)).scalar()
            rows = connection.execute(select(schema.outage).where(schema.outage.c.ended > since))
            return alive, [(row.began, row.ended) for row in rows]

        return await self.read(read)

    async def note_outage(self, began: str, ended: str) -> None:
        """No server ran between these times; `NotKept`."""
        sql = "INSERT INTO outage (began, ended) VALUES (?, ?) ON CONFLICT (began) DO NOTHING"
        await self.write([(sql, (began, ended)), (_ALIVE, (ended,))])

    async def note_alive(self, at: str) -> None:
        """A server runs; `NotKept`."""
        await self.write([(_ALIVE, (at,))])

    async def read(self, work: Callable[[Connection], Value]) -> Value:
        """What a work finds in the database, beside the event loop; `NotRead`."""
        return await self._keeping.read(work)

    async def write(self, statements: Sequence[Statement]) -> None:
        """Keeps what the statements say, all or none; `NotKept`."""
        await self._keeping.write(statements)


def _events(game: str, entries: Sequence[Entry], at: str) -> list[Statement]:
    return [
        (
            APPEND,
            (
                *(game, e.seq, e.kind, e.line, e.tile, e.forced, at),
                *(e.back_to, e.commitment, e.seat, e.bot, e.resigned, _json(e.clock)),
            ),
        )
        for e in entries
    ]


def _json(value: object) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


def _standing(standing: Standing) -> tuple[bool, int, int | None, str | None]:
    outcome = None if standing.outcome is None else msgspec.json.encode(standing.outcome).decode()
    return standing.over, standing.turn, standing.active_seat, outcome


def _deck(game: str, deal: Deal) -> Statement:
    return _INSERT_DECK, (game, deal.since, json.dumps(deal.deck), deal.salt)


def load_game(connection: Connection, game: str) -> KeptGame | None:
    """The whole game, deck included."""
    row = connection.execute(select(schema.game).filter_by(id=game)).first()
    if row is None:
        return None
    log = connection.execute(_log(game)).all()
    entries = [_entry(e) for e in log]
    commitments = {0: row.commitment, **{e.seq: e.commitment for e in entries if e.commitment is not None}}
    deals = [
        Deal(tuple(map(sys.intern, json.loads(deck.tiles))), deck.salt, commitments[deck.since], deck.since)
        for deck in connection.execute(_decks(game))
    ]
    plays = connection.execute(select(schema.play).filter_by(game=game))
    owners = {o.seat: o.session for o in connection.execute(select(schema.seat_owner).filter_by(game=game))}
    made = {play.id: play.seq for play in plays}
    before = [Before(b.seat, b.until, b.session, b.name) for b in connection.execute(_before(game))]
    return KeptGame(_new_game(row, deals[0], owners), row.created, entries, deals, made, log[-1].at, before)


def _entry(e: "Row[Any]") -> Entry:
    return Entry(
        *(e.seq, e.kind, e.line, e.tile, e.forced, e.back_to, e.commitment, e.seat, e.bot, e.resigned),
        clock=None if e.clock is None else json.loads(e.clock),
    )


def _decks(game: str) -> "Select[Any]":
    return select(schema.deck).filter_by(game=game).order_by(schema.deck.c.since)


def _before(game: str) -> "Select[Any]":
    return select(schema.seat_before).filter_by(game=game).order_by(schema.seat_before.c.until)


def _log(game: str) -> "Select[Any]":
    return select(schema.event).filter_by(game=game).order_by(schema.event.c.seq)


def _seats(text: str) -> tuple[Seat, ...]:
    return msgspec.json.decode(text, type=tuple[Seat, ...])


def _new_game(row: "Row[Any]", deal: Deal, owners: dict[int, str]) -> NewGame:
    return NewGame(
        id=row.id,
        session=row.session,
        seats=_seats(row.seats),
        rules=json.loads(row.rules),
        start_seat=row.start_seat,
        deal=deal,
        odds=row.odds,
        owners=owners,
        room=row.room,
        number=row.number,
        clock=None if row.clock is None else msgspec.json.decode(row.clock, type=Clock),
        rated=row.rated,
    )


def summaries(connection: Connection, query: "Select[Any]") -> list[KeptSummary]:
    """Games as they stand; one that is damaged is left out and named in the log, so that the others are there."""
    found = []
    for row in connection.execute(query):
        try:
            found.append(summary(row))
        except ValueError as error:
            log.error("damaged_game", table=row.id, why=str(error))
    return found


def summary(row: "Row[Any]") -> KeptSummary:
    """A game as it stands in lists."""
    outcome = None if row.outcome is None else msgspec.json.decode(row.outcome, type=Outcome)
    standing = Standing(row.over, row.turn, row.active_seat, outcome)
    return KeptSummary(
        *(row.id, _seats(row.seats), row.created, row.changed, standing),
        *(row.start_seat, row.room, row.number, row.rated),
    )


def _keeping(where: Path | Address, synchronous: str, metrics: Metrics) -> Keeping:
    if isinstance(where, Path):
        return InFile(where, synchronous, metrics.commits.observe)
    from tongiaki.server.store.postgres import InPostgres  # late: an extra, which most do not have

    return InPostgres(where, metrics.commits.observe)
