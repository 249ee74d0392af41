"""Damaged, reordered, repeated, oversized and foreign messages: every connection stays answered, no game changes."""

import asyncio
import contextlib
import io
import json
import os
import typing
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import websockets

from tests.server.damage import damaged
from tests.server.in_rooms import enter, make_room
from tests.server.logged import logged
from tests.server.served import PATIENCE, Browser, Served, lines_of, serving
from tongiaki.records import GameRecord
from tongiaki.records.replay import verify
from tongiaki.server import protocol
from tongiaki.server import room_protocol as rp

MESSAGES = int(os.environ.get("TONGIAKI_HOSTILE", "900"))
"""100,000 for a soak."""

TOGETHER = 30
"""Sent without waiting for an answer."""

AT_TABLES = (
    {"type": "hello", "seq": 3},
    {"type": "play", "id": "x", "seq": 4, "lines": ["place Tonga a"]},
    {"type": "preview", "id": "x", "seq": 4, "lines": ["place Tonga a", "place Tonga b"]},
    {"type": "undo", "id": "x", "seq": 4, "to": 1},
    {"type": "way_out", "id": "x", "seq": 4},
    {"type": "odds", "id": "x", "seq": 4, "lines": []},
    {"type": "ping"},
)

IN_ROOMS = (
    {"type": "enter", "protocol": 2, "talk": 0, "name": "Eve"},
    {"type": "sit", "id": "x", "seat": 1, "name": "Eve", "colour": "green"},
    {"type": "stand", "id": "x"},
    {"type": "rename", "id": "x", "name": "Ana"},
    {"type": "colour", "id": "x", "colour": "pink"},
    {"type": "add_bot", "id": "x", "bot": "random", "seat": 1},
    {"type": "remove", "id": "x", "seat": 1},
    {"type": "options", "id": "x", "rules": {"royal_limit": 3}, "seats": 4, "start": 1, "patience": 5},
    {"type": "start", "id": "x"},
    {"type": "rematch", "id": "x"},
    {"type": "vote", "id": "x", "about": "end", "yes": True, "seat": None},
    {"type": "come_back", "id": "x"},
    {"type": "say", "id": "x", "text": "/option royal_limit 3"},
    {"type": "emote", "id": "x", "name": "hello"},
    {"type": "go_on", "id": "x"},
    {"type": "take_back", "id": "x"},
    {"type": "holiday", "id": "x", "first": "2026-12-24", "last": "2026-12-31"},
    {"type": "block", "id": "x", "name": "Ana", "on": True},
    {"type": "report", "id": "x", "n": 0},
    {"type": "mute", "id": "x", "name": "Ana", "on": True},
    {"type": "quiet", "id": "x", "on": True},
    {"type": "remove_line", "id": "x", "n": 0},
    {"type": "ping"},
)

ENDING = {"resign", "end", "pause"}
"""What somebody who sits may rightly do to a game, and so cannot be tried by those who may do nothing."""


def test_every_message_is_tried() -> None:
    for tried, kinds in ((AT_TABLES, protocol.ClientMessage), (IN_ROOMS, rp.RoomClientMessage)):
        tags = {kind.__struct_config__.tag for kind in typing.get_args(kinds)}
        assert {message["type"] for message in tried} == tags - ENDING


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What the server logs of what went wrong."""
    with logged("warning") as written:
        yield written


async def test_hostile_messages_change_no_game(tmp_path: Path, log: io.StringIO) -> None:
    async with serving(tmp_path / "games.db") as served, _games(served) as games:
        for n in range(0, MESSAGES, TOGETHER):
            attacker = games.attackers[n // TOGETHER % len(games.attackers)]
            await attacker.attack(TOGETHER)
        for browser, table, before in games.told:
            after = (await browser.http.get(f"/api/tables/{table}")).json()
            assert after["events"] == before["events"]
            assert after["view"] == before["view"]
        own = (await games.ana.http.get(f"/api/tables/{games.own}/record")).content
        verify(GameRecord.from_json(own))
        assert (await games.ana.http.get("/readyz")).json() == {"ok": True}
    assert log.getvalue() == ""


async def test_what_is_no_http_and_no_websocket_is_got_rid_of(served: Served, log: io.StringIO) -> None:
    """Noise on the line, and frames that are none."""
    rng = Random(3)
    async with served.browser() as guest:
        table = await guest.make()
        handshake = (
            f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        for beginning in (
            b"",
            b"GET / HTTP/1.1\r\n",
            b"POST /api/tables HTTP/1.1\r\nContent-Length: -1\r\n",
            handshake,
        ):
            for _ in range(8):
                reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
                writer.write(beginning + rng.randbytes(200) + b"\r\n\r\n")
                writer.write_eof()
                await asyncio.wait_for(reader.read(), PATIENCE)
                writer.close()
        assert (await guest.http.get(f"/api/tables/{table}")).status_code == 200
    assert "Traceback" not in log.getvalue()


class _Games:
    """What is attacked, and by whom."""

    def __init__(self, ana: Browser, own: str) -> None:
        self.ana = ana
        self.own = own
        """Ana damages messages of her own here."""
        self.told: list[tuple[Browser, str, Any]] = []
        """Tables at which nobody who attacks may do anything."""
        self.attackers: list[_Attacker] = []


@contextlib.asynccontextmanager
async def _games(served: Served) -> AsyncIterator[_Games]:
    """A game at one screen, one in a room where Ana is on the move, and a room that waits."""
    async with served.browser() as ana, served.browser() as bo, served.browser() as eve:
        alone, own = await ana.make(), await ana.make()
        room = await make_room(ana, patience=0)
        async with enter(ana, room) as host, enter(bo, room, "Bo") as guest, enter(eve, room, "Eve"):
            await guest.do(rp.Sit)
            await host.do(rp.StartGame)
            game = await guest.until_playing()
            games = _Games(ana, own)
            for table in (alone, game):
                async with ana.sit(table) as wire, bo.sit(table) as other:
                    for mover in (wire, other, wire, other):
                        mover = wire if table == alone else mover
                        await mover.until_mine()
                        await mover.play(lines_of(mover.view)[0])
                games.told.append((ana, table, (await ana.http.get(f"/api/tables/{table}")).json()))
            at_table, in_room = [json.dumps(m) for m in AT_TABLES], [json.dumps(m) for m in IN_ROOMS]
            games.attackers = [
                _Attacker(eve, alone, at_table + in_room, 1),
                _Attacker(eve, game, at_table, 2),
                _Attacker(bo, game, at_table, 3),
                _Attacker(eve, f"room/{room}", in_room + at_table, 4),
                _Attacker(bo, f"room/{room}", in_room, 5),
                _Attacker(ana, own, at_table, 6),
            ]
            yield games


class _Attacker:
    """Somebody who sends anything to one address, over one connection as long as it is left open."""

    def __init__(self, browser: Browser, place: str, good: list[str], seed: int) -> None:
        self._browser, self._place, self._good = browser, place, good
        self._rng = Random(seed)
        self._sent: list[str | bytes] = []

    async def attack(self, number: int) -> None:
        """So many messages in one go; the connection is then answered or has been closed, and can be made again."""
        async with self._browser.connect(self._place) as wire:
            if self._rng.random() < 0.8:
                await wire.send(self._good[0])
            with contextlib.suppress(websockets.ConnectionClosed):
                for _ in range(number):
                    await wire.send(self._next())
                await wire.send(self._good[0])
                await wire.send('{"type":"last","id":"last"}')
                while json.loads(await wire.connection.recv()).get("id") != "last":
                    pass

    def _next(self) -> str | bytes:
        rng = self._rng
        if self._sent and rng.random() < 0.15:
            return rng.choice(self._sent)
        good = rng.choice(self._good)
        message = good if rng.random() < 0.25 else damaged(good, rng)
        self._sent = [*self._sent[-20:], message]
        return message
