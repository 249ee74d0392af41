"""A table over the wire: who sees what, who may act, what a play does."""

import random

from tests.server.served import Browser, Served, lines_of, seats
from tongiaki.server.protocol import Accepted, Events, Previewed, Refused, State


async def test_the_first_message_is_the_whole_table(guest: Browser) -> None:
    table = await guest.make()
    async with guest.sit(table) as wire:
        assert isinstance(wire.first, State)
        assert wire.first.table.order == ["red", "blue"]
        assert wire.first.table.your_seats == [0, 1]
        assert wire.view.phase == "setup"
        assert wire.view.can_act
        assert lines_of(wire.view) == [f"place Tonga {letter}" for letter in "abcdef"]


async def test_two_screens_see_the_same(guest: Browser) -> None:
    table = await guest.make()
    async with guest.sit(table) as one, guest.sit(table) as two:
        rng = random.Random(1)
        while one.view.ply < 60 and one.view.phase != "over":
            await one.play(rng.choice(lines_of(one.view)))
        await two.until_seq(one.view.seq)
        assert one.events == two.events
        assert one.view == two.view


async def test_a_play_is_in_the_log_once_however_often_it_is_sent(guest: Browser) -> None:
    table = await guest.make()
    async with guest.sit(table) as wire:
        first = await wire.play("place Tonga a", id="mine")
        again = await wire.play("place Tonga a", id="mine", seq=0)
        assert first == again == Accepted("mine", 1)
        assert wire.view.seq == 1


async def test_a_play_on_an_old_view_is_refused(guest: Browser) -> None:
    table = await guest.make()
    async with guest.sit(table) as wire:
        await wire.play("place Tonga a")
        refused = await wire.play("place Tonga b", seq=0)
        assert isinstance(refused, Refused)
        assert (refused.code, refused.why.params) == ("stale", {"seq": 0, "now": 1})


async def test_several_lines_are_all_in_the_log_or_none(guest: Browser) -> None:
    table = await guest.make()
    async with guest.sit(table) as wire:
        refused = await wire.play("place Tonga a", "place Tonga z")
        assert isinstance(refused, Refused)
        assert refused.code == "illegal"
        assert refused.why.params["number"] == 1
        assert wire.view.seq == 0
        accepted = await wire.play("place Tonga a", "place Tonga b")
        assert isinstance(accepted, Accepted)
        assert [event.line for event in wire.events] == [None, "place Tonga a", "place Tonga b"]


async def test_an_illegal_line_says_what_is_legal(guest: Browser) -> None:
    table = await guest.make()
    async with guest.sit(table) as wire:
        refused = await wire.play("sail Tonga 3")
        assert isinstance(refused, Refused)
        assert refused.why.key == "refused_illegal"
        assert refused.why.params["legal"] == "; ".join(f"place Tonga {letter}" for letter in "abcdef")
        assert refused.why.params["phase"] == "setup"


async def test_who_looks_on_cannot_act(served: Served, guest: Browser) -> None:
    table = await guest.make()
    async with served.browser() as stranger, guest.sit(table) as wire, stranger.sit(table) as watching:
        assert not watching.view.can_act
        assert not watching.view.choices
        assert isinstance(watching.first, State)
        assert watching.first.table.your_seats == []
        for refused in (await watching.play("place Tonga a"), await watching.preview("place Tonga a")):
            assert isinstance(refused, Refused)
            assert (refused.code, refused.why.key) == ("not_yours", "refused_watching")
        await wire.play("place Tonga c")
        await watching.until_seq(1)
        assert watching.events == wire.events
        assert watching.view.position == wire.view.position


async def test_nobody_plays_for_a_bot(served: Served) -> None:
    async with served.browser() as guest:
        served.app.state.settings = served.app.state.settings
        table = await guest.make(seats=seats(None, "random"))
        async with guest.sit(table) as wire:
            refused = await wire.play("place Tonga a", "place Tonga b")
            assert isinstance(refused, Refused)
            assert refused.code == "not_yours"
            assert wire.view.seq == 0


async def test_a_connection_that_comes_back_gets_what_it_missed(guest: Browser) -> None:
    table = await guest.make()
    async with guest.sit(table) as wire:
        for letter in "abc":
            await wire.play(f"place Tonga {letter}")
    async with guest.sit(table, seq=1) as back:
        assert isinstance(back.first, Events)
        assert [event.line for event in back.first.events] == ["place Tonga b", "place Tonga c"]
        assert back.first.view == wire.view
    async with guest.sit(table, seq=3) as there:
        assert isinstance(there.first, Events)
        assert not there.first.events
    async with guest.sit(table, seq=99) as ahead:
        assert isinstance(ahead.first, State)


async def test_a_preview_changes_nothing_and_equals_the_play(guest: Browser) -> None:
    table = await guest.make(seats=seats(None, None, None))
    rng = random.Random(5)
    compared = 0
    async with guest.sit(table) as wire:
        while wire.view.phase != "over" and compared < 150:
            line = rng.choice(lines_of(wire.view))
            before, undo = wire.view.seq, wire.view.undo
            preview = await wire.preview(line)
            assert isinstance(preview, Previewed)
            assert wire.view.seq == before
            assert isinstance(await wire.play(line), Accepted)
            new = wire.events[before + 1 :]
            drawn = next((n for n, event in enumerate(new) if event.kind == "draw"), len(new))
            shown = [effect for event in new[:drawn] for effect in event.effects]
            assert preview.effects == shown
            assert preview.forced == [event.line for event in new[:drawn] if event.forced]
            if drawn == len(new):
                same = {"seq": before, "undo": undo}
                assert preview.view == wire.view.__class__(**{**_fields(wire.view), **same})
                compared += 1
            else:
                assert preview.view.phase == "draw"
                assert not preview.view.can_act


def _fields(view: object) -> dict[str, object]:
    return {name: getattr(view, name) for name in view.__struct_fields__}  # type: ignore[attr-defined]


async def test_lines_after_a_tile_was_turned_up_are_refused(guest: Browser) -> None:
    table = await guest.make(seats=seats(None, None, None))
    rng = random.Random(2)
    async with guest.sit(table) as wire:
        while True:
            line = rng.choice(lines_of(wire.view))
            preview = await wire.preview(line)
            assert isinstance(preview, Previewed)
            if preview.view.phase == "draw":
                break
            await wire.play(line)
        seq = wire.view.seq
        refused = await wire.play(line, "pass")
        assert isinstance(refused, Refused)
        assert refused.why.key == "refused_after_draw"
        assert refused.why.params["number"] == 1
        assert wire.view.seq == seq
        await wire.play(line)
        assert wire.events[-1].kind == "draw" or wire.events[-1].forced


async def test_every_choice_has_its_parts(guest: Browser) -> None:
    table = await guest.make(seats=seats(None, None, None, None))
    rng = random.Random(7)
    kinds = set()
    async with guest.sit(table) as wire:
        while wire.view.phase != "over":
            for choice in wire.view.choices:
                kinds.add(choice.kind)
                if choice.kind == "sail":
                    assert choice.outlook is not None
                    assert choice.pier is not None
                if choice.kind == "lay":
                    assert choice.place is not None
                    places = {(q, r) for q, r, _ in wire.view.position.tiles.values()}
                    assert choice.place[:2] not in places
            await wire.play(rng.choice(lines_of(wire.view)))
        assert wire.view.result is not None
        assert wire.view.active_seat is None
    assert {"place", "expand", "sail", "land"} <= kinds
