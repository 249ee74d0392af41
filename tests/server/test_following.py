"""Who only looks on at another process's table: told by PostgreSQL that there is more, served from the store."""

import contextlib
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import date, timedelta

import pytest

from tests.server.cutting import Cable, cable
from tests.server.in_rooms import enter, make_room
from tests.server.process import running
from tests.server.served import Browser, Served, Wire, closed, lines_of, serving
from tests.server.test_leases import at, two, until
from tests.server.test_rooms import two_at_a_table
from tongiaki.server import room_protocol as rp
from tongiaki.server.clock.time import read
from tongiaki.server.protocol import Accepted, Events, Refused, Restarting, State
from tongiaki.server.store.abandoned import AbandonedStore
from tongiaki.server.store.address import Address
from tongiaki.server.store.growth import CHANNEL, MOST_IN_ONE, notices, read_notice
from tongiaki.server.wire import UNKNOWN


@dataclass
class Scene:
    """Ana plays, somebody looks on at her server (`near`) and at another one (`far`)."""

    ana: Browser
    table: str
    plays: Wire
    near: Wire
    far: Wire

    async def play(self, rng: random.Random, moves: int) -> None:
        """At random, or to the end."""
        for _ in range(moves):
            if not (await self.plays.until_mine()).can_act:
                return
            assert isinstance(await self.plays.play(rng.choice(lines_of(self.plays.view))), Accepted)

    async def nothing_is_missing(self) -> None:
        """Both see the same, all that has happened."""
        seq = self.plays.view.seq
        assert await self.near.until_seq(seq) == await self.far.until_seq(seq)
        assert self.near.events == self.far.events == self.plays.events


@contextlib.asynccontextmanager
async def looked_on(first: Served, second: Served) -> AsyncIterator[Scene]:
    """A game of two at one screen."""
    async with first.browser() as ana, first.browser() as bo, second.browser() as eve:
        table = await ana.make()
        await eve.make()  # she has a cookie
        async with ana.sit(table) as plays, bo.sit(table) as near, eve.sit(table) as far:
            assert list(second.app.state.tables.elsewhere) == [table]
            assert table not in [live.id for live in second.app.state.tables.live]
            yield Scene(ana, table, plays, near, far)


@contextlib.asynccontextmanager
async def looked_on_by_cable(postgres: Address) -> AsyncIterator[tuple[Cable, Served, Served, Scene]]:
    """The same, where the line from there to the database can be cut."""
    async with (
        cable(postgres) as (line, near),
        serving(postgres) as first,
        serving(near) as second,
        looked_on(first, second) as scene,
    ):
        yield line, first, second, scene


async def test_who_looks_on_at_another_process_sees_the_same(postgres: Address) -> None:
    async with two(postgres) as (first, second), looked_on(first, second) as scene:
        await scene.play(random.Random(1), 12)
        while scene.plays.events[-1].commitment is None:  # until the tiles are shuffled anew
            undo = scene.plays.view.undo
            assert undo is not None
            assert isinstance(await scene.plays.take_back(undo.to), Accepted)
        await scene.play(random.Random(2), 1000)
        assert scene.plays.view.phase == "over"
        await scene.nothing_is_missing()
        async with (
            first.browser() as bo,
            second.browser() as eve,
            bo.sit(scene.table) as here,
            eve.sit(scene.table) as there,
        ):
            assert there.first == here.first


async def test_who_looks_on_at_another_process_cannot_act_and_who_plays_can(postgres: Address) -> None:
    async with two(postgres) as (first, second), looked_on(first, second) as scene:
        line = lines_of(scene.plays.view)[0]
        for answer in (
            await scene.far.play(line),
            await scene.far.preview(line),
            await scene.far.take_back(0),
        ):
            assert isinstance(answer, Refused)
            assert answer.code == "not_yours"
        async with at(second, scene.ana) as there, there.sit(scene.table) as again:
            assert isinstance(await again.play(line), Accepted)
            await scene.plays.until_seq(again.view.seq)
        await scene.nothing_is_missing()


async def test_what_was_told_while_the_line_was_cut_is_asked_for(postgres: Address) -> None:
    async with looked_on_by_cable(postgres) as (line, _, _, scene):
        await scene.play(random.Random(3), 3)
        await scene.nothing_is_missing()
        line.cut = True
        line.end()
        await scene.play(random.Random(4), 5)
        line.cut = False
        await scene.nothing_is_missing()


@pytest.mark.slow
async def test_who_looks_on_stays_when_the_process_that_has_the_table_is_killed(postgres: Address) -> None:
    rng = random.Random(5)
    async with (
        running(postgres.url) as first,  # type: ignore[arg-type]
        running(postgres.url) as second,  # type: ignore[arg-type]
        first.browser() as ana,
        second.browser() as eve,
    ):
        table = await ana.make()
        async with eve.sit(table) as far:
            async with ana.sit(table) as plays:
                await plays.play(rng.choice(lines_of(plays.view)))
                await far.until_seq(plays.view.seq)
            await first.kill()
            async with second.browser(ana.http.cookies) as there, there.sit(table) as plays:
                for _ in range(5):
                    await plays.until_mine()
                    assert isinstance(await plays.play(rng.choice(lines_of(plays.view))), Accepted)
                await far.until_seq(plays.view.seq)
                assert far.events == plays.events


async def test_who_takes_a_seat_plays_from_then_on(postgres: Address) -> None:
    async with (
        two(postgres, grace=0.0) as (first, second),
        first.browser() as ana,
        first.browser() as bo,
        second.browser() as eve,
    ):
        room = await make_room(ana, patience=0)
        async with enter(ana, room, "Ana") as host, enter(eve, room, "Eve") as guest:
            async with enter(bo, room, "Bo") as away:
                await away.do(rp.Sit, 1)
                await host.do(rp.StartGame)
                game = await host.until_playing()
            async with eve.sit(game) as looks:
                assert list(second.app.state.tables.elsewhere) == [game]
                await guest.until(lambda: not guest.room.seats[1].present)
                await guest.do(rp.Sit, 1)
                await host.until(lambda: host.room.votes)
                await host.do(rp.CastVote, "seat", True, 1)
                await looks.until(Restarting)
                assert looks.events[-1].kind == "handed_over"
            async with eve.sit(game) as plays:
                assert isinstance(plays.first, State)
                assert plays.first.table.your_seats == [1]


async def test_who_has_just_got_a_seat_plays_nothing_where_others_look_on(postgres: Address) -> None:
    async with two(postgres) as (first, second), looked_on(first, second) as scene:
        table = second.app.state.tables.elsewhere[scene.table]
        table.change_owner(table.owners[0], next(iter(table.watchers.sessions)))
        answer = await scene.far.play(lines_of(scene.plays.view)[0])
        assert isinstance(answer, Refused)
        assert answer.code == "not_yours"
        await scene.play(random.Random(6), 1)  # its log is its own still
        await scene.nothing_is_missing()


async def test_the_time_of_somebody_on_holiday_is_the_same_wherever_one_looks_on(postgres: Address) -> None:
    clock = {"kind": "days", "days": 2, "rest_from": 22, "rest_to": 8, "zone": "Europe/Berlin"}
    soon = [(date.today() + timedelta(days=days)).isoformat() for days in (1, 5)]
    async with (
        two(postgres) as (first, second),
        first.browser() as ana,
        first.browser() as bo,
        first.browser() as near,
        second.browser() as far,
    ):
        room = await make_room(ana, clock=clock)
        async with enter(ana, room) as host, enter(bo, room, "Bo") as guest:
            await guest.do(rp.Sit)
            await host.do(rp.StartGame)
            game = await host.until_playing()
            for player in (host, guest):
                await player.do(rp.TakeHoliday, *soon)
            async with near.sit(game) as here, far.sit(game) as there, ana.sit(game) as plays:
                assert list(second.app.state.tables.elsewhere) == [game]
                for seq in (0, 1):
                    clocks = [(await wire.until_seq(seq)).clock for wire in (here, there)]
                    ends = [read(clock.until) for clock in clocks if clock is not None and clock.until]
                    assert len(ends) == 2
                    assert abs(ends[0] - ends[1]) < 1
                    if seq == 0:
                        await plays.play(lines_of(plays.view)[0])


async def test_a_holiday_is_seen_at_once_where_one_looks_on_and_moves_read_none(
    postgres: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = {"kind": "days", "days": 2, "zone": "Europe/Berlin"}
    soon = [(date.today() + timedelta(days=days)).isoformat() for days in (1, 5)]
    async with (
        two(postgres) as (first, second),
        two_at_a_table(first, clock=clock) as (host, guest, game),
        second.browser() as far,
        far.sit(game) as there,
        host.browser.sit(game) as plays,
    ):
        read: list[str] = []
        following = second.app.state.several.following
        monkeypatch.setattr(following, "_holidays", lambda room: read.append(room))
        await plays.play(lines_of(plays.view)[0])
        await there.until_seq(plays.view.seq)
        assert read == []
        monkeypatch.undo()
        assert there.view.clock is not None
        before = there.view.clock.until
        await guest.do(rp.TakeHoliday, *soon)  # whose turn it is
        while there.view.clock is not None and there.view.clock.until == before:
            await there.until(Events)
        assert there.view.seq == plays.view.seq


async def test_who_looks_on_is_told_when_the_table_is_deleted(postgres: Address) -> None:
    async with two(postgres) as (first, second), looked_on(first, second) as scene:
        abandoned = AbandonedStore(first.app.state.store)
        await scene.plays.connection.close()
        await scene.near.connection.close()
        await until(lambda: first.app.state.tables.forget(scene.table))
        await abandoned.delete([scene.table], [])
        refused = await scene.far.until(Refused)
        assert (refused.code, refused.why.key) == ("unknown_table", "refused_unknown_table")
        assert await closed(scene.far.connection) == UNKNOWN
        assert not second.app.state.tables.elsewhere
        following = second.app.state.several.following
        following._on_notice(None, 0, CHANNEL, f"{scene.table} 1000")  # nothing is read for it any more
        assert not following._followed


async def test_a_notice_of_a_table_that_was_deleted_while_the_line_was_cut_ends_it(postgres: Address) -> None:
    async with looked_on_by_cable(postgres) as (line, first, second, scene):
        line.cut = True
        line.end()
        await scene.plays.connection.close()
        await scene.near.connection.close()
        await until(lambda: first.app.state.tables.forget(scene.table))
        await AbandonedStore(first.app.state.store).delete([scene.table], [])
        line.cut = False
        assert (await scene.far.until(Refused)).code == "unknown_table"
        assert not second.app.state.several.following._followed


async def test_a_table_at_which_nobody_looks_on_any_more_is_forgotten(postgres: Address) -> None:
    async with two(postgres) as (first, second):
        async with looked_on(first, second):
            metrics = (await fetched(second, "/metrics")).splitlines()
            assert "tongiaki_tables_elsewhere 1.0" in metrics
        await until(lambda: not second.app.state.tables.elsewhere)


async def fetched(server: Served, path: str) -> str:
    async with server.browser() as browser:
        return str((await browser.http.get(path)).text)


def test_a_notice_says_which_logs_have_grown_and_fits_into_one_of_postgresql() -> None:
    grown = {f"game-{number:07}": 10_000 + number for number in range(2 * MOST_IN_ONE + 1)}
    told = list(notices(grown))
    assert len(told) == 3
    assert max(map(len, told)) < 8000
    assert {game: seq for notice in told for game, seq in read_notice(notice).items()} == grown
