"""Starts that cannot be: one clear line on standard error, exit code 1, no traceback, nothing changed."""

import asyncio
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.process import refused, running
from tests.server.served import PATIENCE
from tongiaki.server.cannot_serve import CannotServe
from tongiaki.server.settings import Settings
from tongiaki.server.store.address import Address
from tongiaki.server.store.database import Database, database_path

pytestmark = pytest.mark.in_file


def _one_line(said: str) -> str:
    assert said.startswith("tongiaki: ")
    assert said.endswith("\n")
    assert said.count("\n") == 1
    return said


async def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, said = await refused(tmp_path / "games.db", port=port)
    assert code == 1
    assert f"port {port}: address already in use" in _one_line(said)
    assert not (tmp_path / "games.db").exists()


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ana,")
    code, said = await refused(file)
    assert (code, file.read_text()) == (1, "Dear Ana,")
    assert "is not a database of Tongiaki" in _one_line(said)
    assert await asyncio.to_thread(lambda: list(tmp_path.iterdir())) == [file]


async def test_a_database_of_another_program(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE game (name TEXT)")
        other.commit()
    before = file.read_bytes()
    code, said = await refused(file)
    assert (code, file.read_bytes()) == (1, before)
    assert "is a database of another program" in _one_line(said)


async def test_a_database_in_use_by_another_server(tmp_path: Path) -> None:
    async with running(tmp_path / "games.db"):
        code, said = await refused(tmp_path / "games.db")
    assert code == 1
    assert "another server of Tongiaki uses the database" in _one_line(said)


async def test_ctrl_c_ends_it_without_a_word(tmp_path: Path) -> None:
    async with running(tmp_path / "games.db") as server:
        server.process.send_signal(signal.SIGINT)
        _, said = await asyncio.wait_for(server.process.communicate(), PATIENCE)
    assert (server.process.returncode, said) == (0, b"")


def test_what_a_start_does_not_need_is_not_loaded(tmp_path: Path) -> None:
    """Players wait for a start after a `kill -9`, and a start is loading modules."""
    Database.open(tmp_path / "games.db").release()
    serve = f"Database.open(Path({str(tmp_path / 'games.db')!r})).release()"
    program = f"""import sys; from pathlib import Path
from tongiaki.server.store.database import Database; {serve}
import tongiaki.server.answering; print(*sys.modules)"""
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    unneeded = {"alembic", "asyncpg", "cryptography", "numpy", "pydantic", "rich", "typer"}
    assert "sqlalchemy" in loaded.stdout.split()
    assert not unneeded & {*loaded.stdout.split()}


def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    Database.open(file).release()
    with closing(sqlite3.connect(file)) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
        newer.commit()
    with pytest.raises(CannotServe, match="written by a newer version"):
        Database.open(file)


@pytest.mark.parametrize(
    ("path", "why"),
    [("{tmp}", "is a folder"), ("/proc/none/games.db", "cannot be"), ("{tmp}/file/games.db", "cannot be")],
)
def test_a_place_that_cannot_be_written(tmp_path: Path, path: str, why: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotServe, match=why):
        Database.open(Path(path.format(tmp=tmp_path)))


def test_a_damaged_database(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    file.write_bytes(b"SQLite format 3\x00" + b"\xff" * 5000)
    with pytest.raises(CannotServe, match="cannot be used"):
        Database.open(file)


def test_addresses_of_databases() -> None:
    assert database_path("sqlite:///games.db") == Path("games.db")
    assert database_path("sqlite:////var/games.db") == Path("/var/games.db")
    assert database_path("games.db") == Path("games.db")
    assert str(database_path("postgresql://ana:secret@host/games")) == "games at host"
    with pytest.raises(CannotServe, match="'mysql' databases cannot be used"):
        database_path("mysql://host/games")


@pytest.mark.parametrize(
    "password", ["p#secret", "p/secret", "p@secret", "p/secret@x", "p#secret@x", "p:1/secret"]
)
def test_a_password_that_cannot_be_told_from_the_rest_is_not_shown(password: str) -> None:
    with pytest.raises(CannotServe, match="in a password / is written %2F") as error:
        database_path(f"postgresql://ana:{password}@host/games")
    assert "secret" not in str(error.value)


def test_a_database_from_the_environment_may_be_postgresql() -> None:
    found = Settings.from_environment({"TONGIAKI_DB": "postgresql://ana:secret@host/games"}).db
    assert isinstance(found, Address)
    assert found.url == "postgresql://ana:secret@host/games"


def test_settings_from_the_environment() -> None:
    settings = Settings.from_environment(
        {"TONGIAKI_BOT_PACE": "0.25", "TONGIAKI_PORT": "99"}, db=Path("x"), port=8000
    )
    assert (settings.bot_pace, settings.port) == (0.25, 8000)
    with pytest.raises(CannotServe, match="TONGIAKI_BOT_PACE is 'fast'"):
        Settings.from_environment({"TONGIAKI_BOT_PACE": "fast"}, db=Path("x"))
