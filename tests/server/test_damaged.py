"""One game in the database is damaged: everything else goes on, and it is named."""

from pathlib import Path

import pytest

from tests.server.inside import change, commanded, rows
from tests.server.logged import logged
from tests.server.served import lines_of, seats, serving

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
            assert faulty.status_code == 500
            assert "default-src 'none'" in faulty.headers["Content-Security-Policy"]
            assert rows(db, "SELECT * FROM wish") == []
    for game in (wrong, unreadable, first):
        assert game in log.getvalue()
