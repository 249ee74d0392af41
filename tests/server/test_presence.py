"""Who is there; and when somebody is not, a bot plays on until they are back."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import uvicorn

from tests.server.in_rooms import Guest, enter, make_room
from tests.server.own_time import OwnTime
from tests.server.served import PATIENCE, Browser, QuietServer, Served, lines_of, serving
from tests.server.test_leases import until
from tests.server.test_people import SECRET, claim
from tests.server.test_rooms import two_at_a_table
from tongiaki.records import GameRecord
from tongiaki.records.replay import verify
from tongiaki.server import room_protocol as rp
from tongiaki.server.direct import DirectProtocol
from tongiaki.server.people.names import NOBODY
from tongiaki.server.protocol import Accepted, Events, Previewed, SeatBefore, State
from tongiaki.server.rooms.live_room import LiveRoom
from tongiaki.server.rooms.rooms import Rooms


@pytest.fixture
async def hasty(tmp_path: Path) -> AsyncIterator[Served]:
    """A server where a lost connection is noticed at once."""
    async with serving(tmp_path / "games.db", grace=0.0) as served:
        yield served


@contextlib.asynccontextmanager
async def bo_is_away(served: Any, **new: Any) -> AsyncIterator[tuple[Guest, Browser, str]]:
    """Ana is there; Bo had a seat and the first move, and has gone; the game's id."""
    async with served.browser() as ana, served.browser() as bo:
        room = await make_room(ana, **{"start": 1, "stand_in": "random", **new})
        async with enter(ana, room) as host:
            async with enter(bo, room, "Bo") as guest:
                await guest.do(rp.Sit)
                await host.do(rp.StartGame)
                game = await guest.until_playing()
            await host.until(lambda: not host.room.seats[1].present)
            yield host, bo, game


async def test_somebody_is_present_in_the_room_or_at_the_table(hasty: Served) -> None:
    async with bo_is_away(hasty, patience=0) as (host, bo, game):
        async with bo.sit(game) as blue:
            await host.until(lambda: host.room.seats[1].present)
            assert blue.view.can_act
        await host.until(lambda: not host.room.seats[1].present)
        async with enter(bo, host.room.id):
            await host.until(lambda: host.room.seats[1].present)


async def test_who_comes_to_count_as_absent_just_when_it_is_looked_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time, remind = OwnTime(), Rooms._remind

    async def late(self: Rooms, room: LiveRoom) -> None:
        """After all have been told who is there."""
        time.slip(0.002)
        await remind(self, room)

    async with (
        serving(tmp_path / "games.db", time, grace=10.0) as served,
        served.browser() as ana,
        served.browser() as bo,
        enter(ana, await make_room(ana)) as host,
    ):
        async with enter(bo, host.room.id, "Bo") as guest:
            await guest.do(rp.Sit)
        (room,) = served.app.state.rooms.live
        await until(lambda: room.gone_after() and room.timer)
        monkeypatch.setattr(Rooms, "_remind", late)
        time.slip(9.999)
        await served.app.state.rooms._refresh(room)  # its timer was a millisecond early
        assert room.timer is not None
        time.advance(0.0)
        await host.until(lambda: not host.room.seats[1].present)


async def test_a_lost_connection_costs_nothing_for_a_moment(served: Served) -> None:
    async with bo_is_away_for_a_moment(served) as host:
        assert host.room.seats[1].present


@contextlib.asynccontextmanager
async def bo_is_away_for_a_moment(served: Served) -> AsyncIterator[Guest]:
    async with served.browser() as ana, served.browser() as bo, served.browser() as eve:
        room = await make_room(ana)
        async with enter(ana, room) as host:
            async with enter(bo, room, "Bo") as guest:
                await guest.do(rp.Sit)
            async with enter(eve, room, "Eve"):
                await host.until(lambda: host.room.seats[1].kind == "person" and host.room.spectators == 1)
            yield host


async def test_a_bot_plays_on_and_the_person_takes_the_seat_back(hasty: Served) -> None:
    async with bo_is_away(hasty, patience=1) as (host, bo, game), host.browser.sit(game) as red:
        await host.until(lambda: host.room.seats[1].stand_in == "random")
        assert "notice_stand_in" in host.notices
        await red.until_mine()
        given = next(event for event in red.events if event.kind == "seat")
        assert (given.seat, given.bot, given.resigned) == (1, "random", False)
        assert any(event.kind == "move" and event.seat == 1 for event in red.events)
        assert red.view.stand_ins == [None, "random"]
        async with enter(bo, host.room.id) as back:
            await back.do(rp.ComeBack)
            await host.until(lambda: host.room.seats[1].stand_in is None and "notice_back" in host.notices)
            await red.until_seq(red.view.seq + 1)
            await red.play(lines_of(red.view)[0])
            async with bo.sit(game) as blue:
                await blue.until_mine()
                assert blue.view.stand_ins == [None, None]
                assert blue.events == red.events[: len(blue.events)]
        record = GameRecord.from_json((await bo.http.get(f"/api/tables/{game}/record")).content)
        verify(record)


async def test_a_move_takes_the_seat_back_too(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "games.db", grace=0.0, bot_pace=60.0) as slow,
        bo_is_away(slow, patience=1) as (host, bo, game),
    ):
        await host.until(lambda: host.room.seats[1].stand_in == "random")
        async with bo.sit(game) as blue:
            assert blue.view.can_act
            assert isinstance(await blue.preview(lines_of(blue.view)[0]), Previewed)
            assert isinstance(await blue.play(lines_of(blue.view)[0]), Accepted)
            assert [event.kind for event in blue.events] == ["start", "seat", "seat", "move"]
        await host.until(lambda: host.room.seats[1].stand_in is None)


async def test_a_stand_in_plays_on_after_a_start_of_the_server(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    async with (
        serving(db, grace=0.0, bot_pace=60.0) as served,
        bo_is_away(served, patience=1) as (host, _, game),
    ):
        await host.until(lambda: host.room.seats[1].stand_in == "random")
        ana = host.browser.http.cookies
    async with serving(db) as served, served.browser() as back:
        back.http.cookies = ana
        async with back.sit(game) as red:
            await red.until_mine()
            assert red.view.can_act


async def test_patience_begins_anew_with_the_server(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    async with serving(db) as served, bo_is_away_at_start(served) as game:
        pass
    async with serving(db, grace=0.0) as served, served.browser() as eve, eve.sit(game) as watching:
        while not any(event.kind == "seat" for event in watching.events):
            await watching.until(Events)


@contextlib.asynccontextmanager
async def bo_is_away_at_start(served: Served) -> AsyncIterator[str]:
    async with two_at_a_table(served, patience=1, stand_in="random") as (_, __, game):
        yield game


async def test_who_resigns_does_not_come_back(served: Served) -> None:
    async with (
        two_at_a_table(served, stand_in="random") as (host, guest, game),
        host.browser.sit(game) as red,
    ):
        await guest.do(rp.Resign)
        await host.until(lambda: host.room.seats[1].resigned)
        assert host.notices[-1] == "notice_resigned"
        assert await guest.refused(rp.ComeBack) == "refused_resigned"
        await red.until_seq(1)
        await red.play(lines_of(red.view)[0])
        async with guest.browser.sit(game) as blue:
            assert isinstance(blue.first, State)
            assert not blue.view.can_act
            await blue.until_seq(3)
        await host.do(rp.AskEnd)
        await guest.until(lambda: guest.room.status == "over")
        await host.do(rp.AskRematch)
        await guest.do(rp.CastVote, "rematch", True)
        again = await guest.until_playing()
        assert again != game
        assert not guest.room.seats[1].resigned


async def test_a_game_ends_by_consent(served: Served) -> None:
    async with two_at_a_table(served) as (host, guest, game):
        async with host.browser.sit(game) as red, guest.browser.sit(game) as blue:
            for wire in (red, blue, red):
                await wire.until_mine()
                await wire.play(lines_of(wire.view)[0])
            await host.do(rp.AskEnd)
            await guest.until(lambda: guest.room.votes)
            assert (guest.room.votes[0].asked, guest.room.votes[0].yes) == ([0, 1], [0])
            assert await host.refused(rp.CastVote, "rematch", True) == "refused_no_vote"
            await guest.do(rp.CastVote, "end", True)
            await host.until(lambda: host.room.status == "over")
            await red.until_mine()
            assert red.view.result is not None
            assert (red.view.phase, red.view.result.reason) == ("over", "agreed")
            refused = await blue.play("place Tonga a")
            assert refused.code == "over"  # type: ignore[union-attr]
            assert host.notices[-1] == "notice_ended"
            assert host.room.games[0].winners == red.view.result.winners
        record = GameRecord.from_json((await host.browser.http.get(f"/api/tables/{game}/record")).content)
        verify(record)
        assert len(record.deck) == 31
        assert record.result is not None
        assert record.result["reason"] == "agreed"


async def test_the_others_go_on_without_somebody(hasty: Served) -> None:
    async with bo_is_away(hasty, patience=0) as (host, bo, game):
        await host.do(rp.RemoveSeat, 1)
        await host.until(lambda: host.room.seats[1].resigned)
        async with bo.sit(game) as blue:
            assert not blue.view.can_act
            await blue.until_seq(2)


async def test_the_seat_of_somebody_absent_is_taken_with_consent(hasty: Served) -> None:
    async with bo_is_away(hasty, patience=0) as (host, bo, game), hasty.browser() as eve:
        async with enter(eve, host.room.id, "Eve") as guest, eve.sit(game) as blue:
            await guest.do(rp.Sit, 1)
            await host.until(lambda: host.room.votes)
            vote = host.room.votes[0]
            assert (vote.about, vote.seat, vote.name, vote.asked) == ("seat", 1, "Eve", [0])
            await host.do(rp.CastVote, "seat", True, 1)
            await guest.until(lambda: guest.you.seat == 1)
            await blue.until(State)
            assert blue.view.can_act
            assert isinstance(await blue.play(lines_of(blue.view)[0]), Accepted)
        async with bo.sit(game) as old:
            assert isinstance(old.first, State)
            assert old.first.table.your_seats == []
            assert old.first.table.seats[1].name == "Eve"


@pytest.mark.on_both
async def test_who_had_a_seat_before_stands_in_the_log_and_the_record_until_the_name_goes(
    tmp_path: Path,
) -> None:
    db = tmp_path / "games.db"
    async with serving(db, grace=0.0) as served, served.browser() as bo:
        await claim(bo, "Bo")
        async with bo_is_taken_over(served, bo) as (host, game):
            async with host.browser.sit(game, seq=1) as red:
                assert isinstance(red.first, State)  # who was away is told the names too
                handed_over = red.first.events[-1]
                assert (handed_over.kind, handed_over.seat, handed_over.effects) == ("handed_over", 1, [])
                assert red.first.view.stand_ins == [None, None]
                before = SeatBefore(1, handed_over.seq, "Bo")
                assert red.first.table.before == [before]
            record = (await host.browser.http.get(f"/api/tables/{game}/record")).json()
            moves = sum(event.kind == "move" for event in red.first.events)
            told = {"ply": moves, "event": "handed_over", "player": 0, "from": "Bo", "to": "Eve"}
            assert record["happened"][-1] == told
            assert [player["name"] for player in record["players"]] == ["Eve", "Ana"]
            verify(GameRecord.from_dict(record))
            assert (await bo.http.post("/api/me/name", json={"name": "Bobby"})).status_code == 200
            async with bo.sit(game) as old:
                assert isinstance(old.first, State)
                assert old.first.table.before == [msgspec.structs.replace(before, name="Bobby")]
            assert game in [told["id"] for told in (await bo.http.get("/api/me/export")).json()["games"]]
            assert host.notices[-1] == "notice_took_over"
    async with serving(db) as served, served.browser() as again:
        again.http.cookies.update(bo.http.cookies)
        response = await again.http.post("/api/me/delete", json={"password": SECRET})
        assert response.status_code == 200
        state = (await again.http.get(f"/api/tables/{game}")).json()
        assert state["table"]["before"] == [{"seat": 1, "until": before.until, "name": NOBODY}]
        assert state["table"]["seats"][1]["name"] == "Eve"


@contextlib.asynccontextmanager
async def bo_is_taken_over(served: Any, bo: Browser) -> AsyncIterator[tuple[Guest, str]]:
    """Bo has made a move and gone, a bot has stood in, and Eve has the seat with the consent of Ana; the game."""
    async with served.browser() as ana, served.browser() as eve:
        room = await make_room(ana, start=1, stand_in="random", patience=1)
        async with enter(ana, room) as host:
            async with enter(bo, room, "Bo") as guest:
                await guest.do(rp.Sit)
                await host.do(rp.StartGame)
                game = await guest.until_playing()
                async with bo.sit(game) as blue:
                    await blue.play(lines_of(blue.view)[0])
                    async with ana.sit(game) as red:
                        await red.play(lines_of(red.view)[0])
            async with enter(eve, room, "Eve") as other:
                await host.until(lambda: host.room.seats[1].stand_in)
                await other.do(rp.Sit, 1)
                await host.until(lambda: host.room.votes)
                await host.do(rp.CastVote, "seat", True, 1)
                await other.until(lambda: other.you.seat == 1)
            yield host, game


async def test_on_a_dead_line_nothing_is_waited_for() -> None:
    """Who answers no ping is gone, whatever was still to be sent."""
    gone = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": "x" * 2**25})  # more than any buffer takes
        assert (await receive())["type"] == "websocket.disconnect"
        gone.set()

    config = uvicorn.Config(
        app, ws=DirectProtocol, lifespan="off", log_config=None, ws_ping_interval=0.05, ws_ping_timeout=0.05
    )
    listening = socket.create_server(("127.0.0.1", 0))
    server = QuietServer(config)
    serves = asyncio.create_task(server.serve(sockets=[listening]))
    _, writer = await asyncio.open_connection(*listening.getsockname(), limit=1)  # it reads no more than that
    writer.write(
        b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    await asyncio.wait_for(gone.wait(), PATIENCE)
    writer.close()
    server.should_exit = True
    await serves
