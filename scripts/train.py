"""Train the value network by self-play and write its weights: `python scripts/train.py --seconds 2400`.

What is written are the weights averaged over the last few hundred steps. A checkpoint is written to the output file
whenever a line is logged; `--from FILE` goes on from one. The same seed and
number of games give the same weights. What was tried, with results, is in docs/strength.md.
"""

import argparse
import json
import random
import subprocess
import sys
import time
from pathlib import Path

from tongiaki.bots import make_bot
from tongiaki.bots.lessons import Lessons
from tongiaki.bots.search import Search
from tongiaki.bots.sizes import HIDDEN, WEIGHTS
from tongiaki.bots.value import LEARNED, Value
from tongiaki.engine import COLOURS, Game, Rules

TWO_COLOURS = Rules(two_colours=True)
TABLES = [
    (38, Game.start([["red"], ["blue"]])),
    (18, Game.start([[colour] for colour in COLOURS[:3]])),
    (25, Game.start([[colour] for colour in COLOURS[:4]])),
    (8, Game.start([[colour] for colour in COLOURS[:5]])),
    (8, Game.start([[colour] for colour in COLOURS])),
    (2, Game.start([["red", "green"], ["blue", "yellow"]], TWO_COLOURS)),
    (1, Game.start([["red", "green"], ["blue", "yellow"], ["orange", "purple"]], TWO_COLOURS)),
]
"""What is played, and how often in a hundred."""

TOGETHER = 8
"""Games between two looks at the clock, at one table."""


def main() -> int:
    options = arguments()
    chance, value = random.Random(options.seed), Value()
    value.set_weights(json.loads(options.start.read_text())["weights"] if options.start else fresh(chance))
    lessons, steady = Lessons(value, options.seed), Value()
    lessons.trace, lessons.batch = options.trace, options.batch
    weights, games = [weight for weight, _ in TABLES], 0
    begin, spent, line = time.process_time(), 0.0, 30.0
    loss = 0.0
    while True:
        done = max(spent / options.seconds, games / options.games if options.games else 0.0)
        lessons.rate = options.rate * (1 - 0.97 * min(1.0, done))
        if done >= 1 or spent >= line:
            before = time.process_time()
            steady.set_weights(lessons.steady_weights())
            write(options, steady, games, spent)
            report(steady, games, spent, loss / max(1, games), options.matches)
            begin += time.process_time() - before
            line *= 2
        if done >= 1:
            return 0
        _, start = chance.choices(TABLES, weights)[0]
        for _ in range(TOGETHER):
            lessons.play(start)
            loss += lessons.loss
        games += TOGETHER
        spent = time.process_time() - begin


def fresh(chance: random.Random) -> list[float]:
    """Weights by chance."""
    return [chance.gauss(0, 0.15) for _ in range(WEIGHTS - HIDDEN)] + [
        chance.gauss(0, 0.2) for _ in range(HIDDEN)
    ]


def write(options: argparse.Namespace, value: Value, games: int, spent: float) -> None:
    """The weights, and how they were made."""
    made = {
        "command": f"python scripts/train.py {asked(options)}",
        "seed": options.seed,
        "commit": commit(),
        "games": games,
        "processor seconds": round(spent),
        "date": time.strftime("%Y-%m-%d"),
    }
    weights = [float(f"{weight:.5g}") for weight in value.weights()]
    options.output.write_text(json.dumps({"made": made, "weights": weights}) + "\n", "utf-8")


def asked(options: argparse.Namespace) -> str:
    """The options on which the weights depend."""
    length = f"--games {options.games}" if options.games else f"--seconds {options.seconds:g}"
    start = f" --from {options.start.name}" if options.start else ""
    learning = f"--rate {options.rate} --trace {options.trace} --batch {options.batch}"
    return f"{length} --seed {options.seed} {learning}{start}"


def commit() -> str | None:
    """Where the source stands."""
    found = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    return found.stdout.strip() or None


def report(value: Value, games: int, spent: float, loss: float, matches: int) -> None:
    won = sum(against_greedy(value, number) for number in range(matches))
    share = f", one move ahead against greedy {100 * won / matches:.0f} % of {matches}" if matches else ""
    print(f"{spent:6.0f} s, {games} games, loss {loss:.4f}{share}", flush=True)


def against_greedy(value: Value, number: int) -> float:
    """One game of two: what the player that looks one move ahead gets of the victory."""
    chance, me = random.Random(number // 2), number % 2
    bots = [make_bot("greedy", number), make_bot("greedy", number)]
    player = Search(random.Random(number), nodes=1)
    player.value = value
    bots[me] = player
    game = Game.start([["red"], ["blue"]])
    while not game.is_over:
        if game.phase == "draw":
            game.reveal(chance.choice(game.deck_left))
        else:
            assert game.active_player is not None
            game.apply(bots[game.active_player].choose(game))
    return (me in game.leaders()) / len(game.leaders())


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2400, help="of processor time, matches not counted")
    parser.add_argument(
        "--games", type=int, default=0, help="so many instead of a time: the same weights again"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=0.003, help="of Adam, at the beginning")
    parser.add_argument("--trace", type=float, default=0.95, help="λ")
    parser.add_argument("--batch", type=int, default=4, help="games a step")
    parser.add_argument(
        "--matches", type=int, default=60, help="games against greedy for each line of the log"
    )
    parser.add_argument("--from", dest="start", type=Path, help="weights to begin with")
    parser.add_argument("--output", type=Path, default=LEARNED)
    options = parser.parse_args()
    if options.games:
        options.seconds = float("inf")
    return options


if __name__ == "__main__":
    sys.exit(main())
