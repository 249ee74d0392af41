"""Looking back over the wire: the figures of `tongiaki.review`, by seats and events; in a process of its own."""

import asyncio
import random
from typing import Any

import httpx2
import msgspec
import pytest

from tests.server.served import Browser, Served, Wire, lines_of, seats
from tests.server.test_past import play_to_the_end
from tongiaki.bots.value import win_chances
from tongiaki.engine import Game
from tongiaki.records import GameRecord
from tongiaki.review import moments, shares, steps_of
from tongiaki.server.review import http as review_http
from tongiaki.server.review.desk import ReviewDesk
from tongiaki.server.review.process import NotFound, Process
from tongiaki.server.review.worker import AskGame
from tongiaki.server.review_protocol import Review


@pytest.fixture(autouse=True)
async def _quick(served: Served) -> None:
    """A small budget: what the search finds is not what is tested here."""
    await served.app.state.reviews.close()
    served.app.state.reviews = ReviewDesk(nodes=2)


async def ask(browser: Browser, table: str, after: int | None = None) -> httpx2.Response:
    query = "" if after is None else f"?after={after}"
    return await browser.http.get(f"/api/tables/{table}/review{query}")


async def review_of(browser: Browser, table: str, after: int | None = None) -> Review:
    answer = await ask(browser, table, after)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Review)


async def whole_review_of(browser: Browser, table: str) -> Review:
    review = await review_of(browser, table)
    while review.judged < review.decisions:
        later = await review_of(browser, table, review.judged)
        assert later.judged > review.judged
        assert [one.chances for one in later.moments] == [one.chances for one in review.moments]
        review = later
    return review


async def play(wire: Wire, rng: random.Random, decisions: int) -> None:
    for _ in range(decisions):
        if wire.view.phase != "over":
            await wire.play(rng.choice(lines_of(wire.view)))


async def test_of_a_game_that_is_over_all_is_told_by_seat(served: Served, guest: Browser) -> None:
    """The second seat starts: players of the engine and seats are not the same."""
    table = await guest.make(seats=seats(None, None, None), start=1)
    async with guest.sit(table) as wire:
        await play_to_the_end(wire, random.Random(2))
        events, result = wire.events, wire.view.result
    async with served.browser() as other:  # whoever knows the address
        review = await whole_review_of(other, table)
    record = GameRecord.from_json((await guest.http.get(f"/api/tables/{table}/record")).content)
    live = await served.app.state.tables.find(table)
    passed = list(moments(live.seating.start(), steps_of(record)))
    assert [one.seq for one in review.moments] == [event.seq for event in events]
    assert [one.seat for one in review.moments[1:]] == [event.seat for event in events[1:]]
    for told, moment in zip(review.moments, passed, strict=True):
        assert told.chances == [moment.chances[(seat - 1) % 3] for seat in range(3)]
        assert bool(told.luck) == (moment.kind == "draw")
    assert result is not None
    assert [chance > 0 for chance in review.moments[-1].chances] == [
        seat in result.winners for seat in range(3)
    ]
    for seat, share in enumerate(shares(passed)):
        told_share = review.shares[(seat + 1) % 3]
        assert told_share.end - told_share.start == pytest.approx(
            share.own + share.others + share.luck, abs=1e-9
        )
    judged = [one for one in review.moments if one.judgement is not None]
    assert len(judged) == review.decisions > 10
    assert all(events[one.seq].line is not None and not one.luck for one in judged)
    one = judged[0].judgement
    assert one is not None
    assert one.best.line.startswith(one.best.kind)
    for seat in range(3):
        errors = [one.judgement.error for one in judged if one.seat == seat and one.judgement]
        assert review.shares[seat].given_away == pytest.approx(sum(errors))
    assert len(review.luckiest) == 3
    assert all(events[seq].tile for seq in review.luckiest)


async def test_a_record_is_looked_back_on_as_its_table_is(served: Served, guest: Browser) -> None:
    table = await guest.make(seats=seats(None, None))
    async with guest.sit(table) as wire:
        await play_to_the_end(wire, random.Random(5))
    of_table = await whole_review_of(guest, table)
    record = (await guest.http.get(f"/api/tables/{table}/record")).content
    after, found = "", of_table
    async with served.browser() as other:
        while not after or found.judged < found.decisions:
            answer = await other.http.post(f"/api/replay/review{after}", content=record)
            assert answer.status_code == 200, answer.text
            found = msgspec.json.decode(answer.content, type=Review)
            after = f"?after={found.judged}"
        assert found == of_table

        kept = GameRecord.from_json(record)
        running = {**kept.to_dict(), "moves": kept.moves[:-1], "result": None}
        answer = await other.http.post("/api/replay/review", json=running)
        assert (answer.status_code, answer.json()["code"]) == (409, "not_over")
        answer = await other.http.post("/api/replay/review", json={**kept.to_dict(), "moves": ["fly"]})
        assert (answer.status_code, answer.json()["code"]) == (400, "record")


async def test_what_was_found_is_remembered_and_goes_on_with_the_game(served: Served, guest: Browser) -> None:
    table = await guest.make(seats=seats(None, None))
    rng = random.Random(4)
    async with guest.sit(table) as wire:
        await play(wire, rng, 12)
        first = await whole_review_of(guest, table)
        again = await review_of(guest, table)
        assert again == first
        await play(wire, rng, 6)
        later = await review_of(guest, table)
        assert later.seq == wire.view.seq > first.seq
        assert later.moments[: len(first.moments)] == first.moments  # the judgements too, at once


async def test_what_was_taken_back_is_not_looked_back_on(guest: Browser) -> None:
    table = await guest.make(seats=seats(None, None))
    rng = random.Random(6)
    async with guest.sit(table) as wire:
        await play(wire, rng, 10)
        await whole_review_of(guest, table)
        assert wire.view.undo is not None
        await wire.take_back(wire.view.undo.to)
        await play(wire, rng, 3)
        review = await whole_review_of(guest, table)
        told = {one.seq for one in review.moments}
        undone = next(event for event in wire.events if event.kind == "undo")
        assert undone.seq not in told
        assert told.isdisjoint(range(undone.back_to + 1, undone.seq))  # type: ignore[operator]
        assert review.seq == wire.view.seq


async def test_it_depends_on_nothing_that_nobody_has_seen(served: Served, guest: Browser) -> None:
    """The same position, whatever the deck: the chances of the last moment are those of the position."""
    table = await guest.make(seats=seats(None, None))
    async with guest.sit(table) as wire:
        await play(wire, random.Random(8), 20)
    live = await served.app.state.tables.find(table)
    review = await review_of(guest, table)
    assert review.moments[-1].chances == pytest.approx(list(win_chances(live.course.game)), abs=1e-5)


async def test_a_running_game_that_is_rated_or_without_odds_is_not_looked_into(
    served: Served, guest: Browser
) -> None:
    blind = await guest.make(odds=False)
    answer = await ask(guest, blind)
    assert (answer.status_code, answer.json()["why"]["key"]) == (409, "refused_odds_off")
    rated = await guest.make()
    live = await served.app.state.tables.find(rated)
    live.rated = True
    answer = await ask(guest, rated)
    assert (answer.status_code, answer.json()["why"]["key"]) == (409, "problem_review_rated")
    live.rated = False
    async with guest.sit(rated) as wire:
        await play_to_the_end(wire, random.Random(3))
    live.rated = True
    assert (await ask(guest, rated)).status_code == 200
    assert (await ask(guest, "none")).status_code == 404


async def test_two_games_are_looked_back_on_in_turn(served: Served, guest: Browser) -> None:
    tables = [await guest.make(seats=seats(None, None)) for _ in range(2)]
    for number, table in enumerate(tables):
        async with guest.sit(table) as wire:
            await play(wire, random.Random(number), 15)
    reviews = await asyncio.gather(*(whole_review_of(guest, table) for table in tables))
    assert all(review.judged == review.decisions > 0 for review in reviews)


async def test_if_the_process_dies_another_takes_its_place(served: Served, guest: Browser) -> None:
    table = await guest.make(seats=seats(None, None))
    async with guest.sit(table) as wire:
        await play(wire, random.Random(1), 8)
        await whole_review_of(guest, table)
        process: Any = served.app.state.reviews._process._process
        process.kill()
        await process.wait()
        await play(wire, random.Random(2), 2)
        assert (await ask(guest, table)).status_code in (200, 503)
        assert (await whole_review_of(guest, table)).seq == wire.view.seq


async def test_a_question_that_makes_no_sense_is_not_answered_and_the_next_one_is() -> None:
    process = Process()
    start = Game.start([["red"], ["blue"]]).to_bytes()
    with pytest.raises(NotFound):
        await process.ask(AskGame(start, ["sail Tonga 3"]))
    assert len((await process.ask(AskGame(start, ["place Tonga a"]))).moments) == 2  # type: ignore[union-attr]
    await process.end()


async def test_when_nothing_is_known_in_time_it_is_said(
    served: Served, guest: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_http, "PATIENCE", 0.0)
    answer = await ask(guest, await guest.make())
    assert (answer.status_code, answer.json()["why"]["key"]) == (503, "problem_review_busy")
