"""All games in one file, taken while the server runs, and put back."""

from pathlib import Path

import pytest

from tests.server.in_rooms import enter, make_room
from tests.server.served import lines_of, serving
from tongiaki.cli import run
from tongiaki.server import room_protocol as rp


async def test_a_copy_of_a_running_server_can_be_put_back(tmp_path: Path) -> None:
    db, copy = tmp_path / "games.db", tmp_path / "copy.db"
    async with serving(db) as served, served.browser() as ana:
        room, table = await make_room(ana), await ana.make()
        async with enter(ana, room) as host, ana.sit(table) as wire:
            await host.do(rp.Say, "before")
            await wire.play(lines_of(wire.view)[0])
            assert run(["backup", str(copy), "--db", str(db)]) == 0
            await host.do(rp.Say, "after")
            before = wire.view.seq
            await wire.play(lines_of(wire.view)[0])
        cookies = ana.http.cookies
        assert run(["restore", str(copy), "--db", str(db)]) == 1
    assert run(["restore", str(copy), "--db", str(db)]) == 0
    async with serving(db) as served, served.browser() as ana:
        ana.http.cookies = cookies
        async with enter(ana, room) as host, ana.sit(table) as wire:
            assert host.said == ["before"]
            assert wire.view.seq == before
    assert not list(tmp_path.glob("*.part"))  # noqa: ASYNC240


def test_what_is_no_database_of_ours_is_neither_copied_nor_put_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    letter, db = tmp_path / "letter.txt", tmp_path / "games.db"
    letter.write_text("Dear Ana,")
    for words, why in (
        (["backup", str(tmp_path / "copy.db"), "--db", str(db)], "cannot be read: no such file"),
        (["backup", str(tmp_path / "copy.db"), "--db", str(letter)], "is not a database of Tongiaki"),
        (["restore", str(letter), "--db", str(db)], "is not a database of Tongiaki"),
    ):
        assert run(words) == 1
        said = capsys.readouterr().err
        assert why in said
        assert said.count("\n") == 1
    assert letter.read_text() == "Dear Ana,"
    assert not db.exists()
