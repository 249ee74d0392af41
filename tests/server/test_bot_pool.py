"""Many tables share a few workers: in turn, with smaller budgets the more wait, and none is held up by a bad one."""

import asyncio
import random
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import pytest

from tests.server.served import Browser, seats, serving
from tongiaki.bots import BOTS, Limits, UnknownBot
from tongiaki.bots.registry import offer, withdraw
from tongiaki.cli import run
from tongiaki.engine import Game
from tongiaki.records import GameRecord
from tongiaki.records.replay import verify
from tongiaki.server.bots.frames import Ask
from tongiaki.server.bots.pool import LEAST_SHARE, BotPool
from tongiaki.server.bots.queue import FairQueue
from tongiaki.server.bots.worker import MOST_KEPT, Thinking

GAME = Game.start([["red"], ["blue"]])
MISBEHAVING = Path(__file__).parents[1] / "bots/misbehaving.py"


def program(*words: object) -> str:
    return shlex.join(map(str, [sys.executable, *words]))


async def until(so: Callable[[], bool]) -> None:
    """Waits until something is so."""

    def wait() -> None:
        end = time.monotonic() + 30
        while not so():
            assert time.monotonic() < end
            time.sleep(0.01)

    await asyncio.to_thread(wait)


# -- in turn -------------------------------------------------------------------------------------------------


async def served_in_order(queue: FairQueue, asks: str) -> str:
    """Asks of tables that are called by letters, one place; the order in which they were let in."""
    order: list[str] = []

    async def ask(table: str) -> None:
        await queue.enter(table)
        order.append(table)
        await asyncio.sleep(0)
        queue.leave()

    await asyncio.gather(*(ask(table) for table in asks))
    return "".join(order)


async def test_tables_take_turns_however_much_one_asks_for() -> None:
    assert await served_in_order(FairQueue(1), "aaaaabc") == "aabcaaa"
    assert await served_in_order(FairQueue(1), "aabbcc") == "aabcbc"


async def test_a_place_that_nobody_wants_any_more_goes_to_the_next() -> None:
    queue = FairQueue(1)
    await queue.enter("a")
    given_up, next_one = (asyncio.ensure_future(queue.enter(table)) for table in "bc")
    await asyncio.sleep(0)
    assert queue.waiting == 2
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    assert queue.waiting == 1
    queue.leave()
    await next_one
    queue.leave()
    await asyncio.wait_for(queue.enter("d"), 5)


async def test_a_place_given_to_one_who_is_called_off_at_that_moment_is_not_lost() -> None:
    queue = FairQueue(1)
    await queue.enter("a")
    waiting = asyncio.ensure_future(queue.enter("b"))
    await asyncio.sleep(0)
    queue.leave()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await asyncio.wait_for(queue.enter("c"), 5)


# -- budgets -------------------------------------------------------------------------------------------------


async def test_budgets_shrink_while_many_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TONGIAKI_TEST_FOLDER", str(tmp_path))
    pool = BotPool(2, 30.0, "tests.server.shy_worker", seconds=1.5)
    assert pool.share == 1.0
    pool._cost["greedy"] = 1.0  # as if it had taken a second for each decision so far
    # However long this machine lets them wait now.
    monkeypatch.setattr(pool, "_learn", lambda bot, seconds: None)
    asks = [asyncio.ensure_future(pool.choose("greedy", GAME, f"table{number}")) for number in range(8)]
    asked = tmp_path / "asked"
    try:
        await until(lambda: asked.exists() and asked.read_text().count("\n") == 2)
        assert pool.waiting == 6
        assert pool.share == 0.25
        (tmp_path / "go").touch()
        assert await asyncio.gather(*asks) == [GAME.legal()[0]] * 8
        assert pool.share == 1.0
    finally:
        await pool.close()
    lines = [line.split() for line in asked.read_text().splitlines()]
    assert sorted(player for player, *_ in lines) == [f"table{number}/0" for number in range(8)]
    shares = [float(share) for _, share, _ in lines]
    assert shares[:2] == [0.25, 0.25]
    assert max(shares) == 1.0  # the last two may be noted the other way round
    assert len(set(shares)) > 3
    assert {seconds for *_, seconds in lines} == {"1.5"}


async def test_no_crowd_takes_the_whole_budget() -> None:
    pool = BotPool(1, 30.0, "tests.server.faulty_worker")
    crowd = [asyncio.ensure_future(pool.choose("greedy", GAME, str(number))) for number in range(500)]
    await asyncio.sleep(0)
    assert pool.share == LEAST_SHARE
    for one in crowd:
        one.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)
    assert pool.share == 1.0
    await pool.close()


async def test_a_crowd_of_quick_bots_takes_nothing_away() -> None:
    pool = BotPool(1, 30.0, "tongiaki.server.bots.worker")
    try:
        for _ in range(3):
            await pool.choose("random", GAME)
        pool._cost["random"] = 0.001  # whatever else this machine is doing
        crowd = [asyncio.ensure_future(pool.choose("random", GAME, str(number))) for number in range(200)]
        await asyncio.sleep(0)
        assert pool.waiting > 100
        assert pool.share == 1.0
        await asyncio.gather(*crowd)
    finally:
        await pool.close()


class Telling:
    """Notes the limits it is told and is closed once."""

    made: ClassVar[list["Telling"]] = []

    def __init__(self, chance: random.Random) -> None:
        self.limits = Limits()
        self.closed = 0
        Telling.made.append(self)

    def limit(self, limits: Limits) -> None:
        self.limits = limits

    def choose(self, game: Game) -> int:
        return int(game.legal()[0])

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def telling(monkeypatch: pytest.MonkeyPatch) -> list[Telling]:
    monkeypatch.setitem(BOTS, "telling", Telling)
    monkeypatch.setattr(Telling, "made", [])
    return Telling.made


def test_a_worker_tells_the_bot_its_budget_and_keeps_it_for_its_player(telling: list[Telling]) -> None:
    thinking, state = Thinking(), GAME.to_bytes()
    for player in ("t1/0", "t1/1", "t1/0"):
        thinking.answer(Ask("telling", 1, state, player, 2.0, 0.5))
    assert len(telling) == 2
    assert telling[0].limits == Limits(seconds=2.0, share=0.5)
    for number in range(MOST_KEPT):
        thinking.answer(Ask("telling", 1, state, f"other/{number}"))
    assert [bot.closed for bot in telling[:3]] == [1, 1, 0]


def test_a_bot_that_fails_is_told_and_not_kept(
    telling: list[Telling], monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking = Thinking()
    monkeypatch.setattr(Telling, "choose", lambda self, game: 1 // 0)
    answer = thinking.answer(Ask("telling", 1, GAME.to_bytes(), "t/0"))
    assert answer.error == "ZeroDivisionError: integer division or modulo by zero"
    monkeypatch.undo()
    monkeypatch.setitem(BOTS, "telling", Telling)
    assert thinking.answer(Ask("telling", 1, GAME.to_bytes(), "t/0")).error is None
    assert str(thinking.answer(Ask("nobody", 1, b"", "t/0")).error).startswith("UnknownBot: there is no bot")


# -- programs of others at tables ----------------------------------------------------------------------------


async def test_a_program_of_others_plays_at_a_table(tmp_path: Path) -> None:
    engines = f"Polly={program('-m', 'tongiaki.bots.engine', 'random')}; greedy two=py:nowhere.py:Bot"
    patient = {"bot_seconds": 20.0, "bot_deadline": 60.0}
    async with (
        serving(tmp_path / "games.db", engines=engines, **patient) as served,
        served.browser() as guest,
    ):
        bots = (await guest.http.get("/api/options")).json()["bots"]
        assert bots[-2:] == ["Polly", "greedy two"]
        table = await guest.make(seats=seats("Polly", "random"), rules={"idle_rounds": 10})
        async with guest.sit(table) as wire:
            await wire.until_mine()
        record = GameRecord.from_json((await guest.http.get(f"/api/tables/{table}/record")).content)
        assert verify(record).game.is_over
        told = (await guest.http.get("/metrics")).text
        assert "tongiaki_bots_failed 0.0" in told
        assert "tongiaki_bots_share 1.0" in told
    assert "Polly" not in BOTS


@pytest.mark.parametrize("how", ["hang", "illegal"])
async def test_a_program_that_misbehaves_does_not_stop_the_table(tmp_path: Path, how: str) -> None:
    settings = {"engines": f"Polly={program(MISBEHAVING, how)}", "bot_seconds": 0.1, "bot_deadline": 20.0}
    async with serving(tmp_path / "games.db", **settings) as served, served.browser() as guest:
        table = await guest.make(seats=seats("Polly", "Polly", "random"))
        async with guest.sit(table) as wire:
            await wire.until_seq(10)
        assert served.app.state.bots.failed > 0


async def test_a_program_that_hangs_is_ended_with_its_worker(tmp_path: Path) -> None:
    note, source = tmp_path / "pid", tmp_path / "sleeper.py"
    source.write_text(f"import os, time\nopen({str(note)!r}, 'w').write(str(os.getpid()))\ntime.sleep(600)\n")
    engines = f"Sleeper={program(source)}"
    offer(engines)
    pool = BotPool(1, 6.0, "tongiaki.server.bots.worker", engines=engines)
    try:
        await pool.choose("random", GAME)  # the worker is there
        assert pool.failed == 0
        assert await pool.choose("Sleeper", GAME, "t") in GAME.legal()
        assert pool.failed == 1
        await until(lambda: not Path(f"/proc/{note.read_text()}").exists())
        assert await pool.choose("greedy", GAME, "t") in GAME.legal()
        assert pool.failed == 1
    finally:
        await pool.close()
        withdraw(["Sleeper"])


@pytest.mark.parametrize("bot", ["cmd:touch x", "py:x.py:X", "Polly"])
async def test_no_player_can_name_a_program(guest: Browser, bot: str) -> None:
    answer = await guest.http.post("/api/tables", json={"seats": seats(bot, "random")})
    assert answer.status_code == 400
    assert answer.json()["code"] == "bot"


@pytest.mark.parametrize(
    ("engines", "complaint"),
    [
        ("fish", "an engine is NAME=COMMAND"),
        ("=fish", "an engine is NAME=COMMAND"),
        ("a;b=c", "an engine is NAME=COMMAND"),
        ("<b>=fish", "an engine is NAME=COMMAND"),
        ("greedy=fish", "there is a bot 'greedy' already"),
        ("fish=a; fish=b", "there is a bot 'fish' already"),
    ],
)
def test_engines_that_cannot_be_read_are_refused(
    engines: str,
    complaint: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    with pytest.raises(UnknownBot, match=complaint):
        offer(engines)
    monkeypatch.setenv("TONGIAKI_ENGINES", engines)
    assert run(["serve", "--port", "0", "--db", str(tmp_path / "games.db")]) == 1
    assert f"tongiaki: TONGIAKI_ENGINES: {complaint}" in capsys.readouterr().err
