"""Several processes on one PostgreSQL: which one has which room or table.

Each process holds an advisory lock on its one connection that writes, so as long as that connection lives. A row of
`lease` says who holds what; it goes to another process only while that one has the lock of the old holder, whose
connection is therefore gone. So what is written for a table is written by its holder
(docs/decisions/0046-a-lease-for-each-table.md).
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import asyncpg
from sqlalchemy import Connection as Reading
from sqlalchemy import text

Connection: TypeAlias = "asyncpg.Connection[Any]"
Asks = Callable[[Connection], Awaitable[Any]]
Runs = Callable[[Asks, Callable[[Any], None]], Awaitable[Any]]
"""Runs a work on the connection that writes, in a transaction; what it finds is told at once when that is committed."""

LOCK = 0x546F6E67
"""The advisory lock of a database, "Tong": servers share it, what must be alone there takes it. With the number of a
process beside it: that of the process."""

AGAIN_AFTER = 0.2
"""Seconds between two attempts."""

TABLES = (
    "CREATE TABLE IF NOT EXISTS process (id integer PRIMARY KEY, reached_at text NOT NULL, token text NOT NULL, "
    "beat bigint NOT NULL, seen timestamptz NOT NULL)",
    "CREATE TABLE IF NOT EXISTS lease (id text PRIMARY KEY, holder integer NOT NULL, term bigint NOT NULL)",
    "CREATE INDEX IF NOT EXISTS lease_by_holder ON lease (holder)",
    "DROP TABLE IF EXISTS owner",
)
"""Who runs, and who holds what: of processes, not of games; so they stand only in PostgreSQL, and in no copy."""

BEAT = "UPDATE process SET token = $1, beat = beat + 1, seen = clock_timestamp() WHERE id = $2"
"""The last thing before each commit: by the token it is known afterwards whether it was made."""

_LOCKED = "SELECT pg_try_advisory_lock_shared($1::bigint) AND pg_try_advisory_lock($1::int, $2)"
_IS_DEAD = "SELECT pg_try_advisory_xact_lock_shared($1::int, $2)"
_REGISTER = (
    "INSERT INTO process VALUES ($1, $2, '', 0, clock_timestamp()) "
    "ON CONFLICT (id) DO UPDATE SET reached_at = excluded.reached_at"
)
_TAKE = (
    "INSERT INTO lease SELECT unnest($1::text[]), $2, 1 ON CONFLICT (id) DO UPDATE "
    "SET holder = excluded.holder, term = lease.term + 1 "
    "WHERE lease.holder <> excluded.holder AND pg_try_advisory_xact_lock_shared($3::int, lease.holder)"
)
_AGE = (
    "SELECT extract(epoch FROM max(clock_timestamp() - process.seen))::float FROM lease "
    "JOIN process ON process.id = lease.holder WHERE lease.id = ANY($1::text[]) AND process.id <> $2"
)
_SEEN = "SELECT extract(epoch FROM clock_timestamp() - seen)::float FROM process WHERE id = $1"
_TAKEN = "SELECT id FROM lease WHERE id = ANY($1::text[]) AND holder = $2"
_DROP_IDLE = (
    "DELETE FROM lease WHERE holder = $1 AND NOT EXISTS (SELECT FROM game WHERE game.id = lease.id AND NOT over) "
    "AND NOT EXISTS (SELECT FROM game WHERE game.room = lease.id AND NOT over)"
)
_TAKE_OVER = (
    "UPDATE lease SET holder = $1, term = term + 1 WHERE id IN "
    "(SELECT id FROM lease WHERE holder = $2 LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING id"
)
_OF = {
    "room": "SELECT room.id, lease.holder, process.reached_at FROM room LEFT JOIN lease ON lease.id = room.id "
    "LEFT JOIN process ON process.id = lease.holder WHERE room.id = :id",
    "table": "SELECT COALESCE(game.room, game.id), lease.holder, process.reached_at FROM game "
    "LEFT JOIN lease ON lease.id = COALESCE(game.room, game.id) "
    "LEFT JOIN process ON process.id = lease.holder WHERE game.id = :id",
}

_SITS = (
    "SELECT EXISTS (SELECT FROM seat_owner WHERE game = :id AND session = :session) "
    "OR EXISTS (SELECT FROM game WHERE id = :id AND room IS NULL AND session = :session)"
)


class NotOurs(Exception):
    """The database is not to be used by this process now."""


@dataclass(frozen=True)
class Peer:
    """Another process, and where it is reached."""

    process: int
    reached_at: str


@dataclass(frozen=True)
class Held:
    """A lease, and who has it; `None`: nobody."""

    id: str
    by: Peer | None


@dataclass(frozen=True)
class _Taken:
    """Leases, and how many seconds ago the process gave its last sign of life that had them."""

    ids: set[str]
    age: float | None


class InProcesses:
    """The leases of one process."""

    def __init__(self, run: Runs) -> None:
        self._run = run
        self._held: set[str] = set()
        self.process = 1 + secrets.randbelow(2**31 - 1)
        self.name = name_of(self.process)
        self.reached_at = ""
        """HOST:PORT where other processes reach this one."""
        self.lost: Callable[[set[str]], None] = lambda ids: None
        """Called when another process has these now: what is in memory here is of no use any more."""
        self.unattended: Callable[[float], None] = lambda seconds: None
        """Called when something was taken of which nobody took care for so many seconds: its holder was dead."""

    def holds(self, id: str) -> bool:
        """As `Leases`."""
        return id in self._held

    async def take(self, ids: Iterable[str]) -> set[str]:
        """As `Leases`."""
        wanted = set(ids)
        if missing := sorted(wanted - self._held):
            await self._run(partial(self._take, missing), self._note)
        return wanted & self._held

    async def take_over(self, dead: int, most: int) -> set[str]:
        """So many at most of those that a dead process had and that run; nothing if it lives after all; `NotKept`."""
        found: _Taken = await self._run(partial(self._take_over, dead, most), self._note)
        return found.ids

    def _note(self, taken: _Taken) -> None:
        self._held |= taken.ids
        if taken.ids and taken.age is not None:
            self.unattended(taken.age)

    async def come_back(self, connection: Connection) -> bool:
        """The connection that writes is a new one: it locks; whether others have taken something in between.

        `NotOurs` if the database is not to be used now.
        """
        if not await self._locked(connection):
            await end_connections(connection, self.name)  # an earlier one that PostgreSQL still believes in
            await asyncio.sleep(AGAIN_AFTER)
            if not await self._locked(connection):
                raise NotOurs("another program of Tongiaki uses the database")
        await connection.execute(_REGISTER, self.process, self.reached_at)
        rows = await connection.fetch("SELECT id FROM lease WHERE holder = $1", self.process)
        lost = self._held - {row["id"] for row in rows}
        self._held -= lost
        if lost:
            self.lost(lost)
        return bool(lost)

    async def _locked(self, connection: Connection) -> bool:
        return bool(await connection.fetchval(_LOCKED, LOCK, self.process))

    async def _take(self, ids: Sequence[str], connection: Connection) -> _Taken:
        age = await connection.fetchval(_AGE, ids, self.process)
        await connection.execute(_TAKE, ids, self.process, LOCK)
        rows = await connection.fetch(_TAKEN, ids, self.process)
        return _Taken({row["id"] for row in rows}, age)

    async def _take_over(self, dead: int, most: int, connection: Connection) -> _Taken:
        if not await connection.fetchval(_IS_DEAD, LOCK, dead):
            return _Taken(set(), None)
        await connection.execute(_DROP_IDLE, dead)
        rows = await connection.fetch(_TAKE_OVER, self.process, dead, most)
        return _Taken({row["id"] for row in rows}, await connection.fetchval(_SEEN, dead))


def lease_of(connection: Reading, kind: str, id: str) -> Held | None:
    """The lease of a "room" or "table" with this id, and who has it; `None`: there is no such room or table."""
    row = connection.execute(text(_OF[kind]), {"id": id}).first()
    if row is None:
        return None
    return Held(row[0], None if row[2] is None else Peer(row[1], row[2]))


def sits(connection: Reading, table: str, session: str | None) -> bool:
    """Whether somebody decides for a seat of a table, or has made it for bots alone."""
    return bool(connection.execute(text(_SITS), {"id": table, "session": session}).scalar())


def name_of(process: int) -> str:
    """Of the connection that writes: PostgreSQL shows it to its operator."""
    return f"tongiaki {process}"


async def end_connections(connection: Connection, name: str) -> None:
    """All connections under this name end, and with them their locks; but for this one."""
    sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> $2"
    await connection.execute(sql, name, connection.get_server_pid())
