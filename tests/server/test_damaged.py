"""One game in the database is damaged: everything else goes on, and it is named."""

from pathlib import Path

import pytest

from tests.server.in_rooms import enter
from tests.server.inside import change, commanded, rows
from tests.server.logged import logged
from tests.server.served import closed, lines_of, seats, serving
from tests.server.test_rooms import two_at_a_table
from tongiaki.server import room_protocol as rp
from tongiaki.server.problems import text
from tongiaki.server.protocol import Refused
from tongiaki.server.wire import UNKNOWN

pytestmark = pytest.mark.on_both


async def test_one_damaged_game_costs_nobody_else_anything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "games.db"
    async with serving(db, bot_pace=3600.0) as served, served.browser() as ana:
        wrong, unreadable, good = [await ana.make() for _ in range(3)]
        first, last = [await ana.make(seats=seats("random", "random")) for _ in range(2)]
        async with ana.sit(wrong) as wire:
            await wire.play(lines_of(wire.view)[0])
        cookies = ana.http.cookies
    change(
        db,
        f"UPDATE event SET line = 'king Oahu' WHERE game = '{wrong}' AND seq = 1",
        f"DELETE FROM deck WHERE game = '{first}'",
        f"UPDATE game SET seats = '[[' WHERE id = '{unreadable}'",
    )
    assert await commanded(db, "check-games") == 1
    said = capsys.readouterr().out
    assert f"{unreadable}: it cannot be read" in said
    assert said.endswith("5 games, 3 at fault\n")
    assert await commanded(db, "admin", "list") == 0
    assert f"/g/{good}" in capsys.readouterr().out
    for game in (unreadable, wrong, good):
        assert await commanded(db, "admin", "end", game) == 0
    with logged("error") as log:
        async with serving(db) as served, served.browser() as ana:
            ana.http.cookies = cookies
            listed = (await ana.http.get("/api/tables")).json()
            assert {table["id"] for table in listed} >= {good, last}
            async with ana.sit(good) as wire, ana.sit(last) as bots:
                assert wire.view.phase == "over"
                await bots.until_seq(5)
            faulty = await ana.http.get(f"/api/tables/{unreadable}")
            assert (faulty.status_code, faulty.json()["code"]) == (500, "damaged")
            assert "default-src 'none'" in faulty.headers["Content-Security-Policy"]
            assert rows(db, "SELECT * FROM wish") == []
            async with ana.connect(wrong) as wire:
                await wire.send('{"type": "hello"}')
                assert await wire.receive() == Refused("", "damaged", text("refused_damaged"))
                assert await closed(wire.connection) == UNKNOWN
    for game in (wrong, unreadable, first):
        assert game in log.getvalue()
    assert "event='fault'" not in log.getvalue()


async def test_a_room_whose_game_is_damaged_goes_on_with_another(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    async with serving(db) as served, two_at_a_table(served) as (host, guest, game):
        room, cookies = host.room.id, [one.browser.http.cookies for one in (host, guest)]
        async with host.browser.sit(game) as wire:
            await wire.play(lines_of(wire.view)[0])
    change(db, f"UPDATE event SET line = 'king Oahu' WHERE game = '{game}' AND seq = 1")
    async with serving(db) as served, served.browser() as ana, served.browser() as bo:
        ana.http.cookies, bo.http.cookies = cookies
        async with enter(ana, room) as host, enter(bo, room) as guest:
            assert [seat.name for seat in host.room.seats] == ["Ana", "Bo"]
            await host.do(rp.StartGame)
            assert await guest.until_playing() != game
    change(db, f"UPDATE room SET arrangement = '[[' WHERE id = '{room}'")
    async with serving(db) as served, served.browser() as ana:
        async with ana.connect(f"room/{room}") as wire:
            await wire.send('{"type": "enter"}')
            assert await wire.receive() == Refused("", "damaged", text("refused_damaged"))
            assert await closed(wire.connection) == UNKNOWN
        assert (await ana.http.get(f"/api/rooms/{room}")).json()["code"] == "damaged"
