"""Taking back: the log stays, the position is the fold of what is in effect, and nothing is learnt from a draw."""

import asyncio
import hashlib
import json
import random
from pathlib import Path
from typing import Any, Literal

import pytest

from tests.server.process import running
from tests.server.served import Browser, Served, Wire, lines_of, seats, serving
from tongiaki.records import GameRecord
from tongiaki.records.catalogue import DECK
from tongiaki.records.replay import verify
from tongiaki.server.course import Course
from tongiaki.server.protocol import Accepted, Event, Refused, State, Undo, View
from tongiaki.server.store.store import Store


def placed(view: View) -> list[str]:
    """The beaches with a boat."""
    return sorted(view.position.boats)


def in_effect(wire: Wire) -> list[Event]:
    """The events that led to the position."""
    line: list[Event] = []
    for event in wire.events:
        if event.back_to is None:
            line.append(event)
        else:
            line = [kept for kept in line if kept.seq <= event.back_to]
    return line


def tiles_of(wire: Wire) -> list[str]:
    """The tiles drawn in effect."""
    return [event.tile for event in in_effect(wire) if event.tile]


async def undo(wire: Wire) -> Accepted | Refused:
    """One press of Undo."""
    assert wire.view.undo is not None
    return await wire.take_back(wire.view.undo.to)


async def play_until_drawn(wire: Wire, tiles: int, rng: random.Random) -> None:
    """Plays on until so many tiles are drawn."""
    while len(tiles_of(wire)) < tiles:
        await wire.play(rng.choice(lines_of(wire.view)))


async def record_of(guest: Browser, table: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((await guest.http.get(f"/api/tables/{table}/record")).content)
    return record


def check_commitment(record: dict[str, Any], part: dict[str, Any], shown: str) -> None:
    """What `docs/protocol.md` says: SHA-256 of salt, start colour and deck."""
    text = "\n".join([part["commitment"]["salt"], record["players"][0]["colours"][0], *part["deck"]])
    assert hashlib.sha256(text.encode()).hexdigest() == part["commitment"]["sha256"] == shown


async def test_boats_of_the_setup_are_taken_back_play_by_play(guest: Browser) -> None:
    table = await guest.make()
    async with guest.sit(table) as wire:
        assert wire.view.undo is None
        await wire.play("place Tonga a", "place Tonga b")
        await wire.play("place Tonga c")
        assert wire.view.undo == Undo(to=2, moves=1, reveals=False, passes=True)
        accepted = await undo(wire)
        assert isinstance(accepted, Accepted)
        assert accepted.seq == 4
        assert placed(wire.view) == ["Tonga a", "Tonga b"]
        event = wire.events[-1]
        assert (event.kind, event.seat, event.colour) == ("undo", 0, "red")
        assert (event.back_to, event.taken, event.commitment, event.effects) == (2, 1, None, [])
        assert wire.view.undo == Undo(to=0, moves=2, reveals=False, passes=True)
        await undo(wire)
        assert placed(wire.view) == []
        assert wire.view.undo is None
        assert lines_of(wire.view) == [f"place Tonga {letter}" for letter in "abcdef"]
        await wire.play("place Tonga f")
        assert placed(wire.view) == ["Tonga f"]
        assert [event.seq for event in wire.events] == list(range(7))


async def test_within_a_turn_undo_goes_to_its_beginning_or_to_the_last_tile(guest: Browser) -> None:
    table = await guest.make(seats=seats(None, None, None))
    rng = random.Random(11)
    within = after_a_tile = 0
    async with guest.sit(table) as wire:
        while wire.view.phase != "over":
            await wire.play(rng.choice(lines_of(wire.view)))
            offer = wire.view.undo
            if offer is None or offer.passes or offer.reveals:
                continue
            within += 1
            before, colour, led = wire.view, wire.view.active_colour, in_effect(wire)
            free = [event for event in led if event.seq > offer.to]
            assert {event.kind for event in free} == {"move"}
            played = [event.line or "" for event in free if not event.forced]
            assert len(played) == offer.moves
            after_a_tile += led[-len(free) - 1].kind == "draw"
            await undo(wire)
            assert wire.view.active_colour == colour
            assert wire.view.undo is None or wire.view.undo.passes or wire.view.undo.reveals
            for line in played:
                await wire.play(line)
            assert _comparable(wire.view) == _comparable(before)
    assert within > 20
    assert after_a_tile > 0


def _comparable(view: View) -> dict[str, object]:
    """What two views of the same position share."""
    return {name: getattr(view, name) for name in view.__struct_fields__ if name not in ("seq", "undo")}


async def test_a_draw_that_is_taken_back_shuffles_the_unseen_anew(guest: Browser) -> None:
    table = await guest.make(seats=seats(None, None, None))
    rng = random.Random(3)
    nexts: set[str] = set()
    async with guest.sit(table) as wire:
        await play_until_drawn(wire, 4, rng)
        drawn = tiles_of(wire)
        shown = [wire.first.table.commitment]  # type: ignore[union-attr]
        for _ in range(12):
            sailed = next(event for event in reversed(wire.events) if event.line and not event.forced)
            last = [event.tile for event in wire.events[sailed.seq :] if event.tile]
            kept = tiles_of(wire)[: -len(last)]
            assert isinstance(await wire.take_back(sailed.seq - 1), Accepted)
            assert tiles_of(wire) == kept
            assert set(wire.view.deck_left) == set(DECK) - set(kept)
            commitment = wire.events[-1].commitment
            assert commitment is not None
            assert commitment not in shown
            shown.append(commitment)
            async with guest.sit(table) as fresh:
                assert fresh.first.table.commitment == commitment  # type: ignore[union-attr]
            await wire.play(sailed.line)
            nexts.add(tiles_of(wire)[len(kept)])
        assert len(nexts) > 1
        assert drawn[: len(kept)] == kept
        while wire.view.phase != "over":
            await wire.play(rng.choice(lines_of(wire.view)))
    record = await record_of(guest, table)
    parts = [*record["earlier_decks"], record]
    assert len(parts) == len(shown) == 13
    for part, commitment in zip(parts, shown, strict=True):
        check_commitment(record, part, commitment)
    assert record["deck"][: len(tiles_of(wire))] == tiles_of(wire)
    verify(GameRecord.from_dict(record))


async def test_an_undo_that_takes_back_no_draw_keeps_the_deck(served: Served, guest: Browser) -> None:
    table = await guest.make()
    live = await served.app.state.tables.find(table)
    async with guest.sit(table) as wire:
        await wire.play("place Tonga a")
        await undo(wire)
        assert wire.events[-1].commitment is None
        assert len(live.deals) == 1


async def test_against_a_bot_its_replies_are_taken_back_too(guest: Browser) -> None:
    table = await guest.make(seats=seats(None, "random", "greedy"))
    async with guest.sit(table) as wire:
        await wire.play("place Tonga a")
        await wire.until_mine()
        assert wire.view.ply == 3
        assert wire.view.undo == Undo(to=0, moves=3, reveals=False, passes=True)
        await undo(wire)
        assert (wire.view.ply, wire.view.can_act) == (0, True)
        assert (wire.events[-1].seat, wire.events[-1].taken) == (0, 3)
        await wire.play("place Tonga b")
        await wire.until_mine()
        assert wire.view.ply == 3


async def test_a_bot_decides_anew_when_its_own_decision_is_taken_back(guest: Browser) -> None:
    table = await guest.make(seats=seats(None, "random"))
    async with guest.sit(table) as wire:
        await wire.play("place Tonga a")
        await wire.until_mine()
        await wire.take_back(1)
        await wire.until_mine()
        assert [event.kind for event in wire.events] == ["start", "move", "move", "undo", "move"]
        assert wire.events[-1].seat == 1


Asked = asyncio.Queue["asyncio.Future[None]"]


@pytest.fixture
def asked(served: Served, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Bots play their first legal move when the future that is put here for each question is done."""
    asked: Asked = asyncio.Queue()

    async def choose(bot: str, game: Any, table: str) -> int:
        first, answer = game.legal()[0], asyncio.get_running_loop().create_future()
        asked.put_nowait(answer)
        await answer
        return int(first)

    monkeypatch.setattr(served.app.state.tables.playing._bots, "choose", choose)
    return asked


class NoticedLock(asyncio.Lock):
    """Tells when somebody has to wait for it."""

    def __init__(self) -> None:
        super().__init__()
        self.waited_for = asyncio.Event()

    async def acquire(self) -> Literal[True]:
        if self.locked():
            self.waited_for.set()
        return await super().acquire()


async def test_a_bot_stops_thinking_about_a_position_that_is_gone(guest: Browser, asked: Asked) -> None:
    table = await guest.make(seats=seats(None, "random"))
    async with guest.sit(table) as wire:
        await wire.play("place Tonga c")
        old = await asked.get()
        await undo(wire)
        await wire.play("place Tonga d")
        new = await asked.get()
        assert old.cancelled()
        assert wire.view.ply == 1
        new.set_result(None)
        await wire.until_mine()
        assert placed(wire.view) == ["Tonga a", "Tonga d"]


async def test_a_bots_decision_that_comes_while_the_game_goes_back_is_dropped(
    served: Served, guest: Browser, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The undo is being committed; the bot's line waits for the table and finds another position."""
    table = await guest.make(seats=seats(None, "random"))
    live = await served.app.state.tables.find(table)
    live.lock = NoticedLock()
    append, held, go_on = Store.append, asyncio.Event(), asyncio.Event()

    async def slow_append(*parts: Any) -> None:
        held.set()
        await go_on.wait()
        await append(*parts)

    async with guest.sit(table) as wire:
        await wire.play("place Tonga c")
        answer = await asked.get()
        monkeypatch.setattr(Store, "append", slow_append)
        undoing = asyncio.create_task(undo(wire))
        await held.wait()
        answer.set_result(None)
        await live.lock.waited_for.wait()
        go_on.set()
        assert isinstance(await undoing, Accepted)
        await wire.play("place Tonga d")
        (await asked.get()).set_result(None)
        await wire.until_mine()
        assert [event.line for event in wire.events if event.kind == "move"] == [
            "place Tonga c",
            "place Tonga d",
            "place Tonga a",
        ]


async def test_a_game_that_is_over_can_be_taken_back_with_another_deck(guest: Browser) -> None:
    table = await guest.make(seats=seats(None, None))
    rng = random.Random(8)
    async with guest.sit(table) as wire:
        while wire.view.phase != "over":
            await wire.play(rng.choice(lines_of(wire.view)))
        over = await record_of(guest, table)
        assert wire.view.undo is not None
        assert wire.view.undo.passes
        last = next(event for event in reversed(wire.events) if event.line and not event.forced)
        await wire.take_back(last.seq - 1)
        assert wire.view.phase != "over"
        assert wire.events[-1].commitment is not None, "the deck lay open"
        assert "salt" not in (await record_of(guest, table))["commitment"]
        assert (await guest.http.post(f"/api/tables/{table}/rematch")).status_code == 409
        assert [t["over"] for t in (await guest.http.get("/api/tables")).json()] == [False]
        while wire.view.phase != "over":
            await wire.play(rng.choice(lines_of(wire.view)))
        record = await record_of(guest, table)
        verify(GameRecord.from_dict(record))
        check_commitment(record, record["earlier_decks"][0], over["commitment"]["sha256"])
        assert (await guest.http.post(f"/api/tables/{table}/rematch")).status_code == 201


async def test_what_cannot_be_taken_back_is_refused_with_the_reason(served: Served, guest: Browser) -> None:
    table = await guest.make()
    async with guest.sit(table) as wire, served.browser() as stranger, stranger.sit(table) as watching:
        assert wire.first.table.undo_any  # type: ignore[union-attr]
        assert not watching.first.table.undo_any  # type: ignore[union-attr]
        await wire.play("place Tonga a")
        await wire.play("place Tonga b")
        await watching.until_seq(2)
        assert watching.view.undo is None
        assert await _reason(watching, 0) == ("not_yours", "refused_watching", {})
        assert await _reason(wire, 0, seq=1) == ("stale", "refused_stale", {"seq": 1, "now": 2})
        for to in (-1, 2, 10**12):
            assert await _reason(wire, to) == ("cannot_undo", "refused_undo_to", {"to": to, "now": 2})
        await wire.take_back(1)
        assert await _reason(wire, 2) == ("cannot_undo", "refused_undo_taken", {"to": 2, "by": 3})
        assert await _reason(wire, 1) == ("cannot_undo", "refused_undo_start", {})
        await wire.play("place Tonga c")
        assert isinstance(await wire.take_back(3), Accepted)  # an undo stands for the event it went back to
        assert wire.events[-1].back_to == 1


async def _reason(wire: Wire, to: int, seq: int | None = None) -> tuple[str, str, object]:
    refused = await wire.take_back(to, seq=seq)
    assert isinstance(refused, Refused)
    return refused.code, refused.why.key, refused.why.params


async def test_an_undo_is_in_the_log_once_however_often_it_is_sent(guest: Browser) -> None:
    table = await guest.make()
    async with guest.sit(table) as wire:
        await wire.play("place Tonga a")
        first = await wire.take_back(0, id="mine")
        again = await wire.take_back(0, id="mine", seq=1)
        assert first == again == Accepted("mine", 2)
        assert wire.view.seq == 2


async def test_two_screens_are_told_the_same(guest: Browser) -> None:
    table = await guest.make()
    async with guest.sit(table) as one, guest.sit(table) as two:
        await one.play("place Tonga a")
        await undo(one)
        await two.until_seq(2)
        assert one.events == two.events
        assert one.view == two.view
        async with guest.sit(table, seq=1) as late:
            assert late.events == one.events[2:]
            assert late.view == one.view


async def test_an_undone_game_survives_kill_9(tmp_path: Path) -> None:
    db, rng = tmp_path / "games.db", random.Random(4)
    async with running(db) as server, server.browser() as guest:
        table = await guest.make(seats=seats(None, None, None))
        async with guest.sit(table) as wire:
            await play_until_drawn(wire, 3, rng)
            assert wire.view.undo is not None
            while not wire.view.undo.reveals:
                await undo(wire)
            await wire.take_back(wire.view.undo.to, id="mine")
            await wire.play(rng.choice(lines_of(wire.view)))
            commitment = next(e.commitment for e in reversed(wire.events) if e.commitment)
        cookies = guest.http.cookies
        await server.kill()
    async with running(db) as server, server.browser(cookies) as guest, guest.sit(table) as again:
        assert isinstance(again.first, State)
        assert again.events == wire.events
        assert again.view == wire.view
        assert again.first.table.commitment == commitment
        assert isinstance(await again.take_back(0, id="mine", seq=0), Accepted)
        while again.view.phase != "over":
            await again.play(rng.choice(lines_of(again.view)))
        record = await record_of(guest, table)
        verify(GameRecord.from_dict(record))
        check_commitment(record, record, commitment)


@pytest.mark.parametrize("seed", range(2))
async def test_random_plays_and_undos_fold_to_the_same_as_a_plain_replay(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    async with serving(tmp_path / "games.db") as served, served.browser() as guest:
        table = await guest.make(seats=seats(None, None, None), rules={"royal_limit": 3})
        async with guest.sit(table) as wire:
            while wire.view.phase != "over" and wire.view.seq < 250:
                if wire.view.seq and rng.random() < 0.15:
                    await wire.take_back(max(0, wire.view.seq - rng.randrange(1, 40)))
                else:
                    await wire.play(rng.choice(lines_of(wire.view)))
        live = await served.app.state.tables.find(table)
        kept = await served.app.state.tables._store.load(table)
        assert sum(event.kind == "undo" for event in live.course.events) > 10
        folded = Course.fold(live.seating, kept.entries)
        assert folded.events == live.course.events == wire.events
        assert kept.deals == live.deals
        plain = Course.begin(live.seating)
        for event in live.course.line[1:]:
            if event.line is not None:
                plain.play(event.line)
            else:
                plain.reveal(event.tile or "")
        for course in (folded, plain):
            assert course.game.to_bytes() == live.course.game.to_bytes()
            assert (course.ply, course.drawn) == (live.course.ply, live.course.drawn)
            assert (course.departures, course.removed) == (live.course.departures, live.course.removed)
        for seq in range(0, live.course.seq, 7):
            assert (
                live.course.at(seq).game.to_bytes()
                == Course.fold(live.seating, kept.entries[: seq + 1]).game.to_bytes()
            )
        record = GameRecord.from_dict(await record_of(guest, table))
        assert record.moves == [event.line for event in live.course.line if event.line]
        verify(record)


async def test_an_undo_never_goes_into_the_middle_of_what_is_forced(guest: Browser) -> None:
    """Back to a voyage that turned up a tile: to the decision before it, so that no tile is turned up by an undo."""
    table = await guest.make(seats=seats(None, None, None))
    rng = random.Random(6)
    async with guest.sit(table) as wire:
        await play_until_drawn(wire, 2, rng)
        draw = next(event for event in reversed(wire.events) if event.kind == "draw")
        await wire.take_back(draw.seq - 1)
        undone = wire.events[-1]
        assert undone.kind == "undo"
        assert undone.back_to is not None
        assert undone.back_to < draw.seq - 1
        assert wire.view.can_act
