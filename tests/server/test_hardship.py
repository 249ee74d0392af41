"""A disk that is full, a database that another program holds: players are told, nothing is lost, play goes on."""

import asyncio
import contextlib
import io
import random
import resource
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.in_rooms import Guest, enter
from tests.server.inside import commanded, locked
from tests.server.logged import logged
from tests.server.own_time import OwnTime
from tests.server.served import RED_AND_BLUE, Served, Wire, lines_of, seats, serving
from tests.server.test_rooms import two_at_a_table
from tongiaki.server import playing
from tongiaki.server import room_protocol as rp
from tongiaki.server.clock import outages
from tongiaki.server.protocol import Accepted, Events, Refused
from tongiaki.server.store import postgres as in_postgres
from tongiaki.server.store import writer

Trouble = Callable[[Served, Path], contextlib.AbstractAsyncContextManager[None]]


@contextlib.asynccontextmanager
async def full_disk(served: Served, db: Path) -> AsyncIterator[None]:
    """No file can grow any more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (Path(f"{db}-wal").stat().st_size, hard))  # noqa: ASYNC240
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextlib.asynccontextmanager
async def locked_database(served: Served, db: Path) -> AsyncIterator[None]:
    """Another program is writing, for longer than the server waits."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer, "WAITS", 50)
        patch.setattr(in_postgres, "TAKEN_WITHIN", 0.1)
        async with locked(db):
            yield


TROUBLES = [pytest.param(full_disk, marks=pytest.mark.in_file), locked_database]


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_players_are_told_nothing_is_lost_and_play_goes_on(tmp_path: Path, trouble: Trouble) -> None:
    db = tmp_path / "games.db"
    async with serving(db) as served, two_at_a_table(served) as (host, guest, game):
        async with host.browser.sit(game) as red, guest.browser.sit(game) as blue:
            await red.play(lines_of(red.view)[0])
            await blue.until_seq(1)
            before = list(red.events)
            async with trouble(served, db):
                await _nothing_is_taken(host, blue)
            line = lines_of(blue.view)[0]
            for _ in range(2):
                assert await _told(blue, line, "once") == "accepted"
            await red.until_seq(blue.view.seq)
            assert red.events[: len(before)] == before
            assert blue.events == red.events
            await host.do(rp.Say, "we are back")
            await guest.until(lambda: "we are back" in guest.said)
            assert "is anybody there?" not in guest.said
        async with guest.browser.sit(game) as again, enter(guest.browser, host.room.id) as back:
            assert again.events == red.events
            assert back.said == ["we are back"]
    assert await commanded(db, "check-games") == 0


async def _nothing_is_taken(host: Guest, blue: Wire) -> None:
    """Every way to change something: refused in words, and nothing has changed."""
    events, line = list(blue.events), lines_of(blue.view)[0]
    assert await _told(blue, line, "once") == "busy"
    assert await _told(blue, line, "once") == "busy"
    assert (await blue.preview(line)).view.ply == blue.view.ply + 1  # type: ignore[union-attr]
    assert await host.refused(rp.Say, "is anybody there?") == "refused_busy"
    assert await host.refused(rp.Resign) == "refused_busy"
    for path, body in (("/api/tables", {"seats": RED_AND_BLUE}), ("/api/rooms", _room())):
        response = await host.browser.http.post(path, json=body)
        assert (response.status_code, response.json()["why"]["key"]) == (503, "problem_busy")
    assert (await host.browser.http.get("/healthz")).status_code == 200
    assert blue.events == events


def _room() -> dict[str, Any]:
    return {"name": "Ana", "seats": [{"kind": "you"}, {"kind": "open"}]}


async def _told(wire: Wire, line: str, id: str) -> str:
    answer = await wire.play(line, id=id)
    if isinstance(answer, Refused):
        assert answer.why.key == "refused_busy"
        return answer.code
    assert isinstance(answer, Accepted)
    return "accepted"


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_bots_go_on_when_the_trouble_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: Trouble
) -> None:
    monkeypatch.setattr(playing, "RETRY", 0.02)
    rng, db = random.Random(1), tmp_path / "games.db"
    async with serving(db, bot_pace=0.05) as served, served.browser() as guest:
        table = await guest.make(seats=seats(None, "random"))
        async with guest.sit(table) as wire:
            while wire.view.active_seat == 0:
                await wire.play(rng.choice(lines_of(wire.view)))
            with logged("error") as written:
                async with trouble(served, db):
                    while "not_kept" not in written.getvalue():  # noqa: ASYNC110
                        await asyncio.sleep(0.01)
            await wire.until_mine()


BANK = {"clock": {"kind": "bank", "bank": 60, "increment": 0}, "patience": 0, "stand_in": "random"}


async def _said(written: io.StringIO, times: int) -> None:
    """Until it has been logged so often that nothing could be kept."""
    while written.getvalue().count("not_kept") < times:  # noqa: ASYNC110
        await asyncio.sleep(0.005)


@pytest.mark.on_both
async def test_who_runs_out_of_time_meanwhile_is_replaced_when_the_trouble_is_over(tmp_path: Path) -> None:
    db, time = tmp_path / "games.db", OwnTime()
    async with (
        serving(db, time) as served,
        two_at_a_table(served, **BANK) as (host, _, game),
        host.browser.sit(game) as red,
    ):
        with logged("warning") as written:
            async with locked_database(served, db):
                time.advance(61)
                await _said(written, 2)  # of the mark, and of the one before the flag
        for _ in range(3):
            time.advance(playing.RETRY)
            assert (await host.browser.http.get("/readyz")).status_code == 200
        await host.until(lambda: host.notices[-2:] == ["notice_flag", "notice_stand_in"])
        await red.until_seq(2)
        assert [event.kind for event in red.events[1:3]] == ["flag", "seat"]


async def test_what_nobody_could_use_is_charged_to_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "LATE", 0.0)
    db, time = tmp_path / "games.db", OwnTime()
    async with (
        serving(db, time) as served,
        two_at_a_table(served, **BANK) as (host, _, game),
        host.browser.sit(game) as red,
    ):
        with logged("warning") as written:
            async with locked_database(served, db):
                time.advance(30)
                await _said(written, 1)
        time.advance(outages.BEAT)
        news = await red.until(Events)
        assert news.events == []
        assert red.view.clock is not None
        assert red.view.clock.left[0] > 28_000  # type: ignore[operator]


async def test_a_lock_of_moments_is_waited_for(tmp_path: Path) -> None:
    """A backup or an administrator writes: nobody notices."""
    db = tmp_path / "games.db"
    async with serving(db) as served, served.browser() as guest, guest.sit(await guest.make()) as wire:
        async with locked(db):
            await _send_play(wire)
            assert (await guest.http.get("/readyz")).status_code == 503
            with pytest.raises(TimeoutError):  # stored first, then told
                await asyncio.wait_for(wire.connection.recv(), 0.01)
        await wire.until(Accepted)
        assert wire.view.seq == 1


async def _send_play(wire: Wire) -> None:
    await wire.send('{"type":"play","id":"x","seq":0,"lines":["' + lines_of(wire.view)[0] + '"]}')
