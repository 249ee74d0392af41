"""The HTTP interface: what it makes, and how it refuses."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.served import RED_AND_BLUE, Browser, Served, lines_of, seats, serving
from tongiaki.records import GameRecord
from tongiaki.records.replay import verify
from tongiaki.server.protocol import Options, Problem, ReplayView, SeatBefore, State, TableSummary
from tongiaki.server.words import KEYS

GOLDEN = Path(__file__).parents[1] / "games" / "golden.jsonl"


async def test_health(guest: Browser) -> None:
    assert (await guest.http.get("/healthz")).json() == {"ok": True}


async def test_options_for_a_new_table(guest: Browser) -> None:
    options = msgspec.json.decode((await guest.http.get("/api/options")).content, type=Options)
    assert options.options[0].name == "setup_same_beach"
    assert set(options.presets) == {"BrettspielWelt", "NL-1", "NL-2"}
    assert {"random", "greedy"} <= set(options.bots)
    assert len(options.colours) == 6


async def test_a_browser_sees_its_own_tables_only(served: Served, guest: Browser) -> None:
    assert (await guest.http.get("/api/tables")).json() == []
    table = await guest.make()
    listed = msgspec.json.decode((await guest.http.get("/api/tables")).content, type=list[TableSummary])
    assert [summary.id for summary in listed] == [table]
    assert not listed[0].over
    async with served.browser() as stranger:
        assert (await stranger.http.get("/api/tables")).json() == []
        state = msgspec.json.decode((await stranger.http.get(f"/api/tables/{table}")).content, type=State)
        assert not state.view.can_act


async def test_the_cookie_is_for_the_server_only(guest: Browser) -> None:
    response = await guest.http.post("/api/tables", json={"seats": RED_AND_BLUE})
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    again = await guest.http.post("/api/tables", json={"seats": RED_AND_BLUE})
    assert "set-cookie" not in again.headers


async def test_a_rematch_starts_with_the_next_seat(served: Served, guest: Browser) -> None:
    table = await guest.make(seats=seats("random", "random", "random"), start=2)
    early = await guest.http.post(f"/api/tables/{table}/rematch")
    async with guest.sit(table) as wire:
        await wire.until_mine()
    assert early.status_code == 409
    async with served.browser() as stranger:
        assert (await stranger.http.post(f"/api/tables/{table}/rematch")).status_code == 403
    again = (await guest.http.post(f"/api/tables/{table}/rematch")).json()["id"]
    state = msgspec.json.decode((await guest.http.get(f"/api/tables/{again}")).content, type=State)
    assert state.table.start_seat == 0
    assert [seat.name for seat in state.table.seats] == ["P0", "P1", "P2"]
    assert state.table.order == ["red", "blue", "green"]


async def test_two_colours_each(guest: Browser) -> None:
    table = await guest.make(
        seats=[{"name": "A", "colours": ["red", "blue"]}, {"name": "B", "colours": ["green", "yellow"]}],
        rules={"two_colours": True},
        start=1,
    )
    async with guest.sit(table) as wire:
        assert isinstance(wire.first, State)
        assert wire.first.table.order == ["green", "red", "yellow", "blue"]
        for seat in (1, 0, 1, 0):
            assert wire.view.active_seat == seat
            await wire.play(lines_of(wire.view)[0])


# -- records -----------------------------------------------------------------------------------------------------------


async def test_a_running_record_is_gone_on_with(guest: Browser) -> None:
    golden = _golden(3)
    record = {**golden, "moves": golden["moves"][:30]}
    record.pop("result", None)
    table = await guest.make(seats=[], record=record)
    async with guest.sit(table) as wire:
        assert [event.line for event in wire.events if event.kind == "move"][:30] == record["moves"]
        while wire.view.phase != "over":
            await wire.play(lines_of(wire.view)[0])
    ended = GameRecord.from_json((await guest.http.get(f"/api/tables/{table}/record")).content)
    assert ended.deck == golden["deck"]  # it listed all tiles: none was shuffled
    verify(ended)


async def test_tiles_beyond_the_deck_of_a_record_are_shuffled(guest: Browser) -> None:
    golden = _golden(3)
    played = next(n for n in range(1, len(golden["moves"])) if golden["moves"][n].startswith("sail"))
    record = {**golden, "moves": golden["moves"][:played], "deck": []}
    record.pop("result", None)
    drawn = [
        await guest.make(seats=seats(*(None for _ in golden["players"])), record=record),
        await guest.make(seats=[], record=record),
    ]
    decks = []
    for table in drawn:
        async with guest.sit(table) as wire:
            while wire.view.phase != "over":
                await wire.play(lines_of(wire.view)[0])
        decks.append((await guest.http.get(f"/api/tables/{table}/record")).json()["deck"])
    assert decks[0] != decks[1]


async def test_a_record_is_shown_step_by_step(guest: Browser) -> None:
    for golden in (_golden(0), _golden(1)):
        replay = await _replay(guest, golden)
        assert [event.line for event in replay.events if event.kind == "move"] == golden["moves"]
        assert len(replay.views) == len(replay.events)
        assert [view.seq for view in replay.views] == [event.seq for event in replay.events]
        result = replay.views[-1].result
        assert result is not None
        assert [score.points for score in result.scores] == [s["points"] for s in golden["result"]["scores"]]
        assert sorted(result.winners) == sorted(golden["result"]["winners"])


async def test_what_happened_beside_the_moves_of_a_record_is_shown_where_it_happened(guest: Browser) -> None:
    golden = _golden(0)
    absurd: list[Any] = [
        3,
        {"ply": 2},
        {"ply": -1, "event": "pause"},
        {"ply": 2, "event": "flag", "player": 9},
    ]
    golden["happened"] = [
        *absurd,
        {"ply": 2, "event": "seat", "player": 1, "bot": "greedy", "for_good": True},
        {"ply": 6, "event": "pause"},
        {"ply": 6, "event": "resume"},
        {"ply": 9, "event": "handed_over", "player": 0, "from": "Bo", "to": "Eve"},
    ]
    told = await _replay(guest, golden)
    beside = [event for event in told.events if not event.effects and event.kind not in ("start", "move")]
    assert [(event.kind, event.seat) for event in beside] == [
        ("seat", 1),
        ("pause", None),
        ("resume", None),
        ("handed_over", 0),
    ]
    before = [sum(e.kind == "move" for e in told.events[: event.seq]) for event in beside]
    assert before == [2, 6, 6, 9]
    assert told.table.before == [SeatBefore(0, beside[-1].seq, "Bo")]
    assert [view.seq for view in told.views] == [event.seq for event in told.events]
    assert told.views[beside[0].seq].stand_ins[1] == "greedy"
    plain = await _replay(guest, {**golden, "happened": "nothing"})
    assert [e.effects for e in plain.events] == [e.effects for e in told.events if e not in beside]


async def test_a_record_with_a_wrong_move_says_which_and_why(guest: Browser) -> None:
    golden = _golden(0)
    golden["moves"][2] = "resettle"
    response = await guest.http.post("/api/replay", json=golden)
    problem = msgspec.json.decode(response.content, type=Problem)
    assert response.status_code == 400
    assert problem.why.key == "problem_record_ply"
    assert (problem.why.params["ply"], problem.why.params["move"]) == (2, "resettle")
    assert problem.why.params["reason"]


async def test_a_finished_record_cannot_be_gone_on_with(guest: Browser) -> None:
    response = await guest.http.post("/api/tables", json={"record": _golden(0)})
    assert (response.status_code, response.json()["why"]["key"]) == (400, "problem_record_over")


def _golden(number: int) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(GOLDEN.read_text("utf-8").splitlines()[number])
    record.pop("expect", None)
    return record


async def _replay(guest: Browser, record: dict[str, Any]) -> ReplayView:
    response = await guest.http.post("/api/replay", json=record)
    assert response.status_code == 200, response.text
    return msgspec.json.decode(response.content, type=ReplayView)


# -- refusals ----------------------------------------------------------------------------------------------------------

PERSON = {"name": "Ana", "colours": ["red"]}
BO = {"name": "Bo", "colours": ["blue"]}

WRONG: list[tuple[Any, str, dict[str, Any]]] = [
    ({"seats": [PERSON]}, "problem_seats", {"number": 1, "least": 2, "most": 6}),
    ({"seats": [PERSON] * 7}, "problem_seats", {"number": 7}),
    ({"seats": [PERSON, PERSON]}, "problem_colour_twice", {"colour": "red"}),
    ({"seats": [PERSON, {**BO, "colours": ["pink"]}]}, "problem_colour", {"colour": "pink", "seat": 1}),
    ({"seats": [PERSON, {**BO, "colours": []}]}, "problem_seat_colours", {"number": 0, "needed": 1}),
    ({"seats": [PERSON, {**BO, "bot": "deep blue"}]}, "problem_bot", {"bot": "deep blue"}),
    ({"seats": [PERSON, {**BO, "name": " "}]}, "problem_seat_name", {"seat": 1}),
    ({"seats": [PERSON, {**BO, "name": "x" * 1000}]}, "problem_seat_name", {"most": 40}),
    ({"seats": [PERSON, BO], "start": 2}, "problem_start", {"most": 1}),
    ({"seats": [PERSON, BO], "start": 10**30}, "problem_start", {"most": 1}),
    ({"seats": [PERSON, BO], "start": "me"}, "problem_malformed", {}),
    ({"seats": [PERSON, BO], "rules": {"royal_limit": 7}}, "problem_rules", {}),
    ({"seats": [PERSON, BO], "rules": {"royal": 2}}, "problem_rules", {}),
    ({"seats": [PERSON, BO], "rules": {"two_colours": True}}, "problem_seat_colours", {"needed": 2}),
    (
        {"seats": seats(*[None] * 4), "rules": {"two_colours": True}},
        "problem_two_colours_seats",
        {"number": 4},
    ),
    ({"seats": 3}, "problem_malformed", {}),
    ([], "problem_malformed", {}),
    ({"record": {"format": "chess"}}, "problem_record", {}),
    ({"record": {**_golden(0), "players": []}}, "problem_record", {}),
    ({"record": {**_golden(0), "moves": ["hop"]}}, "problem_record_ply", {"ply": 0, "move": "hop"}),
    ({"record": {**_golden(0), "rules": {"x": [1]}}}, "problem_record", {}),
]


@pytest.mark.parametrize(("body", "key", "params"), WRONG)
async def test_a_wrong_table_is_refused_by_name(
    served: Served, body: Any, key: str, params: dict[str, Any]
) -> None:
    async with served.browser() as guest:
        response = await guest.http.post("/api/tables", json=body)
        problem = msgspec.json.decode(response.content, type=Problem)
        assert (response.status_code, problem.why.key) == (400, key)
        assert params.items() <= problem.why.params.items()
        assert set(problem.why.params) == set(KEYS[key])
        assert (await guest.http.get("/api/tables")).json() == []


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "key"),
    [
        ("GET", "/api/nothing", None, 404, "problem_not_found"),
        ("GET", "/api/tables/none", None, 404, "problem_unknown_table"),
        ("GET", "/api/tables/none/record", None, 404, "problem_unknown_table"),
        ("GET", "/api/tables/%00%ff", None, 404, "problem_unknown_table"),
        ("POST", "/api/tables/none/rematch", b"", 404, "problem_unknown_table"),
        ("DELETE", "/api/tables", None, 405, "problem_method"),
        ("POST", "/api/tables", b"{", 400, "problem_malformed"),
        ("POST", "/api/tables", b"\xff\xfe", 400, "problem_malformed"),
        ("POST", "/api/tables", b"[" * 100_000, 400, "problem_malformed"),
        ("POST", "/api/replay", b'{"a":' * 50_000, 400, "problem_malformed"),
        ("POST", "/api/replay", b"3", 400, "problem_record"),
        ("POST", "/api/tables", b" " * 600_000, 413, "problem_too_large"),
    ],
)
async def test_a_wrong_request_is_refused_in_words(
    guest: Browser, method: str, path: str, body: bytes | None, status: int, key: str
) -> None:
    response = await guest.http.request(method, path, content=body)
    problem = msgspec.json.decode(response.content, type=Problem)
    assert (response.status_code, problem.why.key) == (status, key)


async def test_pages_elsewhere_cannot_make_tables(guest: Browser) -> None:
    response = await guest.http.post(
        "/api/tables", json={"seats": RED_AND_BLUE}, headers={"Origin": "https://elsewhere.example"}
    )
    assert (response.status_code, response.json()["code"]) == (403, "origin")


# -- the client's files ------------------------------------------------------------------------------------------------


async def test_every_address_of_the_client_gives_its_page(tmp_path: Path) -> None:
    client = tmp_path / "client"
    (client / "assets").mkdir(parents=True)
    (client / "index.html").write_text("<title>page</title>")
    (client / "assets" / "x.js").write_text("1")
    (tmp_path / "secret.txt").write_text("no")
    async with serving(tmp_path / "games.db", client=client) as served, served.browser() as guest:
        for path in ("/", "/g/abc", "/new", "/tiles", "/record", "/rules"):
            response = await guest.http.get(path)
            assert (response.status_code, response.text) == (200, "<title>page</title>")
            assert "unsafe" not in response.headers["content-security-policy"]
            assert response.headers["x-content-type-options"] == "nosniff"
        assert (await guest.http.get("/nowhere")).status_code == 404
        script = await guest.http.get("/assets/x.js")
        assert "immutable" in script.headers["cache-control"]
        assert (await guest.http.get("/assets/y.js")).json()["why"]["key"] == "problem_not_found"
        for path in ("/..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt"):
            assert (await guest.http.get(path)).text != "no"


async def test_text_is_sent_compressed_to_those_who_take_it(tmp_path: Path) -> None:
    client = tmp_path / "client"
    (client / "assets").mkdir(parents=True)
    (client / "index.html").write_text("<title>page</title>" * 100)
    async with serving(tmp_path / "games.db", client=client) as served, served.browser() as guest:
        packed = await guest.http.get("/", headers={"Accept-Encoding": "gzip"})
        plain = await guest.http.get("/", headers={"Accept-Encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.headers["vary"] == "Accept-Encoding"
        assert "content-encoding" not in plain.headers
        assert packed.text == plain.text == "<title>page</title>" * 100
        assert int(packed.headers["content-length"]) < 200 < int(plain.headers["content-length"])
        (client / "index.html").write_text("<title>another</title>")
        assert (await guest.http.get("/")).text == "<title>another</title>"


async def test_who_takes_what_was_packed_when_it_was_built_gets_that(tmp_path: Path) -> None:
    client = tmp_path / "client"
    (client / "assets").mkdir(parents=True)
    (client / "index.html").write_text("<title>page</title>")
    (client / "assets" / "x.js").write_text("let x;")
    (client / "assets" / "x.js.br").write_bytes(b"as built")
    async with serving(tmp_path / "games.db", client=client) as served, served.browser() as guest:
        ask = {"Accept-Encoding": "gzip, deflate, br;q=1.0"}
        async with guest.http.stream("GET", "/assets/x.js", headers=ask) as packed:
            assert packed.headers["content-encoding"] == "br"
            assert "javascript" in packed.headers["content-type"]
            assert "immutable" in packed.headers["cache-control"]
            assert b"".join([part async for part in packed.aiter_raw()]) == b"as built"
        page = await guest.http.get("/", headers=ask)
        assert page.headers["content-encoding"] == "gzip"


async def test_a_client_that_is_not_built_says_so(tmp_path: Path) -> None:
    async with serving(tmp_path / "games.db", client=tmp_path / "none") as served, served.browser() as guest:
        response = await guest.http.get("/")
        assert response.status_code == 503
        assert "make client" in response.text
