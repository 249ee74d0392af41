"""A name with a password is the same person in every browser; a guest's games come along."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from tests.server.in_rooms import enter, make_room
from tests.server.inside import everything, inside
from tests.server.served import Browser, Served, serving
from tests.server.test_leases import two, until
from tongiaki.server import room_protocol as rp
from tongiaki.server.looks import BLANK, look_of
from tongiaki.server.people import people
from tongiaki.server.people.limits import Limit
from tongiaki.server.people.names import is_reserved
from tongiaki.server.people.operating import reset_password
from tongiaki.server.people.people import FAILURES_OF_A_NAME
from tongiaki.server.people.retention import LOGIN_DAYS, Retention
from tongiaki.server.problems import Refusal
from tongiaki.server.rooms import arrangement
from tongiaki.server.rooms.talk import plain
from tongiaki.server.sessions import hashed
from tongiaki.server.store.address import Address
from tongiaki.server.store.schema import metadata

SECRET = "seven boats to Samoa"
ROOT = Path(__file__).parents[2]


async def claim(browser: Browser, name: str = "Ana", password: str = SECRET) -> dict[str, Any]:
    """Claims a name in a browser."""
    response = await browser.http.post("/api/me/claim", json={"name": name, "password": password})
    assert response.status_code == 201, response.text
    return dict(response.json())


async def log_in(browser: Browser, name: str = "Ana", password: str = SECRET) -> Any:
    """Tries to log in."""
    return await browser.http.post("/api/me/login", json={"name": name, "password": password})


async def who(browser: Browser) -> str:
    """The name of who is at a browser."""
    return str((await browser.http.get("/api/me")).json()["name"])


async def mine(browser: Browser) -> list[dict[str, Any]]:
    """The games of a browser."""
    return list((await browser.http.get("/api/rooms/mine")).json())


def problem(response: Any) -> tuple[int, str]:
    """Status and key of an answer that says no."""
    return response.status_code, response.json()["why"]["key"]


async def test_who_logs_in_where_somebody_was_takes_the_place(served: Served) -> None:
    async with served.browser() as ana, served.browser() as shared, served.browser() as bo:
        await claim(ana, "Ana")
        await claim(bo, "Bo")
        await log_in(shared, "Ana")
        async with enter(shared, await make_room(shared)) as tab:
            assert tab.you.name == "Ana"
            await log_in(shared, "Bo")
            await tab.socket.wait_closed()
        logins = (await ana.http.get("/api/me/logins")).json()
        assert [login["this"] for login in logins] == [True]


async def test_a_claimed_name_has_the_guests_games_in_every_browser(served: Served) -> None:
    async with served.browser() as laptop, served.browser() as phone:
        alone = await laptop.make()
        room = await make_room(laptop)
        assert (await claim(laptop))["name"] == "Ana"
        assert {(game["room"], game["game"]) for game in await mine(laptop)} == {(None, alone), (room, None)}
        assert await mine(phone) == []
        assert (await log_in(phone)).status_code == 200
        assert await mine(phone) == await mine(laptop)
        async with phone.sit(alone) as wire, enter(phone, room) as ana:
            assert wire.view.can_act
            assert ana.you == rp.You(0, True, "Ana")


async def test_what_a_guest_plays_when_logging_in_is_the_persons_afterwards(served: Served) -> None:
    async with served.browser() as laptop, served.browser() as phone, served.browser() as friend:
        await claim(laptop)
        room = await make_room(phone, name="Anaphone", seats=[{"kind": "you"}, {"kind": "open"}])
        async with enter(phone, room) as as_guest, enter(friend, room) as bo:
            await bo.do(rp.Sit, None, "Bo")
            await as_guest.do(rp.StartGame)
            game = await bo.until_playing()
            assert (await log_in(phone)).status_code == 200
            async with laptop.sit(game) as wire:
                assert wire.view.can_act
                await wire.play("place Tonga a")
            await bo.do(rp.Say, "hello")
        async with enter(laptop, room) as ana:
            assert (ana.you.seat, ana.you.host) == (0, True)
            assert [seat.name for seat in ana.room.seats] == ["Ana", "Bo"]
            assert ana.room.games[0].names == ["Ana", "Bo"]


async def test_after_logging_out_a_guest_is_there_again(served: Served) -> None:
    async with served.browser() as laptop, served.browser() as phone:
        await claim(laptop)
        await log_in(phone)
        table = await phone.make()
        response = await phone.http.post("/api/me/logout", json={})
        assert "tongiaki_login=" in response.headers["set-cookie"]
        assert await who(phone) == ""
        assert await mine(phone) == []
        assert [game["game"] for game in await mine(laptop)] == [table]


async def test_an_old_cookie_is_worth_nothing_after_logging_out(served: Served) -> None:
    async with served.browser() as laptop, served.browser() as thief:
        await claim(laptop)
        thief.http.cookies.set("tongiaki_login", laptop.http.cookies["tongiaki_login"])
        assert await who(thief) == "Ana"
        await laptop.http.post("/api/me/logout", json={})
        assert await who(thief) == ""
        assert problem(await thief.http.get("/api/me/logins")) == (403, "problem_not_logged_in")


async def test_logins_are_listed_and_ended(served: Served) -> None:
    firefox = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
    async with served.browser() as laptop, served.browser(**{"user-agent": firefox}) as phone:
        await claim(laptop)
        await log_in(phone)
        logins = (await laptop.http.get("/api/me/logins")).json()
        assert [(login["device"], login["this"]) for login in logins] == [
            ("Firefox, Android", False),
            ("", True),
        ]
        left = await laptop.http.post("/api/me/logins/end", json={"id": logins[0]["id"]})
        assert [login["this"] for login in left.json()] == [True]
        assert await who(phone) == ""
        await log_in(phone)
        assert len((await phone.http.post("/api/me/logins/end", json={})).json()) == 1
        assert (await who(laptop), await who(phone)) == ("", "Ana")
        ended = await phone.http.post("/api/me/logins/end", json={"id": logins[0]["id"]})
        assert problem(ended) == (404, "problem_unknown_login")


async def test_nobody_ends_the_login_of_another(served: Served) -> None:
    async with served.browser() as ana, served.browser() as bo:
        await claim(ana)
        await claim(bo, "Bo")
        login = (await ana.http.get("/api/me/logins")).json()[0]["id"]
        assert (await bo.http.post("/api/me/logins/end", json={"id": login})).status_code == 404
        assert await who(ana) == "Ana"


async def test_a_new_password_logs_the_other_browsers_out(served: Served) -> None:
    async with served.browser() as laptop, served.browser() as phone:
        await claim(laptop)
        await log_in(phone)
        wrong = await laptop.http.post("/api/me/password", json={"old": "guess and guess", "new": "x" * 9})
        assert problem(wrong) == (400, "problem_password_simple")
        wrong = await laptop.http.post(
            "/api/me/password", json={"old": "guess and guess", "new": "nine palms"}
        )
        assert problem(wrong) == (403, "problem_password_wrong")
        changed = await laptop.http.post("/api/me/password", json={"old": SECRET, "new": "nine palms"})
        assert changed.status_code == 200
        assert (await who(laptop), await who(phone)) == ("Ana", "")
        assert problem(await log_in(phone)) == (403, "problem_login")
        assert (await log_in(phone, password="nine palms")).status_code == 200


CANNOT_BE_CLAIMED = [
    ("", SECRET, (400, "problem_name")),
    ("A" * 25, SECRET, (400, "problem_name")),
    ("a\u202eb", SECRET, (400, "problem_name")),
    ("Greedy", SECRET, (409, "problem_name_taken")),
    ("random 2", SECRET, (409, "problem_name_taken")),
    ("n. n.", SECRET, (409, "problem_name_taken")),
    ("Cleo", "short", (400, "problem_password")),
    ("Cleo", "", (400, "problem_password")),
    ("Cleopatra", "cleopatra", (400, "problem_password_simple")),
    ("Cleo", "12345678", (400, "problem_password_simple")),
    ("Cleo", "Password1", (400, "problem_password_simple")),
    ("ana", SECRET, (409, "problem_name_taken")),
    ("  ANA ", SECRET, (409, "problem_name_taken")),
    ("Ａｎａ", SECRET, (409, "problem_name_taken")),
    ("Ána", SECRET, (409, "problem_name_taken")),
    ("Аnа", SECRET, (409, "problem_name_taken")),  # Cyrillic
    ("A.n.a", SECRET, (409, "problem_name_taken")),
    ("Grееdy 3", SECRET, (409, "problem_name_taken")),  # Cyrillic, and a bot
    ("T0NGIAKI", SECRET, (409, "problem_name_taken")),
]


async def test_what_cannot_be_claimed(served: Served) -> None:
    async with served.browser() as ana, served.browser() as other:
        await claim(ana)
        for name, password, says in CANNOT_BE_CLAIMED:
            response = await other.http.post("/api/me/claim", json={"name": name, "password": password})
            assert problem(response) == says, name
        assert await who(other) == ""


async def test_a_guest_cannot_be_called_as_somebody_who_has_claimed_the_name(served: Served) -> None:
    async with served.browser() as ana, served.browser() as other:
        await claim(ana)
        made = await other.http.post("/api/rooms", json={"name": "ANA", "seats": [{}, {}]})
        assert problem(made) == (409, "refused_name_claimed")
        quick = await other.http.post("/api/rooms/quick", json={"name": "Ana"})
        assert problem(quick) == (409, "refused_name_claimed")
        room = await make_room(ana, name="Whoever")
        async with enter(ana, room) as host, enter(other, room, "Ana") as guest:
            assert host.you.name == "Ana"
            assert guest.you.name == ""
            assert await guest.refused(rp.Sit, None, "ana") == "refused_name_claimed"
            assert await guest.refused(rp.Rename, "Ana") == "refused_name_claimed"
            await guest.do(rp.Sit, None, "Bo")
            assert await host.refused(rp.Rename, "Somebody") == "refused_own_name"
            assert host.you.name == "Ana"


async def test_guessing_is_slowed_down_and_tells_nothing(served: Served) -> None:
    async with served.browser() as ana, served.browser() as thief:
        await claim(ana)
        unknown = await log_in(thief, "Nobody")
        for _ in range(FAILURES_OF_A_NAME):
            wrong = await log_in(thief, password="a guess of many")
            assert wrong.status_code == 403
            assert wrong.content == unknown.content
        assert problem(await log_in(thief, "ANA")) == (429, "problem_too_often")
        assert await who(ana) == "Ana"


async def test_who_guesses_at_several_processes_has_no_more_attempts(postgres: Address) -> None:
    async with two(postgres) as servers, servers[0].browser() as ana:
        await claim(ana)
        async with servers[0].browser() as here, servers[1].browser() as there:
            for guess in range(FAILURES_OF_A_NAME):
                await log_in((here, there)[guess % 2], password="a guess of many")
            for server, thief in zip(servers, (here, there), strict=True):
                people = server.app.state.people
                await until(lambda people=people: people._by_name.minutes("ana"))  # type: ignore[misc]
                assert problem(await log_in(thief)) == (429, "problem_too_often")


async def test_what_was_guessed_is_forgotten_everywhere_when_the_password_comes(postgres: Address) -> None:
    async with two(postgres) as (first, second), first.browser() as ana, second.browser() as phone:
        await claim(ana)
        for _ in range(2):
            for _ in range(FAILURES_OF_A_NAME - 1):
                await log_in(phone, password="a guess of many")
            assert (await log_in(ana)).status_code == 200
            await until(lambda: "ana" not in second.app.state.people._by_name._counted)


def test_a_limit_is_over_after_its_time() -> None:
    time = 0.0
    limit = Limit(2, 120, lambda: time)
    limit.count("a")
    assert limit.minutes("a") == 0
    limit.count("a")
    assert (limit.minutes("a"), limit.minutes("b")) == (2, 0)
    time = 119
    assert limit.minutes("a") == 1
    time = 120
    assert limit.minutes("a") == 0


async def test_other_sites_change_nothing(guest: Browser) -> None:
    await claim(guest)
    elsewhere = {"Origin": "https://elsewhere.example"}
    for path in ("claim", "login", "logout", "password", "logins/end", "delete"):
        response = await guest.http.post(f"/api/me/{path}", json={}, headers=elsewhere)
        assert problem(response) == (403, "problem_origin"), path
    assert await who(guest) == "Ana"


async def test_cookies_are_for_this_server_alone(served: Served) -> None:
    async with served.browser(**{"x-forwarded-proto": "https"}) as safe, served.browser() as plain:
        body = {"name": "Ana", "password": SECRET}
        over_tls = (await safe.http.post("/api/me/claim", json=body)).headers["set-cookie"].lower()
        without = (await plain.http.post("/api/me/login", json=body)).headers["set-cookie"].lower()
        assert {"httponly", "samesite=lax", "secure", "path=/"} <= set(over_tls.replace(";", "").split())
        assert "secure" not in without
        assert "httponly" in without


async def test_who_comes_again_and_again_is_not_logged_out(served: Served) -> None:
    async with served.browser() as ana:
        assert "set-cookie" not in (await ana.http.get("/api/me")).headers
        await ana.make()
        await claim(ana)
        tokens = dict(ana.http.cookies)
        said = {"X-Forwarded-Proto": "https"}
        kept = (await ana.http.get("/api/me", headers=said)).headers.get_list("set-cookie")
        assert {cookie.partition(";")[0] for cookie in kept} == {f"{n}={t}" for n, t in tokens.items()}
        for cookie in kept:
            assert {"HttpOnly", "Secure", "SameSite=lax"} <= set(cookie.split("; "))
            assert int(cookie.partition("Max-Age=")[2].partition(";")[0]) >= LOGIN_DAYS * 24 * 3600
        ana.http.cookies.set("tongiaki_login", "of nobody", domain="127.0.0.1")
        assert "of nobody" not in str((await ana.http.get("/api/me")).headers)


async def test_no_password_or_token_is_written_down(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async with serving(tmp_path / "games.db") as served, served.browser() as ana:
        await claim(ana)
        token = ana.http.cookies["tongiaki_login"]
        await log_in(ana, password="a wrong secret")
        malformed = await ana.http.post("/api/me/login", json={"name": "Ana", "password": [SECRET]})
        assert SECRET not in malformed.text
        exported = await ana.http.get("/api/me/export")
    kept = repr(everything(tmp_path / "games.db"))
    logged = "".join(capfd.readouterr())
    for secret in (SECRET, token, "a wrong secret"):
        assert secret not in logged
        assert secret not in exported.text
        assert secret not in kept


@pytest.mark.on_both
async def test_my_data_as_a_file(served: Served) -> None:
    async with served.browser() as ana, served.browser() as bo:
        room = await make_room(ana)
        async with enter(ana, room) as host, enter(bo, room) as guest:
            await guest.do(rp.Sit, None, "Bo")
            await host.do(rp.Say, "Welcome!")
            await guest.do(rp.Say, "Thank you")
            await host.do(rp.Block, "Bo", True)
            await host.do(rp.StartGame)
            game = await host.until_playing()
        await claim(ana)
        response = await ana.http.get("/api/me/export")
        told = response.json()
        assert "attachment" in response.headers["content-disposition"]
        assert (told["name"], len(told["logins"])) == ("Ana", 1)
        assert [line["text"] for line in told["said"]] == ["Welcome!"]
        assert told["listens_not_to"] == ["Bo"]
        part = {"host": True, "called": "Ana", "seat": 0, "holidays": [], "muted": False}
        assert told["rooms"] == [{"id": room, **part}]
        assert [(kept["id"], kept["your_seats"]) for kept in told["games"]] == [(game, [0])]
        assert (await ana.http.get(told["games"][0]["record"])).status_code == 200
        assert "Thank you" not in response.text


@pytest.mark.on_both
async def test_who_deletes_the_account_is_gone_and_the_games_stay(served: Served, tmp_path: Path) -> None:
    async with served.browser() as ana, served.browser() as bo:
        await claim(ana)
        room = await make_room(ana)
        async with enter(ana, room) as host, enter(bo, room) as guest:
            await guest.do(rp.Sit, None, "Bo")
            await host.do(rp.Say, "My secret island")
            await host.do(rp.StartGame)
            await host.do(rp.AskEnd)
            await guest.until(lambda: guest.room.votes)
            await guest.do(rp.CastVote, "end", True)
            await guest.until(lambda: guest.room.status == "over")
            await host.do(rp.StartGame)
            game = await guest.until_playing()
            async with ana.sit(game) as wire:
                await wire.play("place Tonga a")
            wrong = await ana.http.post("/api/me/delete", json={"password": "something else"})
            assert problem(wrong) == (403, "problem_password_wrong")
            gone = await ana.http.post("/api/me/delete", json={"password": SECRET})
            assert gone.status_code == 200, gone.text
            assert await who(ana) == ""
            await guest.until(lambda: guest.room.seats[0].resigned)
            assert [seat.name for seat in guest.room.seats] == ["N. N.", "Bo"]
            assert [game.names for game in guest.room.games] == [["N. N.", "Bo"]] * 2
            await guest.until(lambda: all("secret" not in line.text for line in guest.talk.values()))
        assert problem(await log_in(ana)) == (403, "problem_login")
        async with bo.sit(game) as wire:
            assert wire.first is not None
            assert [seat.name for seat in wire.first.table.seats] == ["N. N.", "Bo"]  # type: ignore[union-attr]
            assert wire.view.seq > 1
    kept = everything(tmp_path / "games.db")
    assert "Ana" not in repr(kept)
    assert "secret island" not in repr(kept)
    assert kept["game"]


@pytest.mark.on_both
async def test_no_name_that_somebody_ever_had_is_left_when_the_account_is_deleted(
    served: Served, tmp_path: Path
) -> None:
    async with served.browser() as ana, served.browser() as bo:
        room = await make_room(bo, name="Bo")
        async with enter(ana, room, "Zora1") as guest, enter(bo, room) as host:
            await guest.do(rp.Sit, None, "Zora1")
            await guest.do(rp.Rename, "Zora2")
            await guest.do(rp.Say, "all of you are wet")
            said = next(n for n, line in guest.talk.items() if line.text)
            await host.until(lambda: said in host.talk)
            await host.do(rp.ReportLine, said)
            await guest.do(rp.Stand)
        await claim(ana, "Zora3")
        async with enter(ana, room) as guest, enter(bo, room) as host:
            await guest.do(rp.Sit)
            assert (await ana.http.post("/api/me/name", json={"name": "Zora4"})).status_code == 200
            await host.do(rp.RemoveSeat, 1)
            await guest.until(lambda: guest.you.seat is None)
            told = (await ana.http.get("/api/me/export")).json()
            assert (told["rooms"][0]["called"], told["rooms"][0]["seat"]) == ("Zora4", None)
        async with enter(ana, room) as guest:
            notices = [line.notice for line in guest.talk.values() if line.notice is not None]
            assert {notice.params.get("name") for notice in notices} == {"Zora1", "Zora4"}
            assert (await ana.http.post("/api/me/delete", json={"password": SECRET})).status_code == 200
        async with enter(bo, room) as host:
            assert not any("Zora" in text for text in host.raw)
    kept = everything(tmp_path / "games.db")
    assert "Zora" not in repr(kept)
    assert "are wet" not in repr({**kept, "report": []})
    file = tmp_path / "games.db"
    if file.exists():
        assert b"Zora" not in file.read_bytes()


@pytest.mark.on_both
async def test_what_a_room_has_forgotten_of_somebody_goes_too(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrangement, "MOST_KNOWN", 1)
    async with served.browser() as ana, served.browser() as bo:
        room = await make_room(bo, name="Bo")
        async with enter(ana, room, "Ana") as guest:
            await guest.do(rp.Say, "somewhere over the sea")
        async with served.browser() as cy, enter(cy, room, "Cy"):
            pass
        assert (await ana.http.post("/api/me/delete", json={})).status_code == 200
    kept = repr(everything(tmp_path / "games.db"))
    assert "over the sea" not in kept
    assert "Ana" not in kept


@pytest.mark.on_both
async def test_where_somebody_is_told_of_the_own_turn_comes_along_and_goes(served: Served) -> None:
    hook = "INSERT INTO notice (session, kind, address, keys, words, origin, created) "
    hook += "VALUES (?, 'hook', ?, '', '', '', '')"

    async def addresses(browser: Browser) -> list[str]:
        told = (await browser.http.get("/api/me/export")).json()["told_of_my_turn_at"]
        return [place["address"] for place in told]

    async with served.browser() as laptop, served.browser() as phone:
        await claim(laptop)
        await phone.make()
        guest = hashed(phone.http.cookies["tongiaki"])
        await served.app.state.store.write([(hook, (guest, "https://ana.example/"))])
        assert (await addresses(phone), await addresses(laptop)) == (["https://ana.example/"], [])
        await log_in(phone)
        assert await addresses(laptop) == ["https://ana.example/"]
        await laptop.http.post("/api/me/delete", json={"password": SECRET})
        kept = await served.app.state.store.read(lambda c: list(c.execute(text("SELECT * FROM notice"))))
        assert kept == []


async def test_a_guest_can_be_forgotten_too(served: Served) -> None:
    async with served.browser() as guest, served.browser() as other:
        table = await guest.make()
        assert (await guest.http.post("/api/me/delete", json={})).status_code == 200
        assert await mine(guest) == []
        state = (await other.http.get(f"/api/tables/{table}")).json()
        assert [seat["name"] for seat in state["table"]["seats"]] == ["N. N.", "N. N."]


@pytest.mark.on_both
async def test_what_is_too_old_is_deleted(served: Served) -> None:
    state = served.app.state
    async with served.browser() as ana, served.browser() as bo:
        await claim(ana)
        room = await make_room(ana)
        async with enter(ana, room) as host:
            await host.do(rp.Say, "Anybody here?")
        retention = Retention(state.people, state.leaving, state.store.leases)
        now = datetime.now(UTC)
        await retention.forget(now + timedelta(days=179))
        assert await who(ana) == "Ana"
        await retention.forget(now + timedelta(days=182))
        assert await who(ana) == ""
        assert (await log_in(ana)).status_code == 200
        async with enter(bo, room) as guest:
            assert guest.said == ["Anybody here?"]
        await state.rooms.view(room, None)
        await retention.forget(now + timedelta(days=367))
        assert (await log_in(ana)).status_code == 200
        await retention.forget(now + timedelta(days=732))
        assert problem(await log_in(ana)) == (403, "problem_login")
        assert (await claim(bo))["name"] == "Ana"


@pytest.mark.on_both
async def test_an_operator_sets_a_new_password(served: Served, tmp_path: Path) -> None:
    async with served.browser() as ana:
        await claim(ana)
        db = tmp_path / "games.db"
        assert inside(db, lambda connection: reset_password(connection, "Nobody")) is None
        new = inside(db, lambda connection: reset_password(connection, " ANA"))
        assert new is not None
        assert await who(ana) == ""
        assert problem(await log_in(ana)) == (403, "problem_login")
        assert (await log_in(ana, password=new)).status_code == 200


async def test_as_much_is_computed_for_a_name_that_nobody_has(served: Served) -> None:
    passwords = served.app.state.people.passwords
    checked: list[str | None] = []
    check = passwords._check
    passwords._check = lambda password, kept: (checked.append(kept), check(password, kept))[1]
    async with served.browser() as ana:
        await claim(ana)
        for name in ("Ana", "Nobody"):
            assert problem(await log_in(ana, name, "a wrong guess")) == (403, "problem_login")
    assert len(checked) == 2
    assert checked[1] is None


def test_wherever_a_person_stands_in_the_database_is_known_here() -> None:
    """A new column: think of `PeopleStore.move` and `remove`, the export, and the page of what is stored."""
    kinds = {"session", "other", "reporter", "player", "person"}
    found = {
        (table.name, column.name)
        for table in metadata.tables.values()
        for column in table.columns
        if column.name in kinds
    }
    assert found == {
        ("game", "session"),
        ("former_name", "person"),
        ("seat_owner", "session"),
        ("seat_before", "session"),
        ("room_member", "session"),
        ("talk", "session"),
        ("login", "person"),
        ("rating", "player"),
        ("rating_change", "player"),
        ("notice", "session"),
        ("block", "session"),
        ("block", "other"),
        ("report", "session"),
        ("report", "reporter"),
        ("ban", "session"),
    }


# -- looks, and another name ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        *[("Bo", name, True) for name in ("bo", "B0", "Во", "bö", "B-o", "Ｂｏ", "Bø")],
        *[("Bo", f"Bo{blank}", True) for blank in BLANK],
        ("Ilse", "lLSE", True),
        ("Isabel", "lsabel", True),
        ("Ali", "AIi", True),
        ("ILSE", "Ilse", True),
        ("Ilse", "Lise", False),
        ("Ana", "Anna", False),
        ("Νίκος", "Nίκος", True),
        ("🐢", "🐟", False),
    ],
)
def test_names_that_cannot_be_told_apart(one: str, other: str, same: bool) -> None:
    assert (look_of(one) == look_of(other)) is same


async def test_nobody_is_called_or_says_what_cannot_be_seen(guest: Browser) -> None:
    for blank in BLANK:
        for name in (blank, f"Ana{blank}"):
            claimed = await guest.http.post(
                "/api/me/claim", json={"name": name, "password": "seven boats to Samoa"}
            )
            assert claimed.json()["why"]["key"] == "problem_name"
            made = await guest.http.post("/api/rooms", json={"name": name, "seats": [{"kind": "you"}] * 2})
            assert made.json()["why"]["key"] == "refused_name"
        with pytest.raises(Refusal):
            plain(f" {blank} ")


def test_what_bots_are_called_on_the_page_is_nobodys_name() -> None:
    for file in (ROOT / "web/messages").glob("bots.*.json"):
        words = json.loads(file.read_text("utf-8"))
        names = [words[key] for key in words if key.startswith("bot_") and not key.startswith("bot_about")]
        assert len(names) >= 8
        assert [name for name in names if not is_reserved(name)] == []


@pytest.mark.parametrize("name", ["ANA", "Αna", "Á n a", "Steuermann", "Server", "Navigator 2"])
async def test_no_guest_looks_like_a_person_a_bot_or_the_server(served: Served, name: str) -> None:
    async with served.browser() as ana, served.browser() as guest:
        await claim(ana)
        room = await make_room(ana)
        async with enter(guest, room, name) as eve:
            assert eve.you.name == ""
            assert await eve.refused(rp.Rename, name) == "refused_name_claimed"


@pytest.mark.on_both
async def test_a_person_is_called_otherwise_everywhere(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served.browser() as ana, served.browser() as bo:
        await claim(ana)
        await claim(bo, "Bo")
        room, alone = await make_room(ana), await ana.make()
        async with enter(ana, room) as host, enter(bo, room, "Bo") as guest:
            await guest.do(rp.Sit)
            await host.do(rp.StartGame)
            await host.do(rp.Say, "hello")
            game = await guest.until_playing()
            renamed = await ana.http.post("/api/me/name", json={"name": " Marama "})
            assert (renamed.status_code, renamed.json()["name"]) == (200, "Marama")
            await guest.until(lambda: guest.room.seats[0].name == "Marama")
            assert guest.room.host == "Marama"
            state = (await bo.http.get(f"/api/tables/{game}")).json()
            assert [seat["name"] for seat in state["table"]["seats"]] == ["Marama", "Bo"]
            state = (await bo.http.get(f"/api/tables/{alone}")).json()
            assert [seat["name"] for seat in state["table"]["seats"]] == ["Ana", "Bo"]
            async with enter(bo, room) as again:
                assert {line.name for line in again.talk.values() if line.text} == {"Marama"}
        assert (await bo.http.get("/api/players/marama")).status_code == 200
        assert (await bo.http.get("/api/players/ana")).status_code == 404
        async with served.browser() as other:
            taken = await other.http.post("/api/me/claim", json={"name": "Anа", "password": SECRET})
            assert (taken.status_code, taken.json()["why"]["key"]) == (409, "problem_name_taken")
            assert (await log_in(other, "Ana")).status_code == 403
            assert (await log_in(other, "Marama")).status_code == 200
        soon = await ana.http.post("/api/me/name", json={"name": "Ana"})
        assert (soon.status_code, soon.json()["why"]["key"]) == (409, "problem_renamed")
        told = (await ana.http.get("/api/me/export")).json()
        assert [former["name"] for former in told["former_names"]] == ["Ana"]
        monkeypatch.setattr(people, "RENAME_DAYS", 0)
        assert (await ana.http.post("/api/me/name", json={"name": "BO"})).status_code == 409
        back = await ana.http.post("/api/me/name", json={"name": "Ana"})
        assert (back.status_code, back.json()["name"]) == (200, "Ana")


@pytest.mark.on_both
async def test_a_former_name_is_free_after_a_while(served: Served) -> None:
    async with served.browser() as ana, served.browser() as other:
        await claim(ana)
        assert (await ana.http.post("/api/me/name", json={"name": "Marama"})).status_code == 200
        await served.app.state.retention.forget(datetime.now(UTC) + timedelta(days=people.FORMER_DAYS + 1))
        assert (await claim(other))["name"] == "Ana"
