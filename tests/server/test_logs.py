"""The log of a whole session: a line of JSON an event, and nothing of what is secret."""

import asyncio
import hashlib
import io
import json
import logging
import sys
from pathlib import Path

import pytest

from tests.server.in_rooms import enter, make_room, play_to_the_end
from tests.server.inside import rows
from tests.server.logged import nobody_listens
from tests.server.process import running
from tests.server.served import PATIENCE, Browser, seats, serving
from tongiaki.server import http as tables_http
from tongiaki.server import room_protocol as rp
from tongiaki.server.logs import log_to_stderr

PASSWORD = "a long way over the sea"


async def test_a_whole_session_leaves_nothing_secret_in_the_log(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    async with running(db, log_level="debug", log_format="json") as server, server.browser() as ana:
        await ana.http.post("/api/me/claim", json={"name": "Ana", "password": PASSWORD})
        await ana.http.post("/api/me/login", json={"name": "Ana", "password": "wrong, wrong, wrong"})
        await _play(ana)
        tokens = [*ana.http.cookies.values()]
        server.process.terminate()
        _, said = await asyncio.wait_for(server.process.communicate(), PATIENCE)
    lines = [json.loads(line) for line in said.decode().splitlines()]
    assert {"table_made", "room_made"} <= {line["event"] for line in lines}
    assert all({"timestamp", "level"} <= line.keys() for line in lines)
    for secret in (*_secrets(db), *tokens, *map(_hash, tokens), PASSWORD, "wrong, wrong", "127.0.0.1"):
        assert secret not in said.decode(), secret


async def _play(ana: Browser) -> None:
    """A room, talk, errors of all kinds, a game with a bot to its end."""
    room = await make_room(ana, seats=[{"kind": "you"}, {"kind": "bot", "bot": "random"}])
    async with enter(ana, room) as host:
        await host.do(rp.Say, "hello")
        await host.refused(rp.Sit, 9)
    table = await ana.make(seats=seats(None, "random"))
    async with ana.sit(table) as wire:
        await wire.send("nonsense")
        await wire.play("king")
        await play_to_the_end(wire, lambda lines: lines[-1])
    await ana.http.post("/api/tables", content=b"{", headers={"Origin": "https://elsewhere.example"})
    await ana.http.post("/api/replay", json={"format": "tongiaki-record/1"})
    await ana.http.get("/api/tables/none")


async def test_a_fault_tells_where_it_was_and_not_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Local variables of a fault would hold the deck."""
    written = io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    with nobody_listens():
        async with serving(tmp_path / "games.db") as served, served.browser() as guest:
            table = await guest.make()
            monkeypatch.setattr(tables_http, "record_of", lambda found: found.deal.deck[0] / found.deal.salt)
            response = await guest.http.get(f"/api/tables/{table}/record")
            assert (response.status_code, response.json()["code"]) == (500, "fault")
    said = written.getvalue()
    assert "TypeError" in said
    assert "level='error' event='fault'" in said
    for secret in _secrets(tmp_path / "games.db"):
        assert secret not in said


def test_what_libraries_say_looks_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    with nobody_listens():
        log_to_stderr("warning", "json")
        logging.getLogger("somebody").warning("well, %s", "well")
        logging.getLogger("somebody").info("not of interest")
    line = json.loads(written.getvalue())
    assert (line["event"], line["level"], line["logger"]) == ("well, well", "warning", "somebody")


def _secrets(db: Path) -> list[str]:
    """All decks and salts of a database."""
    decks = rows(db, "SELECT tiles, salt FROM deck")
    assert decks
    parts = [str(json.loads(tiles)[20:24])[1:-1] for tiles, _ in decks]
    return [*parts, *(part.replace("'", '"') for part in parts), *(salt for _, salt in decks)]


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
