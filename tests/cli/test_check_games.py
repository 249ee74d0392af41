"""`tongiaki check-games`: every stored game is replayed, and a fault is found wherever it is."""

import contextlib
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.in_rooms import play_to_the_end
from tests.server.served import serving
from tests.server.test_undo import play_until_drawn
from tongiaki.cli import run


@contextlib.contextmanager
def changed(db: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(db)) as connection:
        yield connection
        connection.commit()


async def test_games_are_checked_while_they_run_and_faults_are_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db, rng = tmp_path / "games.db", random.Random(2)
    check = ["check-games", "--db", str(db)]
    async with serving(db) as served, served.browser() as guest:
        over = await guest.make()
        async with guest.sit(over) as wire:
            await play_until_drawn(wire, 2, rng)
            draw = next(event.seq for event in wire.events if event.kind == "draw")
            await wire.take_back(draw - 1)
            await play_to_the_end(wire, rng.choice)
        running = await guest.make()
        async with guest.sit(running) as wire:
            await play_until_drawn(wire, 3, rng)
        assert run(check) == 0
        assert capsys.readouterr().out.endswith("2 games, none at fault\n")
    with changed(db) as connection:
        connection.execute("UPDATE game SET turn = turn + 1 WHERE id = ?", (running,))
        connection.execute("UPDATE deck SET salt = 'other' WHERE game = ? AND since > 0", (over,))
    assert run(check) == 1
    said = capsys.readouterr().out
    assert f"{over}: the deck is not that of the commitment" in said
    assert f"{running}: it was written down as" in said
    assert said.endswith("2 games, 2 at fault\n")
    with changed(db) as connection:
        connection.execute("UPDATE event SET line = 'king' WHERE game = ? AND seq = 1", (running,))
        connection.execute("UPDATE event SET tile = 'K' WHERE game = ? AND kind = 'draw'", (over,))
    assert run(check) == 1


def test_what_is_no_database_of_this_version_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "games.db"
    assert run(["check-games", "--db", str(db)]) == 2
    assert "there is no database" in capsys.readouterr().err
    with changed(db) as connection:
        connection.execute("CREATE TABLE letter (text)")
    assert run(["check-games", "--db", str(db)]) == 2
    assert "is not a database of Tongiaki" in capsys.readouterr().err
