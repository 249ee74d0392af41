"""`tongiaki admin` beside a running server: what goes on, games ended, persons kept out and let in, passwords."""

import asyncio
import re
from pathlib import Path

import pytest

from tests.server.in_rooms import enter, make_room
from tests.server.inside import address_of, commanded
from tests.server.served import RED_AND_BLUE, Browser, Served, closed, lines_of, serving
from tests.server.test_leases import two, until
from tests.server.test_rooms import two_at_a_table
from tongiaki.cli import run
from tongiaki.server import room_protocol as rp
from tongiaki.server.protocol import Refused, Restarting
from tongiaki.server.store.address import Address

PASSWORD = "a long way over the sea"


pytestmark = pytest.mark.on_both


class Operator:
    """Somebody at the command line, and the server looks at once."""

    def __init__(self, db: Path | Address, served: Served, capsys: pytest.CaptureFixture[str]) -> None:
        self._db = address_of(db)
        self._served, self._capsys = served, capsys

    async def does(self, *words: str) -> str:
        """What a command says; it must work."""
        self._capsys.readouterr()
        code = await asyncio.to_thread(run, ["admin", *words, "--db", self._db])
        said = self._capsys.readouterr()
        assert code == 0, said.err
        await self._served.app.state.administration.look()
        return said.out


async def test_games_are_listed_and_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = tmp_path / "games.db"
    async with serving(db) as served, two_at_a_table(served) as (host, _guest, game):
        operator = Operator(db, served, capsys)
        alone = await host.browser.make()
        listed = await operator.does("list")
        assert re.search(rf"/r/{host.room.id} +turn 0 +Ana, Bo$", listed, re.MULTILINE)
        assert f"/g/{alone}" in listed
        async with host.browser.sit(game) as red, host.browser.sit(alone) as wire:
            await red.play(lines_of(red.view)[0])
            assert "will be ended" in await operator.does("end", f"http://127.0.0.1/r/{host.room.id}")
            await operator.does("end", alone)
            for ended in (red, wire):
                while ended.view.phase != "over":
                    await ended.until_seq(ended.view.seq + 1)
                assert ended.view.result.reason == "agreed"  # type: ignore[union-attr]
        assert await operator.does("list") == ""
        assert f"/g/{alone}" in await operator.does("list", "--over")
        for over in (host.room.id, alone):
            with pytest.raises(AssertionError, match=f"no game runs at {over}"):
                await operator.does("end", over)
        with pytest.raises(AssertionError, match="there is no table or room nothing"):
            await operator.does("end", "nothing")
        for id in ("-Rdc-sC1w0zu", "-hdc-sC1w0zu", "--dc-sC1w0zu"):
            with pytest.raises(AssertionError, match=f"there is no table or room {id}"):
                await operator.does("end", id)


async def test_what_was_asked_while_no_server_ran_is_done_at_the_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "games.db"
    async with serving(db) as served, served.browser() as guest:
        table = await guest.make()
    assert await commanded(db, "admin", "end", table) == 0
    async with serving(db) as served, served.browser() as guest, guest.sit(table) as wire:
        assert wire.view.phase == "over"


async def test_a_person_is_kept_out_and_let_in_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "games.db"
    async with serving(db) as served, served.browser() as bo, served.browser() as ana:
        operator = Operator(db, served, capsys)
        assert (await _claim(bo, "Bo")).status_code < 300
        room = await make_room(ana)
        async with enter(bo, room, "Bo") as guest:
            await guest.do(rp.Sit)
            await operator.does("ban", "bo", "--why", "insults")
            while not any("restarting" in text for text in guest.raw):
                await guest.receive()
        refused = await bo.http.post("/api/tables", json={"seats": RED_AND_BLUE})
        assert (refused.status_code, refused.json()["why"]["key"]) == (403, "problem_banned_why")
        assert refused.json()["why"]["params"] == {"why": "insults"}
        kept_out = {"key": "problem_banned_why", "params": {"why": "insults"}}
        assert (await bo.http.get("/api/me")).json()["kept_out"] == kept_out
        async with bo.connect(f"room/{room}") as wire:
            answer = await wire.receive()
            assert isinstance(answer, Refused)
            assert (answer.code, answer.why.key) == ("banned", "refused_banned_why")
            assert await closed(wire.connection) == 4403
        assert (await bo.http.get("/api/me/export")).status_code == 200
        assert (await ana.http.post("/api/tables", json={"seats": RED_AND_BLUE})).status_code == 201
        assert re.search(r"bo  insults$", (await operator.does("bans")).strip())
        await operator.does("unban", "bo")
        assert (await bo.http.post("/api/tables", json={"seats": RED_AND_BLUE})).status_code == 201
        assert await commanded(db, "admin", "ban", "nobody") == 1
        assert await commanded(db, "admin", "unban", "nobody") == 1


async def test_whoever_said_a_reported_line_is_kept_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "games.db"
    async with serving(db) as served, two_at_a_table(served) as (host, guest, game):
        operator = Operator(db, served, capsys)
        await guest.do(rp.Say, "you are all wet")
        await host.until(lambda: "you are all wet" in host.said)
        n = next(n for n, line in host.talk.items() if line.text == "you are all wet")
        await host.do(rp.ReportLine, n)
        reported = await operator.does("reports")
        assert f"{host.room.id}:{n}  Bo: 'you are all wet'  (Ana)" in reported
        async with guest.browser.sit(game) as wire:
            await operator.does("ban", f"{host.room.id}:{n}")
            await wire.until(Restarting)
        refused = await guest.browser.http.post("/api/rooms", json={"name": "Bo", "seats": []})
        assert refused.status_code == 403
        assert (await _claim(guest.browser, "Bo")).status_code == 403
        assert (await guest.browser.http.post("/api/me/delete", json={})).status_code == 200


async def test_a_password_is_reset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = tmp_path / "games.db"
    async with serving(db) as served, served.browser() as bo, served.browser() as other:
        operator = Operator(db, served, capsys)
        await _claim(bo, "Bo")
        said = await operator.does("reset-password", "Bo")
        new = said.split()[-1]
        for password, status in ((PASSWORD, 403), (new, 200)):
            response = await other.http.post("/api/me/login", json={"name": "Bo", "password": password})
            assert response.status_code == status
        assert await commanded(db, "admin", "reset-password", "Nobody") == 1


async def test_who_is_connected_when_the_password_is_reset_is_connected_no_more(
    postgres: Address, capsys: pytest.CaptureFixture[str]
) -> None:
    async with two(postgres) as (first, second), first.browser() as thief, second.browser() as ana:
        await _claim(thief, "Bo")
        room = await make_room(ana)
        async with enter(thief, room, "Bo") as here, enter(ana, room) as host:  # one passes on to the other
            await here.do(rp.Sit)
            await host.do(rp.StartGame)
            game = await here.until_playing()
            async with thief.sit(game) as wire:
                await Operator(postgres, first, capsys).does("reset-password", "Bo")
                await second.app.state.administration.look()
                await wire.until(Restarting)
                while not any("restarting" in text for text in here.raw):
                    await here.receive()
            assert host.socket.close_code is None
        async with enter(thief, room) as here:
            assert here.you.seat is None
        await until(lambda: not any(server.app.state.several.passing for server in (first, second)))


async def _claim(browser: Browser, name: str):  # type: ignore[no-untyped-def]
    return await browser.http.post("/api/me/claim", json={"name": name, "password": PASSWORD})
