"""Looking back, and trying something else from there."""

import random

import msgspec

from tests.server.served import Browser, Served, Wire, lines_of, seats
from tests.server.test_undo import in_effect, play_until_drawn, record_of, tiles_of
from tongiaki.records.catalogue import DECK
from tongiaki.server.protocol import State, View


async def play_to_the_end(wire: Wire, rng: random.Random) -> None:
    while wire.view.phase != "over":
        await wire.play(rng.choice(lines_of(wire.view)))


async def test_the_views_of_the_past_are_those_that_were_seen(served: Served, guest: Browser) -> None:
    table = await guest.make(seats=seats(None, None, None))
    rng = random.Random(5)
    async with guest.sit(table) as wire, served.browser() as other, other.sit(table) as watching:
        seen = {0: watching.view}
        while wire.view.seq < 60:
            if rng.random() < 0.1 and wire.view.undo is not None:
                await wire.take_back(wire.view.undo.to)
            else:
                await wire.play(rng.choice(lines_of(wire.view)))
            await watching.until_seq(wire.view.seq)
            seen[wire.view.seq] = watching.view
        assert any(event.kind == "undo" for event in wire.events)
        for first, last in ((0, wire.view.seq), (17, 41), (30, 30)):
            answer = await other.http.get(f"/api/tables/{table}/views?first={first}&last={last}")
            views = answer.json()["views"]
            assert [view["seq"] for view in views] == list(range(first, last + 1))
            for view in views:
                if view["seq"] in seen:
                    assert msgspec.convert(view, View) == seen[view["seq"]]


async def test_numbers_of_views_out_of_range_are_a_problem(guest: Browser) -> None:
    table = await guest.make()
    for query in (
        "first=1",
        "first=-1",
        "first=a",
        "first=0&last=x",
        "first=%C2%B2",
        "first=9999999999999999999",
    ):
        answer = await guest.http.get(f"/api/tables/{table}/views?{query}")
        assert (answer.status_code, answer.json()["why"]["key"]) == (400, "problem_views"), query
    assert len((await guest.http.get(f"/api/tables/{table}/views")).json()["views"]) == 1
    assert (await guest.http.get("/api/tables/none/views")).status_code == 404


async def test_from_a_running_game_one_tries_with_the_unseen_shuffled(served: Served, guest: Browser) -> None:
    table = await guest.make(seats=seats(None, None, None), rules={"royal_limit": 3})
    rng = random.Random(7)
    async with guest.sit(table) as wire:
        await play_until_drawn(wire, 4, rng)
        seq = wire.view.seq
        async with served.browser() as other:
            same = {"origin": {"table": table, "seq": seq, "deck": "same"}}
            refused = await other.http.post("/api/tables", json=same)
            assert (refused.status_code, refused.json()["why"]["key"]) == (409, "problem_deck_secret")
            tried = await other.make(seats=[], origin={"table": table, "seq": seq})
            async with other.sit(tried) as there:
                assert isinstance(there.first, State)
                assert there.first.table.your_seats == [0, 1, 2]
                assert there.first.table.rules == {"royal_limit": 3}
                assert there.view.position == wire.view.position
                assert there.view.choices == wire.view.choices
                assert tiles_of(there) == tiles_of(wire)
                assert set(there.view.deck_left) == set(wire.view.deck_left)
                await play_to_the_end(there, rng)
            record = await record_of(other, tried)
            mine = (await served.app.state.tables.find(table)).deal
            assert sorted(record["deck"]) == sorted(DECK)
            assert tuple(record["deck"]) != mine.deck
            assert record["commitment"]["sha256"] != mine.commitment
        assert wire.view.seq == seq


async def test_a_finished_game_is_tried_again_with_the_same_tiles(guest: Browser) -> None:
    table = await guest.make(seats=seats(None, "random", "greedy"), start=1)
    rng = random.Random(7)
    async with guest.sit(table) as wire:
        while (await wire.until_mine()).phase != "over":
            await wire.play(rng.choice(lines_of(wire.view)))
        record = await record_of(guest, table)
        draw = next(event for event in wire.events if event.kind == "draw")
        late = wire.events[-30].seq
        for seq in (draw.seq - 1, late):
            tried = await guest.make(seats=[], origin={"table": table, "seq": seq, "deck": "same"})
            async with guest.sit(tried) as there:
                assert isinstance(there.first, State)
                assert [seat.bot for seat in there.first.table.seats] == [None, None, None]
                assert there.first.table.start_seat == 1
                assert there.events[: seq + 1] == wire.events[: seq + 1]
                assert there.events[draw.seq].tile == draw.tile
                if seq == late:
                    await play_to_the_end(there, rng)
        again = await record_of(guest, tried)
        assert again["deck"] == record["deck"]
        assert again["commitment"]["salt"] != record["commitment"]["salt"]
        over = await guest.http.post("/api/tables", json={"origin": {"table": table, "seq": wire.view.seq}})
        assert (over.status_code, over.json()["why"]["key"]) == (400, "problem_origin_over")
        beyond = await guest.http.post(
            "/api/tables", json={"origin": {"table": table, "seq": wire.view.seq + 1}}
        )
        assert (beyond.status_code, beyond.json()["why"]["key"]) == (400, "problem_origin_seq")
    missing = await guest.http.post("/api/tables", json={"origin": {"table": "none", "seq": 0}})
    assert (missing.status_code, missing.json()["why"]["key"]) == (404, "problem_unknown_table")


async def test_one_tries_from_what_was_taken_back(guest: Browser) -> None:
    table = await guest.make()
    async with guest.sit(table) as wire:
        await wire.play("place Tonga a")
        await wire.play("place Tonga b")
        await wire.take_back(0)
        await wire.play("place Tonga f")
        for seq, boats in ((2, ["Tonga a", "Tonga b"]), (3, []), (4, ["Tonga f"])):
            tried = await guest.make(
                seats=[{"name": "Me", "colours": []}, {"name": "It", "colours": [], "bot": "random"}],
                origin={"table": table, "seq": seq},
            )
            async with guest.sit(tried) as there:
                assert isinstance(there.first, State)
                assert [(seat.name, seat.bot) for seat in there.first.table.seats] == [
                    ("Me", None),
                    ("It", "random"),
                ]
                begun = [event for event in in_effect(there) if event.seq <= len(boats)]
                assert [event.line for event in begun[1:]] == [f"place {beach}" for beach in boats]
                if boats == ["Tonga a", "Tonga b"]:
                    assert sorted(there.view.position.boats) == boats
                    assert there.view.undo is not None
                    assert (there.view.undo.to, there.view.undo.moves) == (0, 2)
