"""R-1.4: the order of the deck never leaves the server before the end."""

import hashlib
import json
import re
from pathlib import Path

import msgspec
import pytest

from tests.server.in_rooms import enter, make_room
from tests.server.served import Browser, Served, Wire, lines_of, seats, serving
from tongiaki.records.catalogue import DECK
from tongiaki.server import deal
from tongiaki.server import room_protocol as rp
from tongiaki.server.protocol import View


async def test_the_commitment_is_opened_after_the_end(guest: Browser) -> None:
    table = await guest.make(seats=seats("random", "random"), start=1)
    async with guest.sit(table) as wire:
        first = wire.first
        await wire.until_mine()
    record = json.loads((await guest.http.get(f"/api/tables/{table}/record")).content)
    opened = record["commitment"]
    text = "\n".join([opened["salt"], record["players"][0]["colours"][0], *record["deck"]])
    assert hashlib.sha256(text.encode()).hexdigest() == opened["sha256"] == first.table.commitment  # type: ignore[union-attr]
    assert len(bytes.fromhex(opened["salt"])) >= 16
    assert record["players"][0]["colours"] == ["blue"]


async def test_a_running_record_has_the_drawn_tiles_only(guest: Browser) -> None:
    table = await guest.make(seats=seats(None, None, None))
    async with guest.sit(table) as wire:
        while sum(event.kind == "draw" for event in wire.events) < 3:
            await wire.play(lines_of(wire.view)[-1])
        record = json.loads((await guest.http.get(f"/api/tables/{table}/record")).content)
        assert record["deck"] == [event.tile for event in wire.events if event.kind == "draw"]
        assert "result" not in record
        assert "salt" not in record["commitment"]
        assert set(wire.view.deck_left) == set(DECK) - set(record["deck"])


async def test_what_is_sent_does_not_depend_on_the_unseen_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same moves with the unseen tiles in another order: the same bytes, up to the next draw."""
    decks = iter([list(DECK), list(DECK[:4]) + list(DECK[:3:-1])])
    heard = []

    class FixedOrder:
        def shuffle(self, rest: list[str]) -> None:
            rest[:] = next(decks)

    monkeypatch.setattr(deal, "SystemRandom", FixedOrder)
    async with serving(tmp_path / "games.db") as served, served.browser() as guest:
        for _ in range(2):
            heard.append(await _play_until_draw(guest, 4))
    assert heard[0] == heard[1]
    assert len(heard[0]) > 20


async def _play_until_draw(guest: Browser, draws: int) -> list[str]:
    """Everything the server says, on HTTP too, until so many tiles are drawn and a few moves more."""
    table = await guest.make(seats=seats(None, None, None))
    async with guest.sit(table) as wire:
        said = [await _over_http(guest, table)]
        while True:
            line = _quiet_line(wire.view)
            answer = await wire.preview(line, seq=wire.view.seq)
            drawn = sum(event.kind == "draw" for event in wire.events)
            if drawn == draws and answer.view.phase == "draw":  # type: ignore[union-attr]
                break
            await wire.play(line)
            said.append(await _over_http(guest, table))
        await wire.play("nonsense")
        return [_masked(text, table) for text in said + wire.raw]


async def _over_http(guest: Browser, table: str) -> str:
    paths = (f"/api/tables/{table}", f"/api/tables/{table}/record", "/api/tables/none", "/api/tables")
    return "\n".join([(await guest.http.get(path)).text for path in paths[:3]])


def _quiet_line(view: View) -> str:
    return lines_of(view)[0]


def _masked(text: str, table: str) -> str:
    text = text.replace(table, "TABLE")
    text = re.sub(r'"(commitment|sha256)":"[0-9a-f]{64}"', r'"\1":"HASH"', text)
    return re.sub(r'"id":"[0-9a-f]+-(\d+)"', r'"id":"PLAY-\1"', text)


async def test_what_a_room_tells_does_not_depend_on_the_unseen_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two people, a spectator, talk, undo, errors: the same to each of them, whatever tiles are to come."""
    decks = iter([list(DECK), list(DECK[:3]) + list(DECK[:2:-1])])
    heard = []

    class FixedOrder:
        def shuffle(self, rest: list[str]) -> None:
            rest[:] = next(decks)

    monkeypatch.setattr(deal, "SystemRandom", FixedOrder)
    async with serving(tmp_path / "games.db") as served:
        for _ in range(2):
            heard.append(await _play_in_a_room(served, 3))
    for first, second in zip(*heard, strict=True):
        assert first == second
    assert len(heard[0][0]) > 15


async def _play_in_a_room(served: Served, draws: int) -> list[list[str]]:
    """Everything that each connection to the table is told, and what is told in the room."""
    async with served.browser() as ana, served.browser() as bo, served.browser() as eve:
        room = await make_room(ana, patience=0)
        async with (
            enter(ana, room) as host,
            enter(bo, room, "Bo") as guest,
            enter(eve, room, "Eve") as watcher,
        ):
            await guest.do(rp.Sit)
            await host.do(rp.StartGame)
            table = await guest.until_playing()
            async with ana.sit(table) as red, bo.sit(table) as blue, eve.sit(table) as watching:
                over_http = await _play_quietly([red, blue, watching], ana, table, draws)
                for person in (host, guest, watcher):
                    await person.do(rp.Say, "/spielinfo")
                    await person.do(rp.Say, "what comes next?")
                    await person.refused(rp.ChooseColour, "pink")
                told = [red.raw, blue.raw, watching.raw, over_http]
                told += [sorted(set(person.raw)) for person in (host, guest, watcher)]
        over_http.append((await eve.http.get(f"/api/rooms/{room}")).text)
        _check_no_session([ana, bo, eve], [text for texts in told for text in texts])
        return [[_in_room(text, table, room) for text in texts] for texts in told]


async def _play_quietly(wires: list[Wire], browser: Browser, table: str, draws: int) -> list[str]:
    said = []
    undone = False
    while True:
        actor = next(wire for wire in wires[:2] if wire.view.can_act)
        answer = await actor.preview(_quiet_line(actor.view))
        drawn = sum(event.kind == "draw" for event in actor.events)
        if drawn == draws and answer.view.phase == "draw":  # type: ignore[union-attr]
            return said
        await actor.play(_quiet_line(actor.view))
        if actor.view.undo is not None and not undone:
            undone = True
            await actor.take_back(actor.view.undo.to)
        for wire in wires:
            await wire.until_seq(actor.view.seq)
        said.append(await _over_http(browser, table))


def _check_no_session(browsers: list[Browser], texts: list[str]) -> None:
    for browser in browsers:
        token = browser.http.cookies["tongiaki"]
        for secret in (token, hashlib.sha256(token.encode()).hexdigest()):
            assert not any(secret in text for text in texts)


def _in_room(text: str, table: str, room: str) -> str:
    text = _masked(text, table).replace(room, "ROOM")
    return re.sub(r'"at":"[^"]*"', '"at":"TIME"', text)


async def test_the_deck_is_shuffled_by_the_system(guest: Browser) -> None:
    deals = [deal.shuffled("red") for _ in range(3)]
    assert len({d.deck for d in deals}) == 3
    assert all(sorted(d.deck) == sorted(DECK) for d in deals)
    assert len({d.salt for d in deals}) == 3
    assert msgspec.json.encode(deals[0].commitment)
    started = deal.shuffled("red", ("K", "Samoa"))
    assert started.deck[:2] == ("K", "Samoa")
    assert sorted(started.deck) == sorted(DECK)
