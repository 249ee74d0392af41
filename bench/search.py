"""`python -m bench.search`: simulations a second of our tree search, against OpenSpiel's C++ MCTS, in one run.

Ours: the tree from the four-player opening, one whole random game a simulation; and, for comparison, the search with
the learned value as the bots use it. Theirs: `MCTSBot` with one roll-out a simulation, from the first decision. In each
round all are measured in turn; the ratio is to our mean just before and just after.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tongiaki.bots.tree import Tree
from tongiaki.bots.value import Value, learned
from tongiaki.engine import COLOURS, COMPILED, Game

ROOT = Path(__file__).parents[1]
GOALS = {"backgammon": 40.0, "hex": 1.0}
SIMULATIONS = 2000


def simulations_a_second(seconds: float, value: Value | None, seed: int) -> float:
    """Simulations a second of processor time, in a fresh tree for each 2,000."""
    game, done = Game.start([[colour] for colour in COLOURS[:4]]), 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        tree = Tree(game, seed + done, value, 100_000, 0.7 if value is None else 0.1)
        tree.run(SIMULATIONS)
        done += SIMULATIONS
    return done / spent


def theirs(python: str, game: str, seconds: float) -> float:
    """The same of OpenSpiel, in a process of its own."""
    name = f"{game} simulations"
    command = [python, str(ROOT / "bench/peers.py"), name, str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout.splitlines()[-1])[name])


def main() -> int:
    parser = argparse.ArgumentParser("python -m bench.search", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="processor time for each rate in a round (1)"
    )
    parser.add_argument("--peers", default=str(ROOT / ".venv-peers/bin/python"), help="Python of the peers")
    options = parser.parse_args()
    console = Console()
    if not COMPILED:
        console.print("[red]The engine runs uncompiled; build it first: make kernel[/red]")
        return 1
    peers = (
        options.peers if Path(options.peers).exists() else sys.executable
    )  # the extra `research` has it too
    rates: dict[str, list[float]] = {"ours": [], "ours, learned value": []}
    ratios: dict[str, list[float]] = {game: [] for game in GOALS}
    for number in range(options.rounds):
        for game in GOALS:
            before = simulations_a_second(options.seconds / 2, None, number)
            rate = theirs(peers, game, options.seconds)
            after = simulations_a_second(options.seconds / 2, None, number)
            rates["ours"] += [before, after]
            rates.setdefault(game, []).append(rate)
            ratios[game].append((before + after) / 2 / rate)
        rates["ours, learned value"].append(simulations_a_second(options.seconds / 2, learned(), number))
    table = Table("simulations a second of processor time", "best", "median", "ours to it, median", "goal")
    for name, found in rates.items():
        ratio = f"{statistics.median(ratios[name]):,.1f} times" if name in GOALS else ""
        goal = f"≥ {GOALS[name]:g}" if name in GOALS else ""
        table.add_row(name, f"{max(found):,.0f}", f"{statistics.median(found):,.0f}", ratio, goal)
    console.print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
