"""What holds when those who are asked, or of whom it is asked, come and go before all have answered."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.in_rooms import Guest, enter, make_room
from tests.server.served import Browser, Served, lines_of, serving
from tests.server.test_rating import at, persons
from tests.server.test_rooms import two_at_a_table
from tongiaki.server import room_protocol as rp

THREE = [{"kind": "you"}, {"kind": "open"}, {"kind": "open"}]


@pytest.fixture
async def hasty(tmp_path: Path) -> AsyncIterator[Served]:
    """A server where a lost connection is noticed at once."""
    async with serving(tmp_path / "games.db", grace=0.0) as served:
        yield served


@contextlib.asynccontextmanager
async def a_game_of_three(served: Served) -> AsyncIterator[tuple[Guest, Browser, Browser]]:
    """Ana is there; Bo and Cy have seats, and have gone."""
    async with served.browser() as ana, served.browser() as bo, served.browser() as cy:
        room = await make_room(ana, seats=THREE, patience=0)
        async with enter(ana, room) as host:
            async with enter(bo, room, "Bo") as second, enter(cy, room, "Cy") as third:
                await second.do(rp.Sit)
                await third.do(rp.Sit)
                await host.do(rp.StartGame)
            await host.until(lambda: [seat.present for seat in host.room.seats] == [True, False, False])
            yield host, bo, cy


async def test_nobody_is_removed_by_a_single_person_because_the_third_one_has_gone(hasty: Served) -> None:
    async with a_game_of_three(hasty) as (host, bo, cy), enter(cy, host.room.id) as third:
        async with enter(bo, host.room.id):
            await host.until(lambda: host.room.seats[1].present and host.room.seats[2].present)
            await host.do(rp.RemoveSeat, 2)
        await third.until(lambda: third.room.votes and not third.room.seats[1].present)
        async with enter(bo, host.room.id) as second:
            assert not second.room.seats[2].resigned
            await second.do(rp.CastVote, "remove", True, 2)
            await third.until(lambda: third.room.seats[2].resigned)


async def test_a_seat_whose_person_is_back_is_not_taken(hasty: Served) -> None:
    async with (
        a_game_of_three(hasty) as (host, bo, _),
        hasty.browser() as di,
        enter(di, host.room.id, "Di") as onlooker,
    ):
        await onlooker.do(rp.Sit, 1)
        await host.until(lambda: host.room.votes)
        async with enter(bo, host.room.id) as second:
            await host.until(lambda: not host.room.votes)
            assert await host.refused(rp.CastVote, "seat", True, 1) == "refused_no_vote"
            assert second.you.seat == 1


async def test_nobody_gets_two_seats(hasty: Served) -> None:
    async with (
        a_game_of_three(hasty) as (host, _, _),
        hasty.browser() as di,
        enter(di, host.room.id, "Di") as onlooker,
    ):
        await onlooker.do(rp.Sit, 1)
        await onlooker.do(rp.Sit, 2)
        await host.until(lambda: len(host.room.votes) == 2)
        await host.do(rp.CastVote, "seat", True, 1)
        await host.ask(rp.CastVote, "seat", True, 2)
        await host.until(lambda: not host.room.votes)
        assert [seat.name for seat in host.room.seats] == ["Ana", "Di", "Cy"]


async def test_a_pause_can_end_when_a_bot_plays_for_who_is_on_the_move(hasty: Served) -> None:
    async with hasty.browser() as ana, hasty.browser() as bo:
        room = await make_room(ana, start=1, patience=0)
        async with enter(ana, room) as host:
            async with enter(bo, room, "Bo") as guest:
                await guest.do(rp.Sit)
                await host.do(rp.StartGame)
                await host.do(rp.AskPause)
                await guest.until(lambda: guest.room.votes)
                await guest.do(rp.CastVote, "pause", True)
            await host.until(lambda: host.room.paused and not host.room.seats[1].present)
            assert await host.refused(rp.GoOn) == "refused_go_on"
            await host.do(rp.RemoveSeat, 1)
            await host.until(lambda: host.room.seats[1].resigned)
            await host.do(rp.GoOn)
            await host.until(lambda: not host.room.paused)


async def test_a_game_that_all_have_left_in_a_pause_comes_to_its_end(served: Served) -> None:
    async with two_at_a_table(served) as (host, guest, _):
        await host.do(rp.AskPause)
        await guest.do(rp.CastVote, "pause", True)
        await host.do(rp.Resign)
        assert host.room.paused
        await guest.do(rp.Resign)
        await host.until(lambda: host.room.status == "over")
        assert not host.room.votes


async def test_who_asks_for_a_seat_may_think_better_of_it(hasty: Served) -> None:
    async with (
        a_game_of_three(hasty) as (host, _bo, _cy),
        hasty.browser() as di,
        enter(di, host.room.id, "Di") as one,
        hasty.browser() as eve,
        enter(eve, host.room.id, "Eve") as other,
    ):
        await one.do(rp.Sit, 1)
        assert await other.refused(rp.Sit, 1) == "refused_voted"
        assert await other.refused(rp.CastVote, "seat", False, 1) == "refused_not_asked"
        assert await other.refused(rp.Say, "/refuse") == "refused_no_vote"
        await one.do(rp.Say, "/refuse")
        await other.do(rp.Sit, 1)
        await host.until(lambda: host.room.votes and host.room.votes[0].name == "Eve")


async def test_while_a_bot_stands_in_nothing_is_taken_back_by_the_others_alone(hasty: Served) -> None:
    async with hasty.browser() as ana, hasty.browser() as bo:
        room = await make_room(ana, start=0, patience=1)
        async with enter(ana, room) as host:
            async with enter(bo, room, "Bo") as guest:
                await guest.do(rp.Sit)
                await host.do(rp.StartGame)
                game = await host.until_playing()
            async with ana.sit(game) as red:
                await red.play(lines_of(red.view)[0])
                await host.until(lambda: host.room.seats[1].stand_in)
                await red.until_mine()
                await host.do(rp.AskUndo)
                await host.until(lambda: host.room.votes)
                assert host.room.votes[0].asked == [0, 1]


async def test_while_somebody_is_away_a_rated_game_is_not_ended_by_the_other_alone(hasty: Served) -> None:
    async with persons(hasty, "Ana", "Bo") as (ana, bo):
        room = await make_room(ana, rated=True, start=1, patience=1)
        async with enter(ana, room, headers=at(1)) as host:
            async with enter(bo, room, headers=at(2)) as guest:
                await guest.do(rp.Sit)
                await host.do(rp.StartGame)
            await host.until(lambda: not host.room.seats[1].present)
            await host.do(rp.AskEnd)
            assert (host.room.votes[0].asked, host.room.status) == ([0, 1], "playing")
            async with enter(bo, room, headers=at(2)) as guest:
                await guest.do(rp.CastVote, "end", True)
                await host.until(lambda: host.room.status == "over")


async def test_a_vote_about_a_seat_is_gone_when_the_seats_are_numbered_anew(hasty: Served) -> None:
    async with hasty.browser() as ana, hasty.browser() as cy, hasty.browser() as di:
        room = await make_room(ana, seats=[*THREE, {"kind": "open"}])
        async with (
            enter(ana, room) as host,
            enter(cy, room, "Cy") as third,
            enter(di, room, "Di") as fourth,
        ):
            await third.do(rp.Sit, 2)
            await fourth.do(rp.Sit, 3)
            await fourth.do(rp.RemoveSeat, 2)
            await host.until(lambda: host.room.votes)
            await host.do(rp.ChangeRoom, seats=3)
            assert [seat.name for seat in host.room.seats] == ["Ana", "Cy", "Di"]
            assert host.room.votes == []
