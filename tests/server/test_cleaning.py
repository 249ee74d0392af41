"""Abandoned tables are cleaned up; what is finished stays."""

import time as machine
from pathlib import Path

import pytest

from tests.server.in_rooms import enter, make_room
from tests.server.own_time import OwnTime
from tests.server.served import lines_of, serving
from tests.server.test_rooms import two_at_a_table
from tongiaki.server import room_protocol as rp
from tongiaki.server.clock.time import written
from tongiaki.server.rooms.cleaning import LEFT_DAYS, NEVER_BEGUN_DAYS, Cleaning
from tongiaki.server.store.abandoned import AbandonedStore

A_DAY = 24 * 3600


@pytest.mark.on_both
async def test_what_nobody_came_back_to_is_deleted_and_finished_games_stay(tmp_path: Path) -> None:
    time = OwnTime(written(machine.time()))
    async with serving(tmp_path / "games.db", time, grace=0.0) as served, served.browser() as eve:
        state = served.app.state
        cleaning = Cleaning(AbandonedStore(state.store), state.rooms, state.tables, time, state.store.leases)

        async def there(path: str) -> bool:
            return bool((await eve.http.get(path)).status_code == 200)

        empty, untouched = await make_room(eve), await eve.make()
        async with two_at_a_table(served, patience=0) as (host, guest, finished):
            played = host.room.id
            await host.do(rp.AskEnd)
            await guest.do(rp.CastVote, "end", True)
            await host.until(lambda: host.room.status == "over")
        async with two_at_a_table(served, patience=0) as (host, _, running), host.browser.sit(running) as red:
            left = host.room.id
            await red.play(lines_of(red.view)[0])
        async with enter(eve, empty):
            time.advance((NEVER_BEGUN_DAYS + 1) * A_DAY)
            await cleaning.clean()
            assert await there(f"/api/rooms/{empty}"), "somebody is there"
        while state.rooms.live and any(room.members for room in state.rooms.live):
            await eve.http.get("/healthz")
        await cleaning.clean()
        assert not await there(f"/api/rooms/{empty}")
        assert not await there(f"/api/tables/{untouched}")
        assert await there(f"/api/rooms/{left}")
        assert await there(f"/api/tables/{running}")
        time.advance(LEFT_DAYS * A_DAY)
        async with enter(eve, left):
            await cleaning.clean()
            assert await there(f"/api/tables/{running}"), "somebody is in the room"
        while any(room.members for room in state.rooms.live):
            await eve.http.get("/healthz")
        await cleaning.clean()
        assert not await there(f"/api/rooms/{left}")
        assert not await there(f"/api/tables/{running}")
        assert await there(f"/api/rooms/{played}")
        assert (await eve.http.get(f"/api/tables/{finished}/record")).json()["result"]["reason"] == "agreed"
