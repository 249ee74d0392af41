"""`kill -9` in the middle of many games: nothing confirmed is lost, nothing is doubled, everybody gets back in."""

import asyncio
import contextlib
import os
import random
import statistics
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import websockets

from tests.server.inside import commanded
from tests.server.process import Running, running
from tests.server.served import PATIENCE, Wire, lines_of
from tongiaki.server.protocol import Accepted, Event
from tongiaki.server.store.address import Address

GAMES = int(os.environ.get("TONGIAKI_KILL_GAMES", "10"))
"""200 for a soak."""

KILLS = int(os.environ.get("TONGIAKI_KILLS_OF_MANY", "3"))
"""25 for a soak."""

PACE = float(os.environ.get("TONGIAKI_KILL_PACE", "0.3"))
"""Seconds between two moves of a game; 4 for a soak, so that it measures the servers and not the players."""

SERVERS = int(os.environ.get("TONGIAKI_KILL_SERVERS", "2"))
"""On one PostgreSQL."""

LOST = (websockets.WebSocketException, OSError, EOFError)
"""How it shows that a server is gone."""

TRIES_EVERY = 0.1
"""Seconds between two attempts to come back; a browser waits 0.3 s first."""


class _Servers:
    """Those that run; where one was killed another takes its place."""

    def __init__(self, db: Path | Address, number: int) -> None:
        self.running: list[Running | None] = [None] * number
        self._db = db if isinstance(db, Path) else db.url
        self._stack = contextlib.AsyncExitStack()
        self._port = 0

    @contextlib.asynccontextmanager
    async def all(self) -> AsyncIterator["_Servers"]:
        async with self._stack:
            for place in range(len(self.running)):
                await self.start(place)
            yield self

    async def start(self, place: int) -> None:
        """At the same port as the one before, if there is only one."""
        given = {"port": self._port} if self._port else {}
        server = await self._stack.enter_async_context(running(self._db, **given))  # type: ignore[arg-type]
        self.running[place] = server
        if len(self.running) == 1:
            self._port = server.port

    async def kill(self, place: int) -> None:
        server, self.running[place] = self.running[place], None
        assert server is not None
        await server.kill()

    def one_of(self, number: int) -> Running | None:
        """As a proxy gives a browser one that runs."""
        there = [server for server in self.running if server is not None]
        return there[number % len(there)] if there else None


class _Player:
    """Somebody at one table, who comes back, plays whenever it is possible and again what was not confirmed."""

    def __init__(self, table: str, number: int, cookies: dict[str, str]) -> None:
        self.table = table
        self.events: list[Event] = []
        self.confirmed: dict[str, int] = {}
        self.lost: float | None = None
        """Since when it is not at the table."""
        self.back: list[float] = []
        """Seconds until it was back."""
        self.cookies = cookies
        self._rng = random.Random(number)
        self._sent: tuple[str, str, int] | None = None
        self.number = number
        self._plays = 0

    async def live(self, servers: _Servers) -> None:
        """Until the game is over."""
        over, tries = False, 0
        while not over:
            server = servers.one_of(self.number + tries)
            tries += 1
            with contextlib.suppress(*LOST):
                if server is not None:
                    over = await self._play_on(server)
            self.lost = self.lost or time.monotonic()
            await asyncio.sleep(TRIES_EVERY)

    @contextlib.asynccontextmanager
    async def connected(self, server: Running) -> AsyncIterator[Wire]:
        """At the table, without a word."""
        cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        address = f"ws://127.0.0.1:{server.port}/ws/{self.table}"
        async with websockets.connect(address, additional_headers=cookie, max_size=None) as socket:
            yield Wire(socket)

    async def _play_on(self, server: Running) -> bool:
        """Until the connection breaks or the game is over."""
        seq = self.events[-1].seq if self.events else -1
        async with self.connected(server) as wire:
            await wire.send(f'{{"type":"hello","seq":{seq}}}')
            wire.events = list(self.events)
            wire.note(await wire.receive())
            if self.lost is not None:
                self.back.append(time.monotonic() - self.lost)
                self.lost = None
            try:
                while (await wire.until_mine()).can_act:
                    await self._play(wire)
                    await asyncio.sleep(PACE * self._rng.uniform(0.5, 1.5))
            finally:
                self.events = wire.events
            return True

    async def _play(self, wire: Wire) -> None:
        if self._sent is None:
            self._plays += 1
            line = self._rng.choice(lines_of(wire.view))
            self._sent = f"{self.table}-{self._plays}", line, wire.view.seq
        id, line, seq = self._sent
        answer = await wire.play(line, id=id, seq=seq)
        if not isinstance(answer, Accepted):
            assert answer.code == "busy", answer
            return
        assert answer.seq > seq
        self.confirmed[id] = answer.seq
        self._sent = None
        await wire.until_seq(answer.seq)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "number"), [("sqlite", 1), ("postgres", SERVERS)])
async def test_kill_9_in_the_middle_of_many_games(
    kind: str, number: int, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    db = tmp_path / "games.db" if kind == "sqlite" else request.getfixturevalue("postgres")
    rng = random.Random(5)
    async with _Servers(db, number).all() as servers:
        players = await _seated(servers)
        playing = [asyncio.create_task(player.live(servers)) for player in players]
        for kill in range(KILLS):
            await _so_many_more(players, playing, rng.randrange(GAMES, 3 * GAMES))
            killed = rng.randrange(number)
            await servers.kill(killed)
            starting = asyncio.create_task(servers.start(killed))
            await _all_back(players, playing)
            await starting
            _tell(kill, players)
        await _stopped(playing)
        assert not [task.exception() for task in playing if not task.cancelled() and task.exception()]
        await _nothing_is_lost_or_doubled(servers, players)
    assert await commanded(db, "check-games") == 0


async def _seated(servers: _Servers) -> list[_Player]:
    """Each at a table of its own, made at one of the servers."""
    players: list[_Player] = []
    for place, server in enumerate(servers.running):
        assert server is not None
        async with server.browser() as browser:
            for number in range(place, GAMES, len(servers.running)):
                players.append(_Player(await browser.make(), number, dict(browser.http.cookies)))
    return players


async def _so_many_more(players: list[_Player], playing: "list[asyncio.Task[None]]", plays: int) -> None:
    """Or all games are over."""
    enough = _confirmed(players) + plays
    async with asyncio.timeout(PATIENCE):
        while not (_confirmed(players) >= enough or all(task.done() for task in playing)):  # noqa: ASYNC110
            await asyncio.sleep(0.005)


async def _stopped(playing: "list[asyncio.Task[None]]") -> None:
    """All, at last: `asyncio.wait_for` loses a cancellation that comes together with what it waits for."""
    while running := [task for task in playing if not task.done()]:
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=0.1)


def _confirmed(players: list[_Player]) -> int:
    return sum(len(player.confirmed) for player in players)


async def _all_back(players: list[_Player], playing: "list[asyncio.Task[None]]") -> None:
    """Also those who have not noticed yet that they are gone."""
    await asyncio.sleep(2 * TRIES_EVERY)
    async with asyncio.timeout(PATIENCE):
        while any(p.lost is not None and not t.done() for p, t in zip(players, playing, strict=True)):  # noqa: ASYNC110
            await asyncio.sleep(0.005)


def _tell(kill: int, players: list[_Player]) -> None:
    times = sorted(player.back[-1] for player in players if player.back)
    for player in players:
        player.back.clear()
    if times:
        print(
            f"kill {kill}: {len(times)} of {len(players)} were gone and back after {statistics.median(times):.2f} s "
            f"(median), {times[-1]:.2f} s (the last one); load {os.getloadavg()[0]:.1f}"
        )


async def _nothing_is_lost_or_doubled(servers: _Servers, players: list[_Player]) -> None:
    for player in players:
        server = servers.one_of(player.number)
        assert server is not None
        async with player.connected(server) as wire:
            await wire.send('{"type":"hello","seq":-1}')
            wire.note(await wire.receive())
            assert wire.events[: len(player.events)] == player.events
            for id, seq in player.confirmed.items():  # each is in the log once, where it was said to be
                assert await wire.play("pass", id=id, seq=0) == Accepted(id, seq)
            assert wire.view.seq == len(wire.events) - 1
    assert _confirmed(players) >= KILLS * GAMES
