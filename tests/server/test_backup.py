"""All games in one file, taken while the server runs, and put back: from a file or PostgreSQL, into either."""

import asyncio
import contextlib
import os
import sqlite3
import stat
from pathlib import Path

import pytest

from tests.server.in_rooms import enter, make_room
from tests.server.inside import everything
from tests.server.served import lines_of, serving
from tests.server.test_migrations import old_database
from tests.server.test_rating import persons, rated_game
from tongiaki.cli import run
from tongiaki.server import room_protocol as rp
from tongiaki.server.store.address import Address
from tongiaki.server.store.database import APPLICATION_ID

pytestmark = pytest.mark.in_file  # what is copied where is said by each test


def at(where: Path | Address) -> str:
    """As `--db` has it."""
    return where.url if isinstance(where, Address) else str(where)


async def test_a_copy_of_a_running_server_can_be_put_back(tmp_path: Path, where: Path | Address) -> None:
    copy, db = tmp_path / "copy.db", at(where)
    async with serving(where) as served, served.browser() as ana:
        room, table = await make_room(ana), await ana.make()
        async with enter(ana, room) as host, ana.sit(table) as wire:
            await host.do(rp.Say, "before")
            await wire.play(lines_of(wire.view)[0])
            assert await asyncio.to_thread(run, ["backup", str(copy), "--db", db]) == 0
            await host.do(rp.Say, "after")
            before = wire.view.seq
            await wire.play(lines_of(wire.view)[0])
        cookies = ana.http.cookies
        assert await asyncio.to_thread(run, ["restore", str(copy), "--db", db]) == 1
    assert run(["restore", str(copy), "--db", db]) == 0
    async with serving(where) as served, served.browser() as ana:
        ana.http.cookies = cookies
        async with enter(ana, room) as host, ana.sit(table) as wire:
            assert host.said == ["before"]
            assert wire.view.seq == before
    assert {path.name for path in tmp_path.iterdir()} <= {"copy.db", "games.db", "games.db.lock"}  # noqa: ASYNC240


async def test_all_that_a_server_has_moves_to_postgresql_and_back(
    tmp_path: Path, postgres: Address, capsys: pytest.CaptureFixture[str]
) -> None:
    first, copy, second = tmp_path / "first.db", tmp_path / "copy.db", tmp_path / "second.db"
    async with serving(first) as served, persons(served, "Ana", "Bo") as (ana, bo):
        room, game = await rated_game(ana, 5)
        async with enter(ana, room) as host, enter(bo, room, "Bo") as guest:
            await guest.do(rp.Say, "well played ⛵")
            await host.do(rp.Block, "Bo")
        cookies = ana.http.cookies
    assert run(["restore", str(first), "--db", postgres.url]) == 0
    async with serving(postgres) as served, served.browser() as ana:
        ana.http.cookies = cookies
        assert (await ana.http.get("/api/me")).json()["name"] == "Ana"
        async with enter(ana, room) as host, ana.sit(game) as wire:
            assert host.said == ["well played ⛵"]
            assert wire.view.phase == "over"
        for command in ("check-games", "ratings"):
            assert await asyncio.to_thread(run, [command, "--db", postgres.url]) == 0
        refused = await asyncio.to_thread(run, ["ratings", "--write", "--db", postgres.url])
        assert (refused, "another server" in capsys.readouterr().err) == (2, True)
        assert await asyncio.to_thread(run, ["backup", str(copy), "--db", postgres.url]) == 0
    assert await asyncio.to_thread(run, ["ratings", "--write", "--db", postgres.url]) == 0
    assert run(["restore", str(copy), "--db", str(second)]) == 0
    was, became = everything(first), everything(second)
    meanwhile = {"alive", "outage", "login", "person", "room", "server_key"}  # a server has run
    for table in was.keys() - meanwhile:
        assert became[table] == was[table], table
    assert all(was[table] for table in ("event", "play", "rating_change", "block", "talk"))


async def test_a_copy_of_another_version_is_brought_up_to_date_on_its_way(
    tmp_path: Path, postgres: Address
) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    async with serving(new) as served, served.browser() as ana:
        table, cookies = await ana.make(), ana.http.cookies
    old_database("0004", old, new)
    assert run(["restore", str(old), "--db", postgres.url]) == 0
    async with serving(postgres) as served, served.browser() as ana:
        ana.http.cookies = cookies
        async with ana.sit(table) as wire:
            assert wire.view.can_act


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


async def test_a_copy_that_this_version_cannot_read_takes_the_place_of_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db, copy, newer, empty = (tmp_path / name for name in ("games.db", "copy.db", "newer.db", "empty.db"))
    async with serving(db) as served, served.browser() as ana:
        await ana.make()
    assert run(["backup", str(copy), "--db", str(db)]) == 0
    newer.write_bytes(copy.read_bytes())
    changed(newer, "UPDATE alembic_version SET version_num = '9999'")
    changed(empty, f"PRAGMA application_id = {APPLICATION_ID}", "CREATE TABLE letter (text)")
    was = everything(db)
    for other, why in ((newer, "was written by a newer version"), (empty, "holds no games")):
        assert run(["restore", str(other), "--db", str(db)]) == 1
        said = capsys.readouterr().err
        assert f"{other} {why}" in said
        assert said.count("\n") == 1
        assert everything(db) == was


async def test_what_is_damaged_or_left_alone_must_be_moved_away_before_a_copy_takes_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db, copy, log = tmp_path / "games.db", tmp_path / "copy.db", tmp_path / "games.db-wal"
    async with serving(copy) as served, served.browser() as ana:
        await ana.make()
        db.write_bytes(copy.read_bytes()[:60000])
        running = (tmp_path / "copy.db-wal").read_bytes()
    assert run(["restore", str(copy), "--db", str(db)]) == 1
    assert "move it away first" in capsys.readouterr().err
    db.unlink()
    log.write_bytes(running)
    assert run(["restore", str(copy), "--db", str(db)]) == 1
    assert f"{log} without its database" in capsys.readouterr().err
    log.unlink()
    db.touch()
    assert run(["restore", str(copy), "--db", str(db)]) == 0
    assert run(["check-games", "--db", str(db)]) == 0
    assert "1 games, none at fault" in capsys.readouterr().out


async def test_nobody_else_may_read_a_database_or_its_copy_and_who_runs_the_server_may_write_it(
    tmp_path: Path,
) -> None:
    service, copies = tmp_path / "service", tmp_path / "copies"
    service.mkdir()
    copies.mkdir()
    if os.geteuid() == 0:  # as `systemctl` does it for a service
        os.chown(service, 1234, 1234)
    db, copy, moved = service / "games.db", copies / "copy.db", service / "moved.db"
    async with serving(db) as served, served.browser() as ana:
        await ana.make()
        assert rights(db) == (0o600, service.stat().st_uid)
        assert rights(service / "games.db-wal") == (0o600, service.stat().st_uid)
        assert await asyncio.to_thread(run, ["backup", str(copy), "--db", str(db)]) == 0
    assert rights(copy) == (0o600, copies.stat().st_uid)
    assert run(["restore", str(copy), "--db", str(moved)]) == 0
    for file in (moved, service / "moved.db.lock"):
        assert rights(file) == (0o600, service.stat().st_uid)
    db.chmod(0o640)  # the operator lets a group read it
    assert run(["restore", str(copy), "--db", str(db)]) == 0
    assert rights(db) == (0o640, service.stat().st_uid)


def rights(file: Path) -> tuple[int, int]:
    found = file.stat()
    return stat.S_IMODE(found.st_mode), found.st_uid


def changed(db: Path, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(db)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
