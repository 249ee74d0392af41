"""A database that takes nothing for a while: players are told, nothing is lost, play goes on."""

import asyncio
import contextlib
import os
import random
import resource
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.server.inside import commanded, locked
from tests.server.postgres import Cluster, running_cluster
from tests.server.process import Running, running
from tests.server.served import PATIENCE, Browser, Wire, lines_of, seats
from tests.server.test_rooms import two_at_a_table
from tongiaki.server.protocol import Accepted
from tongiaki.server.store.address import Address

SECONDS = float(os.environ.get("TONGIAKI_OUTAGE", "1"))
"""How long it takes nothing; 10 for a soak."""

TABLES = 20 if SECONDS > 5 else 4
"""Of a person and two bots."""

PACE = 0.2
"""Seconds between two moves of somebody."""

BANK = {"kind": "bank", "bank": 3600, "increment": 0}

Trouble = Callable[[Running, Any], contextlib.AbstractAsyncContextManager[None]]


@contextlib.asynccontextmanager
async def full_disk(server: Running, db: Path) -> AsyncIterator[None]:
    """No file of the server can grow any more."""
    pid, size = server.process.pid, Path(f"{db}-wal").stat().st_size  # noqa: ASYNC240
    soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, hard))
    yield
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))


@contextlib.asynccontextmanager
async def locked_file(server: Running, db: Path) -> AsyncIterator[None]:
    """Another program is writing."""
    async with locked(db):
        yield


@contextlib.asynccontextmanager
async def frozen(server: Running, cluster: Cluster) -> AsyncIterator[None]:
    """PostgreSQL does not answer; no connection is lost."""
    try:
        cluster.freeze()
        yield
    finally:
        cluster.thaw()


@contextlib.asynccontextmanager
async def stopped(server: Running, cluster: Cluster) -> AsyncIterator[None]:
    """PostgreSQL is stopped and started again; nobody is let in."""
    await asyncio.to_thread(cluster.stop, "fast")
    try:
        yield
    finally:
        await asyncio.to_thread(cluster.start)


@contextlib.asynccontextmanager
async def full_disk_of_postgres(server: Running, cluster: Cluster) -> AsyncIterator[None]:
    """It can add no page to a table; what has its place already it still changes."""
    await asyncio.to_thread(cluster.fill)
    try:
        yield
    finally:
        await asyncio.to_thread(cluster.free)


@contextlib.asynccontextmanager
async def full_journal_of_postgres(server: Running, cluster: Cluster) -> AsyncIterator[None]:
    """It cannot write its journal either: it falls, and is started again when there is room."""
    await asyncio.to_thread(cluster.fill_journal)
    try:
        yield
    finally:
        await asyncio.to_thread(cluster.free)


FULL = (full_disk_of_postgres, full_journal_of_postgres)
"""On a small disk of its own; the second one is the first one and more, so it is enough where there is little time."""


@dataclass
class _Seat:
    """Somebody at a table, who plays on and sends again what was refused because nothing could be kept."""

    wire: Wire
    rng: random.Random
    confirmed: dict[str, int] = field(default_factory=dict)
    told: list[tuple[str, str]] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    """Seconds until each refusal."""

    async def plays(self) -> None:
        """Until the game is over."""
        while (await self.wire.until_mine()).can_act:
            id, line, seq = (
                f"p{len(self.confirmed)}",
                self.rng.choice(lines_of(self.wire.view)),
                self.wire.view.seq,
            )
            seq = await self._kept(id, line, seq)
            self.confirmed[id] = seq
            await self.wire.until_seq(seq)
            await asyncio.sleep(PACE)

    async def _kept(self, id: str, line: str, seq: int) -> int:
        """Sends it until it is confirmed: the number of its last event."""
        while True:
            began = time.monotonic()
            answer = await self.wire.play(line, id=id, seq=seq)
            if isinstance(answer, Accepted):
                return answer.seq
            self.told.append((answer.code, answer.why.key))
            self.waits.append(time.monotonic() - began)
            await asyncio.sleep(PACE)

    async def looks_on(self) -> None:
        """Until the game is over."""
        await self.wire.until_mine()


@pytest.mark.slow
@pytest.mark.in_file
@pytest.mark.parametrize("trouble", [locked_file, full_disk, frozen, stopped, *FULL[SECONDS < 5 :]])
async def test_players_are_told_nothing_is_lost_and_play_goes_on(
    trouble: Trouble, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    where, place = _database_for(trouble, tmp_path, request)
    async with (
        running(where, bot_pace=PACE) as server,
        server.browser() as guest,
        two_at_a_table(server, clock=BANK) as (host, _, timed),
        contextlib.AsyncExitStack() as stack,
    ):
        tables = [await guest.make()]  # where always a person is on the move
        tables += [await guest.make(seats=seats(None, "random", "random")) for _ in range(TABLES)]
        tables.append(await guest.make(seats=seats("random", "random")))
        sitting = [
            _Seat(await stack.enter_async_context(guest.sit(table)), random.Random(n))
            for n, table in enumerate(tables)
        ]
        tasks = [asyncio.create_task(seat.plays()) for seat in sitting[:-1]]
        tasks.append(asyncio.create_task(sitting[-1].looks_on()))
        await _more_events(sitting, 5)
        async with host.browser.sit(timed) as red:  # who thinks all the time
            before, began = _left(red), time.monotonic()
        async with trouble(server, place):
            await asyncio.sleep(SECONDS / 2)
            assert (await guest.http.get("/healthz")).status_code == 200
            if trouble is not full_disk_of_postgres or SECONDS > 5:  # its pages have some room
                assert (await guest.http.get("/readyz")).status_code == 503
            await asyncio.sleep(max(0.0, began + SECONDS - time.monotonic()))
        ended = time.monotonic()
        await _more_events(sitting, 3)
        gone_on = time.monotonic() - ended
        charged, elapsed = await _charged(host.browser, timed, before, began)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not [task.exception() for task in tasks if not task.cancelled() and task.exception()]
        _tell(trouble, sitting, gone_on, charged, elapsed)
        told = {told for seat in sitting for told in seat.told}
        assert told == {("busy", "refused_busy")} or (SECONDS < 5 and not told)
        await _nothing_is_lost_or_doubled(guest, tables, sitting)
        server.process.terminate()
        _, said = await asyncio.wait_for(server.process.communicate(), PATIENCE)
        assert not [line for line in said.decode().splitlines() if "fault" in line]
    assert await commanded(where, "check-games") == 0


def _database_for(
    trouble: Trouble, folder: Path, request: pytest.FixtureRequest
) -> tuple[Path | Address, Path | Cluster]:
    """The database, and where the trouble is made."""
    if trouble in (locked_file, full_disk):
        return folder / "games.db", folder / "games.db"
    cluster: Cluster = request.getfixturevalue("small_cluster" if trouble in FULL else "cluster")
    return cluster.database(), cluster


@pytest.fixture
def small_cluster() -> Iterator[Cluster]:
    """A PostgreSQL on a disk of its own, with a journal in small files."""
    with running_cluster("--wal-segsize=1", disk=160) as cluster:
        yield cluster


async def _more_events(sitting: list[_Seat], more: int) -> None:
    """At each table, or its game is over."""
    enough = [seat.wire.view.seq + more for seat in sitting]
    async with asyncio.timeout(PATIENCE):
        while not all(  # noqa: ASYNC110
            seat.wire.view.seq >= seq or seat.wire.view.phase == "over"
            for seat, seq in zip(sitting, enough, strict=True)
        ):
            await asyncio.sleep(0.01)


async def _charged(browser: Browser, timed: str, before: int, began: float) -> tuple[int, float]:
    """Milliseconds: what is gone of the time of who thinks, when it has been seen that nobody could play; and all."""
    async with asyncio.timeout(PATIENCE):
        while True:
            async with browser.sit(timed) as red:
                charged, elapsed = before - _left(red), 1000 * (time.monotonic() - began)
            if charged < elapsed - 500 * SECONDS or SECONDS < 5:
                return charged, elapsed
            await asyncio.sleep(PACE)


def _left(wire: Wire) -> int:
    """Milliseconds of who thinks."""
    clock = wire.view.clock
    assert clock is not None
    left = clock.left[0]
    assert left is not None
    return left


async def _nothing_is_lost_or_doubled(guest: Browser, tables: list[str], sitting: list[_Seat]) -> None:
    for table, seat in zip(tables, sitting, strict=True):
        async with guest.sit(table) as again:
            assert again.events[: len(seat.wire.events)] == seat.wire.events
            for id, seq in seat.confirmed.items():  # each is in the log once, where it was said to be
                assert await again.play("pass", id=id, seq=0) == Accepted(id, seq)


def _tell(trouble: Trouble, sitting: list[_Seat], gone_on: float, charged: float, elapsed: float) -> None:
    told = [len(seat.told) for seat in sitting[:-1]]
    waits = sorted(wait for seat in sitting for wait in seat.waits) or [0.0]
    print(
        f"{trouble.__name__} for {SECONDS:.0f} s: told {told} times, after {waits[0]:.1f} to {waits[-1]:.1f} s; "
        f"all tables, also those of bots, had gone on {gone_on:.1f} s after its end; who thought was charged "
        f"{charged / 1000:.1f} s of {elapsed / 1000:.1f}; load {os.getloadavg()[0]:.1f}"
    )
