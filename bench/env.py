"""`python -m bench.env`: steps a second of our PettingZoo environment, beside PettingZoo's own connect_four in one run.

Both without wrappers, in the loop of PettingZoo's performance benchmark (a random legal move), in processor time of
one core, in turn in each round; the best round of each, and the median of the ratios. connect_four needs pygame,
so it runs in the environment of the peers (`make bench-peers`).
"""

import argparse
import statistics
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.__main__ import ROOT, run
from bench.peers import steps_a_second
from tongiaki.env.aec import raw_env

GOAL = 20_000 / 23_000
"""20,000 steps a second where connect_four does 23,000."""


def main() -> int:
    parser = argparse.ArgumentParser("python -m bench.env", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each in a round (2)")
    parser.add_argument(
        "--peers", type=Path, default=ROOT / ".venv-peers/bin/python", help="Python of the peers"
    )
    options = parser.parse_args()
    ours: dict[int, list[float]] = {2: [], 4: [], 6: []}
    theirs, ratios = [], []
    for _ in range(options.rounds):
        command = [
            str(options.peers),
            str(ROOT / "bench/peers.py"),
            "connect_four steps",
            str(options.seconds),
        ]
        theirs.append(run(command)["connect_four steps"])
        for players, rates in ours.items():
            rates.append(steps_a_second(raw_env(players=players), options.seconds))
        ratios.append(ours[2][-1] / theirs[-1])
    table = Table("AEC, without wrappers", title=f"steps a second, best of {options.rounds} rounds")
    table.add_column("steps/s", justify="right")
    table.add_row("PettingZoo's connect_four", f"{max(theirs):,.0f}")
    for players, rates in ours.items():
        table.add_row(f"tongiaki, {players} players", f"{max(rates):,.0f}")
    console = Console()
    console.print(table)
    met = "met" if statistics.median(ratios) >= GOAL else "not met"
    console.print(
        f"two players against connect_four: {statistics.median(ratios):.2f} times (goal {GOAL:.2f}: {met})"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
