"""What an operator sees, and how the server takes its leave."""

import asyncio
import signal
from pathlib import Path

import pytest

from tests.server.in_rooms import enter, make_room
from tests.server.inside import locked
from tests.server.process import running
from tests.server.served import PATIENCE, Served, closed, lines_of, serving
from tests.server.test_rooms import two_at_a_table
from tongiaki.server import room_protocol as rp
from tongiaki.server.protocol import Restarting
from tongiaki.server.store import store


@pytest.mark.on_both
async def test_it_is_ready_as_long_as_something_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "games.db"
    monkeypatch.setattr(store, "READY_WITHIN", PATIENCE)
    async with serving(db) as served, served.browser() as guest:
        assert (await guest.http.get("/readyz")).json() == {"ok": True}
        async with locked(db):
            monkeypatch.setattr(store, "READY_WITHIN", 0.1)
            response = await guest.http.get("/readyz")
            assert (response.status_code, response.json()) == (
                503,
                {"ok": False, "why": "nothing can be kept"},
            )
            assert (await guest.http.get("/healthz")).status_code == 200


@pytest.mark.in_file
async def test_it_is_not_ready_when_the_disk_is_nearly_full(tmp_path: Path) -> None:
    async with serving(tmp_path / "games.db", least_free=2**60) as served, served.browser() as guest:
        response = await guest.http.get("/readyz")
        assert (response.status_code, response.json()) == (
            503,
            {"ok": False, "why": "the disk is nearly full"},
        )
        assert "tongiaki_disk_free_bytes" in (await guest.http.get("/metrics")).text


async def test_the_numbers_are_counted(served: Served) -> None:
    async with two_at_a_table(served) as (host, _guest, game), host.browser.sit(game) as red:
        await red.play(lines_of(red.view)[0])
        await host.do(rp.Say, "hello")
        said = (await host.browser.http.get("/metrics")).text
        for number in (
            "tongiaki_tables 1.0",
            "tongiaki_rooms 1.0",
            "tongiaki_sockets 3.0",
            'tongiaki_events_total{kind="move"} 1.0',
            'tongiaki_answer_seconds_count{message="play"} 1.0',
        ):
            assert number in said
        assert "tongiaki_commit_seconds_count" in said
        assert game not in said


async def test_clients_are_told_to_come_back(tmp_path: Path) -> None:
    async with running(tmp_path / "games.db") as server, server.browser() as ana:
        room = await make_room(ana)
        table = await ana.make()
        async with enter(ana, room) as host, ana.sit(table) as wire:
            server.process.send_signal(signal.SIGINT)
            await wire.until(Restarting)
            await host.until(lambda: any("restarting" in text for text in host.raw))
            for connection in (host.socket, wire.connection):
                assert await closed(connection) == 1012
        assert await asyncio.wait_for(server.process.wait(), 60) == 0
