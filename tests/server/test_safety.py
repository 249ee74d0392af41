"""Who is let in, what every answer says about itself, and what a cookie may be used for."""

import asyncio
import contextlib
import re
from pathlib import Path
from typing import Any

import httpx2
import pytest
import websockets

from tests.records.samples import golden
from tests.server.in_rooms import make_room
from tests.server.logged import logged
from tests.server.served import PATIENCE, RED_AND_BLUE, Browser, Served, lines_of, serving
from tongiaki.server.gate import host_name
from tongiaki.server.guards import HEADERS
from tongiaki.server.pacing import Pace, Paces
from tongiaki.server.patience import PatientProtocol
from tongiaki.server.protocol import Accepted

FAR_AWAY = {"X-Forwarded-For": "203.0.113.7"}
"""What a proxy on this machine says of a browser elsewhere."""


# -- hosts and origins -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hosts", "host", "let_in"),
    [
        ("", "127.0.0.1:8000", True),
        ("", "localhost", True),
        ("", "[::1]:8000", True),
        ("", "play.localhost:1", True),
        ("", "evil.example", False),
        ("", "127.0.0.1.evil.example", False),
        ("tongiaki.example, b.example", "tongiaki.example", True),
        ("tongiaki.example, b.example", "B.example:443", True),
        ("tongiaki.example", "evil.example", False),
        ("tongiaki.example", "127.0.0.1:8000", True),
    ],
)
async def test_the_server_answers_to_its_own_names_only(
    tmp_path: Path, hosts: str, host: str, let_in: bool
) -> None:
    async with serving(tmp_path / "games.db", hosts=hosts) as served, served.browser() as guest:
        table = await guest.make()
        for path in (f"/api/tables/{table}", "/", "/healthz"):
            response = await guest.http.get(path, headers={"Host": host})
            assert (response.status_code != 400) == let_in
            if not let_in:
                assert response.json()["code"] == "host"
        if not let_in:
            with pytest.raises(websockets.InvalidStatus):
                await _raw_socket(served, table, host)


async def _raw_socket(served: Served, table: str, host: str) -> None:
    """A WebSocket whose Host header says another name than the address it goes to."""
    async with websockets.connect(f"ws://{host}/ws/{table}", host="127.0.0.1", port=served.port):
        pass


async def test_in_a_network_any_name_will_do(tmp_path: Path) -> None:
    async with serving(tmp_path / "games.db", host="0.0.0.0") as served, served.browser() as guest:
        assert (await guest.http.get("/healthz", headers={"Host": "anas-pc:8000"})).status_code == 200


def test_a_host_is_told_from_its_port() -> None:
    assert [host_name(header) for header in ("A.b:80", "[::1]:80", "::1", "a", "")] == [
        "a.b",
        "::1",
        "::1",
        "a",
        "",
    ]


@pytest.mark.parametrize(
    "origin", ["https://elsewhere.example", "null", "file://", "http://127.0.0.1:1", "http://["]
)
async def test_other_pages_can_change_nothing(served: Served, guest: Browser, origin: str) -> None:
    """CSRF: the browser would send the cookie along."""
    table = await guest.make()
    for path in ("/api/tables", "/api/rooms", f"/api/tables/{table}/rematch", "/api/replay", "/api/nothing"):
        response = await guest.http.post(path, json={"seats": RED_AND_BLUE}, headers={"Origin": origin})
        assert (response.status_code, response.json()["code"]) == (403, "origin")
    for place in (table, f"room/{await make_room(guest)}"):
        with pytest.raises(websockets.InvalidStatus):
            async with guest.connect(place, Origin=origin):
                pass
    assert len((await guest.http.get("/api/tables")).json()) == 1


@pytest.mark.parametrize(
    ("origin", "proto", "let_in"),
    [("http", "https", False), ("https", "https", True), ("https", "http", True), ("http", "http", True)],
)
async def test_a_page_without_https_changes_nothing_where_there_is_https(
    served: Served, guest: Browser, origin: str, proto: str, let_in: bool
) -> None:
    """Somebody on the way could have written it. (A proxy that does not say that there is HTTPS is believed.)"""
    table = await guest.make()
    said = {"Origin": f"{origin}://127.0.0.1:{served.port}", "X-Forwarded-Proto": proto}
    response = await guest.http.post("/api/rooms", json={"name": "Ana", "seats": []}, headers=said)
    assert (response.status_code == 403) != let_in
    try:
        async with guest.connect(table, **said):
            assert let_in
    except websockets.InvalidStatus:
        assert not let_in


async def test_pages_of_allowed_hosts_may(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "games.db", allowed_origins="app.example") as served,
        served.browser() as guest,
    ):
        for origin in ("https://app.example", f"http://127.0.0.1:{served.port}"):
            response = await guest.http.post(
                "/api/tables", json={"seats": RED_AND_BLUE}, headers={"Origin": origin}
            )
            assert response.status_code == 201


# -- headers and cookies -----------------------------------------------------------------------------------------


async def test_every_answer_keeps_browsers_from_what_is_foreign(guest: Browser) -> None:
    for path in ("/", "/api/options", "/api/nothing", "/assets/none.js", "/metrics"):
        response = await guest.http.get(path)
        for name, value in HEADERS.items():
            assert response.headers[name] == value
    refused = await guest.http.post("/api/tables", headers={"Origin": "https://elsewhere.example"})
    assert refused.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]


def test_no_script_and_no_style_may_be_inline() -> None:
    policy = dict(part.split(" ", 1) for part in HEADERS["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in str(policy)


@pytest.mark.parametrize(("proto", "secure"), [("https", True), ("http", False)])
async def test_cookies_are_for_this_site_and_no_script(served: Served, proto: str, secure: bool) -> None:
    async with served.browser(**{"X-Forwarded-Proto": proto}) as guest:
        response = await guest.http.post("/api/tables", json={"seats": RED_AND_BLUE})
        cookie = response.headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert ("Secure" in cookie) == secure
        assert "Domain" not in cookie
        token = re.search(r"tongiaki=([\w-]+)", cookie)
        assert token is not None
        assert len(token[1]) >= 43


@pytest.mark.parametrize(
    "header", ["Cookie", "Host", "Origin", "X-Forwarded-For", "X-Forwarded-Proto", "Accept-Encoding"]
)
async def test_strange_headers_are_no_faults(guest: Browser, header: str) -> None:
    table = await guest.make()
    strange = (
        b"x" * 5000,
        b"\xff\xfe",
        b"tongiaki=; tongiaki==;;=",
        b"tongiaki=" + b"a" * 128,
        b"[::1",
        b":::",
        b"[]:9",
        b"%00",
        b"",
    )
    for value in strange:
        for method, path in (("GET", f"/api/tables/{table}"), ("POST", "/api/tables"), ("GET", "/")):
            response = await guest.http.request(method, path, headers=[(header.encode(), value)])
            assert response.status_code < 500, (value, path)
        with contextlib.suppress(websockets.InvalidStatus, websockets.InvalidMessage):
            async with guest.connect(table, **{header: value.decode("latin-1")}):
                pass
    assert (await guest.http.get("/healthz")).status_code == 200


# -- limits ------------------------------------------------------------------------------------------------------


async def test_an_address_that_asks_too_much_is_told_to_wait(tmp_path: Path) -> None:
    async with serving(tmp_path / "games.db", most_requests=5) as served, served.browser(**FAR_AWAY) as guest:
        codes = [(await guest.http.get("/api/options")).status_code for _ in range(5)]
        assert codes == [200] * 5
        refused = await guest.http.post("/api/tables", json={"seats": RED_AND_BLUE})
        assert refused.status_code == 429
        assert refused.json()["why"]["key"] == "problem_too_many"
        assert 1 <= int(refused.headers["Retry-After"]) <= 60
        with pytest.raises(websockets.InvalidStatus):
            async with guest.connect("anything", **FAR_AWAY):
                pass
        assert (await guest.http.get("/")).status_code != 429
        elsewhere = await guest.http.get("/api/options", headers={"X-Forwarded-For": "203.0.113.8"})
        assert elsewhere.status_code == 200
        here = await guest.http.get("/api/options", headers={"X-Forwarded-For": ""})
        assert here.status_code == 200
        assert 'turned_away_total{why="too_many"} 2.0' in (await guest.http.get("/metrics")).text


async def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    async with serving(tmp_path / "games.db", most_sockets=2) as served, served.browser() as guest:
        table = await guest.make()
        async with guest.connect(table, **FAR_AWAY), guest.connect(table, **FAR_AWAY):
            with pytest.raises(websockets.InvalidStatus):
                async with guest.connect(table, **FAR_AWAY):
                    pass
            async with guest.sit(table):
                pass


async def test_what_comes_too_fast_waits_and_is_not_lost(tmp_path: Path) -> None:
    async with serving(tmp_path / "games.db", most_messages=50) as served, served.browser() as guest:
        table = await guest.make()
        async with guest.connect(table, **FAR_AWAY) as wire:
            await wire.send('{"type":"hello"}')
            wire.note(await wire.receive())
            for _ in range(210):
                await wire.send('{"type":"ping"}')
            assert isinstance(await wire.play(lines_of(wire.view)[0]), Accepted)
            assert wire.raw.count('{"type":"pong"}') == 210


async def test_what_is_much_work_counts_as_more(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "games.db", most_requests=20) as served,
        served.browser(**FAR_AWAY) as guest,
    ):
        codes = [(await guest.http.post("/api/replay", json={})).status_code for _ in range(3)]
        assert codes == [400, 400, 429]


async def test_an_endless_record_is_not_replayed(guest: Browser) -> None:
    record = golden() | {"moves": ["pass"] * 10_001}
    refused = await guest.http.post("/api/replay", json=record)
    assert (refused.status_code, refused.json()["why"]["key"]) == (400, "problem_record")
    assert "at most 10000 moves" in refused.text


async def test_who_brings_no_whole_request_is_not_waited_for(
    served: Served, guest: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await guest.make()
    begun = (
        b"",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n\r\n",
    )
    monkeypatch.setattr(PatientProtocol, "within", 0.2)
    async with guest.sit(table) as wire:
        for part in begun:
            reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
            writer.write(part)
            await asyncio.wait_for(reader.read(), PATIENCE)  # until it is closed
            writer.close()
        assert isinstance(await wire.play(lines_of(wire.view)[0]), Accepted)


async def test_a_request_that_breaks_off_is_no_fault(served: Served, guest: Browser) -> None:
    part = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{"
    with logged("info") as log:
        _, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(part)
        await writer.drain()
        writer.close()
        await guest.make()
        for _ in range(3):  # whatever the other connection had to say is said
            await guest.http.get("/healthz")
    assert "ClientDisconnect" not in log.getvalue()


def test_a_pace_lets_a_rush_through_and_then_so_many_a_second() -> None:
    pace = Pace(2, 4)
    assert [pace.take(100.0) for _ in range(6)] == [0, 0, 0, 0, 0.5, 1.0]
    assert pace.wait(103.0) == 0
    paces = Paces(1, 2)
    assert [paces.wait(key, 5.0) for key in "aabaa"] == [0, 0, 0, 1.0, 1.0]
    assert paces.wait("a", 6.0) == 0
    costly = Pace(1, 10)
    assert [costly.take(5.0, 5) for _ in range(3)] == [0, 0, 5.0]
    assert Pace(0, 0).take(1.0) == Pace(0, 0).wait(1.0) == 0


@pytest.mark.parametrize("path", ["/api/tables", "/api/rooms", "/api/replay", "/api/me/claim"])
async def test_a_body_that_is_too_large_is_not_read(guest: Browser, path: str) -> None:
    async def endless() -> Any:
        for _ in range(1000):
            yield b" " * 10_000

    try:
        response = await guest.http.post(path, content=endless())
        assert (response.status_code, response.json()["code"]) == (413, "too_large")
    except (httpx2.WriteError, httpx2.ReadError):
        pass  # the server had hung up
    assert (await guest.http.get("/healthz")).status_code == 200
