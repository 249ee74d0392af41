"""Bots at tables: they play to the end, at a pace, and a bad one does not stop the game."""

import asyncio
import time
from pathlib import Path

import pytest

from tests.server.served import Browser, lines_of, seats, serving
from tongiaki.engine import Game
from tongiaki.records import GameRecord
from tongiaki.records.replay import verify
from tongiaki.server.bots.pool import BotPool


async def test_a_game_of_bots_plays_to_its_end_and_its_record_is_right(guest: Browser) -> None:
    table = await guest.make(seats=seats("random", "greedy", "random"))
    async with guest.sit(table) as wire:
        await wire.until_mine()
        assert wire.view.result is not None
    record = GameRecord.from_json((await guest.http.get(f"/api/tables/{table}/record")).content)
    assert record.result is not None
    assert len(record.deck) == 31
    assert verify(record).game.is_over
    assert [player.other for player in record.players if player.name == "P1"] == [{"bot": "greedy"}]


async def test_a_person_and_a_bot_take_turns(guest: Browser) -> None:
    table = await guest.make(seats=seats(None, "random"))
    async with guest.sit(table) as wire:
        for letter in "ab":
            await wire.until_mine()
            await wire.play(f"place Tonga {letter}")
        view = await wire.until_mine()
        assert view.turn == 1
        assert [event.seat for event in wire.events[1:5]] == [0, 1, 0, 1]


async def test_bots_keep_the_pace(tmp_path: Path) -> None:
    async with serving(tmp_path / "games.db", bot_pace=0.3) as served, served.browser() as guest:
        table = await guest.make(seats=seats("random", "random"))
        async with guest.sit(table) as wire:
            await wire.until_seq(1)
            begun = time.monotonic()
            await wire.until_seq(3)
            assert time.monotonic() - begun > 0.5


@pytest.mark.parametrize("fault", ["hang", "die", "raise", "illegal", "noise"])
async def test_a_faulty_bot_is_replaced_and_the_game_goes_on(
    tmp_path: Path, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TONGIAKI_TEST_FAULT", fault)
    settings = {"bot_worker": "tests.server.faulty_worker", "bot_deadline": 5.0 if fault != "hang" else 0.5}
    async with serving(tmp_path / "games.db", **settings) as served, served.browser() as guest:
        table = await guest.make(seats=seats(None, "random"))
        async with guest.sit(table) as wire:
            for letter in "ab":
                await wire.play(f"place Tonga {letter}")
                await wire.until_mine()
            assert [event.seat for event in wire.events[1:5]] == [0, 1, 0, 1]


async def test_tables_share_the_workers_fairly() -> None:
    pool = BotPool(1, 10.0, "tongiaki.server.bots.worker")
    game = Game.start([["red"], ["blue"]])
    done: list[int] = []

    async def ask(number: int) -> None:
        await pool.choose("greedy", game)
        done.append(number)

    try:
        await asyncio.gather(*(ask(number) for number in range(8)))
    finally:
        await pool.close()
    assert done == list(range(8))


async def test_a_forced_landing_is_played_by_the_server_and_marked(guest: Browser) -> None:
    table = await guest.make(seats=seats("random", "random", "random", "random"))
    async with guest.sit(table) as wire:
        await wire.until_mine()
        forced = [event for event in wire.events if event.forced]
        assert forced
        assert {str(event.line).partition(" ")[0] for event in forced} <= {"land", "settle", "pass"}
        assert not lines_of(wire.view)
