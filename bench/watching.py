"""`python -m bench.watching`: many look on at one game, at the server that has it or at another one on its PostgreSQL.

A move has arrived when the last of them has been told. What both servers work for a move is told beside it.
"""

import argparse
import asyncio
import json
import random
import time
from typing import Any

import httpx2
from tests.server.postgres import running_cluster

from bench.load.clients import EVENTS, LINE, STATE, VIEW_SEQ
from bench.load.lean_socket import Socket
from bench.load.processes import Ours

SEATS = [{"name": "A", "colours": ["red"]}, {"name": "B", "colours": ["blue"]}]
MINE, OVER = b'"can_act":true', b'"phase":"over"'


class Game:
    """One plays both seats; the others look on."""

    def __init__(self) -> None:
        self.last = b""
        self.missing = 0
        self.told = asyncio.Event()

    async def begin(self, port: int) -> None:
        """At this server."""
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
            self.table = (await http.post("/api/tables", json={"seats": SEATS, "start": 0})).json()["id"]
            cookie = f"tongiaki={http.cookies['tongiaki']}"
        self.player = await self._open(port, cookie, self._take)

    async def look_on(self, port: int, people: int) -> list[Socket]:
        """So many, at this server."""
        return [await self._open(port, "", self._arrived) for _ in range(people)]

    async def _open(self, port: int, cookie: str, take: Any) -> Socket:
        greeted = asyncio.Event()

        def first(body: bytes) -> None:
            if body.startswith(STATE):
                greeted.set()
            take(body)

        socket = await Socket.open(port, f"/ws/{self.table}", cookie, first)
        socket.send(b'{"type":"hello","seq":-1}')
        await greeted.wait()
        return socket

    def _take(self, body: bytes) -> None:
        if body.startswith((EVENTS, STATE)):
            self.last = body
            self._arrived(body)

    def _arrived(self, body: bytes) -> None:
        if body.startswith(EVENTS):
            self.missing -= 1
            if self.missing == 0:
                self.told.set()

    async def move(self, people: int) -> float | None:
        """Milliseconds until all have been told; `None`: the game is over."""
        if MINE not in self.last or OVER in self.last:
            return None
        lines = LINE.findall(self.last, self.last.index(b'"choices":'))
        seq = VIEW_SEQ.search(self.last)
        assert seq is not None
        self.missing = people + 1
        self.told.clear()
        began = time.perf_counter()
        play = b'{"type":"play","id":"%d","seq":%d,"lines":["%s"]}'
        self.player.send(play % (int(seq[1]), int(seq[1]), random.choice(lines)))
        async with asyncio.timeout(30):
            await self.told.wait()
        return (time.perf_counter() - began) * 1000


async def watched(has: Ours, watch: Ours, people: int, moves: int) -> dict[str, float]:
    """Moves at the server that has the table, with people who look on at one of the two."""
    game = Game()
    await game.begin(has.port)
    sockets = await game.look_on(watch.port, people)
    both = {"holder": has, "other": watch} if watch is not has else {"holder": has}
    before = {name: server.processor_seconds for name, server in both.items()}
    times: list[float] = []
    while len(times) < moves and (took := await game.move(people)) is not None:
        times.append(took)
    worked = {
        f"{name}, ms of processor a move": (server.processor_seconds - before[name]) * 1000 / len(times)
        for name, server in both.items()
    }
    for socket in [game.player, *sockets]:
        socket.close()
    times.sort()
    return {
        "moves": len(times),
        "p50": times[len(times) // 2],
        "p99": times[int(len(times) * 0.99)],
        **worked,
    }


def main() -> None:
    """Prints a line of JSON for each measurement, in turn."""
    parser = argparse.ArgumentParser(prog="python -m bench.watching", description=__doc__)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--moves", type=int, default=150)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    free = {"most_sockets": 100_000, "most_messages": 100_000, "most_requests": 0}
    with running_cluster() as cluster:
        url: Any = cluster.database().url
        with Ours(url, **free) as first, Ours(url, **free) as second:
            for _ in range(options.rounds):
                for where, server in (("at its server", first), ("at another", second)):
                    figures = asyncio.run(watched(first, server, options.people, options.moves))
                    told = {name: round(value, 2) for name, value in figures.items()}
                    print(json.dumps({"people": options.people, "looking on": where, **told}), flush=True)


if __name__ == "__main__":
    main()
