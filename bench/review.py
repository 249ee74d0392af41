"""Do the chances of victory hold, and is luck fair? Games between bots, reviewed: `python -m bench.review`.

Prints the figures of docs/review.md and draws the reliability plot. The games' seeds are none the value was trained on.
"""

import argparse
import json
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tongiaki.bots import played
from tongiaki.engine import COLOURS, Rules
from tongiaki.records import Player
from tongiaki.records.replay import start
from tongiaki.review import moments, shares, steps_of
from tongiaki.review.calibration import (
    Called,
    Mean,
    best_temperature,
    brier,
    called_between,
    knowing_nothing,
    mean_of,
    reliability,
    tempered,
)
from tongiaki.review.plot import plot

EACH = 16
"""Positions looked at in each game, evenly spread: a game that goes in circles counts no more than another."""


class Looked(NamedTuple):
    """What a game brings: its positions, the luck of those who drew, and how far luck and play miss the whole."""

    called: list[Called]
    luck: float
    seats: list[float]
    missing: float


class Plan(NamedTuple):
    """What is played."""

    bot: str
    players: tuple[int, ...]
    seed: str


def look(plan: Plan, number: int) -> Looked:
    """Plays game number `number` and looks back on it."""
    count = plan.players[number % len(plan.players)]
    seats = [Player(colour, [colour]) for colour in COLOURS[:count]]
    record = played(seats, [plan.bot] * count, Rules(), f"{plan.seed}/{number}")
    passed = list(moments(start(record), steps_of(record)))
    won = passed[-1].chances
    spread = (passed[n * (len(passed) - 1) // EACH] for n in range(EACH))
    called = [Called(number, moment.chances, won) for moment in spread]
    luck = sum(one.luck[one.player] for one in passed if one.luck is not None and one.player is not None)
    told = shares(passed)
    missing = max(abs(one.end - one.start - one.own - one.others - one.luck) for one in told)
    return Looked(called, luck, [one.luck for one in told], missing)


def told(looked: Sequence[Looked], fitted: Sequence[Looked]) -> list[str]:
    """The figures in words. fitted: other games, by which a temperature is fitted."""
    called = [position for game in looked for position in game.called]
    drew, first = (mean_of([game.luck for game in looked]), mean_of([game.seats[0] for game in looked]))
    thirty = called_between(called, 0.275, 0.325)
    lines = [
        f"luck of who draws, a game: {_mean(drew)}; of the first seat: {_mean(first)}",
        f"end - start - own - others - luck: at most {max(game.missing for game in looked):.1e}",
        f"positions: {len(called):,}; Brier score {brier(called):.4f} (equal chances: {knowing_nothing(called):.4f})",
    ]
    if thirty is not None:
        lines.append(f"called 27.5-32.5 % ({thirty.positions:,}): won {_mean(thirty.won)}")
    lines += [
        f"  called {100 * one.called:5.1f} %  won {_mean(one.won)}  of {one.positions:,}"
        for one in reliability(called)
    ]
    if fitted:
        temperature = best_temperature([position for game in fitted for position in game.called])
        warmer = [one._replace(chances=tempered(one.chances, temperature)) for one in called]
        lines.append(
            f"temperature by {len(fitted)} other games: {temperature:.3f}; with it Brier {brier(warmer):.4f}"
        )
    return lines


def _mean(mean: Mean) -> str:
    return f"{100 * mean.mean:+.2f} ± {100 * mean.half:.2f} %"


def looked_at(plan: Plan, games: range, out: Path | None = None) -> list[Looked]:
    """These games; those that are in the file already are not played again, the others are added to it."""
    known = dict(_read(out)) if out is not None and out.exists() else {}
    for number in games:
        if number not in known:
            known[number] = look(plan, number)
            if out is not None:
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([number, known[number]]) + "\n")
    return [known[number] for number in games]


def _read(file: Path) -> Iterator[tuple[int, Looked]]:
    for line in file.read_text("utf-8").splitlines():
        number, (called, luck, seats, missing) = json.loads(line)
        yield (
            number,
            Looked([Called(game, tuple(a), tuple(b)) for game, a, b in called], luck, seats, missing),
        )


def main() -> None:
    """The command."""
    asked = argparse.ArgumentParser(prog="python -m bench.review", description=__doc__)
    asked.add_argument("--games", type=int, default=2000)
    asked.add_argument("--first", type=int, default=0, help="the number of the first game")
    asked.add_argument("--out", type=Path, help="keeps what was found; the same command then goes on")
    asked.add_argument("--fit", type=int, default=0, help="other games, to fit a temperature")
    asked.add_argument("--bot", default="stargazer")
    asked.add_argument("--players", default="2,3,4,5,6")
    asked.add_argument("--seed", default="review")
    asked.add_argument("--plot", type=Path, help="the reliability plot, SVG")
    words = asked.parse_args()
    plan = Plan(words.bot, tuple(map(int, words.players.split(","))), words.seed)
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True
    ).stdout.strip()
    began = time.perf_counter()
    looked = looked_at(plan, range(words.first, words.games), words.out)
    fitted = looked_at(plan._replace(seed=f"{words.seed}/fit"), range(words.fit))
    title = f"{len(looked):,} games of {words.bot}, {words.players} players"
    print(f"{title}, seed {words.seed}, {time.strftime('%Y-%m-%d')}, commit {commit}")
    print(*told(looked, fitted), f"{time.perf_counter() - began:.0f} s", sep="\n")
    if words.plot:
        bins = reliability([position for game in looked for position in game.called])
        words.plot.write_text(plot(bins, title), encoding="utf-8")


if __name__ == "__main__":
    main()
