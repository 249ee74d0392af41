"""Clocks at a table: what they count, what happens when one runs out, a pause, and taking back by consent."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.in_rooms import Guest, enter
from tests.server.own_time import NOON, OwnTime
from tests.server.served import Served, Wire, lines_of, serving
from tests.server.test_rooms import two_at_a_table
from tongiaki.records import GameRecord
from tongiaki.records.replay import verify
from tongiaki.server import room_protocol as rp
from tongiaki.server.clock.time import read, written
from tongiaki.server.protocol import Accepted, ClockView, Events

BANK = {"kind": "bank", "bank": 60, "increment": 5}
DAYS = {"kind": "days", "days": 1, "rest_from": 22, "rest_to": 8, "zone": "Europe/Berlin"}


@pytest.fixture
def time() -> OwnTime:
    return OwnTime()


@pytest.fixture
async def timed(tmp_path: Path, time: OwnTime) -> AsyncIterator[Served]:
    async with serving(tmp_path / "games.db", time) as served:
        yield served


async def nothing(_at: str) -> None:
    """The mark of a server that is no more."""


def clock(wire: Wire) -> ClockView:
    assert wire.view.clock is not None
    return wire.view.clock


async def play(wire: Wire) -> None:
    """Any move."""
    await wire.until_mine()
    assert isinstance(await wire.play(lines_of(wire.view)[0]), Accepted)


async def until(wire: Wire, holds: Callable[[], Any]) -> None:
    while not holds():
        await wire.until(Events)


async def test_each_turn_costs_its_time_and_who_has_none_left_is_replaced_until_back(
    timed: Served, time: OwnTime
) -> None:
    new = {"clock": BANK, "patience": 0, "stand_in": "random"}
    async with (
        two_at_a_table(timed, **new) as (host, guest, game),
        host.browser.sit(game) as red,
        guest.browser.sit(game) as blue,
    ):
        assert clock(red) == ClockView("bank", [60_000, 60_000], 0, None, False)
        time.advance(10)
        await play(red)
        await blue.until_mine()
        assert clock(blue) == ClockView("bank", [55_000, 60_000], 1, None, False)
        time.advance(59)
        async with timed.browser() as eve, eve.sit(game) as watching:
            assert clock(watching).left == [55_000, 1_000]
            time.advance(2)
            await until(watching, lambda: watching.view.stand_ins[1] == "random")
            kinds = [event.kind for event in watching.events]
            assert kinds[kinds.index("flag") :][:2] == ["flag", "seat"]
            assert clock(watching).left == [55_000, None]
        await host.until(lambda: {"notice_flag", "notice_stand_in"} <= set(host.notices))
        await red.until_mine()
        await guest.do(rp.ComeBack)
        await until(red, lambda: red.view.stand_ins[1] is None)
        assert clock(red).left[1] == 15_000, "a moment to make a move in"
        await host.do(rp.AskEnd)
        await guest.do(rp.CastVote, "end", True)
        await until(red, lambda: red.view.phase == "over")
        assert clock(red).runs is None
        time.advance(1000)
        record = GameRecord.from_json((await guest.browser.http.get(f"/api/tables/{game}/record")).content)
        happened = record.other["happened"]
        assert happened[:2] == [
            {"ply": 1, "event": "flag", "player": 1},
            {"ply": 1, "event": "seat", "player": 1, "bot": "random", "for_good": False},
        ]
        assert happened[2] == {"ply": happened[2]["ply"], "event": "seat", "player": 1}
        assert len(happened) == 3
        verify(record)
        replayed = (await guest.browser.http.post("/api/replay", json=record.to_dict())).json()
        beside = [(e["kind"], e["seat"], e["bot"]) for e in replayed["events"] if not e["effects"]]
        assert beside[-4:] == [
            ("flag", 1, None),
            ("seat", 1, "random"),
            ("seat", 1, None),
            ("end", None, None),
        ]
        assert replayed["views"][-1]["phase"] == "over"


async def test_nobody_is_charged_for_a_time_when_the_server_was_down(tmp_path: Path, time: OwnTime) -> None:
    db = tmp_path / "games.db"
    async with serving(db, time) as served, two_at_a_table(served, clock=BANK, patience=0) as (host, _, game):
        time.advance(20)
        async with host.browser.sit(game) as red:
            assert clock(red).left[0] == 40_000
    cookies = host.browser.http.cookies
    time.advance(5000)
    async with serving(db, time) as served, served.browser() as ana:
        ana.http.cookies = cookies
        async with ana.sit(game) as red:
            assert (clock(red).left[0], clock(red).runs) == (40_000, 0)
            time.advance(10)
            await play(red)
            assert clock(red).left[0] == 35_000
    time.advance(5000)
    async with serving(db, time) as served, served.browser() as eve, eve.sit(game) as watching:
        assert clock(watching).left == [35_000, 60_000]


async def test_a_killed_server_charges_until_its_last_mark(tmp_path: Path, time: OwnTime) -> None:
    db = tmp_path / "games.db"
    async with serving(db, time) as served, two_at_a_table(served, clock=BANK, patience=0) as (_, __, game):
        time.advance(20)
        await served.app.state.store.note_alive(written(time.now()))
        time.advance(1)
        served.app.state.store.note_alive = nothing
    time.advance(5000)
    async with serving(db, time) as served, served.browser() as eve, eve.sit(game) as watching:
        assert clock(watching).left == [40_000, 60_000]


async def test_a_machine_whose_clock_is_set_back_takes_and_gives_no_time(
    timed: Served, time: OwnTime
) -> None:
    async with (
        two_at_a_table(timed, clock=BANK) as (host, guest, game),
        host.browser.sit(game) as red,
        guest.browser.sit(game) as blue,
    ):
        time.advance(10)
        time.advance(-3600)
        await play(red)
        await blue.until_mine()
        assert clock(blue).left == [65_000, 60_000]
        time.advance(61)
        await until(red, lambda: red.view.stand_ins[1])


async def test_a_bot_in_ones_place_neither_spends_nor_earns_time(timed: Served, time: OwnTime) -> None:
    async with (
        two_at_a_table(timed, clock=BANK, patience=5, start=1, stand_in="random") as (host, guest, game),
        host.browser.sit(game) as red,
    ):
        await guest.socket.close()
        await host.until(lambda: not host.room.seats[1].stand_in and host.room.status == "playing")
        while not red.view.stand_ins[1]:
            time.advance(4)
            await host.do(rp.Say, "Where are you?")
            if host.room.seats[1].stand_in:
                await until(red, lambda: red.view.stand_ins[1])
        await red.until_mine()
        async with enter(guest.browser, host.room.id) as back:
            spent = time.now() - read(NOON)
            await back.do(rp.ComeBack)
            await until(red, lambda: red.view.stand_ins[1] is None)
            assert clock(red).left[1] == 60_000 - spent * 1000


async def test_days_for_a_turn_know_nights_and_holidays(timed: Served, time: OwnTime) -> None:
    async with (
        two_at_a_table(timed, clock=DAYS, stand_in="random") as (host, guest, game),
        host.browser.sit(game) as red,
        guest.browser.sit(game) as blue,
    ):
        assert clock(red).until == "2026-12-03T08:00:00.000+00:00"  # 9 hours of today, 14 of tomorrow, 1 more
        await play(red)
        await blue.until_mine()
        time.advance(40 * 3600)
        await guest.do(rp.TakeHoliday, "2026-12-03", "2026-12-24")
        await until(blue, lambda: clock(blue).until == "2026-12-25T08:00:00.000+00:00")
        await host.until(lambda: host.room.seats[1].holiday == ["2026-12-03", "2026-12-24"])
        assert await guest.refused(rp.TakeHoliday, "2026-12-01", "2027-12-01") == "refused_holiday"
        assert await guest.refused(rp.TakeHoliday, "soon", "later") == "refused_holiday"
        time.advance(10 * 24 * 3600)
        async with guest.browser.sit(game) as again:
            assert clock(again).rests
        await guest.do(rp.TakeHoliday)
        await until(blue, lambda: clock(blue).until == "2026-12-14T08:00:00.000+00:00")
        time.advance(30 * 3600)
        await red.until_mine()
        assert [event.kind for event in red.events if event.kind in ("flag", "seat")] == ["flag", "seat"]
        assert clock(red).runs == 0
        assert (clock(red).left[0], clock(red).left[1]) == (24 * 3_600_000, None)


async def test_a_pause_by_consent_stops_the_clocks(timed: Served, time: OwnTime) -> None:
    async with (
        two_at_a_table(timed, clock=BANK, patience=30) as (host, guest, game),
        host.browser.sit(game) as red,
    ):
        time.advance(10)
        await guest.do(rp.AskPause)
        await host.until(lambda: host.room.votes)
        assert host.room.votes[0].about == "pause"
        await host.do(rp.CastVote, "pause", True)
        await until(red, lambda: red.view.paused)
        assert (red.view.can_act, red.view.choices, clock(red).runs) == (False, [], None)
        refused = await red.play("place Tonga a")
        assert refused.code == "paused"  # type: ignore[union-attr]
        time.advance(10_000)
        await guest.do(rp.GoOn)
        await until(red, lambda: not red.view.paused)
        assert (red.view.can_act, clock(red).left[0]) == (True, 50_000)
        await host.until(lambda: host.notices[-2:] == ["notice_paused", "notice_goes_on"])


async def paused_and_left(host: Guest, guest: Guest) -> None:
    """Both agree to a pause, and the guest is gone."""
    await host.do(rp.AskPause)
    await guest.do(rp.CastVote, "pause", True)
    await host.until(lambda: host.room.paused)
    await guest.socket.close()
    await host.until(lambda: True)


async def test_who_is_away_and_on_the_move_is_not_surprised_by_the_end_of_a_pause(
    timed: Served, time: OwnTime
) -> None:
    async with two_at_a_table(timed, clock=BANK, start=1) as (host, guest, game):
        await paused_and_left(host, guest)
        time.advance(11)
        await host.until(lambda: not host.room.seats[1].present)
        assert await host.refused(rp.GoOn) == "refused_go_on"
        async with enter(guest.browser, host.room.id) as back:
            await back.do(rp.GoOn)
            await host.until(lambda: not host.room.paused)
    assert game


async def test_a_holiday_is_within_a_year_and_no_date_ends_a_game(timed: Served) -> None:
    async with two_at_a_table(timed, clock=DAYS) as (host, guest, game), host.browser.sit(game):
        for first, last in (
            ("9999-12-31", "9999-12-31"),
            ("0001-01-01", "0001-01-02"),
            ("2027-12-02", "2027-12-02"),
            ("2026-12-24", "2026-12-23"),
            ("2026-12-24", ""),
            ("yesterday", "today"),
        ):
            assert await host.refused(rp.TakeHoliday, first, last) == "refused_holiday"
        await host.do(rp.TakeHoliday, "2027-12-01", "2027-12-01")
        await guest.until(lambda: guest.room.seats[0].holiday)


async def test_nobody_escapes_by_a_pause(timed: Served, time: OwnTime) -> None:
    async with two_at_a_table(timed, clock=BANK, start=1) as (host, guest, _):
        await paused_and_left(host, guest)
        time.advance(24 * 3600 - 1)
        await host.until(lambda: not host.room.seats[1].present)
        assert await host.refused(rp.GoOn) == "refused_go_on"
        time.advance(1)
        await host.do(rp.GoOn)
        await host.until(lambda: not host.room.paused)


async def test_a_move_is_taken_back_if_all_agree_and_nothing_has_happened_since(timed: Served) -> None:
    async with (
        two_at_a_table(timed) as (host, guest, game),
        host.browser.sit(game) as red,
        guest.browser.sit(game) as blue,
    ):
        assert await host.refused(rp.AskUndo) == "refused_undo_start"
        await play(red)
        await host.do(rp.AskUndo)
        await guest.until(lambda: guest.room.votes)
        await play(blue)
        await host.until(lambda: not host.room.votes)
        assert await guest.refused(rp.CastVote, "undo", True) == "refused_no_vote"
        await host.do(rp.AskUndo)
        await guest.until(lambda: guest.room.votes)
        await guest.do(rp.CastVote, "undo", True)
        await until(red, lambda: red.events[-1].kind == "undo")
        assert (red.view.ply, red.view.active_seat, red.view.can_act) == (0, 0, True)
        assert red.events[-1].taken == 2
        await asyncio.wait_for(play(red), 60)


async def test_impossible_clocks_are_refused(served: Served) -> None:
    async with served.browser() as ana:
        for wrong in (
            {"kind": "bank", "bank": 5},
            {"kind": "days", "days": 90},
            {"kind": "days", "days": 1, "zone": "Nowhere/Land"},
            {"kind": "days", "days": 1, "zone": "../../etc/passwd"},
            {"kind": "days", "days": 1, "rest_from": 1, "rest_to": 23},
        ):
            new = {"name": "Ana", "seats": [{"kind": "you"}, {"kind": "open"}], "clock": wrong}
            assert (await ana.http.post("/api/rooms", json=new)).status_code == 400
