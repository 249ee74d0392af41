"""Messages to a room that are damaged, foreign, too large or out of place: refused, and nothing has changed."""

import json
import random
from pathlib import Path

import pytest
import websockets

from tests.server.in_rooms import enter, make_room
from tests.server.served import Served, serving
from tongiaki.server import room_protocol as rp
from tongiaki.server.protocol import PROTOCOL, Refused

FOREIGN = [
    "",
    "{",
    "null",
    "[]",
    '"sit"',
    "\x00",
    '{"type":"sit"}',
    '{"type":"sit","id":""}',
    '{"type":"hello","seq":0}',
    '{"type":"play","id":"x","seq":0,"lines":[]}',
    '{"type":"sit","id":"x","seat":"first"}',
    '{"type":"vote","id":"x","about":"war","yes":true}',
    '{"type":"room","room":{}}',
    "[" * 20000,
]


async def test_foreign_messages_change_nothing(served: Served) -> None:
    async with served.browser() as ana:
        room = await make_room(ana)
        async with enter(ana, room) as host:
            before = host.room
            for text in FOREIGN:
                await host.socket.send(text)
                answer = await host.receive()
                assert isinstance(answer, Refused), text
                assert answer.code == "malformed", text
            await host.socket.send('{"type":"sit","id":"x","seat":99999999999999999999999}')
            assert (await host.receive()).why.key == "refused_seat"
            await host.socket.send("x" * 40000)
            assert (await host.receive()).why.key == "refused_too_large"
            for kind, parts in (
                (rp.Sit, [-1]),
                (rp.Sit, [7]),
                (rp.RemoveSeat, [9]),
                (rp.AddBot, ["greedy", -3]),
            ):
                assert await host.refused(kind, *parts) == "refused_seat"
            await host.do(rp.Rename, "Ana")
            assert host.room == before


async def test_damaged_commands_never_break_a_room(served: Served) -> None:
    rng = random.Random(8)
    commands = [
        {"type": "sit", "seat": 1, "name": "Bo", "colour": "green"},
        {"type": "options", "rules": {"royal_limit": 3}, "seats": 4, "start": 1, "patience": 5},
        {"type": "add_bot", "bot": "random", "seat": 2},
        {"type": "vote", "about": "end", "yes": True, "seat": None},
        {"type": "say", "text": "/option royal_limit 3"},
        {"type": "mute", "name": "Ana", "on": True},
        {"type": "start"},
        {"type": "remove", "seat": 1},
    ]
    strange = [None, -1, 10**9, 1.5, "", "x" * 300, [], {}, True, "\u202e", {"royal_limit": []}]
    async with served.browser() as ana:
        room = await make_room(ana)
        async with enter(ana, room) as host:
            for number in range(300):
                command = {**rng.choice(commands), "id": f"f{number}"}
                command[rng.choice(list(command))] = rng.choice(strange)
                await host.socket.send(json.dumps(command))
            await host.do(rp.Rename, "Ana")
            assert host.you.name == "Ana"
            assert not any("fault" in text for text in host.raw)
        assert (await ana.http.get(f"/api/rooms/{room}")).status_code == 200


async def test_an_old_client_a_foreign_page_and_a_full_room(tmp_path: Path) -> None:
    async with serving(tmp_path / "games.db", most_in_room=1) as served, served.browser() as ana:
        room = await make_room(ana)
        address = f"ws://127.0.0.1:{served.port}/ws/room/"
        async with websockets.connect(address + room) as old:
            await old.send('{"type":"say","id":"x","text":"hello"}')
            assert json.loads(await old.recv())["why"]["key"] == "refused_enter_first"
            await old.send('{"type":"enter","protocol":1}')
            assert json.loads(await old.recv()) == {"type": "reload"}
        async with websockets.connect(address + room) as ahead:
            await ahead.send(json.dumps({"type": "enter", "protocol": PROTOCOL + 1}))
            assert json.loads(await ahead.recv()) == {"type": "restarting"}
        async with websockets.connect(address + "none") as lost:
            await lost.send('{"type":"enter"}')
            assert json.loads(await lost.recv())["code"] == "unknown_room"
        with pytest.raises(websockets.InvalidStatus):
            await websockets.connect(address + room, origin="https://elsewhere.example")  # type: ignore[arg-type]
        async with enter(ana, room), websockets.connect(address + room) as late:
            await late.send('{"type":"enter"}')
            assert json.loads(await late.recv())["why"]["key"] == "refused_room_full"
