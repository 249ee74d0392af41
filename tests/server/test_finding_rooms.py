"""Public rooms, quick match, and "my games" with the one that waits first."""

import asyncio
from pathlib import Path

import pytest

from tests.server.in_rooms import enter, make_room
from tests.server.served import Served, lines_of, serving
from tests.server.test_rating import at, persons
from tests.server.test_rooms import two_at_a_table
from tongiaki.server import room_protocol as rp


async def test_public_rooms_are_listed_while_somebody_waits_there(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "games.db", grace=0.0) as served,
        served.browser() as ana,
        served.browser() as bo,
    ):
        hidden = await make_room(ana)
        shown = await make_room(
            ana, public=True, seats=[{"kind": "you"}, {}, {"kind": "bot", "bot": "greedy"}]
        )
        async with enter(ana, hidden), enter(ana, shown) as host, enter(bo, shown, "Bo") as guest:
            (listed,) = (await bo.http.get("/api/rooms")).json()
            assert (listed["id"], listed["host"], listed["names"]) == (shown, "Ana", ["Ana", "Greedy"])
            assert (listed["seats"], listed["open"]) == (3, 1)
            await guest.do(rp.Sit)
            assert (await bo.http.get("/api/rooms")).json() == []
            await guest.do(rp.Stand)
            await host.do(rp.ChangeRoom, public=False)
            assert (await bo.http.get("/api/rooms")).json() == []
            await host.do(rp.ChangeRoom, public=True)
        async with enter(bo, shown) as guest:
            await guest.until(lambda: not guest.room.seats[0].present)
            assert (await bo.http.get("/api/rooms")).json() == []


async def test_quick_match_brings_people_together(served: Served) -> None:
    async with served.browser() as ana, served.browser() as bo, served.browser() as eve:
        first = await ana.http.post("/api/rooms/quick", json={"name": "Ana", "players": 2})
        room = first.json()["id"]
        other = await eve.http.post("/api/rooms/quick", json={"name": "Eve", "players": 3})
        assert other.json()["id"] != room
        async with enter(ana, room) as host:
            assert (host.room.public, host.you.seat) == (True, 0)
            again = await ana.http.post("/api/rooms/quick", json={"name": "Ana", "players": 2})
            assert again.json()["id"] == room  # where she waits already
            found = await bo.http.post("/api/rooms/quick", json={"name": "Bo", "players": 2})
            assert found.json()["id"] == room
            async with enter(bo, room) as guest:
                assert (guest.you.seat, guest.you.name) == (1, "Bo")
        wrong = await bo.http.post("/api/rooms/quick", json={"name": "Bo", "players": 9})
        assert (wrong.status_code, wrong.json()["why"]["key"]) == (400, "refused_seats")


@pytest.mark.on_both
async def test_a_quick_match_has_a_clock_and_begins_by_itself(served: Served) -> None:
    async with served.browser() as ana, served.browser() as bo:
        room = (await ana.http.post("/api/rooms/quick", json={"name": "Ana", "players": 2})).json()["id"]
        async with enter(ana, room) as host:
            assert (host.room.at_once, host.room.clock.kind) == (True, "bank")
            await bo.http.post("/api/rooms/quick", json={"name": "Bo", "players": 2})
            await host.until(lambda: host.room.seats[1].kind == "person")
            assert host.room.status == "waiting"
            async with enter(bo, room) as guest:
                await host.until_playing()
                await guest.until_playing()
                assert not guest.room.at_once
                await guest.do(rp.Resign)
                await host.do(rp.AskEnd)
                await host.until(lambda: host.room.status == "over")
                await guest.do(rp.ChooseColour, "green")
                assert (guest.room.status, len(guest.room.games)) == ("over", 1)


async def test_a_quick_match_that_cannot_begin_is_left_to_the_host(served: Served) -> None:
    async with persons(served, "Ana", "Bo") as (ana, bo):
        quick = {"players": 2, "rated": True}
        room = (await ana.http.post("/api/rooms/quick", json={"name": "Ana", **quick})).json()["id"]
        async with enter(ana, room, headers=at(1)) as host:
            await bo.http.post("/api/rooms/quick", json={"name": "Bo", **quick})
            async with enter(bo, room, headers=at(1)):
                await host.until(lambda: not host.room.at_once)
                assert await host.refused(rp.StartGame) == "refused_rated_place"


async def test_two_who_seek_at_the_same_moment_find_each_other(served: Served) -> None:
    async with served.browser() as ana, served.browser() as bo:
        found = await asyncio.gather(
            ana.http.post("/api/rooms/quick", json={"name": "Ana", "players": 2}),
            bo.http.post("/api/rooms/quick", json={"name": "Bo", "players": 2}),
        )
        assert found[0].json() == found[1].json()


@pytest.mark.parametrize("who", ["host", "guest"])
@pytest.mark.on_both
async def test_quick_match_keeps_apart_those_who_do_not_listen_to_each_other(
    served: Served, who: str
) -> None:
    async with two_at_a_table(served) as (host, guest, _):
        blocks, name = (host, "Bo") if who == "host" else (guest, "Ana")
        await blocks.do(rp.Block, name)
        first = await host.browser.http.post("/api/rooms/quick", json={"name": "Ana", "players": 2})
        async with enter(host.browser, first.json()["id"]) as waits:
            found = await guest.browser.http.post("/api/rooms/quick", json={"name": "Bo", "players": 2})
            assert found.json()["id"] != waits.room.id
            await blocks.do(rp.Block, name, False)
            found = await guest.browser.http.post("/api/rooms/quick", json={"name": "Bo", "players": 2})
            assert found.json()["id"] == waits.room.id


@pytest.mark.on_both
async def test_my_games_begin_with_the_one_that_waits_for_me(served: Served) -> None:
    async with two_at_a_table(served) as (host, guest, game):
        ana, bo = host.browser, guest.browser
        waiting_room = await make_room(bo, name="Bo")
        screen = await bo.make()
        mine = (await bo.http.get("/api/rooms/mine")).json()
        assert (mine[0]["room"], mine[0]["game"], mine[0]["waiting_for_me"]) == (None, screen, True)
        assert {(m["room"], m["status"], m["waiting_for_me"], m["your_seat"]) for m in mine[1:]} == {
            (waiting_room, "waiting", False, 0),
            (host.room.id, "playing", False, 1),
        }
        async with ana.sit(game) as red:
            await red.play(lines_of(red.view)[0])
        mine = (await bo.http.get("/api/rooms/mine")).json()
        assert (mine[0]["game"], mine[0]["names"], mine[0]["waiting_for_me"]) == (game, ["Ana", "Bo"], True)
        assert [m["game"] for m in (await ana.http.get("/api/rooms/mine")).json()] == [game]
        assert (await ana.http.get("/api/tables")).json() == []
        async with served.browser() as nobody:
            assert (await nobody.http.get("/api/rooms/mine")).json() == []
