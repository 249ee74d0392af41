"""The deadline that "my games" shows is the one at the table, whichever process has it."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.in_rooms import Guest
from tests.server.own_time import OwnTime
from tests.server.served import Browser, Wire, lines_of, serving
from tests.server.test_rooms import two_at_a_table
from tongiaki.server import room_protocol as rp
from tongiaki.server.store.address import Address

DAYS = {"kind": "days", "days": 2, "rest_from": 22, "rest_to": 8, "zone": "Europe/Berlin"}
HOUR = 3600


@pytest.fixture(params=["the only process", "another process"])
async def places(
    request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[tuple[Guest, Guest, str, Browser, OwnTime]]:
    """A game between two with days for a turn, and one of the two elsewhere."""
    time = OwnTime()
    async with contextlib.AsyncExitStack() as stack:
        db: Path | Address = tmp_path / "games.db"
        if request.param == "another process":
            db = request.getfixturevalue("postgres")
        first = second = await stack.enter_async_context(serving(db, time))
        if isinstance(db, Address):
            second = await stack.enter_async_context(serving(Address(db.url), time))
        host, guest, game = await stack.enter_async_context(
            two_at_a_table(first, clock=DAYS, stand_in="random")
        )
        elsewhere = await stack.enter_async_context(second.browser())
        elsewhere.http.cookies = guest.browser.http.cookies
        yield host, guest, game, elsewhere, time


async def test_it_is_the_same_as_at_the_table(places: tuple[Guest, Guest, str, Browser, OwnTime]) -> None:
    host, guest, game, elsewhere, time = places

    async def shown() -> tuple[bool, str | None]:
        (mine,) = (await elsewhere.http.get("/api/rooms/mine")).json()
        return mine["waiting_for_me"], mine["deadline"]

    async with guest.browser.sit(game) as blue, host.browser.sit(game) as red:
        assert await shown() == (False, _until(blue))
        time.advance(5 * HOUR)
        answer = await red.play(lines_of(red.view)[0])
        await blue.until_seq(answer.seq)  # type: ignore[union-attr]
        assert await shown() == (True, _until(blue))
        await guest.do(rp.TakeHoliday, "2026-12-02", "2026-12-20")
        while (until := _until(blue)) is None or until < "2026-12-20":
            blue.note(await blue.receive())
        assert await shown() == (True, until)
        await guest.do(rp.AskPause)
        await host.do(rp.CastVote, "pause", True)
        while not blue.view.paused:
            blue.note(await blue.receive())
        assert await shown() == (True, None)
        await guest.do(rp.GoOn)
        while blue.view.paused:
            blue.note(await blue.receive())
        assert await shown() == (True, _until(blue))
        await guest.do(rp.Resign)
        await host.until(lambda: host.room.seats[1].resigned)
    async with guest.browser.sit(game) as blue:
        assert await shown() == (blue.view.active_seat == 1, _until(blue))


def _until(wire: Wire) -> str | None:
    clock = wire.view.clock
    assert clock is not None
    return clock.until
