"""The store and its writer: all or none, together, in order; and what a table does when nothing can be kept."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect

from tests.server.served import RED_AND_BLUE, Served, serving
from tongiaki.server.deal import Deal
from tongiaki.server.protocol import Accepted, Refused, Seat
from tongiaki.server.store import checkpoints, schema
from tongiaki.server.store import writer as writer_module
from tongiaki.server.store.address import Address
from tongiaki.server.store.database import Database
from tongiaki.server.store.kept import Entry, NewGame, Standing
from tongiaki.server.store.migrations import HEAD
from tongiaki.server.store.store import NotKept, Store
from tongiaki.server.store.upgrade import configuration
from tongiaki.server.store.writer import Writer
from tongiaki.server.table import LiveTable
from tongiaki.server.watching import Watcher

STANDING = Standing(False, 1, 0)


async def test_a_number_of_the_log_is_never_used_twice(where: Path | Address) -> None:
    database = Database.open(where)
    store = Store(database.path)
    game = NewGame("g", "s", (Seat("A", ["red"]),), {}, 0, Deal(("K",), "salt", "hash"))
    await store.create(game, [Entry(0, "start")], STANDING)
    appends = [store.append("g", [Entry(1, "move", f"line {n}")], STANDING, f"p{n}") for n in range(5)]
    results = await asyncio.gather(*appends, return_exceptions=True)
    assert [type(result) for result in results] == [type(None)] + [NotKept] * 4
    kept = await store.load("g")
    assert kept is not None
    assert [entry.line for entry in kept.entries] == [None, "line 0"]
    assert kept.plays == {"": 0, "p0": 1}
    assert kept.game == game
    assert await store.load("h") is None
    await store.close()
    database.release()


async def test_one_bad_work_does_not_take_the_others_with_it(tmp_path: Path) -> None:
    path = tmp_path / "any.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE n (i INTEGER PRIMARY KEY, text TEXT)")
    writer = Writer(path)
    insert = "INSERT INTO n VALUES (?, ?)"
    works = [
        writer.submit([(insert, (1, "a"))]),
        writer.submit([(insert, (2, "b")), (insert, (1, "twice"))]),
        writer.submit([(insert, (3, "\ud800"))]),
        writer.submit([(insert, (4, "d"))]),
    ]
    errors = [type(error) for error in await asyncio.gather(*works, return_exceptions=True)]
    await writer.close()
    assert errors == [type(None), sqlite3.IntegrityError, UnicodeEncodeError, type(None)]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT i FROM n ORDER BY i").fetchall() == [(1,), (4,)]


async def test_a_locked_database_is_waited_for_beside_the_event_loop_and_in_order(tmp_path: Path) -> None:
    path = tmp_path / "any.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE n (i INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT)")
    writer = Writer(path)
    insert = "INSERT INTO n (text) VALUES (?)"
    await writer.submit([(insert, ("free",))], short=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        first = writer.submit([(insert, ("locked",))], short=True)
        await asyncio.to_thread(time.sleep, 0)  # the loop goes on meanwhile
        second = writer.submit([(insert, ("behind it",))], short=True)
        await asyncio.to_thread(time.sleep, 0)
        assert not first.done()
        assert not second.done()
        other.execute("ROLLBACK")
    await asyncio.gather(first, second)
    await writer.submit([(insert, ("free again",))], short=True)
    await writer.close()
    with closing(sqlite3.connect(path)) as connection:
        kept = [text for (text,) in connection.execute("SELECT text FROM n ORDER BY i")]
    assert kept == ["free", "locked", "behind it", "free again"]


async def test_who_comes_while_a_locked_file_is_waited_for_is_told_with_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_module, "WAITS", 300)
    path = tmp_path / "any.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("CREATE TABLE n (i INTEGER PRIMARY KEY)")
        other.execute("BEGIN IMMEDIATE")
        writer = Writer(path)
        works = [writer.submit([("INSERT INTO n VALUES (0)", ())])]
        while writer._gathered or not writer._queue.empty():  # noqa: ASYNC110 - the thread has not got it yet
            await asyncio.sleep(0)
        works += [writer.submit([("INSERT INTO n VALUES (?)", (number,))]) for number in (1, 2)]
        with pytest.raises(sqlite3.OperationalError):
            await works[0]
        assert [type(work.exception()) for work in works] == [sqlite3.OperationalError] * 3
        other.execute("ROLLBACK")
        await writer.submit([("INSERT INTO n VALUES (?)", (9,))])
        await writer.close()
        assert other.execute("SELECT i FROM n").fetchall() == [(9,)]


async def test_what_is_committed_goes_into_the_database_while_more_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 5)
    monkeypatch.setattr(checkpoints, "MOST_PAGES", 0)  # the log is too long at once: the writer waits
    path, alone = tmp_path / "any.db", tmp_path / "alone.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE n (i INTEGER PRIMARY KEY)")
    writer = Writer(path)
    for number in range(1000):
        await writer.submit([("INSERT INTO n VALUES (?)", (number,))])
        if number % 5 == 0 and _rows(path, alone) >= 10:
            break
    await writer.close()
    assert _rows(path, alone) == number + 1


def _rows(path: Path, alone: Path) -> int:
    """How many rows are in the database without its log."""
    alone.write_bytes(path.read_bytes())
    with closing(sqlite3.connect(f"file:{alone}?immutable=1", uri=True)) as connection:
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        return int(connection.execute("SELECT count(*) FROM n").fetchone()[0]) if tables else 0


def test_the_migrations_make_the_schema(tmp_path: Path) -> None:
    Database.open(tmp_path / "games.db").release()
    assert ScriptDirectory.from_config(configuration()).get_current_head() == HEAD
    engine = create_engine(f"sqlite:///{tmp_path / 'games.db'}")
    made = inspect(engine)
    for table in schema.metadata.sorted_tables:
        columns = {column["name"]: column["nullable"] for column in made.get_columns(table.name)}
        assert columns == {column.name: bool(column.nullable) for column in table.columns}
        assert made.get_pk_constraint(table.name)["constrained_columns"] == [
            c.name for c in table.primary_key
        ]
    engine.dispose()


async def test_when_nothing_can_be_kept_nothing_has_happened(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def disk_full(*_: object) -> None:
        raise NotKept("disk full")

    async with served.browser() as guest:
        table = await guest.make()
        async with guest.sit(table) as wire:
            with monkeypatch.context() as broken:
                broken.setattr(Store, "append", disk_full)
                refused = await wire.play("place Tonga a", id="p")
                assert isinstance(refused, Refused)
                assert refused.code == "busy"
                broken.setattr(Store, "create", disk_full)
                response = await guest.http.post("/api/tables", json={"seats": RED_AND_BLUE})
                assert (response.status_code, response.json()["why"]["key"]) == (503, "problem_busy")
            assert wire.view.seq == 0
            assert await wire.play("place Tonga a", id="p") == Accepted("p", 1)


async def test_tables_that_nobody_needs_leave_the_memory(tmp_path: Path) -> None:
    async with serving(tmp_path / "games.db", live_tables=2) as served, served.browser() as guest:
        first = await guest.make()
        async with guest.sit(first) as wire:
            await wire.play("place Tonga a")
            for _ in range(5):
                await guest.make()
            assert len(served.app.state.tables._live) <= 3
            await wire.play("place Tonga b")  # who is watched stays
        for _ in range(3):
            await guest.make()
        assert first not in served.app.state.tables._live
        async with guest.sit(first) as wire:
            assert wire.view.ply == 2


async def all_left(table: LiveTable) -> None:
    """Waits until nobody is at a table."""
    async with asyncio.timeout(60):
        while len(table.watchers):  # noqa: ASYNC110 - the server does not tell
            await asyncio.sleep(0.005)


async def test_who_comes_back_to_a_table_that_all_had_left_finds_it_as_it_was(tmp_path: Path) -> None:
    async with serving(tmp_path / "games.db") as served, served.browser() as guest:
        table = await guest.make()
        async with guest.sit(table) as wire:
            for beach in "aab":
                await wire.play(f"place Tonga {beach}")
            events, view = wire.events, wire.view
        live = await served.app.state.tables.find(table)
        await all_left(live)
        assert live.course._packed is not None
        assert live.course.seq == view.seq
        async with guest.sit(table) as wire:
            assert (wire.events, wire.view) == (events, view)
            assert isinstance(await wire.play("place Tonga b"), Accepted)


async def test_a_connection_that_does_not_read_is_given_up() -> None:
    watcher = Watcher(None, most_waiting=3)
    for _ in range(10):
        watcher.send(b"news")
    sent: list[str] = []
    await watcher.relay(_noting(sent))
    assert watcher.too_slow
    assert sent == []


@pytest.mark.parametrize("stays", [0, 3])
async def test_what_waits_is_not_overtaken(stays: int) -> None:
    written: list[str] = []
    takes = [True, True, False, True, True, True]

    def write(bodies: Sequence[bytes]) -> bool:
        taken = takes.pop(0)
        if taken:
            written.extend(body.decode() for body in bodies)
        return taken

    watcher = Watcher(None, 8, write)
    for number in range(6 - stays):
        watcher.send(str(number).encode())
    relay = asyncio.create_task(watcher.relay(_noting(written)))
    await asyncio.sleep(0)
    for number in range(6 - stays, 6):
        watcher.send(str(number).encode())
    watcher.restart()
    await relay
    assert written == [*map(str, range(6)), '{"type":"restarting"}']


def _noting(sent: list[str]) -> Callable[[str], Awaitable[None]]:
    async def send(text: str) -> None:
        await asyncio.sleep(0)
        sent.append(text)

    return send
