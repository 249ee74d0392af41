"""Games of an older database go on: their logs, decks and plays are taken over as they are."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine

from tests.server.served import serving
from tests.server.test_past import play_to_the_end
from tests.server.test_undo import check_commitment, play_until_drawn, record_of, tiles_of
from tongiaki.server.protocol import Accepted, State
from tongiaki.server.store.database import APPLICATION_ID
from tongiaki.server.store.upgrade import configuration

GAME = "id, session, seats, rules, start_seat, commitment, created, changed, over, turn, active_seat"
EVENT = "game, seq, kind, line, tile, forced, at"
OLD_TABLES = {
    "0001": {"game": GAME, "event": EVENT, "play": "game, id, seq", "deck": "game, tiles, salt"},
    "0002": {
        "game": GAME,
        "event": f"{EVENT}, back_to, commitment",
        "play": "game, id, seq",
        "deck": "game, since, tiles, salt",
    },
    "0003": {
        "game": f"{GAME}, odds",
        "event": f"{EVENT}, back_to, commitment",
        "play": "game, id, seq",
        "deck": "game, since, tiles, salt",
    },
}
"""The columns of the revisions."""


def old_database(revision: str, path: Path, like: Path) -> None:
    """A database of a revision with the games of a newer one."""
    config, engine = configuration(), create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute("ATTACH ? AS newer", (str(like),))
        for table, columns in OLD_TABLES[revision].items():
            copied = f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM newer.{table}"
            connection.execute(copied)
        connection.execute("DELETE FROM main.play WHERE id = ''")
        connection.commit()


@pytest.mark.parametrize("revision", OLD_TABLES)
async def test_a_game_of_an_older_schema_goes_on_and_can_be_taken_back(tmp_path: Path, revision: str) -> None:
    rng = random.Random(12)
    async with serving(tmp_path / "new.db") as served, served.browser() as guest:
        table = await guest.make()
        async with guest.sit(table) as before:
            await before.play("place Tonga a", id="first")
            await play_until_drawn(before, 3, rng)
        cookies = guest.http.cookies
    old_database(revision, tmp_path / "old.db", tmp_path / "new.db")
    async with serving(tmp_path / "old.db") as served, served.browser() as guest:
        guest.http.cookies = cookies
        async with guest.sit(table) as wire, served.browser() as stranger, stranger.sit(table) as watching:
            assert isinstance(watching.first, State)
            assert watching.first.table.your_seats == []
            assert isinstance(wire.first, State)
            assert wire.first.table.your_seats == [0, 1]
            assert wire.events == before.events
            assert wire.view == before.view
            assert await wire.play("place Tonga a", id="first", seq=0) == Accepted("first", 1)
            draw = next(event for event in wire.events if event.kind == "draw")
            await wire.take_back(draw.seq - 1)
            assert tiles_of(wire) == []
            await play_to_the_end(wire, rng)
        record = await record_of(guest, table)
        check_commitment(record, record["earlier_decks"][0], wire.first.table.commitment)
        check_commitment(record, record, next(e.commitment for e in wire.events if e.commitment))
