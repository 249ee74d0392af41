"""Rated games: who may play them, what they change, and that all of it follows from the logs."""

import contextlib
import random
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from tests.server.in_rooms import Guest, enter, make_room, play_to_the_end
from tests.server.inside import change, commanded, inside
from tests.server.own_time import OwnTime
from tests.server.served import Browser, Served, serving
from tests.server.test_people import SECRET, claim, log_in, problem
from tongiaki.server import room_protocol as rp
from tongiaki.server.rating.http import ranked
from tongiaki.server.rating.model import NEW, after, shown, spread
from tongiaki.server.rating.recompute import put_right, recomputed
from tongiaki.server.store.address import Address
from tongiaki.server.store.ratings import Strength
from tongiaki.server.store.standings import Rated

WITH_A_BOT = [{"kind": "you"}, {"kind": "bot", "bot": "random"}]


@contextlib.asynccontextmanager
async def persons(served: Served, *names: str) -> AsyncIterator[list[Browser]]:
    """Browsers in different places, each of somebody with a claimed name."""
    async with contextlib.AsyncExitStack() as stack:
        browsers = []
        for number, name in enumerate(names, 1):
            browser = await stack.enter_async_context(served.browser(**at(number)))
            await claim(browser, name)
            browsers.append(browser)
        yield browsers


def at(number: int) -> dict[str, str]:
    """What a proxy says about a place."""
    return {"X-Forwarded-For": f"192.0.2.{number}"}


async def play_on(browser: Browser, game: str, rng: random.Random) -> None:
    """Plays for a browser until the game is over."""
    async with browser.sit(game) as wire:
        await play_to_the_end(wire, rng.choice)


async def rated_game(browser: Browser, seed: int, **more: Any) -> tuple[str, str]:
    """A rated game against a bot, to its end: the room and the game."""
    room = await make_room(browser, rated=True, **{"seats": WITH_A_BOT, **more})
    async with enter(browser, room) as ana:
        await ana.do(rp.StartGame)
        game = await ana.until_playing()
        await play_on(browser, game, random.Random(seed))
        await ana.until(lambda: ana.room.status == "over")
        assert ana.room.games[0].rated
    return room, game


async def ratings(browser: Browser, path: str) -> list[dict[str, Any]]:
    """What is told of the ratings somewhere."""
    response = await browser.http.get(f"/api/{path}")
    assert response.status_code == 200, response.text
    return list(response.json())


def check(db: Path) -> tuple[int, bool]:
    """How many games have been rated, and whether what is kept is what follows from the logs."""
    found = inside(db, recomputed)
    return found.games, found.is_right


async def test_a_rated_game_changes_the_ratings_with_its_end(served: Served, tmp_path: Path) -> None:
    async with persons(served, "Ana") as (ana,), served.browser() as anybody:
        assert await ratings(anybody, "players") == []
        _, game = await rated_game(ana, 1)
        outcome = (await anybody.http.get(f"/api/tables/{game}")).json()["view"]["result"]
        told = await ratings(anybody, f"tables/{game}/ratings")
        places = [1 if seat in outcome["winners"] else 2 for seat in (0, 1)]
        expected = after([NEW, NEW], places)
        assert [
            (seat["name"], seat["bot"], seat["place"], seat["rating"], seat["spread"]) for seat in told
        ] == [
            ("Ana", None, places[0], shown(expected[0]), spread(expected[0])),
            ("Random", "random", places[1], shown(expected[1]), spread(expected[1])),
        ]
        assert told[0]["change"] == told[0]["rating"] - 1500
        listed = await ratings(anybody, "players")
        assert {(player["name"], player["bot"], player["games"]) for player in listed} == {
            ("Ana", None, 1),
            ("", "random", 1),
        }
        assert [player["rank"] for player in listed] == [1, 2]
        page = (await anybody.http.get("/api/players/ana")).json()
        assert page["player"] in listed
        assert [(played["id"], played["you"]) for played in page["games"]] == [(game, 0)]
        assert (await anybody.http.get("/api/players/random")).json()["bot"] == "random"
        missing = await anybody.http.get("/api/players/Nobody")
        assert problem(missing) == (404, "problem_unknown_player")
    assert check(tmp_path / "games.db") == (1, True)


@pytest.mark.on_both
async def test_ratings_follow_from_the_logs_and_can_be_put_right(served: Served, tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    async with persons(served, "Ana", "Bo") as (ana, bo):
        await rated_game(ana, 2)
        await rated_game(bo, 3, seats=[{"kind": "you"}, *[{"kind": "bot", "bot": "random"}] * 2])
        await rated_game(ana, 4)
        assert check(db) == (3, True)
        before = await ratings(ana, "players")
    change(
        db,
        "UPDATE rating SET mu = mu + 1e-9 WHERE games = 2",
        "DELETE FROM rating_change WHERE game = (SELECT game FROM rated_game WHERE number = 2)",
    )
    assert check(db) == (3, False)
    inside(db, _put_right)
    assert check(db) == (3, True)
    async with served.browser() as anybody:
        assert await ratings(anybody, "players") == before


def _put_right(connection: Connection) -> None:
    found = recomputed(connection)
    assert (len(found.wrong_games), len(found.wrong_players)) == (1, 1)
    put_right(connection, found)


async def test_only_claimed_names_and_our_bots_play_rated_games(served: Served) -> None:
    async with persons(served, "Ana") as (ana,), served.browser(**at(9)) as guest:
        body = {"name": "Cy", "seats": WITH_A_BOT, "rated": True}
        assert problem(await guest.http.post("/api/rooms", json=body)) == (400, "refused_rated_guest")
        room = await make_room(ana, rated=True)
        async with enter(ana, room) as host, enter(guest, room) as cy:
            assert await cy.refused(rp.Sit, None, "Cy") == "refused_rated_guest"
            assert await host.refused(rp.ChangeRoom, rules={"royal_limit": 3}) == "refused_rated_rules"
            await host.do(rp.ChangeRoom, rated=False)
            await cy.do(rp.Sit, None, "Cy")
            assert await host.refused(rp.ChangeRoom, rated=True) == "refused_rated_guest"
            assert [seat.claimed for seat in cy.room.seats] == [True, False]
            await host.do(rp.StartGame)
            assert await ratings(guest, f"tables/{await host.until_playing()}/ratings") == []


async def test_nobody_plays_on_two_seats_of_a_rated_game(served: Served) -> None:
    async with served.browser(**at(7)) as ana, served.browser(**at(7)) as bo:
        await claim(ana)
        await claim(bo, "Bo")
        room = await make_room(ana, rated=True)
        async with enter_from(ana, room, 7) as host:
            async with enter_from(bo, room, 7) as guest:
                await guest.do(rp.Sit, None)
                assert await host.refused(rp.StartGame) == "refused_rated_place"
                raw = "".join(host.raw + guest.raw)
                assert "192.0.2" not in raw
            async with enter_from(bo, room, 8):
                await host.do(rp.StartGame)


@contextlib.asynccontextmanager
async def enter_from(browser: Browser, room: str, number: int) -> AsyncIterator[Guest]:
    """As `enter`, from a place."""
    async with enter(browser, room, headers=at(number)) as guest:
        yield guest


async def test_who_was_not_here_yet_does_not_begin_a_rated_game(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    async with serving(db) as served, persons(served, "Ana", "Bo") as (ana, bo):
        room = await make_room(ana, rated=True)
        async with enter_from(ana, room, 1), enter_from(bo, room, 2) as guest:
            await guest.do(rp.Sit, None)
        cookies = ana.http.cookies
    async with serving(db) as served, served.browser() as ana:
        ana.http.cookies = cookies
        async with enter_from(ana, room, 1) as host:
            assert await host.refused(rp.StartGame) == "refused_rated_absent"


async def test_in_a_rated_game_nothing_is_taken_back_and_no_seat_changes_hands(served: Served) -> None:
    async with persons(served, "Ana", "Bo") as (ana, bo), served.browser(**at(3)) as cy:
        room = await make_room(ana, rated=True)
        async with enter_from(ana, room, 1) as host, enter_from(bo, room, 2) as guest:
            await guest.do(rp.Sit, None)
            await host.do(rp.StartGame)
            game = await host.until_playing()
            assert "notice_started_rated" in host.notices
            async with ana.sit(game) as wire:
                assert wire.first.table.rated  # type: ignore[union-attr]
                await wire.play(wire.view.choices[0].line)
                assert wire.view.undo is None
                refused = await wire.take_back(0)
                assert refused.why.key == "refused_rated_undo"  # type: ignore[union-attr]
                seq = wire.view.seq
            assert await host.refused(rp.AskUndo) == "refused_rated_undo"
            assert await host.refused(rp.RemoveSeat, 1) == "refused_rated_seat"
            tried = await ana.http.post("/api/tables", json={"origin": {"table": game, "seq": seq}})
            assert problem(tried) == (409, "problem_rated_running")
            record = (await ana.http.get(f"/api/tables/{game}/record")).json()
            taken_up = await ana.http.post("/api/tables", json={"record": record})
            assert problem(taken_up) == (409, "problem_rated_running")
            async with enter(cy, room, "Cy") as other:
                assert await other.refused(rp.Sit, 0, "Cy") == "refused_rated_seat"
            seats = [await odds_told(browser, game) for browser in (ana, bo, cy)]
            assert seats[0] == seats[1] == seats[2]


async def odds_told(browser: Browser, game: str) -> Any:
    """What a browser is told of the odds at a table."""
    state = (await browser.http.get(f"/api/tables/{game}")).json()
    return state["table"]["odds"], state["table"]["rated"]


async def test_startnosave_begins_a_game_that_is_not_rated(served: Served) -> None:
    async with persons(served, "Ana") as (ana,):
        room = await make_room(ana, rated=True, seats=WITH_A_BOT)
        async with enter(ana, room) as host:
            await host.do(rp.Say, "/startnosave")
            await host.until_playing()
            assert [game.rated for game in host.room.games] == [False]
            assert host.room.rated


async def test_who_resigns_comes_last_and_an_end_by_consent_is_not_rated(
    served: Served, tmp_path: Path
) -> None:
    async with persons(served, "Ana", "Bo") as (ana, bo):
        room = await make_room(ana, rated=True)
        async with enter_from(ana, room, 1) as host, enter_from(bo, room, 2) as guest:
            await guest.do(rp.Sit, None)
            await host.do(rp.StartGame)
            await host.until_playing()
            await host.do(rp.AskEnd)
            await guest.do(rp.AskEnd)
            await host.until(lambda: host.room.status == "over")
            assert check(tmp_path / "games.db") == (0, True)
            await host.do(rp.AskRematch)
            await guest.do(rp.AskRematch)
            await host.until(lambda: host.room.status == "playing")
            game = str(host.room.game)
            await guest.do(rp.Resign)
            await play_on(ana, game, random.Random(5))
            told = await ratings(ana, f"tables/{game}/ratings")
            assert [(seat["name"], seat["place"]) for seat in told] == [("Ana", 1), ("Bo", 2)]


async def test_a_bot_cannot_be_left_behind_by_consent(served: Served, tmp_path: Path) -> None:
    async with persons(served, "Ana", "Bo") as (ana, bo):
        seats = [{"kind": "you"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
        room = await make_room(ana, rated=True, seats=seats)
        async with enter_from(ana, room, 1) as host, enter_from(bo, room, 2) as guest:
            await guest.do(rp.Sit, None)
            await host.do(rp.StartGame)
            await host.until_playing()
            await guest.do(rp.Resign)
            await host.until(lambda: host.room.seats[1].resigned)
            await host.do(rp.AskEnd)
            await host.until(lambda: host.room.status == "over")
            assert check(tmp_path / "games.db") == (0, True)


async def test_nobody_saves_the_rating_by_letting_the_others_wait(tmp_path: Path) -> None:
    time = OwnTime()
    async with serving(tmp_path / "games.db", time=time) as served, persons(served, "Ana", "Bo") as (ana, bo):
        room = await make_room(ana, rated=True, start=1, patience=0)
        async with enter(ana, room, headers=at(1)) as host, enter(bo, room, headers=at(2)) as guest:
            await guest.do(rp.Sit)
            await host.do(rp.StartGame)
            game = await host.until_playing()
            assert (host.room.clock.kind, host.room.clock.days) == ("days", 3)
            async with ana.sit(game) as watching:
                assert watching.view.clock is not None
            time.advance(3 * 24 * 3600)
            await host.until(lambda: host.room.seats[1].resigned)
            await host.do(rp.AskEnd)
            await host.until(lambda: host.room.status == "over")
        seats = (await ana.http.get(f"/api/tables/{game}/ratings")).json()
        assert [(seat["name"], seat["place"]) for seat in seats] == [("Ana", 1), ("Bo", 2)]


async def test_no_bot_plays_for_the_rating_of_somebody_who_is_away(tmp_path: Path) -> None:
    time = OwnTime()
    clock = {"kind": "bank", "bank": 600, "increment": 5}
    async with (
        serving(tmp_path / "games.db", time, grace=0.0) as served,
        persons(served, "Ana", "Bo") as (ana, bo),
    ):
        room = await make_room(ana, rated=True, clock=clock, patience=30, start=1)
        async with enter(ana, room, headers=at(1)) as host:
            async with enter(bo, room, headers=at(2)) as guest:
                await guest.do(rp.Sit)
                await host.do(rp.StartGame)
                await host.until_playing()
            await host.until(lambda: not host.room.seats[1].present)
            time.advance(599)
            await host.do(rp.Say, "still waiting")
            assert host.room.seats[1].stand_in is None
            time.advance(30)
            await host.until(lambda: host.room.seats[1].resigned)


@pytest.mark.parametrize("leaves", ["resigns", "runs out of time"])
async def test_who_has_left_a_rated_game_does_not_save_the_rating_by_its_end(
    tmp_path: Path, leaves: str
) -> None:
    """Who is left needs nobody's consent to end it, and has won."""
    db, time = tmp_path / "games.db", OwnTime()
    clock = {"kind": "bank", "bank": 60, "increment": 5}
    async with serving(db, time) as served, persons(served, "Ana", "Bo") as (ana, bo):
        room = await make_room(ana, rated=True, clock=clock, patience=0, start=1)
        async with enter_from(ana, room, 1) as host, enter_from(bo, room, 2) as guest:
            await guest.do(rp.Sit, None)
            await host.do(rp.StartGame)
            game = await host.until_playing()
            if leaves == "resigns":
                await guest.do(rp.Resign)
            else:
                time.advance(61)
            await host.until(lambda: host.room.seats[1].resigned)
            await host.do(rp.AskEnd)
            await host.until(lambda: host.room.status == "over")
            told = await ratings(ana, f"tables/{game}/ratings")
            assert [(seat["name"], seat["place"]) for seat in told] == [("Ana", 1), ("Bo", 2)]
            assert told[0]["change"] > 0 > told[1]["change"]
            assert check(db) == (1, True)


def test_equals_share_a_rank() -> None:
    strengths = {"@1": (30.0, 4.0), "@2": (25.0, 8.0), "@3": (25.0, 8.0), "@4": (24.0, 8.0)}
    everybody = [Rated(id, f"P{id[1]}", Strength(*known), 1, 0) for id, known in strengths.items()]
    assert [(player.rank, player.name) for player in ranked(everybody)] == [
        *((1, "P1"), (2, "P2"), (2, "P3"), (4, "P4"))
    ]


async def test_the_ratings_of_who_is_gone_stay_without_a_name(served: Served, tmp_path: Path) -> None:
    async with persons(served, "Ana", "Bo") as (ana, bo):
        _, game = await rated_game(ana, 6)
        await ana.http.post("/api/me/delete", json={"password": SECRET})
        assert [player["bot"] for player in await ratings(bo, "players")] == ["random"]
        assert [seat["name"] for seat in await ratings(bo, f"tables/{game}/ratings")] == ["N. N.", "Random"]
    assert check(tmp_path / "games.db") == (1, True)


@pytest.mark.on_both
async def test_the_command_says_whether_the_ratings_follow_from_the_logs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "games.db"
    async with serving(db) as served, persons(served, "Ana") as (ana,):
        await rated_game(ana, 8)
        assert await commanded(db, "ratings") == 0
        assert "1 rated games, 2 players\nthe ratings follow from the logs" in capsys.readouterr().out
        change(db, "UPDATE rating SET games = 7")
        assert await commanded(db, "ratings") == 1
        assert await commanded(db, "ratings", "--write") == 2
        assert "another server" in capsys.readouterr().err
    assert await commanded(db, "ratings", "--write") == 0
    assert await commanded(db, "ratings") == 0


async def test_persons_and_ratings_are_the_same_in_postgresql(postgres: Address) -> None:
    async with serving(postgres) as served, persons(served, "Ana", "Bo") as (ana, bo):
        _, game = await rated_game(ana, 9)
        assert [seat["name"] for seat in await ratings(bo, f"tables/{game}/ratings")] == ["Ana", "Random"]
        assert len(await ratings(bo, "players")) == 2
        found = await served.app.state.store.read(recomputed)
        assert (found.games, found.is_right) == (1, True)
        assert (await bo.http.get("/api/players/ana")).json()["games"][0]["id"] == game
        assert (await ana.http.get("/api/me/export")).json()["rated"][0]["game"] == game
        async with served.browser(**at(5)) as phone:
            table = await phone.make()
            assert (await log_in(phone)).status_code == 200
            told = (await phone.http.get("/api/me/export")).json()
            assert {kept["id"] for kept in told["games"]} == {game, table}
            await served.app.state.retention.forget(datetime.now(UTC))
            gone = await phone.http.post("/api/me/delete", json={"password": SECRET})
            assert gone.status_code == 200, gone.text
        assert [player["bot"] for player in await ratings(bo, "players")] == ["random"]
        assert (await served.app.state.store.read(recomputed)).is_right
