"""What is said in a room: kept, told to those it is for, and kept in order by the host."""

import asyncio
from pathlib import Path

import pytest

from tests.server.in_rooms import enter, make_room
from tests.server.inside import locked, rows
from tests.server.served import Served, serving
from tests.server.test_rooms import two_at_a_table
from tongiaki.engine import PRESETS
from tongiaki.server import room_protocol as rp
from tongiaki.server.rooms.talk import MOST_NOTICES


async def test_lines_are_kept_and_a_later_connection_gets_what_it_has_not(tmp_path: Path) -> None:
    async with serving(tmp_path / "games.db") as served, served.browser() as ana:
        room = await make_room(ana)
        async with enter(ana, room) as host:
            await host.do(rp.Say, "  one\n\ttwo\x00 <b>&amp;</b> ")
            await host.do(rp.Emote, "thanks")
            seen = max(host.talk)
            await host.do(rp.Say, "three")
            lines = host.talk
            assert host.said == ["one two <b>&amp;</b>", "", "three"]
            assert [line.emote for line in lines.values()] == [None, "thanks", None]
            assert {line.kind for line in lines.values()} == {"table"}
        cookies = ana.http.cookies
    async with serving(tmp_path / "games.db") as served, served.browser() as ana:
        ana.http.cookies = cookies
        async with enter(ana, room) as all_of_it, enter(ana, room, talk=seen) as the_rest:
            assert all_of_it.talk == lines
            assert list(the_rest.talk) == [seen + 1]


async def test_a_line_sent_again_after_a_start_of_the_server_is_not_said_twice(tmp_path: Path) -> None:
    async with serving(tmp_path / "games.db") as served, served.browser() as ana:
        room = await make_room(ana)
        async with enter(ana, room) as host:
            await host.ask(rp.Say, "once", id="line")
            await host.ask(rp.Emote, "thanks", id="thanks")
        cookies = ana.http.cookies
    async with serving(tmp_path / "games.db") as served, served.browser() as ana:
        ana.http.cookies = cookies
        async with enter(ana, room) as host:
            for again in (
                await host.ask(rp.Say, "once", id="line"),
                await host.ask(rp.Emote, "thanks", id="thanks"),
            ):
                assert isinstance(again, rp.Done)
            await host.do(rp.Say, "twice")
            assert host.said == ["once", "", "twice"]


async def test_a_line_knows_where_the_game_stood(served: Served) -> None:
    async with two_at_a_table(served) as (host, guest, game), host.browser.sit(game) as red:
        await red.play("place Tonga a")
        await guest.do(rp.Say, "well")
        line = guest.talk[max(guest.talk)]
        assert (line.game, line.seq, line.seat, line.name) == (game, 1, 1, "Bo")


async def test_spectators_talk_apart_while_a_game_runs(served: Served) -> None:
    async with two_at_a_table(served) as (host, guest, _game):
        room = host.room.id
        async with served.browser() as eve, served.browser() as jo, enter(eve, room, "Eve") as watching:
            async with enter(jo, room, "Jo") as other:
                await watching.do(rp.Say, "blue is winning")
                await host.do(rp.Say, "my turn")
                await other.until(lambda: "my turn" in other.said)
                assert other.said == ["blue is winning", "my turn"]
                assert [line.kind for line in other.talk.values() if line.kind != "notice"] == [
                    "watch",
                    "table",
                ]
                async with enter(guest.browser, room) as tab:
                    await guest.until(lambda: "my turn" in guest.said)
                    assert guest.said == host.said == tab.said == ["my turn"]
            await host.do(rp.AskEnd)
            await guest.do(rp.CastVote, "end", True)
            await guest.until(lambda: guest.room.status == "over" and len(guest.said) == 2)
            assert guest.said == ["blue is winning", "my turn"]
            await watching.do(rp.Say, "well played")
            await host.until(lambda: "well played" in host.said)


async def test_talk_has_its_limits(served: Served) -> None:
    async with served.browser() as ana, served.browser() as bo:
        room = await make_room(ana)
        async with enter(ana, room) as host, enter(bo, room) as guest:
            assert await guest.refused(rp.Say, "who am I?") == "refused_name_needed"
            for nothing in ("", "  \n ", "\x00\u200b"):
                assert await host.refused(rp.Say, nothing) == "refused_nothing_said"
            assert await host.refused(rp.Say, "x" * 501) == "refused_too_long"
            assert await host.refused(rp.Say, "x" * 3000) == "refused_malformed"
            assert await host.refused(rp.Emote, "fireworks") == "refused_malformed"
            for n in range(5):
                await host.do(rp.Say, f"{n}")
            assert await host.refused(rp.Say, "6") == "refused_fast"
            assert await host.refused(rp.Emote, "wow") == "refused_fast"
            assert host.said == ["0", "1", "2", "3", "4"]


async def test_the_host_keeps_order(served: Served) -> None:
    async with served.browser() as ana, served.browser() as bo, served.browser() as eve:
        room = await make_room(ana)
        async with (
            enter(ana, room) as host,
            enter(bo, room, "Bo") as guest,
            enter(eve, room, "Eve") as watching,
        ):
            await guest.do(rp.Sit)
            await watching.do(rp.Say, "rude")
            rude = max(watching.talk)
            assert await guest.refused(rp.RemoveLine, rude) == "refused_not_host"
            assert await guest.refused(rp.Mute, "Eve") == "refused_not_host"
            await host.until(lambda: rude in host.talk)
            await host.do(rp.RemoveLine, rude)
            await guest.until(lambda: rude in guest.talk and guest.talk[rude].removed)
            assert guest.talk[rude].text == ""
            assert await host.refused(rp.RemoveLine, 99) == "refused_line"
            async with enter(bo, room) as tab:
                assert tab.talk == guest.talk
                assert not any("rude" in text for text in tab.raw)
            await host.do(rp.Mute, "eve")
            assert host.room.muted == ["Eve"]
            assert await watching.refused(rp.Say, "still here") == "refused_muted"
            await host.do(rp.Mute, "Eve", False)
            await host.do(rp.Quiet)
            assert await watching.refused(rp.Say, "still here") == "refused_quiet"
            await guest.do(rp.Say, "peace")
            await host.do(rp.Quiet, False)
            await watching.do(rp.Say, "sorry")
            assert await host.refused(rp.Mute, "Nobody") == "refused_nobody"


async def test_the_words_that_players_of_brettspielwelt_type(served: Served) -> None:
    async with served.browser() as ana, served.browser() as bo:
        room = await make_room(
            ana, seats=[{"kind": "you"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
        )
        async with enter(ana, room) as host, enter(bo, room, "Bo") as guest:
            await guest.do(rp.Say, "/help")
            await guest.do(rp.Say, "/spielinfo")
            await guest.do(rp.Say, "/dance now")
            keys = [line.notice.key for line in guest.private if line.notice]
            assert keys == ["notice_help", "notice_info", "notice_unknown_word"]
            assert host.private == []
            assert guest.said == []
            await guest.do(rp.Say, "/JOIN 2")
            assert guest.you.seat == 1
            assert await guest.refused(rp.Say, "/option royal_limit 3") == "refused_not_host"
            await host.do(rp.Say, "/option royal_limit Unlimited")
            assert host.room.rules == {"royal_limit": "unlimited"}
            assert await host.refused(rp.Say, "/option royal_limit 9") == "refused_option_value"
            await host.do(rp.Say, "/reset")
            assert host.room.rules == {}
            await host.do(rp.Say, "/remove random")
            assert host.room.seats[2].kind == "open"
        async with enter(ana, room) as host, enter(bo, room) as guest:
            await host.do(rp.ChangeRoom, seats=2)
    async with served.browser() as ana, served.browser() as bo:
        room = await make_room(ana)
        async with enter(ana, room) as host, enter(bo, room, "Bo") as guest:
            await guest.do(rp.Say, "/join")
            await host.do(rp.Say, "/startnosave")
            await guest.until_playing()
            await guest.do(rp.Say, "/reset")
            await host.until(lambda: host.room.votes)
            await host.do(rp.Say, "/refuse")
            await guest.until(lambda: not guest.room.votes and "notice_no" in guest.notices)
            assert await host.refused(rp.Say, "/accept") == "refused_no_vote"
            await guest.do(rp.Say, "/reset")
            await host.until(lambda: host.room.votes)
            await host.do(rp.Say, "/accept")
            await guest.until(lambda: guest.room.status == "over")


@pytest.mark.on_both
async def test_nothing_is_told_before_it_is_kept(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    async with serving(db) as served, served.browser() as ana, served.browser() as bo:
        room = await make_room(ana)
        async with enter(ana, room) as host, enter(bo, room, "Bo") as guest:
            async with locked(db):
                saying = asyncio.create_task(host.ask(rp.Say, "hello"))
                sitting = asyncio.create_task(guest.ask(rp.Sit))
                done, _ = await asyncio.wait((saying, sitting), timeout=0.2)
                assert not done
                assert (host.said, guest.you.seat) == ([], None)
            assert [type(await task) for task in (saying, sitting)] == [rp.Done, rp.Done]
            await guest.until(lambda: guest.said == ["hello"])


@pytest.mark.on_both
async def test_one_blocks_somebody_everywhere_and_reports_a_line(served: Served) -> None:
    async with served.browser() as ana, served.browser() as bo:
        first, second = await make_room(ana), await make_room(ana)
        async with enter(ana, first) as host, enter(bo, first, "Bo") as guest:
            await guest.do(rp.Say, "Buy boats at example.org")
            await host.until(lambda: host.said)
            line = next(n for n, said in host.talk.items() if said.text)
            assert await guest.refused(rp.ReportLine, line) == "refused_line"
            assert await host.refused(rp.ReportLine, 999) == "refused_line"
            await host.do(rp.ReportLine, line)
            assert [talk.notice.key for talk in host.private if talk.notice] == ["notice_reported"]
            assert await host.refused(rp.Block, "Nobody") == "refused_nobody"
            assert await host.refused(rp.Block, "Ana") == "refused_nobody"
            await host.do(rp.Block, "Bo")
            await host.until(lambda: host.you.blocked == ["Bo"])
            assert not guest.private
        async with enter(bo, second, "Bobo"), enter(ana, second) as host:
            assert host.you.blocked == ["Bobo"]
            await host.do(rp.Block, "Bobo", False)
            await host.until(lambda: not host.you.blocked)


@pytest.mark.on_both
async def test_the_list_of_whom_one_blocks_is_ones_own(served: Served) -> None:
    async with served.browser() as ana, served.browser() as bo, served.browser() as eve:
        room = await make_room(ana)
        async with enter(ana, room) as host, enter(bo, room, "Bo"), enter(eve, room, "Eve"):
            for name in ("Eve", "Bo"):
                await host.do(rp.Block, name)
            claim = {"name": "Evelyn", "password": "seven boats to Samoa"}
            await eve.http.post("/api/me/claim", json=claim)
            listed = (await ana.http.get("/api/me/blocked")).json()
            assert [one["name"] for one in listed] == ["Bo", "Evelyn"]
            assert (await bo.http.get("/api/me/blocked")).json() == []
            end = {"id": listed[0]["id"]}
            assert (await bo.http.post("/api/me/blocked/end", json=end)).status_code == 404
            left = await ana.http.post("/api/me/blocked/end", json=end)
            assert left.json() == listed[1:]
            await host.until(lambda: host.you.blocked == ["Evelyn"])
            sessions = [
                one for pair in rows(served.app.state.settings.db, "SELECT * FROM block") for one in pair
            ]
            assert not any(one and one in str(listed) for one in sessions if len(one) > 16)


@pytest.mark.on_both
async def test_the_host_hears_of_a_report(served: Served) -> None:
    async with served.browser() as ana, served.browser() as bo, served.browser() as eve:
        room = await make_room(ana)
        async with enter(ana, room) as host, enter(bo, room, "Bo") as guest, enter(eve, room, "Eve") as other:
            await guest.do(rp.Emote, "oops")
            await other.until(lambda: any(line.emote for line in other.talk.values()))
            line = next(n for n, said in other.talk.items() if said.emote)
            await other.do(rp.ReportLine, line)
            await host.until(lambda: host.private)
            assert host.private[0].notice is not None
            assert host.private[0].notice.params == {"name": "Bo", "by": "Eve", "n": line}
            kept = rows(served.app.state.settings.db, "SELECT by_name, name, text FROM report")
            assert kept == [("Eve", "Bo", "[oops]")]


async def test_who_is_muted_says_nothing_by_names_and_nobody_fills_the_talk_with_what_is_told(
    served: Served,
) -> None:
    async with served.browser() as ana, served.browser() as eve:
        room = await make_room(ana)
        async with enter(ana, room) as host, enter(eve, room, "Eve") as guest:
            await host.do(rp.Mute, "Eve", True)
            assert await guest.refused(rp.Rename, "Ana is silly") == "refused_muted"
            assert await guest.refused(rp.Sit, None, "Ana is silly") == "refused_muted"
            await host.do(rp.Mute, "Eve", False)
            for number in range(MOST_NOTICES):
                await guest.do(rp.Rename, f"Eve {number}")
            assert await guest.refused(rp.Rename, "Eve") == "refused_fast"
            assert await guest.refused(rp.Sit) == "refused_fast"


async def test_what_is_typed_is_understood_as_it_is_meant(served: Served) -> None:
    async with served.browser() as ana, served.browser() as bo:
        room = await make_room(ana, seats=[{"kind": "you"}, *[{"kind": "open"}] * 3])
        async with enter(ana, room) as host, enter(bo, room, "Bo  Bart") as guest:
            await guest.do(rp.Say, " /JOIN  4 ")
            for typed, rules in (
                ("/option Royal-Limit = 3", {"royal_limit": 3}),
                ("/option nl-2", PRESETS["NL-2"]),
                ("/option crossing=at_least", PRESETS["NL-2"]),
                ("/reset", {}),
            ):
                await host.do(rp.Say, typed)
                assert host.room.rules == rules
            assert await guest.refused(rp.Say, "/start") == "refused_not_host"
            await host.do(rp.Say, "/start")
            await guest.until_playing()
            assert [seat.name for seat in guest.room.seats] == ["Ana", "Bo Bart"]


@pytest.mark.on_both
async def test_whom_one_blocks_is_known_in_every_room_where_one_is_and_by_another_name(
    served: Served,
) -> None:
    async with served.browser() as ana, served.browser() as bo:
        first, second = await make_room(ana), await make_room(ana)
        async with (
            enter(ana, first) as host,
            enter(ana, second) as tab,
            enter(bo, first, "Bo"),
            enter(bo, second, "Bobo"),
        ):
            await host.do(rp.Block, "Bo")
            await tab.until(lambda: tab.you.blocked == ["Bobo"])
            claim = {"name": "Bosse", "password": "seven boats to Samoa"}
            assert (await bo.http.post("/api/me/claim", json=claim)).status_code == 201
            await host.until(lambda: host.you.blocked == ["Bosse"])
            await tab.until(lambda: tab.you.blocked == ["Bosse"])
            await tab.do(rp.Block, "Bosse", False)
            await host.until(lambda: not host.you.blocked)
