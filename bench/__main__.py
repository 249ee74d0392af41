"""`python -m bench`: the engine against its goals and its peers; a table, and JSON for what comes after."""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench import endless, ours
from tongiaki.engine import COMPILED

ROOT = Path(__file__).parents[1]
Measured = dict[str, list[float]]


class Goal(NamedTuple):
    """One line of the table: a figure of the rounds, and what it should be."""

    what: str
    figure: Callable[[Measured], float | None]
    unit: str
    goal: float
    least: bool = True
    """The goal is a least (else a most)."""

    def met(self, value: float) -> bool:
        return value >= self.goal if self.least else value <= self.goal


def best(name: str, of: Callable[..., float] = max) -> Callable[[Measured], float | None]:
    return lambda rounds: of(rounds[name]) if rounds.get(name) else None


def middle(name: str) -> Callable[[Measured], float | None]:
    return best(name, statistics.median)


GOALS = (
    Goal("random games, four players, default rules", best("games"), "games/s", 35_000),
    Goal("… decisions", best("decisions"), "decisions/s", 0),
    Goal("… against the same source uncompiled", middle("games / uncompiled games"), "times", 20),
    Goal("… against OpenSpiel backgammon, games", middle("games / backgammon games"), "times", 30),
    Goal("… against OpenSpiel hex, decisions", middle("decisions / hex decisions"), "times", 2),
    Goal("… against catanatron, games", middle("games / catanatron games"), "times", 500),
    Goal("one apply from Python", best("apply", min), "ns", 400, least=False),
    Goal("one copy from Python", best("copy", min), "ns", 150, least=False),
    Goal("two threads against one (wall clock)", best("threads"), "times", 1.7),
    Goal("R-6.2, the worst position", best("endless worst", min), "ms", 200, least=False),
    Goal("R-6.2, Tonga in open water", best("endless open", min), "µs", 10, least=False),
    Goal("R-6.2, Samoa in a closed sea", best("endless closed", min), "µs", 100, least=False),
)


def main() -> int:
    options = arguments()
    console = Console()
    if not COMPILED:
        console.print("[red]The engine runs uncompiled; build it first: make kernel[/red]")
        return 1
    rounds = measure(options, console)
    report = {"machine": machine(), "rounds": rounds, "goals": [judged(goal, rounds) for goal in GOALS]}
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")
    show(report, console)
    console.print(f"written to {options.json}")
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="rounds, each measures everything in turn (5)")
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="processor time for each rate in a round (1)"
    )
    parser.add_argument(
        "--peers", type=Path, default=ROOT / ".venv-peers/bin/python", help="Python of the peers"
    )
    parser.add_argument(
        "--json", type=Path, default=ROOT / "build/bench.json", help="where to write (build/bench.json)"
    )
    return parser.parse_args()


def measure(options: argparse.Namespace, console: Console) -> Measured:
    """All figures of all rounds, by name."""
    rounds: Measured = {}
    with plain_copy() as plain, Progress(console=console, transient=True) as progress:
        task = progress.add_task("measuring", total=options.rounds)
        games = ours.positions(500)
        for n in range(options.rounds):
            for name, figure in one_round(options, plain, games, n):
                rounds.setdefault(name, []).append(figure)
            progress.advance(task)
    return rounds


def one_round(options: argparse.Namespace, plain: Path, games: list, n: int) -> Iterator[tuple[str, float]]:  # type: ignore[type-arg]
    theirs = {"uncompiled games": [sys.executable, "-m", "bench.ours"]}
    if options.peers.exists():
        peers = [str(options.peers), str(ROOT / "bench/peers.py")]
        theirs |= {name: [*peers, name] for name in ("backgammon games", "hex decisions", "catanatron games")}
    for name, command in theirs.items():
        before = ours.games_a_second(options.seconds / 2, first=n * 1_000_000)
        rate = run([*command, str(options.seconds)], PYTHONPATH=f"{plain}{os.pathsep}{ROOT}")[name]
        after = ours.games_a_second(options.seconds / 2, first=n * 1_000_000 + 500_000)
        for mine in (before, after):
            yield from mine.items()
        unit = name.split()[1]
        yield name, rate
        yield f"{unit} / {name}", (before[unit] + after[unit]) / 2 / rate
    yield "apply", ours.apply_nanoseconds(games)
    yield "copy", ours.copy_nanoseconds(games)
    yield "threads", max(ours.threads_ratio(int(before["games"] * options.seconds / 4)) for _ in range(3))
    yield "endless worst", endless.worst_milliseconds()
    yield "endless open", endless.open_microseconds()
    yield "endless closed", endless.closed_microseconds()


def run(command: list[str], **environment: str) -> dict[str, float]:
    """The JSON that a program prints as its last line."""
    done = subprocess.run(
        command, env={**os.environ, **environment}, cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr}")
    printed: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return printed


@contextmanager
def plain_copy() -> Iterator[Path]:
    """A folder with the package's source without built libraries."""
    source = ROOT / "src/tongiaki"
    with tempfile.TemporaryDirectory() as folder:
        built = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "client", "__pycache__")
        shutil.copytree(source, Path(folder) / "tongiaki", ignore=built)
        yield Path(folder)


def judged(goal: Goal, rounds: Measured) -> dict[str, object]:
    value = goal.figure(rounds)
    return {
        "what": goal.what,
        "value": value,
        "unit": goal.unit,
        "goal": goal.goal or None,
        "met": None if value is None or not goal.goal else goal.met(value),
    }


def machine() -> dict[str, object]:
    return {"python": platform.python_version(), "system": platform.platform(), "cores": os.cpu_count()}


def show(report: dict, console: Console) -> None:  # type: ignore[type-arg]
    table = Table(
        title=f"Tongiaki · Python {report['machine']['python']} · one core, rates by processor time"
    )
    for name, justify in (("", "left"), ("figure", "right"), ("", "left"), ("goal", "right"), ("", "left")):
        table.add_column(name, justify=justify)  # type: ignore[arg-type]
    for line, goal in zip(report["goals"], GOALS, strict=True):
        value, met = line["value"], line["met"]
        figure = "not measured" if value is None else f"{value:,.0f}" if value >= 100 else f"{value:,.2f}"
        aim = f"{'≥' if goal.least else '≤'} {goal.goal:,g}" if goal.goal else ""
        mark = {True: "[green]met[/green]", False: "[red]not met[/red]", None: ""}[met]
        table.add_row(line["what"], figure, line["unit"], aim, mark)
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())
