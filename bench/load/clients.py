"""People at many tables: `python -m bench.load.clients PORT TABLES PEOPLE`. Orders in, figures out, a line each.

A move is a play that a person confirms. It has arrived when the last person at the table has been told.
"""

import asyncio
import json
import random
import re
import sys
import time
from collections.abc import Callable

import httpx2

from bench.load.lean_socket import Socket

AT_ONCE = 20
"""Rooms that are made at the same time."""

EVENTS = b'{"type":"events"'
STATE = b'{"type":"state"'
VIEW_SEQ = re.compile(rb'"view":\{"seq":(\d+)')
LINE = re.compile(rb'"line":"([^"]+)","kind"')
MY_TURN = b'"can_act":true'
OVER = b'"phase":"over"'
GAME = re.compile(rb'"game":"([^"]+)"')


class Run:
    """So many moves, as fast as they go or at a pace (seconds between two moves of a table)."""

    def __init__(self, moves: int, pace: float) -> None:
        self.left, self.pace = moves, pace
        self.times: list[float] = []
        self.began = time.perf_counter()
        self.done = asyncio.Event()

    def figures(self) -> dict[str, float]:
        """In seconds and milliseconds."""
        times = sorted(self.times)
        at = {share: times[min(len(times) - 1, int(len(times) * share))] * 1000 for share in (0.5, 0.99)}
        seconds = time.perf_counter() - self.began
        return {"moves": len(times), "seconds": seconds, "p50": at[0.5], "p99": at[0.99]}


class Table:
    """A room with a game: one connection a person."""

    def __init__(self, players: "Players", number: int) -> None:
        self.players = players
        self.number = number
        self.sockets: list[Socket] = []
        self.over = False
        self._waiting: tuple[int, int, bytes] | None = None
        """Who may move now, after which event, and what."""
        self._sent = 0.0
        self._told = 0
        self.plays = 0
        self._begun = asyncio.Event()
        self._all_told = asyncio.Event()

    async def sit(self, people: int) -> None:
        """Makes the room, all sit down, the game starts."""
        port = self.players.port
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
            seats = [{"kind": "you"}, *[{"kind": "open"}] * (people - 1)]
            new = {"name": "P0", "seats": seats, "start": 0, "patience": 0}
            room = (await http.post("/api/rooms", json=new)).json()["id"]
            cookie = f"tongiaki={http.cookies['tongiaki']}"
        members = [await self._member(room, cookie if n == 0 else "", n) for n in range(people)]
        game: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        members[0].take = lambda body: self._look_for_game(body, game)
        members[0].send(b'{"type":"start","id":"start"}')
        id = await asyncio.wait_for(game, 60)
        for seat, member in enumerate(members):
            self.sockets.append(await Socket.open(port, f"/ws/{id}", member.cookie, self._taker(seat)))
            self.sockets[-1].send(b'{"type":"hello","seq":-1}')
        await self._begun.wait()
        for member in members:
            member.close()

    async def _member(self, room: str, cookie: str, seat: int) -> Socket:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def take(body: bytes) -> None:
            if (
                body.startswith((b'{"type":"said"', b'{"type":"done"', b'{"type":"refused"'))
                and not done.done()
            ):
                done.set_result(None)

        socket = await Socket.open(self.players.port, f"/ws/room/{room}", cookie, take)
        socket.send(b'{"type":"enter","protocol":2,"talk":-1,"name":"P%d"}' % seat)
        await asyncio.wait_for(done, 60)
        if seat:
            done = asyncio.get_running_loop().create_future()
            socket.send(b'{"type":"sit","id":"sit","seat":%d,"name":"P%d"}' % (seat, seat))
            await asyncio.wait_for(done, 60)
        return socket

    def _look_for_game(self, body: bytes, game: "asyncio.Future[str]") -> None:
        if body.startswith(b'{"type":"room"') and not game.done() and (found := GAME.search(body)):
            game.set_result(found[1].decode())

    def _taker(self, seat: int) -> Callable[[bytes], None]:
        def take(body: bytes) -> None:
            if body.startswith(EVENTS):
                self._arrived()
            elif not body.startswith(STATE):
                if body.startswith(b'{"type":"refused"'):
                    raise SystemExit(body.decode())
                return
            if MY_TURN in body:
                lines = LINE.findall(body, body.index(b'"choices":'))
                seq = VIEW_SEQ.search(body)
                assert seq is not None
                self._waiting = seat, int(seq[1]), random.choice(lines)
                self._begun.set()
            elif OVER in body:
                self.over = True
            if self._told == 0:
                self.players.may_move(self)

        return take

    def _arrived(self) -> None:
        self._told += 1
        if self._told == len(self.sockets):
            self._told = 0
            self.players.arrived(time.perf_counter() - self._sent)
            self._all_told.set()

    async def play_to_the_end(self) -> None:
        """All moves of a game, one after the other; then all leave."""
        while not self.over:
            self._all_told.clear()
            if not self.move():
                raise SystemExit("nobody can move")
            await self._all_told.wait()
        for socket in self.sockets:
            socket.close()

    def move(self) -> bool:
        """The person on the move confirms a line; False if nobody can."""
        if self._waiting is None or self._told:
            return False
        seat, seq, line = self._waiting
        self._waiting = None
        self.plays += 1
        self._sent = time.perf_counter()
        play = b'{"type":"play","id":"%d-%d","seq":%d,"lines":["%s"]}'
        self.sockets[seat].send(play % (self.number, self.plays, seq, line))
        return True

    @property
    def rests(self) -> bool:
        """Everything that was sent has arrived."""
        return self.over or self._waiting is not None


class Players:
    """All tables and the run that goes on."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.tables: list[Table] = []
        self.run: Run | None = None

    async def sit(self, tables: int, people: int) -> None:
        """Makes them."""
        turns = asyncio.Semaphore(AT_ONCE)

        async def one(table: Table) -> None:
            async with turns:
                await table.sit(people)

        self.tables = [Table(self, number) for number in range(tables)]
        await asyncio.gather(*map(one, self.tables))

    def may_move(self, table: Table) -> None:
        """All have been told: the next move at once, unless they are paced."""
        if self.run is not None and not self.run.pace:
            self._move(table)

    def _move(self, table: Table) -> None:
        run = self.run
        if run is None:
            return
        if run.left > 0 and table.move():
            run.left -= 1
        elif all(table.rests for table in self.tables) and (
            run.left <= 0 or all(t.over for t in self.tables)
        ):
            run.done.set()

    def arrived(self, seconds: float) -> None:
        """A move has come to all."""
        if self.run is not None:
            self.run.times.append(seconds)

    async def play(self, moves: int, pace: float) -> dict[str, float]:
        """So many moves; what they took."""
        run = self.run = Run(moves, pace)
        timers: list[asyncio.Task[None]] = []
        for table in self.tables:
            if pace:
                timers.append(asyncio.create_task(self._paced(table, pace)))
            else:
                self._move(table)
        await run.done.wait()
        figures = run.figures()
        self.run = None
        for timer in timers:
            timer.cancel()
        figures["bytes"] = sum(socket.size for table in self.tables for socket in table.sockets)
        return figures

    async def finish(self, games: int, at_once: int = 50) -> dict[str, float]:
        """Plays so many games to their end, each in a room of its own; what it took."""
        turns, began = asyncio.Semaphore(at_once), time.perf_counter()

        async def one(number: int) -> int:
            async with turns:
                table = Table(self, number)
                await table.sit(2)
                await table.play_to_the_end()
                return table.plays

        plays = await asyncio.gather(*map(one, range(games)))
        return {"games": games, "moves": sum(plays), "seconds": time.perf_counter() - began}

    async def _paced(self, table: Table, pace: float) -> None:
        await asyncio.sleep(random.uniform(0, pace))
        while self.run is not None:
            self._move(table)
            await asyncio.sleep(pace)


async def open_tables(port: int, number: int) -> list[str]:
    """Tables for two at one screen, to which nobody is connected."""
    seats = [{"name": "A", "colours": ["red"]}, {"name": "B", "colours": ["blue"]}]
    async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        return [(await http.post("/api/tables", json={"seats": seats})).json()["id"] for _ in range(number)]


async def look_on(port: int, names: list[str], sockets: int, measure: Callable[[], int]) -> int:
    """So many connections that look on; by how much each raises what is measured."""
    before, opened = measure(), []
    for number in range(sockets):
        told: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        socket = await Socket.open(port, f"/ws/{names[number % len(names)]}", "", told.set_result)
        socket.send(b'{"type":"hello","seq":-1}')
        assert (await told).startswith(STATE)
        opened.append(socket)
    raised = measure() - before
    for socket in opened:
        socket.close()
    return raised // sockets


async def main(port: int, tables: int, people: int) -> None:
    """Until standard input ends."""
    players = Players(port)
    await players.sit(tables, people)
    print(json.dumps({"ready": True}), flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        order = json.loads(line)
        figures = await (players.finish(**order) if "games" in order else players.play(**order))
        print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    import uvloop

    uvloop.run(main(*map(int, sys.argv[1:4])))
