"""Games of an older database go on: their logs, decks and plays are taken over as they are."""

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from tests.server.served import serving
from tests.server.test_past import play_to_the_end
from tests.server.test_undo import check_commitment, play_until_drawn, record_of, tiles_of
from tongiaki.cli import run
from tongiaki.server.protocol import Accepted, State
from tongiaki.server.store.database import APPLICATION_ID
from tongiaki.server.store.migrations import HEAD
from tongiaki.server.store.upgrade import configuration

pytestmark = pytest.mark.in_file

REVISIONS = [script.revision for script in ScriptDirectory.from_config(configuration()).walk_revisions()][
    ::-1
]
"""All schemas that there have been, the first one first."""

WITHOUT_MAKING = ("0001", "0002", "0003")
"""Then the making of a table was no play."""


def old_database(revision: str, path: Path, like: Path) -> None:
    """A database of a revision with the games of a newer one: what columns it had then."""
    config, engine = configuration(), create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute("ATTACH ? AS newer", (str(like),))
        named = connection.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in named:
            if table == "alembic_version":
                continue
            columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({table})"))
            connection.execute(f"DELETE FROM main.{table}")
            connection.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM newer.{table}")
        if revision in WITHOUT_MAKING:
            connection.execute("DELETE FROM main.play WHERE id = ''")
        connection.commit()


def test_there_is_one_way_up_and_it_ends_where_we_are() -> None:
    assert REVISIONS[0] == "0001"
    assert REVISIONS[-1] == HEAD
    assert sorted(REVISIONS) == REVISIONS


class Played(NamedTuple):
    """A game in a database of today, as it was left."""

    db: Path
    cookies: Any
    table: str
    events: list[Any]
    view: Any


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A game with three tiles on the board, played once for all revisions."""

    async def play(db: Path) -> Played:
        async with serving(db) as served, served.browser() as guest:
            table = await guest.make()
            async with guest.sit(table) as wire:
                await wire.play("place Tonga a", id="first")
                await play_until_drawn(wire, 3, random.Random(12))
            return Played(db, guest.http.cookies, table, wire.events, wire.view)

    return asyncio.run(play(tmp_path_factory.mktemp("played") / "new.db"))


@pytest.mark.parametrize("revision", REVISIONS)
async def test_a_game_of_an_older_schema_goes_on_and_can_be_taken_back(
    tmp_path: Path, played: Played, revision: str
) -> None:
    old_database(revision, tmp_path / "old.db", played.db)
    table = played.table
    async with serving(tmp_path / "old.db") as served, served.browser() as guest:
        guest.http.cookies = played.cookies
        async with guest.sit(table) as wire, served.browser() as stranger, stranger.sit(table) as watching:
            assert isinstance(watching.first, State)
            assert watching.first.table.your_seats == []
            assert isinstance(wire.first, State)
            assert wire.first.table.your_seats == [0, 1]
            assert wire.events == played.events
            assert wire.view == played.view
            assert await wire.play("place Tonga a", id="first", seq=0) == Accepted("first", 1)
            draw = next(event for event in wire.events if event.kind == "draw")
            await wire.take_back(draw.seq - 1)
            assert tiles_of(wire) == []
            if revision != REVISIONS[0]:
                return
            await play_to_the_end(wire, random.Random(3))
        record = await record_of(guest, table)
        check_commitment(record, record["earlier_decks"][0], wire.first.table.commitment)
        check_commitment(record, record, next(e.commitment for e in wire.events if e.commitment))
    assert run(["check-games", "--db", str(tmp_path / "old.db")]) == 0
