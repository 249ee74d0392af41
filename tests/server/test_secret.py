"""R-1.4: the order of the deck never leaves the server before the end."""

import hashlib
import json
import re
from pathlib import Path

import msgspec
import pytest

from tests.server.served import Browser, lines_of, seats, serving
from tongiaki.records.catalogue import DECK
from tongiaki.server import deal
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


async def test_the_deck_is_shuffled_by_the_system(guest: Browser) -> None:
    deals = [deal.shuffled("red") for _ in range(3)]
    assert len({d.deck for d in deals}) == 3
    assert all(sorted(d.deck) == sorted(DECK) for d in deals)
    assert len({d.salt for d in deals}) == 3
    assert msgspec.json.encode(deals[0].commitment)
    started = deal.shuffled("red", ("K", "Samoa"))
    assert started.deck[:2] == ("K", "Samoa")
    assert sorted(started.deck) == sorted(DECK)
