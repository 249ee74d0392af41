"""Messages that are none: each gets an answer in words, nothing breaks, nothing changes."""

import json

import msgspec
import pytest
import websockets

from tests.server.served import Browser, Wire, closed
from tongiaki.server.protocol import PROTOCOL, Pong, Refused, Reload, Restarting, State
from tongiaki.server.watching import SERVICE_RESTART
from tongiaki.server.wire import UNKNOWN
from tongiaki.server.words import KEYS

GOOD = {"type": "play", "id": "x", "seq": 0, "lines": ["place Tonga a"]}

BAD = [
    "",
    "null",
    "[]",
    "{}",
    "play",
    '{"type":"fly"}',
    '{"type":"play"}',
    '{"type":"play","id":7,"seq":0,"lines":[]}',
    '{"type":"play","id":"","seq":0,"lines":["place Tonga a"]}',
    '{"type":"play","id":"x","seq":"0","lines":["place Tonga a"]}',
    '{"type":"play","id":"x","seq":0,"lines":"place Tonga a"}',
    '{"type":"play","id":"x","seq":0,"lines":[]}',
    '{"type":"play","id":"x","seq":0,"lines":[null]}',
    '{"type":"play","id":"x","seq":0.5,"lines":["place Tonga a"]}',
    '{"type":"play","id":"x","seq":1e400,"lines":["place Tonga a"]}',
    '{"type":"play","id":"\\ud800","seq":0,"lines":["place Tonga a"]}',
    json.dumps({**GOOD, "lines": ["place Tonga a"] * 999}),
    json.dumps({**GOOD, "lines": ["x" * 5000]}),
    json.dumps({**GOOD, "id": "y" * 5000}),
    json.dumps({**GOOD, "lines": [" " * 40000]}),
    "[" * 20000,
    '{"type":"hello","seq":"all"}',
    '{"type":"undo","id":"x","seq":0}',
    '{"type":"undo","id":"x","seq":0,"to":"0"}',
    '{"type":"way_out","id":"x"}',
]


@pytest.mark.parametrize("text", BAD)
async def test_a_bad_message_is_refused_in_words(guest: Browser, text: str) -> None:
    table = await guest.make()
    async with guest.sit(table) as wire:
        refused = await _refused(wire, text)
        assert refused.code == "malformed"
        assert set(refused.why.params) == set(KEYS[refused.why.key])
        await _still_well(wire)


async def test_bytes_that_are_no_text_are_refused(guest: Browser) -> None:
    table = await guest.make()
    async with guest.sit(table) as wire:
        assert (await _refused(wire, b"\xff\x00\xfe")).code == "malformed"
        await _still_well(wire)


@pytest.mark.parametrize(
    "line",
    [
        "place Tonga z",
        "place tonga a",
        "king Tonga",
        "sail K 3",
        "pass",
        "🛶",
        "place Tonga a\n",
        "lay K 9",
        " ",
    ],
)
async def test_a_line_that_is_not_legal_is_refused(guest: Browser, line: str) -> None:
    table = await guest.make()
    async with guest.sit(table) as wire:
        answer = await wire.play(line)
        if line == "place Tonga a\n":  # white space does not matter (rules, section 13)
            assert wire.view.seq == 1
            return
        assert isinstance(answer, Refused)
        assert (answer.code, answer.why.key) == ("illegal", "refused_illegal")
        await _still_well(wire)


async def test_hello_comes_first(guest: Browser) -> None:
    table = await guest.make()
    async with guest.connect(table) as wire:
        refused = await _refused(wire, json.dumps(GOOD))
        assert refused.why.key == "refused_hello_first"
        await wire.send('{"type":"hello"}')
        assert isinstance(await wire.receive(), State)


async def test_an_old_client_is_told_to_reload(guest: Browser) -> None:
    table = await guest.make()
    async with guest.connect(table) as wire:
        await wire.send('{"type":"hello","protocol":0}')
        assert isinstance(await wire.receive(), Reload)


async def test_a_client_ahead_of_an_update_comes_back_instead(guest: Browser) -> None:
    table = await guest.make()
    async with guest.connect(table) as wire:
        await wire.send(json.dumps({"type": "hello", "protocol": PROTOCOL + 1}))
        assert isinstance(await wire.receive(), Restarting)
        assert await closed(wire.connection) == SERVICE_RESTART


async def test_a_table_that_is_not_there(guest: Browser) -> None:
    async with guest.connect("nowhere") as wire:
        refused = await _refused(wire, '{"type":"hello"}')
        assert (refused.code, refused.why.params) == ("unknown_table", {"id": "nowhere"})
        assert await closed(wire.connection) == UNKNOWN


async def test_pages_elsewhere_cannot_connect(guest: Browser) -> None:
    table = await guest.make()
    with pytest.raises(websockets.InvalidStatus):
        async with guest.connect(table, Origin="https://elsewhere.example"):
            pass
    async with guest.connect(table, Origin=f"http://127.0.0.1:{guest.port}") as wire:
        await wire.send('{"type":"hello"}')
        assert isinstance(await wire.receive(), State)


async def _refused(wire: Wire, message: str | bytes) -> Refused:
    await wire.send(message)
    answer = await wire.receive()
    assert isinstance(answer, Refused), answer
    return answer


async def _still_well(wire: Wire) -> None:
    assert wire.view.seq == 0
    await wire.send(msgspec.json.encode({"type": "ping"}).decode())
    assert isinstance(await wire.receive(), Pong)
