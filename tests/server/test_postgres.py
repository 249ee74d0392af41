"""The same server on PostgreSQL: games are kept, and a lost connection costs nobody anything."""

import asyncio
import random

import asyncpg
import pytest
from sqlalchemy import Connection, inspect, select

from tests.server import process
from tests.server.cutting import cable
from tests.server.in_rooms import enter, make_room
from tests.server.postgres import Cluster
from tests.server.served import Browser, Served, Wire, lines_of, seats, serving
from tongiaki.records import GameRecord
from tongiaki.records.replay import verify
from tongiaki.server.protocol import Accepted, Refused, State
from tongiaki.server.room_protocol import Sit, StartGame
from tongiaki.server.store import postgres as in_postgres
from tongiaki.server.store import schema
from tongiaki.server.store.address import Address
from tongiaki.server.store.database import Database, database_path
from tongiaki.server.store.store import NotKept, Store


async def test_the_migrations_make_the_same_schema(postgres: Address) -> None:
    Database.open(postgres).release()
    store = Store(postgres)

    def check(connection: Connection) -> None:
        made = inspect(connection)
        for table in schema.metadata.sorted_tables:
            columns = {column["name"]: column["nullable"] for column in made.get_columns(table.name)}
            assert columns == {column.name: bool(column.nullable) for column in table.columns}
            keys = made.get_pk_constraint(table.name)["constrained_columns"]
            assert keys == [column.name for column in table.primary_key]

    await store.read(check)
    Database.open(postgres).release()  # a second start finds it done
    await store.close()


async def test_one_bad_work_does_not_take_the_others_with_it(postgres: Address) -> None:
    Database.open(postgres).release()
    store = Store(postgres)
    insert = "INSERT INTO server_key (name, value) VALUES (?, ?)"
    works = [
        store.write([(insert, ("a", "1"))]),
        store.write([(insert, ("b", "2")), (insert, ("a", "twice"))]),
        store.write([(insert, ("c", "\ud800"))]),
        store.write([(insert, ("d", "\x00"))]),
        store.write([(insert, ("e", "5"))]),
    ]
    results = await asyncio.gather(*works, return_exceptions=True)
    assert [type(result) for result in results] == [type(None), NotKept, NotKept, NotKept, type(None)]
    names = await store.read(lambda connection: connection.scalars(select(schema.server_key.c.name)).all())
    assert sorted(names) == ["a", "e"]
    with pytest.raises(NotKept) as refused:  # it is logged: PostgreSQL would tell the whole row
        await store.write(
            [("INSERT INTO server_key (name, value) VALUES (?, NULLIF(?, 'x'))", ("secret", "x"))]
        )
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)
    await store.close()


async def test_a_game_in_a_room_goes_on_after_a_second_start(postgres: Address) -> None:
    rng = random.Random(3)
    async with serving(postgres) as served, served.browser() as ana, served.browser() as bo:
        room = await make_room(ana)
        async with enter(ana, room, "Ana") as host, enter(bo, room, "Bo") as guest:
            await guest.do(Sit, 1, "Bo")
            await host.do(StartGame)
            await guest.until(lambda: guest.room.game is not None)
            game = str(guest.room.game)
        async with ana.sit(game) as first, bo.sit(game) as second:
            await _play(first, second, rng, 30)
            before = list(first.events)
        cookies = ana.http.cookies, bo.http.cookies
    async with serving(postgres) as served, served.browser() as ana, served.browser() as bo:
        ana.http.cookies, bo.http.cookies = cookies
        async with ana.sit(game) as first, bo.sit(game) as second:
            assert isinstance(first.first, State)
            assert first.events == before
            await _play(first, second, rng, 500)
            assert first.view.phase == "over"
        verify(GameRecord.from_json((await ana.http.get(f"/api/tables/{game}/record")).content))
        mine = (await ana.http.get("/api/rooms/mine")).json()
        assert [(one["game"], one["status"]) for one in mine] == [(game, "over")]
        assert (await ana.http.get("/readyz")).json() == {"ok": True}


async def test_the_database_of_another_program_is_left_alone(postgres: Address) -> None:
    connection = await asyncpg.connect(postgres.url)
    await connection.execute("CREATE TABLE pets (name text)")
    await connection.close()
    code, said = await process.refused(postgres.url)  # type: ignore[arg-type]
    assert code == 1
    assert said.splitlines()[-1].endswith(" is a database of another program")


async def test_what_cannot_be_reached_is_said_in_a_line_without_the_password() -> None:
    code, said = await process.refused("postgresql://ana:secret@127.0.0.1:1/games")  # type: ignore[arg-type]
    assert code == 1
    assert said.startswith("tongiaki: the database games at 127.0.0.1 cannot be used: ")
    assert "secret" not in said
    assert "secret" not in repr(database_path("postgresql://ana:secret@127.0.0.1:1/games"))


async def test_what_it_cannot_hold_is_nowhere_in_it(postgres: Address) -> None:
    async with serving(postgres) as served, served.browser() as guest:
        for path in ("tables/%00%ff", "rooms/%00", "players/%00"):
            assert (await guest.http.get(f"/api/{path}")).status_code == 404, path
        answer = await guest.http.post("/api/me/login", json={"name": "\x00", "password": "a guess of many"})
        assert answer.status_code == 403


async def test_who_is_not_let_in_says_so(postgres: Address) -> None:
    name = postgres.url.rpartition("/")[2]
    other = await asyncpg.connect(postgres.url.replace(name, "postgres"))
    async with serving(postgres) as served, served.browser() as guest:
        await guest.make()
        await other.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        await other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name)
        assert await _codes(guest) == [503, 503, 503]
        await other.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert await _codes(guest) == [200, 200, 404]
    await other.close()


async def test_cut_off_it_says_so_and_play_goes_on(postgres: Address) -> None:
    async with cable(postgres) as (line, near), serving(near) as served, served.browser() as guest:
        table = await guest.make(seats=seats(None, None))
        async with guest.sit(table) as wire:
            line.cut = True
            line.end()
            refused = await wire.play("place Tonga a", id="p")
            assert isinstance(refused, Refused)
            assert (refused.code, refused.why.key) == ("busy", "refused_busy")
            assert await _codes(guest) == [503, 503, 503]
            line.cut = False
            assert await wire.play("place Tonga a", id="p") == Accepted("p", 1)
            assert await wire.play("place Tonga a", id="p", seq=0) == Accepted("p", 1)
            assert isinstance(await wire.play("place Tonga b"), Accepted)
            assert (await guest.http.get("/readyz")).status_code == 200


async def test_a_database_that_falls_silent_is_said_and_play_goes_on(
    postgres: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_postgres, "TAKEN_WITHIN", 1.0)
    monkeypatch.setattr(in_postgres, "REACHED_WITHIN", 0.3)
    async with cable(postgres) as (line, near), serving(near) as served, served.browser() as guest:
        table = await guest.make(seats=seats(None, None))
        async with guest.sit(table) as wire:
            assert isinstance(await wire.play("place Tonga a"), Accepted)
            line.passes.clear()
            for _ in range(3):
                refused = await wire.play("place Tonga b", id="p")
                assert isinstance(refused, Refused)
                assert (refused.code, refused.why.key) == ("busy", "refused_busy")
            line.passes.set()
            answer: object = None
            while not isinstance(answer, Accepted):
                answer = await wire.play("place Tonga b", id="p")
            assert answer == Accepted("p", 2)
            log = [(0, None), (1, "place Tonga a"), (2, "place Tonga b")]
            assert await _log(served, table) == log


async def test_postgresql_is_killed_and_comes_back(cluster: Cluster, postgres: Address) -> None:
    async with serving(postgres) as served, served.browser() as guest:
        table = await guest.make(seats=seats(None, None))
        async with guest.sit(table) as wire:
            assert isinstance(await wire.play("place Tonga a"), Accepted)
            await asyncio.to_thread(cluster.stop, "immediate")
            refused = await wire.play("place Tonga b", id="p")
            assert isinstance(refused, Refused)
            assert refused.code == "busy"
            await asyncio.to_thread(cluster.start)
            assert await wire.play("place Tonga b", id="p") == Accepted("p", 2)
            log = [(0, None), (1, "place Tonga a"), (2, "place Tonga b")]
            assert await _log(served, table) == log


@pytest.mark.parametrize("hears", [True, False])
async def test_a_commit_whose_answer_is_lost_is_made_once_or_not_at_all(
    postgres: Address, hears: bool
) -> None:
    async with cable(postgres) as (line, near), serving(near) as served, served.browser() as guest:
        table = await guest.make()
        async with guest.sit(table) as wire:
            line.hears, line.break_at = hears, b"COMMIT"
            answer = await wire.play("place Tonga a", id="p")
            assert line.broke.is_set()
            assert isinstance(answer, Accepted if hears else Refused)
            assert await wire.play("place Tonga a", id="p", seq=0) == Accepted("p", 1)
            assert isinstance(await wire.play("place Tonga b"), Accepted)
            assert await _log(served, table) == [(0, None), (1, "place Tonga a"), (2, "place Tonga b")]


async def _play(first: Wire, second: Wire, rng: random.Random, most: int) -> None:
    """Both play at random, as long as the game runs, until so many moves."""
    for _ in range(most):
        if first.view.phase == "over":
            break
        seq = max(first.view.seq, second.view.seq)
        await first.until_seq(seq)
        await second.until_seq(seq)
        wire = first if first.view.can_act else second
        answer = await wire.play(rng.choice(lines_of(wire.view)))
        assert isinstance(answer, Accepted)
        await first.until_seq(answer.seq)
    await second.until_seq(first.view.seq)


async def _codes(guest: Browser) -> list[int]:
    """Of requests that need the database."""
    answers = [await guest.http.get(path) for path in ("/readyz", "/api/tables", "/api/tables/unknown")]
    return [answer.status_code for answer in answers]


async def _log(served: Served, table: str) -> list[tuple[int, str | None]]:
    def read(connection: Connection) -> list[tuple[int, str | None]]:
        log = (
            select(schema.event.c.seq, schema.event.c.line).filter_by(game=table).order_by(schema.event.c.seq)
        )
        return [(row.seq, row.line) for row in connection.execute(log)]

    found: list[tuple[int, str | None]] = await served.app.state.store.read(read)
    return found
