"""`python -m bench.load`: what the server bears, beside boardgame.io in the same run. See docs/load.md.

Bounded: so many moves, on loopback, the server on one core and its clients on the other.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.load.clients import look_on, open_tables
from bench.load.processes import Clients, Ours, Peer, Process
from bench.load.stored import fill, fill_running

PEER_PORT = 18765
WARM = 1000
"""Moves before anything is measured."""
MIDDLE = 75
"""Events of a game in its middle."""
PACED = 20
"""Moves of a table at a pace: of fewer, the worst in a hundred is chance."""


def duel(options: argparse.Namespace, folder: Path) -> Iterator[dict[str, Any]]:
    """Flat out and at a move a second a table, ours and the peer's in turn."""
    for number in range(options.rounds):
        with Ours(folder / f"duel-{number}.db") as ours, Clients(ours.port, options.tables) as clients:
            yield from _both("ours", ours, clients, options)
        if options.peer is not None:
            with (
                Peer(options.peer, PEER_PORT) as peer,
                Clients(peer.port, options.tables, peer=options.peer) as clients,
            ):
                yield from _both("peer", peer, clients, options)


def _both(
    who: str, server: Ours | Peer, clients: Clients, options: argparse.Namespace
) -> Iterator[dict[str, Any]]:
    clients.play(server, WARM)
    _go_before(options, server, clients)
    yield {"who": who, "how": "flat out", **clients.play(server, options.moves)}
    yield {"who": who, "how": "paced", **clients.play(server, PACED * options.tables, 1.0)}


def _go_before(options: argparse.Namespace, *processes: Process) -> None:
    for process in processes:
        process.go_before(options.nice)


def crowd(options: argparse.Namespace, folder: Path) -> Iterator[dict[str, Any]]:
    """Many tables of four at human pace: a move a table every five seconds."""
    how = f"{options.crowd} tables of 4"
    with (
        Ours(folder / "crowd.db", live_tables=options.crowd) as ours,
        Clients(ours.port, options.crowd, 4) as clients,
    ):
        _go_before(options, ours, clients)
        yield {"who": "ours", "how": how, **clients.play(ours, 4 * options.crowd, 5.0)}


def memory(folder: Path) -> Iterator[dict[str, Any]]:
    """What a table without sockets and what a socket takes, each from the difference of two numbers."""
    names = asyncio.run(fill_running(folder / "middle.db", 1000, MIDDLE))
    with Ours(folder / "middle.db", live_tables=10_000) as ours:
        asyncio.run(look_on(ours.port, names[:200], 200, int))
        before = ours.memory
        for first in range(200, len(names), 50):
            asyncio.run(look_on(ours.port, names[first : first + 50], 50, int))
        taken = (ours.memory - before) // (len(names) - 200)
        yield {"who": "ours", "how": f"a table after {MIDDLE} events, nobody there any more", "bytes": taken}
    with Ours(folder / "memory.db", live_tables=10_000) as ours:
        names = asyncio.run(open_tables(ours.port, 200))
        before = ours.memory
        asyncio.run(open_tables(ours.port, 2000))
        yield {"who": "ours", "how": "a table without sockets", "bytes": (ours.memory - before) // 2000}
        yield {
            "who": "ours",
            "how": "a socket",
            "bytes": asyncio.run(look_on(ours.port, names, 2000, lambda: ours.memory)),
        }


def finished(options: argparse.Namespace, folder: Path) -> Iterator[dict[str, Any]]:
    """Memory while games are played to their end, by two people each, who then leave."""
    with Ours(folder / "finished.db") as ours, Clients(ours.port, 1) as clients:
        _go_before(options, ours, clients)
        for number in range(1, 11):
            figures = clients.finish(options.games // 10)
            done = f"{number * options.games // 10} finished games"
            yield {"who": "ours", "how": done, "megabytes": ours.memory / 2**20, **figures}


def stored(options: argparse.Namespace, folder: Path) -> Iterator[dict[str, Any]]:
    """A start with many games, and a long game opened for the first time."""
    db = folder / "stored.db"
    long = asyncio.run(fill(db, options.games, 5))
    with Ours(db) as ours:
        yield {"who": "ours", "how": f"start with {options.games} games", "seconds": ours.began}
        times = [asyncio.run(_opened(ours.port, name)) for name in long]
        yield {"who": "ours", "how": "a game of 400 moves opens", "milliseconds": statistics.median(times)}


async def _opened(port: int, name: str) -> float:
    began = time.perf_counter()
    await look_on(port, [name], 1, int)
    return (time.perf_counter() - began) * 1000


def main() -> None:
    """Prints a line of JSON for each measurement, as it is made."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument(
        "what", nargs="*", default=["duel", "memory", "stored"], help="duel, crowd, memory, finished, stored"
    )
    parser.add_argument("--peer", type=Path, help="a folder where boardgame.io is installed")
    parser.add_argument("--nice", type=int, default=0, help="while measured; below 0 for root only")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--moves", type=int, default=4000)
    parser.add_argument("--crowd", type=int, default=1000)
    parser.add_argument("--games", type=int, default=10_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        parts = {
            "duel": lambda: duel(options, Path(folder)),
            "crowd": lambda: crowd(options, Path(folder)),
            "memory": lambda: memory(Path(folder)),
            "finished": lambda: finished(options, Path(folder)),
            "stored": lambda: stored(options, Path(folder)),
        }
        for what in options.what:
            for figures in parts[what]():
                print(json.dumps({key: _short(value) for key, value in figures.items()}), flush=True)


def _short(value: Any) -> Any:
    return round(value, 1) if isinstance(value, float) else value


if __name__ == "__main__":
    main()
