"""R-1.4: the order of the deck never leaves the server before the end."""

import hashlib
import json

import msgspec

from tests.server.served import Browser, lines_of, seats
from tongiaki.records.catalogue import DECK
from tongiaki.server import deal


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


async def test_the_deck_is_shuffled_by_the_system(guest: Browser) -> None:
    deals = [deal.shuffled("red") for _ in range(3)]
    assert len({d.deck for d in deals}) == 3
    assert all(sorted(d.deck) == sorted(DECK) for d in deals)
    assert len({d.salt for d in deals}) == 3
    assert msgspec.json.encode(deals[0].commitment)
    started = deal.shuffled("red", ("K", "Samoa"))
    assert started.deck[:2] == ("K", "Samoa")
    assert sorted(started.deck) == sorted(DECK)
