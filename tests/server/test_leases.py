"""Several processes on one PostgreSQL, each with a lease for its tables: whoever asks where, it is the same table."""

import asyncio
import contextlib
import os
import random
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import websockets

from tests.server.cutting import cable
from tests.server.in_rooms import Guest, enter, make_room
from tests.server.own_time import OwnTime
from tests.server.served import PATIENCE, Browser, Served, Wire, lines_of, seats, serving
from tongiaki.records import GameRecord
from tongiaki.records.replay import verify
from tongiaki.server.people.names import NOBODY
from tongiaki.server.processes import lookout
from tongiaki.server.protocol import Accepted
from tongiaki.server.room_protocol import AskEnd, CastVote, Say, Sit, StartGame
from tongiaki.server.store.address import Address

MOVES = int(os.environ.get("TONGIAKI_MOVES", "30"))
"""1000 for whole games."""


@contextlib.asynccontextmanager
async def two(address: Address, **settings: Any) -> AsyncIterator[tuple[Served, Served]]:
    """Two servers that know each other."""
    async with serving(address, **settings) as first, serving(Address(address.url), **settings) as second:
        for server, other in ((first, second), (second, first)):
            found = server.app.state.several._lookout
            await until(lambda found=found, other=other: _process(other) in found.others)  # type: ignore[misc]
        yield first, second


def _process(server: Served) -> int:
    return int(server.app.state.store.leases.process)


async def until(holds: Callable[[], Any]) -> None:
    """Until something holds in another process."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def at(server: Served, browser: Browser) -> AsyncIterator[Browser]:
    """The same browser at another server."""
    async with server.browser() as other:
        other.http.cookies = browser.http.cookies
        yield other


async def _play(wires: list[Wire], rng: random.Random, most: int = 1000) -> None:
    """They play at random, until the end or for so many moves."""
    for _ in range(most):
        seq = max(wire.view.seq for wire in wires)
        for wire in wires:
            await wire.until_seq(seq)
        mover = next((wire for wire in wires if wire.view.can_act), None)
        if mover is None:
            return
        assert isinstance(await mover.play(rng.choice(lines_of(mover.view))), Accepted)


async def _listen(connection: Wire | Guest) -> None:
    while True:
        await connection.receive()


async def told_to_come_again(connection: Wire | Guest) -> None:
    """Until it is closed."""
    with pytest.raises(websockets.ConnectionClosed) as closed:
        await _listen(connection)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012


async def test_people_at_different_processes_play_a_whole_game(postgres: Address) -> None:
    async with two(postgres) as (first, second), first.browser() as ana, second.browser() as bo:
        room = await make_room(ana, public=True)
        async with enter(ana, room, "Ana") as host, enter(bo, room, "Bo") as guest:
            assert [one["id"] for one in (await bo.http.get("/api/rooms")).json()] == [room]
            await guest.do(Sit, 1, "Bo")
            await guest.do(Say, "from afar")
            await host.until(lambda: "from afar" in host.said)
            await host.do(StartGame)
            game = await guest.until_playing()
            async with ana.sit(game) as red, bo.sit(game) as blue:
                await _play([red, blue], random.Random(1), MOVES)
                seen = await red.until_seq(max(red.view.seq, blue.view.seq))
                await blue.until_seq(seen.seq)
                assert red.events == blue.events
            if seen.phase != "over":
                await guest.do(AskEnd)
                await host.do(CastVote, "end", True)
            await guest.until(lambda: guest.room.status == "over")
        records = [await browser.http.get(f"/api/tables/{game}/record") for browser in (ana, bo)]
        assert records[0].content == records[1].content
        verify(GameRecord.from_json(records[1].content))
        assert (await bo.http.get("/api/tables/unknown")).status_code == 404
        assert first.app.state.tables.lease_of(game) == room
        assert second.app.state.tables.lease_of(game) is None


async def test_a_quick_match_finds_a_room_of_another_process(postgres: Address) -> None:
    async with two(postgres) as (first, second), first.browser() as ana, second.browser() as bo:
        made = (await ana.http.post("/api/rooms/quick", json={"name": "Ana", "players": 2})).json()["id"]
        async with enter(ana, made, "Ana") as host:
            found = (await bo.http.post("/api/rooms/quick", json={"name": "Bo", "players": 2})).json()["id"]
            assert found == made
            await host.until(lambda: [seat.name for seat in host.room.seats] == ["Ana", "Bo"])


async def test_what_a_guest_has_elsewhere_goes_with_the_name_and_goes_when_it_goes(postgres: Address) -> None:
    secret = {"name": "Moana", "password": "over the blue sea"}
    async with two(postgres) as (first, second), first.browser() as ana, second.browser() as bo:
        room = await make_room(ana)
        async with enter(ana, room, "Ana") as host, enter(bo, room, "Bo") as guest:
            await guest.do(Sit, 1, "Bo")
            await guest.do(Say, "hello")
            await host.do(StartGame)
            game = await guest.until_playing()
        alone = await _made_at(first, bo)
        assert (await bo.http.post("/api/me/claim", json=secret)).status_code == 201
        async with at(first, bo) as there, enter(there, room) as again, there.sit(game) as wire:
            assert again.you.seat == 1
            assert wire.first is not None
            mine = (await there.http.get("/api/rooms/mine")).json()
            assert {one["game"] for one in mine} == {game, alone}
            async with there.sit(alone) as own:
                assert isinstance(await own.play(lines_of(own.view)[0]), Accepted)
        answer = await bo.http.post("/api/me/delete", json={"password": secret["password"]})
        assert answer.status_code == 200, answer.text
        async with enter(ana, room) as host, ana.sit(game) as wire:
            assert [seat.name for seat in host.room.seats] == ["Ana", NOBODY]
            assert host.room.seats[1].resigned
            assert host.said == [""]
            assert wire.first is not None


async def _made_at(server: Served, browser: Browser) -> str:
    async with at(server, browser) as there:
        return await there.make(seats=seats(None, None))


async def test_who_logs_out_at_one_process_is_logged_out_at_the_other(postgres: Address) -> None:
    secret = {"name": "Moana", "password": "over the blue sea"}
    async with two(postgres) as (first, second), second.browser() as bo:
        room = await make_room(bo)
        assert (await bo.http.post("/api/me/claim", json=secret)).status_code == 201
        async with at(first, bo) as there, enter(there, room) as guest:
            assert guest.room.seats[0].claimed
            assert (await bo.http.post("/api/me/logout", json={})).status_code == 200
            await told_to_come_again(guest)


async def test_the_address_goes_along_and_is_believed_of_no_stranger(postgres: Address) -> None:
    settings = {"most_requests": 20, "trusted_proxies": "127.0.0.1"}
    async with two(postgres, **settings) as (first, second), first.browser() as ana:
        room = await make_room(ana)
        far = {"X-Forwarded-For": "203.0.113.7"}
        async with enter(ana, room, "Ana", headers=far), second.browser() as bo:
            async with enter(bo, room, "Bo", headers={"X-Forwarded-For": "203.0.113.8"}):
                members = first.app.state.rooms._live[room].members
                assert len({member.place for member in members}) == 2
            async with enter(bo, room, "Bo", headers=far):
                assert len({member.place for member in members}) == 1
            forged = {**far, "X-Tongiaki-From": "guessed 127.0.0.1 http"}
            codes = [(await bo.http.get(f"/api/rooms/{room}", headers=forged)).status_code for _ in range(40)]
            assert codes[0] == 200
            assert codes[-1] == 429  # the own gate counts it under the address of who asks
            answer = await bo.http.post(
                "/between", json={"type": "public"}, headers={"X-Tongiaki-From": "guessed"}
            )
            assert answer.status_code in (404, 405)


async def test_a_process_that_ends_is_followed_by_another_and_bots_go_on(postgres: Address) -> None:
    async with serving(Address(postgres.url)) as second, second.browser() as bo:
        async with serving(postgres, bot_pace=0.02) as first, first.browser() as ana:
            game = await ana.make(seats=seats("random", "random"))
            bo.http.cookies = ana.http.cookies
        tables = second.app.state.tables
        await until(lambda: tables.lease_of(game) is not None)  # nobody has asked for it
        async with bo.sit(game) as wire:
            await wire.until_mine()
            assert wire.view.phase == "over"


async def test_a_time_without_a_process_is_charged_to_nobody(postgres: Address) -> None:
    time = OwnTime()
    async with serving(Address(postgres.url), time) as second, second.browser() as there:
        async with serving(postgres, time) as first, first.browser() as ana, first.browser() as bo:
            clock = {"kind": "bank", "bank": 600, "increment": 0}
            room = await make_room(ana, clock=clock)
            async with enter(ana, room, "Ana") as host, enter(bo, room, "Bo") as guest:
                await guest.do(Sit, 1, "Bo")
                await host.do(StartGame)
                game = await guest.until_playing()
        tables = second.app.state.tables
        await until(lambda: tables.lease_of(game) is not None)
        stretches = tables._outages.stretches
        assert 0 < stretches[-1][1] - stretches[-1][0] < 60
        there.http.cookies = ana.http.cookies
        async with there.sit(game) as wire:
            assert wire.view.clock is not None
            assert wire.view.clock.left[0] == 600_000


async def test_who_is_cut_off_loses_its_tables_and_its_players_come_again(postgres: Address) -> None:
    async with (
        cable(postgres) as (line, near),
        serving(near) as first,
        serving(postgres) as second,
        first.browser() as ana,
    ):
        game = await ana.make(seats=seats(None, None))
        async with at(second, ana) as there, ana.sit(game) as old:
            async with there.sit(game) as passed_on:
                assert isinstance(await passed_on.play(lines_of(passed_on.view)[0], id="p"), Accepted)
                line.cut = True
                line.end()
                await told_to_come_again(passed_on)
            async with there.sit(game) as new:
                assert await new.play("pass", id="p", seq=0) == Accepted("p", 1)
                assert isinstance(await new.play(lines_of(new.view)[0]), Accepted)
                await old.until_seq(1)
                assert (await old.play(lines_of(old.view)[0])).code == "busy"  # type: ignore[union-attr]
                line.cut = False
                await told_to_come_again(old)
                async with ana.sit(game) as again:
                    assert again.events == new.events


async def test_a_frozen_process_loses_its_tables(postgres: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    async with two(postgres) as (first, second), first.browser() as ana:
        game = await ana.make(seats=seats(None, "random"))
        monkeypatch.setattr(lookout, "HUNG", 0.5)
        await first.app.state.several.close()  # neither a beat nor a look any more
        async with at(second, ana) as there:
            await until(lambda: second.app.state.store.leases.holds(game))
            async with there.sit(game) as wire:
                assert isinstance(await wire.play(lines_of(wire.view)[0]), Accepted)
            async with ana.sit(game) as wire:  # it does not know yet; but nothing is kept there any more
                await wire.send('{"type":"play","id":"x","seq":0,"lines":["place Tonga a"]}')
                await told_to_come_again(wire)


async def test_a_table_that_another_process_has_is_no_outage_of_this_one(served: Served) -> None:
    async with served.browser() as ana:
        game = await ana.make()
        async with ana.sit(game) as wire:
            table = await served.app.state.tables.find(game)
            table.lost = True
            assert (await wire.play(lines_of(wire.view)[0])).code == "busy"  # type: ignore[union-attr]
            assert (await ana.http.get("/readyz")).status_code == 200
