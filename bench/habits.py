"""`python -m bench.habits NAME`: what a bot does in games of four against three of `greedy`; see docs/strength.md."""

import argparse
import sys

from rich.console import Console
from rich.table import Table
from tests.bots.habits import watched


def main() -> int:
    parser = argparse.ArgumentParser("python -m bench.habits", description=__doc__)
    parser.add_argument("bot")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", default="habits")
    options = parser.parse_args()
    table = Table("bot", "wins by seat", "royal islands, mean of all rounds", "boats beside others")
    names = [options.bot, *["greedy"] * (options.players - 1)]
    for name, habits in watched(names, options.games, options.seed).items():
        royal = habits.royal_rounds / habits.rounds
        table.add_row(name, f"{habits.share:.1%}", f"{royal:.2f}", f"{habits.company:.1%}")
    Console().print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
