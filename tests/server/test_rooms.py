"""Several people at one table by one link: real clients with cookies of their own, at the real server."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.in_rooms import Guest, enter, make_room, play_to_the_end
from tests.server.process import running
from tests.server.served import Browser, Served, lines_of, serving
from tongiaki.server import room_protocol as rp
from tongiaki.server.protocol import Accepted, Refused, State


@contextlib.asynccontextmanager
async def two_at_a_table(served: Any, **new: Any) -> AsyncIterator[tuple[Guest, Guest, str]]:
    """Ana is the host and starts, Bo has come by the link; the game runs."""
    async with served.browser() as ana, served.browser() as bo:
        room = await make_room(ana, **new)
        async with enter(ana, room) as host, enter(bo, room, "Bo") as guest:
            await guest.do(rp.Sit)
            await host.do(rp.StartGame)
            yield host, guest, await guest.until_playing()


async def test_friends_sit_down_by_a_link_and_start(served: Served) -> None:
    async with served.browser() as ana, served.browser() as bo:
        room = await make_room(ana)
        async with enter(ana, room) as host, enter(bo, room, "Bo") as guest:
            assert (guest.you, host.you) == (rp.You(None, False, "Bo"), rp.You(0, True, "Ana"))
            assert await host.refused(rp.StartGame) == "refused_open_seats"
            assert await guest.refused(rp.StartGame) == "refused_not_host"
            await guest.do(rp.Sit, 1, colour="green")
            assert [(s.name, s.colours, s.you, s.host) for s in guest.room.seats] == [
                ("Ana", ["red"], False, True),
                ("Bo", ["green"], True, False),
            ]
            await host.do(rp.StartGame)
            game = await guest.until_playing()
            await host.until(lambda: host.room.game == game)
            assert "notice_started" in host.notices
            async with ana.sit(game) as red, bo.sit(game) as green:
                assert isinstance(red.first, State)
                assert isinstance(green.first, State)
                assert (red.first.table.your_seats, green.first.table.your_seats) == ([0], [1])
                assert (red.view.can_act, green.view.can_act) == (True, False)
                assert not red.first.table.undo_any
                assert red.first.table.room == room
                refused = await green.play(lines_of(red.view)[0])
                assert isinstance(refused, Refused)
                assert refused.code == "not_yours"
                await red.play(lines_of(red.view)[0])
                await green.until_seq(1)
                assert green.view.can_act


async def test_two_people_play_a_whole_game_and_again_from_their_own_browsers(served: Served) -> None:
    rng = random.Random(4)
    async with two_at_a_table(served) as (host, guest, game):
        ana, bo = host.browser, guest.browser
        async with (
            served.browser() as eve,
            ana.sit(game) as red,
            bo.sit(game) as blue,
            eve.sit(game) as watching,
        ):
            async with asyncio.TaskGroup() as playing:
                playing.create_task(play_to_the_end(red, rng.choice))
                playing.create_task(play_to_the_end(blue, rng.choice))
            await watching.until_mine()
            assert red.view.result == blue.view.result == watching.view.result
            assert red.events == blue.events == watching.events
        await host.until(lambda: host.room.status == "over")
        await guest.until(lambda: guest.room.status == "over")
        played = host.room.games[0]
        assert red.view.result is not None
        assert (played.winners, played.points) == (
            red.view.result.winners,
            [score.points for score in red.view.result.scores],
        )
        await guest.do(rp.AskRematch)
        await host.until(lambda: host.room.votes)
        assert (host.room.votes[0].about, host.room.votes[0].yes) == ("rematch", [1])
        await host.do(rp.CastVote, "rematch", True)
        again = await host.until_playing()
        assert again != game
        assert host.room.games[0] == played
        async with ana.sit(again) as red:
            assert isinstance(red.first, State)
            assert red.first.table.start_seat == 1
            assert red.view.active_seat == 1


async def test_spectators_can_never_act(served: Served) -> None:
    async with two_at_a_table(served) as (host, _guest, game), served.browser() as eve:
        async with host.browser.sit(game) as red, eve.sit(game) as watching:
            line = lines_of(red.view)[0]
            for answer in (
                await watching.play(line),
                await watching.preview(line),
                await watching.take_back(0),
                await watching.way_out(),
            ):
                assert isinstance(answer, Refused)
                assert (answer.code, answer.why.key) == ("not_yours", "refused_watching")
            assert not lines_of(watching.view)
            assert red.view.seq == watching.view.seq == 0
        assert (await eve.http.post(f"/api/tables/{game}/rematch")).status_code == 403
        async with enter(eve, host.room.id, "Eve") as watcher:
            assert await watcher.refused(rp.Sit) == "refused_playing"
            assert await watcher.refused(rp.Sit, 0) == "refused_seat_taken"
            for kind in (rp.Resign, rp.ComeBack, rp.AskEnd):
                assert await watcher.refused(kind) == "refused_not_seated"
            assert await watcher.refused(rp.RemoveSeat, 0) == "refused_not_host"
            assert await watcher.refused(rp.ChangeRoom, patience=1) == "refused_not_host"
            assert watcher.room.spectators == 1


async def test_two_tabs_of_a_seat_agree(served: Served) -> None:
    async with two_at_a_table(served) as (host, _guest, game):
        ana, room = host.browser, host.room.id
        async with ana.sit(game) as one, ana.sit(game) as other, enter(ana, room) as tab:
            assert (tab.you, one.view) == (host.you, other.view)
            assert isinstance(await one.play(lines_of(one.view)[0], id="same"), Accepted)
            await other.until_seq(1)
            assert other.view == one.view
            assert await other.play("place Tonga a", id="same", seq=0) == Accepted("same", 1)
            refused = await other.play("place Tonga a")
            assert isinstance(refused, Refused)
            assert refused.code == "not_yours"


async def test_undo_among_others_takes_back_only_what_is_free(served: Served) -> None:
    rng = random.Random(2)
    async with two_at_a_table(served) as (host, guest, game):
        ana, bo = host.browser, guest.browser
        async with ana.sit(game) as red, bo.sit(game) as blue:
            taken = 0
            while taken < 3 and red.view.phase != "over":
                mine, other = (red, blue) if red.view.can_act else (blue, red)
                await mine.until_mine()
                await other.until_seq(mine.view.seq)
                assert other.view.undo is None
                if mine.view.undo is not None:
                    taken += 1
                    assert not mine.view.undo.reveals
                    assert not mine.view.undo.passes
                    too_far = await mine.take_back(max(0, mine.view.undo.to - 1))
                    assert isinstance(too_far, Refused)
                    assert too_far.why.key in ("refused_undo_others", "refused_undo_start")
                    refused = await other.take_back(mine.view.undo.to)
                    assert isinstance(refused, Refused)
                    assert isinstance(await mine.take_back(mine.view.undo.to), Accepted)
                    assert mine.view.can_act
                await mine.play(rng.choice(lines_of(mine.view)))
                await other.until_seq(mine.view.seq)
            assert taken == 3


async def test_bots_sit_on_any_seat_and_the_host_sets_what_is_played(served: Served) -> None:
    async with served.browser() as ana, served.browser() as bo:
        room = await make_room(
            ana, seats=[{"kind": "you", "colour": "blue"}, {"kind": "bot", "bot": "random"}]
        )
        async with enter(ana, room) as host, enter(bo, room, "Bo") as guest:
            assert [seat.name for seat in host.room.seats] == ["Ana", "Random"]
            assert await guest.refused(rp.ChangeRoom, seats=3) == "refused_not_host"
            await host.do(rp.ChangeRoom, seats=4, rules={"royal_limit": 3}, start=2)
            assert [seat.colours for seat in host.room.seats] == [["blue"], ["red"], ["green"], ["yellow"]]
            assert await host.refused(rp.ChangeRoom, rules={"two_colours": True}) == "refused_two_colours"
            assert await host.refused(rp.ChangeRoom, rules={"royal": 3}) == "refused_rules"
            await host.do(rp.AddBot, "random")
            await host.do(rp.AddBot, "greedy", 3)
            assert [seat.name for seat in host.room.seats][1:] == ["Random", "Random 2", "Greedy"]
            assert await guest.refused(rp.Sit) == "refused_no_seat"
            await host.do(rp.RemoveSeat, 2)
            await host.do(rp.ChangeRoom, seats=3, rules={"two_colours": True})
            assert [seat.colours for seat in host.room.seats] == [
                ["blue", "green"],
                ["red", "orange"],
                ["yellow", "purple"],
            ]
            assert host.room.start == 2
            await guest.until(lambda: len(guest.room.seats) == 3)
            assert await guest.refused(rp.AddBot, "greedy") == "refused_not_host"
            await host.do(rp.StartGame)
            for alone in (
                {"seats": 2},
                {"patience": 1},
                {"stand_in": "random"},
            ):  # all have agreed to what it was
                assert await host.refused(rp.ChangeRoom, **alone) == "refused_playing"
            await host.do(rp.ChangeRoom, public=True)


async def test_colours_and_names_are_each_once(served: Served) -> None:
    async with served.browser() as ana, served.browser() as bo:
        room = await make_room(
            ana, seats=[{"kind": "you"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"}]
        )
        async with enter(ana, room) as host, enter(bo, room, "ana") as guest:
            assert guest.you.name == ""
            assert await guest.refused(rp.Sit) == "refused_name_needed"
            assert await guest.refused(rp.Sit, None, "ANA") == "refused_name_taken"
            assert await guest.refused(rp.Sit, None, "greedy") == "refused_name_claimed"
            for name in ("  ", "x" * 25, "a\u202eb", "a\u200bb"):
                assert await guest.refused(rp.Rename, name) == "refused_name"
            await guest.do(rp.Sit, None, " Bo   B. ")
            assert guest.you == rp.You(1, False, "Bo B.")
            assert await guest.refused(rp.ChooseColour, "red") == "refused_colour_taken"
            assert await guest.refused(rp.ChooseColour, "pink") == "refused_colour"
            await guest.do(rp.ChooseColour, "green")
            assert [seat.colours for seat in guest.room.seats] == [["red"], ["green"], ["blue"]]
            await guest.do(rp.Stand)
            await host.until(lambda: host.notices[-2:] == ["notice_sat", "notice_stood"])
            assert guest.room.seats[1].kind == "open"


async def test_a_command_is_done_once(served: Served) -> None:
    async with served.browser() as ana:
        room = await make_room(ana)
        async with enter(ana, room) as host:
            await host.do(rp.Say, "hello", id="same")
            await host.do(rp.Say, "hello", id="same")
            await host.do(rp.Say, "good bye")
            assert host.said == ["hello", "good bye"]


async def test_what_is_wrong_with_a_new_room_is_said(guest: Browser) -> None:
    for wrong, key in (
        ({"name": ""}, "refused_name"),
        ({"seats": [{"kind": "you"}]}, "refused_seats"),
        ({"seats": [{"kind": "you"}, {"kind": "bot", "bot": "god"}]}, "refused_bot"),
        ({"seats": [{"colour": "red"}, {"colour": "red"}]}, "refused_colour_taken"),
        ({"start": 2}, "refused_start"),
        ({"patience": -1}, "refused_patience"),
        ({"rules": {"x": 1}}, "refused_rules"),
        ({"seats": "none"}, "problem_malformed"),
    ):
        body = {"name": "Ana", "seats": [{"kind": "you"}, {"kind": "open"}], **wrong}
        response = await guest.http.post("/api/rooms", json=body)
        assert (response.status_code, response.json()["why"]["key"]) == (400, key)
    assert (await guest.http.get("/api/rooms/none")).json()["code"] == "unknown_room"


@pytest.mark.on_both
async def test_a_host_has_no_more_rooms_than_needed(served: Served, guest: Browser) -> None:
    for _ in range(20):
        await make_room(guest)
    response = await guest.http.post("/api/rooms", json={"name": "Ana", "seats": [{"kind": "you"}, {}]})
    assert (response.status_code, response.json()["why"]["key"]) == (429, "problem_rooms")


async def test_while_the_host_is_away_the_first_person_there_is_host(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "games.db", grace=0.0) as served,
        served.browser() as ana,
        served.browser() as bo,
    ):
        room = await make_room(ana)
        async with enter(bo, room, "Bo") as guest:
            async with enter(ana, room) as host:
                await guest.do(rp.Sit)
                assert not guest.you.host
                assert host.you.host
            await guest.until(lambda: guest.you.host)
            assert not guest.room.seats[0].present
            await guest.do(rp.StartGame)


@pytest.mark.slow
async def test_a_room_survives_kill_9(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    async with running(db) as server, server.browser() as ana, server.browser() as bo:
        room = await make_room(ana)
        async with enter(ana, room) as host, enter(bo, room, "Bo") as guest:
            await guest.do(rp.Sit)
            await guest.do(rp.Say, "ready")
            await host.do(rp.StartGame)
            game = await guest.until_playing()
            async with ana.sit(game) as red:
                await red.play(lines_of(red.view)[0])
                await guest.do(rp.AskEnd)
                await server.kill()
                told, talk, events = guest.room, guest.talk, red.events
        cookies = ana.http.cookies, bo.http.cookies
    async with running(db) as server, server.browser(cookies[0]) as ana, server.browser(cookies[1]) as bo:
        assert (await ana.http.get(f"/api/rooms/{room}")).json()["you"]["host"]
        async with enter(ana, room) as host, enter(bo, room) as guest:
            await guest.until(lambda: all(seat.present for seat in guest.room.seats))
            assert guest.room == told
            assert guest.talk == talk
            assert guest.you == rp.You(1, False, "Bo")
            async with bo.sit(game) as blue:
                assert blue.events == events
                assert blue.view.can_act
                assert isinstance(await blue.play(lines_of(blue.view)[0]), Accepted)
            await host.do(rp.CastVote, "end", True)
            await host.until(lambda: host.room.status == "over")


async def test_one_of_two_cannot_send_the_other_away(served: Served) -> None:
    async with served.browser() as ana, served.browser() as bo:
        room = await make_room(ana)
        async with enter(ana, room) as host, enter(bo, room, "Bo") as guest:
            await guest.do(rp.Sit)
            assert await guest.refused(rp.RemoveSeat, 0) == "refused_nobody_to_ask"
            await host.do(rp.StartGame)
            await guest.until_playing()
            for one, other in ((guest, 0), (host, 1)):
                assert await one.refused(rp.RemoveSeat, other) == "refused_nobody_to_ask"
            assert await guest.refused(rp.Say, "/remove Ana") == "refused_nobody_to_ask"
            assert not any(seat.resigned for seat in guest.room.seats)
