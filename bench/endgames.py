"""`python -m bench.endgames`: what a bot gives away near the end, against the exact solution.

Positions with one island and one water tile left and few turns to go, from random games, where the moves differ
(`tests/bots/exact.py` solves them). The bot decides once in each; what its move gives away of its chance of victory is
known exactly.
"""

import argparse
import sys
from itertools import islice

from rich.console import Console
from rich.progress import track
from tests.bots.exact import endgames

from tongiaki.bots import Limits, make_bot
from tongiaki.bots.bot import Limited


def main() -> int:
    parser = argparse.ArgumentParser("python -m bench.endgames", description=__doc__)
    parser.add_argument("--bot", default="navigator")
    parser.add_argument("--nodes", type=int, default=1000, help="for bots that search (1000)")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--turns", type=int, default=1, help="turns to the end if no tile is laid (1)")
    parser.add_argument("--most", type=int, default=5000, help="positions that a solution may take (5000)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    lost = []
    found = islice(endgames(options.seed, options.players, options.turns, options.most), options.positions)
    for number, (game, solver) in enumerate(
        track(found, total=options.positions, console=Console(stderr=True))
    ):
        bot = make_bot(options.bot, number)
        if isinstance(bot, Limited):
            bot.limit(Limits(nodes=options.nodes))
        lost.append(solver.lost_by(game, bot.choose(game)))
    faults = sum(loss > 0.001 for loss in lost)
    print(
        f"{options.bot}: {len(lost)} positions, mean loss {100 * sum(lost) / len(lost):.2f} %, "
        f"most {100 * max(lost):.1f} %, {faults} moves that give something away"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
