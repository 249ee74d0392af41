"""Your turn, told by Web Push and by a webhook: real encryption, and only to addresses in the internet."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tests.server.in_rooms import Guest, enter
from tests.server.own_time import OwnTime
from tests.server.served import Served, Wire, lines_of, serving
from tests.server.test_rooms import two_at_a_table
from tongiaki.engine import Rules
from tongiaki.server import room_protocol as rp
from tongiaki.server.clock.clocks import Clocks
from tongiaki.server.clock.time import read
from tongiaki.server.course import Course
from tongiaki.server.notices import push
from tongiaki.server.notices.addresses import Unreachable, is_public
from tongiaki.server.notices.notices import PAUSE
from tongiaki.server.notices.posting import Post, place_of
from tongiaki.server.notices.push import Target, coded, decoded
from tongiaki.server.protocol import Clock, Pong, Seat
from tongiaki.server.seating import Seating


class Listener:
    """A server of the test: what it is told, and what it answers."""

    def __init__(self) -> None:
        self.answer = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"
        self.heard: asyncio.Queue[tuple[str, dict[str, str], bytes]] = asyncio.Queue()
        self.connections = 0
        self.port = 0

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        line, *rest = head.strip().split("\r\n")
        headers = dict(field.split(": ", 1) for field in rest)
        body = await reader.readexactly(int(headers["Content-Length"]))
        await self.heard.put((line, headers, body))
        writer.write(self.answer)
        with contextlib.suppress(OSError):
            await writer.drain()
            writer.close()
            await writer.wait_closed()

    async def next(self) -> tuple[str, dict[str, str], bytes]:
        return await asyncio.wait_for(self.heard.get(), 60)


@pytest.fixture
async def listener() -> AsyncIterator[Listener]:
    there = Listener()
    server = await asyncio.start_server(there.take, "127.0.0.1", 0)
    there.port = server.sockets[0].getsockname()[1]
    yield there
    server.close()


# -- addresses -----------------------------------------------------------------------------------------------

PRIVATE = {
    "this machine": ["127.0.0.1", "127.9.9.9", "::1", "0.0.0.0", "::"],
    "own networks": [
        "10.1.2.3",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "100.64.0.1",
        "fc00::1",
        "fd12::1",
    ],
    "link-local, where clouds keep their secrets": ["169.254.169.254", "fe80::1", "fe80::1%eth0", "fec0::1"],
    "many or none": ["224.0.0.1", "239.1.1.1", "255.255.255.255", "240.0.0.1", "ff02::1"],
    "for documents and tests": ["192.0.2.1", "198.18.0.1", "203.0.113.5", "2001:db8::1"],
    "of clouds and special use": [
        "192.0.0.192",
        "168.63.129.16",
        "100.100.100.200",
        "192.88.99.1",
        "3fff::1",
    ],
    "written inside a newer one": [
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "2002:7f00:1::",
        "64:ff9b::a00:1",
        "64:ff9b:1::a00:1",
    ],
    "no address": ["", "example.org", "1.2.3"],
}


@pytest.mark.parametrize("kind", PRIVATE)
def test_nothing_is_sent_to(kind: str) -> None:
    assert [address for address in PRIVATE[kind] if is_public(address)] == []


def test_the_internet_can_be_reached() -> None:
    assert all(map(is_public, ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:1.1.1.1"]))


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ftp://a.org/",
        "file:///etc/passwd",
        "gopher://a/",
        "http://",
        "http://a@b.org/",
        "https://a b/",
        "x" * 2000,
    ]
    + ["http://a.org:0/", "http://a.org:99999/", "javascript:alert(1)", "http://a.org\r\nHost: b/"],
)
async def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(Unreachable):
        await Post(private=True).check(address)


def test_nothing_gets_into_the_request_that_is_no_address() -> None:
    place = place_of("https://a.org/x y\r\nEvil: 1?q=ü \n#f")
    assert place.target.isascii()
    assert not set(" \r\n") & set(place.target)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "0x7f000001", "127.1", "[::1]"])
async def test_a_name_is_looked_up_before(host: str, listener: Listener) -> None:
    with pytest.raises(Unreachable):
        await Post().send(f"http://{host}:{listener.port}/", b"{}", {})
    assert listener.connections == 0


async def test_one_private_address_of_a_name_is_enough_to_refuse_and_none_is_looked_up_twice(
    listener: Listener,
) -> None:
    answers = [["1.1.1.1", "10.0.0.1"], ["127.0.0.1"], ["::ffff:127.0.0.1"], []]

    async def resolve(_host: str, _port: int) -> list[str]:
        return answers.pop(0)

    for _ in range(4):
        with pytest.raises(Unreachable):
            await Post(resolve=resolve).send(f"http://rebound.example:{listener.port}/", b"", {})
    assert (answers, listener.connections) == ([], 0)

    async def once(_host: str, _port: int) -> list[str]:
        answers.append([])
        return ["127.0.0.1"]

    await Post(private=True, resolve=once).send(f"http://known.example:{listener.port}/", b"", {})
    _, headers, _ = await listener.next()
    assert (len(answers), headers["Host"]) == (1, f"known.example:{listener.port}")


async def test_no_redirect_is_followed_and_no_body_is_read(listener: Listener) -> None:
    here = f"http://127.0.0.1:{listener.port}/"
    listener.answer = (
        f"HTTP/1.1 307 Temporary Redirect\r\nLocation: {here}secret\r\n\r\n".encode() + b"x" * 10**6
    )
    assert await Post(private=True).send(here, b"{}", {}) == 307
    assert listener.connections == 1
    listener.answer = b"x" * 10**6
    with pytest.raises(Unreachable):
        await Post(private=True).send(here, b"{}", {})


async def test_who_does_not_answer_is_not_waited_for_long() -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            await reader.read()
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(Unreachable):
        await Post(private=True, within=0.05).send(f"http://127.0.0.1:{port}/", b"", {})
    server.close()


# -- Web Push ------------------------------------------------------------------------------------------------


def test_the_encryption_is_that_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    target = Target(
        "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    body = push.encrypted(
        b"When I grow up, I want to be a watermelon",
        target,
        push.private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert coded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
        "EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize(
    ("key", "secret"), [("AAAA", "BTBZMqHH6r4Tts7J_aSIgg"), ("BC" + "A" * 85, "short"), ("", "")]
)
def test_a_browser_has_a_key_that_is_one(key: str, secret: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 (several reasons, one answer)
        Target("https://push.example.net/1", key, secret)


class BrowserKeys:
    """What a browser makes when it subscribes; it reads what is sent to it."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.public, self.secret = push.public_part(self.private), b"s" * 16

    def read(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        theirs, record = body[21 : 21 + length], body[21 + length :]
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.private.exchange(ec.ECDH(), point)

        def derive(key: bytes, salt: bytes, info: bytes, size: int) -> bytes:
            return HKDF(hashes.SHA256(), size, salt, info).derive(key)

        input_key = derive(shared, self.secret, b"WebPush: info\0" + self.public + theirs, 32)
        content = derive(input_key, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(input_key, salt, b"Content-Encoding: nonce\0", 12)
        return AESGCM(content).decrypt(nonce, record, None).rstrip(b"\x02")


def check_word(authorization: str, server_key: str, origin: str, now: float) -> None:
    """The service knows who sends, and for how long that holds."""
    scheme, _, rest = authorization.partition(" ")
    fields = dict(field.strip().split("=", 1) for field in rest.split(","))
    assert (scheme, fields["k"]) == ("vapid", server_key)
    signed, _, signature = fields["t"].rpartition(".")
    raw = decoded(signature)
    both = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(server_key))
    key.verify(both, signed.encode(), ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        key.verify(both, signed.encode() + b"x", ec.ECDSA(hashes.SHA256()))
    claims = json.loads(decoded(signed.split(".")[1]))
    assert claims["aud"] == origin
    assert now < claims["exp"] <= now + 24 * 3600


@pytest.fixture
async def near(tmp_path: Path, time: OwnTime) -> AsyncIterator[Served]:
    """A server that also tells addresses of this machine; who leaves is away at once."""
    async with serving(tmp_path / "games.db", time, private_notices=1, grace=0.0) as served:
        yield served


@pytest.fixture
def time() -> OwnTime:
    return OwnTime()


async def test_who_is_away_is_told_of_the_own_turn_in_the_browser_and_elsewhere(
    near: Served, time: OwnTime, listener: Listener
) -> None:
    here, keys = f"http://127.0.0.1:{listener.port}", BrowserKeys()
    async with two_at_a_table(near) as (host, guest, game), host.browser.sit(game) as red:
        bo = guest.browser.http
        server_key = (await bo.get("/api/notices")).json()["key"]
        hook = {"address": f"{here}/hook?x=1", "words": "It is your turn."}
        pushed = {"address": f"{here}/push/1", "key": coded(keys.public), "secret": coded(keys.secret)}
        assert (await bo.post("/api/notices/hook", json=hook)).status_code == 200
        assert (
            await bo.post("/api/notices/push", json=pushed | {"words": "Du bist dran."})
        ).status_code == 200
        kept = (await bo.get("/api/notices")).json()
        assert (kept["push"], kept["hook"]) == ([pushed["address"]], hook["address"])
        assert (await host.browser.http.get("/api/notices")).json()["hook"] is None

        await red.play(lines_of(red.view)[0])
        async with guest.browser.sit(game) as blue:  # is there: nothing is sent
            await blue.until_mine()
            await blue.play(lines_of(blue.view)[0])
        await guest.socket.close()
        await host.until(lambda: not host.room.seats[1].present)
        assert listener.connections == 0
        await red.until_mine()
        await red.play(lines_of(red.view)[0])

        told = {
            line: (headers, body) for line, headers, body in [await listener.next(), await listener.next()]
        }
        headers, body = told["POST /hook?x=1 HTTP/1.1"]
        said, room = json.loads(body), host.room.id
        assert (said["event"], said["room"], said["name"]) == ("turn", room, "Bo")
        assert (
            said["text"] == f"Bo: It is your turn. http://127.0.0.1:{near.port}/r/{room}" == said["content"]
        )
        headers, body = told["POST /push/1 HTTP/1.1"]
        assert headers["Content-Encoding"] == "aes128gcm"
        assert b"dran" not in body
        assert json.loads(keys.read(body)) == {"text": "Du bist dran.", "place": f"/r/{room}"}
        check_word(headers["Authorization"], server_key, here, time.now())

        # A browser that is gone is forgotten; a place where nothing is wanted any more is told nothing.
        listener.answer = b"HTTP/1.1 410 Gone\r\n\r\n"
        assert (await bo.post("/api/notices/hook", json={"address": ""})).status_code == 200
        async with guest.browser.sit(game) as blue:
            await blue.until_mine()
            await blue.play(lines_of(blue.view)[0])
            await host.until(lambda: host.room.seats[1].present)
        await host.until(lambda: not host.room.seats[1].present)
        time.advance(60)
        await red.until_mine()
        while red.view.can_act:
            await red.play(lines_of(red.view)[0])
        line, _, _ = await listener.next()
        assert line.startswith("POST /push/1")
        while (await bo.get("/api/notices")).json()["push"]:
            pass
        assert listener.heard.empty()
        async with enter(guest.browser, room):
            pass


async def hook(guest: Guest, listener: Listener) -> None:
    """The guest is told elsewhere of the own turn."""
    words = {"address": f"http://127.0.0.1:{listener.port}/hook", "words": "It is your turn."}
    assert (await guest.browser.http.post("/api/notices/hook", json=words)).status_code == 200


async def test_a_turn_soon_after_the_last_one_is_told_a_little_later_if_it_lasts(
    near: Served, time: OwnTime, listener: Listener
) -> None:
    async with two_at_a_table(near) as (host, guest, game), host.browser.sit(game) as red:
        await hook(guest, listener)
        await guest.socket.close()

        async def turn(of: Wire) -> None:
            await of.until_mine()
            while of.view.can_act:
                await of.play(lines_of(of.view)[0])

        async def red_and_blue() -> None:
            await host.until(lambda: not host.room.seats[1].present)
            await turn(red)
            async with guest.browser.sit(game) as blue:
                await turn(blue)
                await host.until(lambda: host.room.seats[1].present)

        await red_and_blue()
        await listener.next()
        await host.until(lambda: not host.room.seats[1].present)
        await turn(red)
        await host.do(rp.Say, "so soon")
        assert listener.heard.empty()
        time.advance(PAUSE)
        await listener.next()
        async with guest.browser.sit(game) as blue:
            await turn(blue)
            await host.until(lambda: host.room.seats[1].present)
        await red_and_blue()  # told later, were it Bo's turn then
        time.advance(PAUSE)
        await host.do(rp.Say, "it is mine")
        assert listener.heard.empty()


async def test_who_sleeps_while_the_line_looks_open_is_told_within_half_a_minute_and_who_is_awake_is_not(
    near: Served, time: OwnTime, listener: Listener
) -> None:
    async with (
        two_at_a_table(near) as (host, guest, game),
        host.browser.sit(game) as red,
        guest.browser.sit(game) as blue,
    ):
        await hook(guest, listener)

        async def rounds() -> None:
            while red.view.can_act:
                await red.play(lines_of(red.view)[0])
            await blue.until_mine()

        await rounds()
        await blue.send('{"type":"ping"}')  # as a page does that is alive
        await blue.until(Pong)
        time.advance(30)
        await host.do(rp.Say, "Bo?")
        assert listener.heard.empty()
        while blue.view.can_act:
            await blue.play(lines_of(blue.view)[0])
        await red.until_mine()
        await rounds()  # nothing is heard of Bo any more
        time.advance(20)
        await host.do(rp.Say, "Bo?")
        assert listener.heard.empty()
        time.advance(10)
        _, _, body = await listener.next()
        assert json.loads(body)["event"] == "turn"
        time.advance(60)
        await host.do(rp.Say, "once")
        assert listener.heard.empty()


async def test_who_is_lost_right_after_the_turn_began_is_told_and_who_closed_the_page_is_not(
    near: Served, time: OwnTime, listener: Listener
) -> None:
    async with two_at_a_table(near) as (host, guest, game), host.browser.sit(game) as red:
        await hook(guest, listener)

        async def turn_of_blue(leaves: Callable[[Wire], Awaitable[None]]) -> None:
            async with guest.browser.sit(game) as blue:
                while blue.view.can_act:
                    await blue.play(lines_of(blue.view)[0])
                await red.until_mine()
                while red.view.can_act:
                    await red.play(lines_of(red.view)[0])
                await blue.until_mine()
                await leaves(blue)
            await host.until(lambda: not host.room.seats[1].present)
            time.advance(30)

        async def closes(wire: Wire) -> None:
            await guest.socket.close(1001)
            await wire.connection.close(1001)

        async def is_lost(wire: Wire) -> None:
            wire.connection.transport.abort()

        await turn_of_blue(closes)
        await host.do(rp.Say, "Bo has seen it")
        assert listener.heard.empty()
        await turn_of_blue(is_lost)
        _, _, body = await listener.next()
        assert json.loads(body)["event"] == "turn"


DAYS = {"kind": "days", "days": 1, "rest_from": 22, "rest_to": 8, "zone": "Europe/Berlin"}
HOUR = 3600.0
HOUR_LEFT = 3_600_000


async def test_who_is_away_is_reminded_once_before_the_time_of_a_turn_is_over(
    tmp_path: Path, time: OwnTime, listener: Listener
) -> None:
    """24 hours count, nights not: from 1 Dec 13:00 in Berlin until 3 Dec 9:00; a quarter is left on 2 Dec 17:00."""
    db, hook = tmp_path / "games.db", f"http://127.0.0.1:{listener.port}/hook"
    words = {"address": hook, "words": "It is your turn.", "reminder": "Your time is running out."}
    wanted = {"grace": 0.0, "private_notices": 1}

    async def told() -> tuple[str, str]:
        _, _, body = await listener.next()
        said = json.loads(body)
        return said["event"], said["text"].partition(" http")[0]

    async with (
        serving(db, time, **wanted) as served,
        two_at_a_table(served, clock=DAYS) as (host, guest, game),
        host.browser.sit(game) as red,
    ):
        assert (await guest.browser.http.post("/api/notices/hook", json=words)).status_code == 200
        await guest.socket.close()
        await host.until(lambda: not host.room.seats[1].present)
        await red.play(lines_of(red.view)[0])
        assert await told() == ("turn", "Bo: It is your turn.")
        mine = (await guest.browser.http.get("/api/rooms/mine")).json()[0]
        assert (mine["waiting_for_me"], mine["deadline"]) == (True, "2026-12-03T08:00:00.000+00:00")
        time.advance(27.5 * HOUR)
        await host.do(rp.Say, "Bo?")
        assert listener.heard.empty()
        time.advance(HOUR)
        assert await told() == ("reminder", "Bo: Your time is running out.")
    time.advance(HOUR)
    async with serving(db, time, **wanted) as served:
        async with served.browser() as eve, eve.sit(game) as watching:
            assert watching.view.clock is not None
            assert watching.view.active_seat == 1
        time.advance(HOUR)
    assert listener.heard.empty()


def test_nobody_is_reminded_in_the_night() -> None:
    clock = Clock("days", 0, 0, 1, 22, 8, "Europe/Berlin")
    game = Course.begin(Seating((Seat("Ana", ["red"]), Seat("Bo", ["blue"])), Rules(), 0))
    night, morning = read("2026-12-02T01:00:00+00:00"), read("2026-12-02T07:00:01+00:00")
    assert Clocks(clock, [HOUR_LEFT, 0], night, []).warns(game, night) == morning
    evening = read("2026-12-01T20:00:00+00:00")
    assert Clocks(clock, [HOUR_LEFT, 0], evening, []).warns(game, night) == morning


async def test_wrong_places_are_refused_with_a_reason(served: Served) -> None:
    async with served.browser() as ana:
        for path, body in (
            ("hook", {"address": "http://127.0.0.1/"}),
            ("hook", {"address": "http://169.254.169.254/latest/meta-data"}),
            ("hook", {"address": "nowhere"}),
            ("push", {"address": "https://1.1.1.1/", "key": "AAAA", "secret": "AAAA"}),
            ("push", {"address": "https://1.1.1.1/", "key": "%%%", "secret": "!"}),
        ):
            answer = await ana.http.post(f"/api/notices/{path}", json=body)
            assert (answer.status_code, answer.json()["why"]["key"]) == (400, "problem_notice"), (path, body)
