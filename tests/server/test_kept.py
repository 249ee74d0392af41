"""What was confirmed is kept: over a restart, and over `kill -9` at any moment."""

import asyncio
import contextlib
import os
import random
from pathlib import Path

import pytest
import websockets

from tests.server.inside import rows
from tests.server.process import running
from tests.server.served import Wire, lines_of, seats, serving
from tongiaki.records import GameRecord
from tongiaki.records.replay import verify
from tongiaki.server.protocol import Accepted, State

KILLS = int(os.environ.get("TONGIAKI_KILLS", "4"))
"""200 for a soak."""


async def test_a_second_start_continues_all_games(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    async with serving(db) as served, served.browser() as guest:
        mine, bots = await guest.make(), await guest.make(seats=seats("random", "random"))
        async with guest.sit(mine) as wire:
            await wire.play("place Tonga a", id="first")
        cookies = guest.http.cookies
        async with guest.sit(bots) as watching:
            await watching.until_seq(20)
    async with serving(db) as served, served.browser() as guest:
        guest.http.cookies = cookies
        async with guest.sit(mine) as again:
            assert isinstance(again.first, State)
            assert again.events == wire.events
            assert again.view == wire.view
            assert await again.play("place Tonga a", id="first", seq=0) == Accepted("first", 1)
            assert isinstance(await again.play("place Tonga b"), Accepted)
        async with guest.sit(bots) as watching:
            await watching.until_mine()
            assert watching.view.result is not None
        listed = (await guest.http.get("/api/tables")).json()
        assert {(table["id"], table["over"]) for table in listed} == {(mine, False), (bots, True)}


async def test_bots_go_on_after_a_start_though_nobody_looks(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    async with serving(db, bot_pace=60.0) as served, served.browser() as guest:
        table = await guest.make(seats=seats("random", "random"))
    async with serving(db):
        for _ in range(3000):
            if _log(db, table) > 30:
                return
            await asyncio.sleep(0.01)
    raise AssertionError("the bots did not go on")


@pytest.mark.slow
async def test_kill_9_loses_nothing_that_was_confirmed(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    rng = random.Random(9)
    told: dict[str, list[object]] = {}
    tables: list[str] = []
    cookies: object = None
    for _ in range(KILLS):
        async with running(db) as server, server.browser(cookies) as guest:
            if not tables:
                tables = [
                    await guest.make(seats=seats(None, None, "random")),
                    await guest.make(seats=seats("random", "random")),
                ]
            cookies = guest.http.cookies
            for table, before in told.items():
                async with guest.sit(table) as wire:
                    assert wire.events[: len(before)] == before
            async with guest.sit(tables[0]) as wire, guest.sit(tables[1]) as watching:
                enough = wire.view.seq + rng.randrange(2, 30)
                reached = asyncio.Event()
                playing = asyncio.create_task(_play_on(wire, rng, enough, reached))
                looking = asyncio.create_task(_look_on(watching))
                await reached.wait()
                await server.kill()
                await asyncio.gather(playing, looking)
                told = {tables[0]: list(wire.events), tables[1]: list(watching.events)}
    assert len(told[tables[0]]) > KILLS
    async with running(db) as server, server.browser(cookies) as guest:
        for table in tables:
            record = GameRecord.from_json((await guest.http.get(f"/api/tables/{table}/record")).content)
            verify(record)
            async with guest.sit(table) as wire:
                assert wire.events[: len(told[table])] == told[table]


async def _play_on(wire: Wire, rng: random.Random, enough: int, reached: asyncio.Event) -> None:
    """Plays until the connection breaks; tells when there are enough events."""
    with contextlib.suppress(websockets.ConnectionClosed, ConnectionError):
        while (await wire.until_mine()).can_act:
            if wire.view.seq >= enough:
                reached.set()
            await wire.play(rng.choice(lines_of(wire.view)))
    reached.set()


async def _look_on(wire: Wire) -> None:
    with contextlib.suppress(websockets.ConnectionClosed, ConnectionError):
        await wire.until_mine()


def _log(db: Path, table: str) -> int:
    return len(rows(db, f"SELECT seq FROM event WHERE game = '{table}'"))
