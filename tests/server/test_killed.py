"""`kill -9` in the middle of many games: nothing confirmed is lost, nothing is doubled, everybody gets back in."""

import asyncio
import contextlib
import os
import random
from pathlib import Path

import pytest
import websockets

from tests.server.process import Running, running
from tests.server.served import Browser, Wire, lines_of
from tongiaki.cli import run
from tongiaki.server.protocol import Accepted, Event

GAMES = int(os.environ.get("TONGIAKI_KILL_GAMES", "12"))
"""200 for a soak."""

KILLS = int(os.environ.get("TONGIAKI_KILLS_OF_MANY", "3"))
"""25 for a soak."""


class _Player:
    """Somebody at one table, who plays whenever it is possible and plays again what was not confirmed."""

    def __init__(self, table: str, seed: int) -> None:
        self.table = table
        self.events: list[Event] = []
        self.confirmed: dict[str, int] = {}
        self._rng = random.Random(seed)
        self._sent: tuple[str, str, int] | None = None
        self._number = 0

    async def play_on(self, browser: Browser, counted: "_Counter") -> None:
        """Until the connection breaks or the game is over."""
        seq = self.events[-1].seq if self.events else -1
        with contextlib.suppress(websockets.ConnectionClosed, ConnectionError, OSError, EOFError):
            async with browser.connect(self.table) as wire:
                await wire.send(f'{{"type":"hello","seq":{seq}}}')
                wire.events = list(self.events)
                wire.note(await wire.receive())
                try:
                    while (await wire.until_mine()).can_act:
                        await self._play(wire)
                        counted.one_more()
                finally:
                    self.events = wire.events

    async def _play(self, wire: Wire) -> None:
        if self._sent is None:
            self._number += 1
            line = self._rng.choice(lines_of(wire.view))
            self._sent = f"{self.table}-{self._number}", line, wire.view.seq
        id, line, seq = self._sent
        answer = await wire.play(line, id=id, seq=seq)
        assert isinstance(answer, Accepted), answer
        assert answer.seq > seq
        self.confirmed[id] = answer.seq
        self._sent = None
        await wire.until_seq(answer.seq)


class _Counter:
    """Tells when enough has been confirmed."""

    def __init__(self, enough: int) -> None:
        self._left = enough
        self.reached = asyncio.Event()

    def one_more(self) -> None:
        self._left -= 1
        if self._left <= 0:
            self.reached.set()


@pytest.mark.slow
async def test_kill_9_in_the_middle_of_many_games(tmp_path: Path) -> None:
    db, rng = tmp_path / "games.db", random.Random(5)
    players: list[_Player] = []
    cookies: object = None
    for _ in range(KILLS):
        async with running(db) as server, server.browser(cookies) as browser:
            players = players or [_Player(await browser.make(), n) for n in range(GAMES)]
            cookies = browser.http.cookies
            await _play_until_killed(server, browser, players, rng.randrange(GAMES, 4 * GAMES))
    async with running(db) as server, server.browser(cookies) as browser:
        for player in players:
            async with browser.sit(player.table) as wire:
                assert wire.events[: len(player.events)] == player.events
                for id, seq in player.confirmed.items():  # each is in the log once, where it was said to be
                    assert await wire.play("pass", id=id, seq=0) == Accepted(id, seq)
                assert wire.view.seq == len(wire.events) - 1
    assert sum(len(player.confirmed) for player in players) >= KILLS * GAMES
    assert run(["check-games", "--db", str(db)]) == 0


async def _play_until_killed(server: Running, browser: Browser, players: list[_Player], enough: int) -> None:
    counted = _Counter(enough)
    playing = [asyncio.create_task(player.play_on(browser, counted)) for player in players]
    await counted.reached.wait()
    await server.kill()
    await asyncio.gather(*playing)
