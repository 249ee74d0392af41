"""`python -m bench.bots_at_tables`: does a server answer as quickly while bots think at many tables?

A server of its own, tables of bots only at a person's pace, and a connection that says `ping` again and again. For each
number of tables: how long an answer takes, how many events there were a second, the share of their budgets that bots
had, and how many decisions were lost.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table
from tests.server.served import Served, seats, serving

from tongiaki.server.logs import log_to_stderr


async def answers(served: Served, seconds: float) -> list[float]:
    """Milliseconds of each answer, fifty asked for a second."""
    taken = []
    async with served.browser() as guest, guest.sit(await guest.make(seats=seats(None, None))) as wire:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            begun = time.perf_counter()
            await wire.send('{"type":"ping"}')
            await wire.receive()
            taken.append(1000 * (time.perf_counter() - begun))
            await asyncio.sleep(0.02)
    return taken


async def measured(tables: int, bots: list[str], seconds: float, pace: float) -> tuple[str, ...]:
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder) / "games.db", bot_pace=pace) as served, served.browser() as guest:
            ids = [await guest.make(seats=seats(*bots)) for _ in range(tables)]
            await asyncio.sleep(3)
            live = served.app.state.tables._live
            pool = served.app.state.bots
            before, begun = sum(live[id].course.seq for id in ids), time.monotonic()
            shares: list[float] = []

            async def look() -> None:
                while True:
                    shares.append(pool.share)
                    await asyncio.sleep(0.1)

            looking = asyncio.ensure_future(look())
            taken = await answers(served, seconds)
            looking.cancel()
            events = (sum(live[id].course.seq for id in ids) - before) / (time.monotonic() - begun)
            cuts = statistics.quantiles(taken, n=100)
            share = statistics.mean(shares)
            return (
                f"{tables}", f"{cuts[49]:.1f}", f"{cuts[98]:.1f}", f"{events:,.0f}", f"{share:.2f}", f"{pool.failed}",
            )  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser("python -m bench.bots_at_tables", description=__doc__)
    parser.add_argument("--bots", default="greedy,greedy,greedy,greedy", help="of each table")
    parser.add_argument("--tables", default="0,20,100,400", help="how many")
    parser.add_argument("--seconds", type=float, default=10, help="for each (10)")
    parser.add_argument(
        "--pace", type=float, default=0.9, help="seconds between two decisions of a table (0.9)"
    )
    options = parser.parse_args()
    log_to_stderr("warning")
    table = Table(title=f"tables of {options.bots}")
    for head in ("tables", "ms p50", "ms p99", "events/s", "mean share", "lost"):
        table.add_column(head, justify="right")
    for number in map(int, options.tables.split(",")):
        table.add_row(*asyncio.run(measured(number, options.bots.split(","), options.seconds, options.pace)))
    Console().print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
