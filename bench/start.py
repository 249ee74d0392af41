"""`python -m bench.start`: from the start of `tongiaki serve` to its first answer. See docs/load.md.

In each round the server is started on an empty database, on one with many running games and on one with many stored
games, and in between a Python that only loads the libraries on which the server stands. Shown is the middle of the
rounds, and how many times as much processor time it took as the libraries.
"""

import argparse
import asyncio
import http.client
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from bench.load.stored import fill, fill_running

PROGRAM = [sys.executable, "-c", "from tongiaki.cli import main; main()", "serve"]
LIBRARIES = "import sqlalchemy, starlette.applications, uvicorn"
MIDDLE = 75
"""Events of a game in its middle."""


class Took(NamedTuple):
    """Seconds: by the clock, and of the processor."""

    wall: float
    processor: float


def started(db: Path) -> Took:
    """Until the first answer of a server, which is killed then."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    began = time.perf_counter()
    server = subprocess.Popen([*PROGRAM, "--port", str(port), "--db", str(db)], stdout=subprocess.DEVNULL)
    while not _answers(port):
        time.sleep(0.002)
    wall = time.perf_counter() - began
    server.kill()
    return Took(wall, _processor(server))


def loaded() -> Took:
    """Until the libraries are loaded."""
    began = time.perf_counter()
    libraries = subprocess.Popen([sys.executable, "-c", LIBRARIES])
    processor = _processor(libraries)
    return Took(time.perf_counter() - began, processor)


def _answers(port: int) -> bool:
    asking = http.client.HTTPConnection("127.0.0.1", port)
    try:
        asking.request("GET", "/healthz")
        return asking.getresponse().status == 200
    except OSError:
        return False
    finally:
        asking.close()


def _processor(process: "subprocess.Popen[bytes]") -> float:
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Prints a line for each database."""
    parser = argparse.ArgumentParser(prog="python -m bench.start", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--running", type=int, default=200)
    parser.add_argument("--stored", type=int, default=10_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        empty, running, stored = (Path(folder) / f"{name}.db" for name in ("empty", "running", "stored"))
        started(empty)
        asyncio.run(fill_running(running, options.running, MIDDLE))
        asyncio.run(fill(stored, options.stored, 0))
        measured: dict[str, list[Took]] = {}
        for _ in range(options.rounds):
            for what, db in (
                ("an empty database", empty),
                (f"{options.running} running games", running),
                (f"{options.stored} stored games", stored),
            ):
                measured.setdefault(what, []).append(started(db))
                measured.setdefault(LIBRARIES, []).append(loaded())
    libraries = statistics.median(took.processor for took in measured[LIBRARIES])
    for what, times in measured.items():
        wall, processor = (statistics.median(each) for each in zip(*times, strict=True))
        print(
            f"{what:55} {wall:.2f} s, of the processor {processor:.2f} s = {processor / libraries:.2f} times"
        )
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
