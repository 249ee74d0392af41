"""Two servers on one PostgreSQL: people at either play together, and `kill -9` of either costs nobody anything."""

import asyncio
import contextlib
import os
import random
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest
import websockets

from tests.server.cutting import cable
from tests.server.in_rooms import enter, make_room
from tests.server.process import Running, running
from tests.server.served import Browser, Wire, lines_of
from tongiaki.records import GameRecord
from tongiaki.records.replay import verify
from tongiaki.server.protocol import Accepted, Refused
from tongiaki.server.room_protocol import Sit, StartGame
from tongiaki.server.store.address import Address

KILLS = int(os.environ.get("TONGIAKI_KILLS", "2"))
"""200 for a soak."""

SEEKS = 5
"""Times that two seek at the same moment."""

LOST = (websockets.WebSocketException, OSError, httpx2.HTTPError)
"""How it shows that a server is gone."""


class Person:
    """Somebody at one of the servers, who comes back to the other one when it is gone."""

    def __init__(self, cookies: Any, game: str, number: int) -> None:
        self.cookies = cookies
        self.game = game
        self.number = number
        self.events: list[Any] = []
        self.plays = 0
        self.unanswered: tuple[str, str, int] | None = None
        """The play whose answer was lost: its id, its line, and the event it was made for."""

    @contextlib.asynccontextmanager
    async def sit(self, server: Running) -> AsyncIterator[Wire]:
        """At the table; what was told before is still so. A play without an answer is sent again."""
        async with server.browser(self.cookies) as browser, _connected(browser, self.game) as wire:
            assert wire.events[: len(self.events)] == self.events
            if self.unanswered is not None:
                id, line, seq = self.unanswered
                answer = await wire.play(line, id=id, seq=seq)
                assert isinstance(answer, Accepted)
                self.unanswered = None
            yield wire

    async def play(self, wire: Wire, rng: random.Random) -> None:
        """A line at random; noted until it is confirmed."""
        self.plays += 1
        id, line, seq = f"{self.number}-{self.plays}", rng.choice(lines_of(wire.view)), wire.view.seq
        self.unanswered = id, line, seq
        answer = await wire.play(line, id=id, seq=seq)
        if isinstance(answer, Refused):
            assert answer.code == "busy"
            return
        self.unanswered = None


async def test_two_who_seek_at_the_same_moment_at_two_servers_find_each_other(postgres: Address) -> None:
    async with _server(postgres) as first, _server(postgres) as second:
        for _ in range(SEEKS):
            async with first.browser() as ana, second.browser() as bo:
                found = await asyncio.gather(
                    ana.http.post("/api/rooms/quick", json={"name": "Ana", "players": 2}),
                    bo.http.post("/api/rooms/quick", json={"name": "Bo", "players": 2}),
                )
                assert found[0].json()["id"] == found[1].json()["id"]


@pytest.mark.slow
async def test_people_at_two_servers_play_and_kill_9_of_either_costs_nobody_anything(
    postgres: Address,
) -> None:
    rng = random.Random(5)
    async with contextlib.AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(_server(postgres)) for _ in range(2)]
        persons = await _seated(servers)
        for number in range(KILLS):
            enough = len(persons[0].events) + rng.randrange(3, 12)
            wires = [await stack.enter_async_context(p.sit(s)) for p, s in zip(persons, servers, strict=True)]
            dying = servers[number % 2]
            playing = [asyncio.create_task(_play(p, w, rng)) for p, w in zip(persons, wires, strict=True)]
            await _until_one_has(wires, enough)
            await dying.kill()
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            for person, wire in zip(persons, wires, strict=True):
                person.events = list(wire.events)
            servers[number % 2] = await stack.enter_async_context(_server(postgres))
        async with persons[0].sit(servers[0]) as first, persons[1].sit(servers[1]) as second:
            while first.view.phase != "over":
                seq = max(first.view.seq, second.view.seq)
                await asyncio.gather(first.until_seq(seq), second.until_seq(seq))
                person, wire = (persons[0], first) if first.view.can_act else (persons[1], second)
                if wire.view.can_act:
                    await person.play(wire, rng)
            await second.until_seq(first.view.seq)
            assert first.events == second.events
        async with servers[1].browser(persons[1].cookies) as browser:
            record = await browser.http.get(f"/api/tables/{persons[0].game}/record")
            verify(GameRecord.from_json(record.content))


@pytest.mark.slow
async def test_who_was_cut_off_while_another_took_over_stands_by_and_forgets_what_it_knew(
    postgres: Address,
) -> None:
    rng = random.Random(6)
    async with cable(postgres) as (line, near), _server(near) as first, _server(postgres) as second:
        persons = await _seated([first, second])
        line.cut = True
        line.end()
        async with persons[0].sit(second) as ana, persons[1].sit(second) as bo:
            kept = 0
            while kept < 5:  # busy until the other has taken over
                seq = max(ana.view.seq, bo.view.seq)
                await asyncio.gather(ana.until_seq(seq), bo.until_seq(seq))
                person, wire = (persons[0], ana) if ana.view.can_act else (persons[1], bo)
                await person.play(wire, rng)
                kept += person.unanswered is None
            line.cut = False
            async with persons[0].sit(first) as through:
                await through.until_seq(ana.view.seq)
                assert through.events == ana.events


@contextlib.asynccontextmanager
async def _server(address: Address) -> AsyncIterator[Running]:
    """A server that answers, itself or by way of the owner."""
    async with running(address.url) as server:  # type: ignore[arg-type]
        async with server.browser() as browser:
            while not await _answers(browser):  # noqa: ASYNC110 (another process)
                await asyncio.sleep(0.02)
        yield server


async def _answers(browser: Browser) -> bool:
    try:
        return bool((await browser.http.get("/readyz")).status_code == 200)
    except LOST:
        return False


async def _seated(servers: list[Running]) -> list[Person]:
    """Two people in a room, each at a server, and a game that has begun."""
    async with servers[0].browser() as ana, servers[1].browser() as bo:
        room = await make_room(ana)
        async with enter(ana, room, "Ana") as host, enter(bo, room, "Bo") as guest:
            await guest.do(Sit, 1, "Bo")
            await host.do(StartGame)
            await guest.until(lambda: guest.room.game is not None)
            game = str(guest.room.game)
        return [Person(ana.http.cookies, game, 0), Person(bo.http.cookies, game, 1)]


@contextlib.asynccontextmanager
async def _connected(browser: Browser, game: str) -> AsyncIterator[Wire]:
    """Tries again as a browser does, until the table answers."""
    async with contextlib.AsyncExitStack() as stack:
        while True:
            try:
                wire = await stack.enter_async_context(browser.sit(game))
                break
            except LOST:
                await asyncio.sleep(0.02)
        with contextlib.suppress(*LOST):
            yield wire


async def _until_one_has(wires: list[Wire], enough: int) -> None:
    """So many events, or seen the end."""
    while not any(len(wire.events) >= enough or wire.view.phase == "over" for wire in wires):  # noqa: ASYNC110
        await asyncio.sleep(0.01)


async def _play(person: Person, wire: Wire, rng: random.Random) -> None:
    """Plays on until the connection breaks."""
    with contextlib.suppress(*LOST):
        while (await wire.until_mine()).can_act:
            await person.play(wire, rng)
