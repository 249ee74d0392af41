"""`python -m bench.soak`: a million random games over all player counts and options; the smallest fault ends it with 1.

Most are played in compiled code, every position looked at there: 15 boats a colour, sums right, no full beach at the
start of a turn, a legal move until the end. One in a thousand is played from Python with an eye on what it shows.
"""

import argparse
import sys
import time
from collections import Counter
from random import Random
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tongiaki.engine import COLOURS, COMPILED, OPTIONS, PRESETS, Game, Rules, random_games

MOST_DECISIONS = 200_000
"""A game that goes on longer counts as endless."""

MOST_WITHOUT_LIMIT = 20_000
"""With `idle_rounds` 0 nothing makes players lay tiles (R-9.2): such games may stop here, and are counted."""

Table = tuple[list[list[str]], dict[str, Any]]


def tables(rng: Random) -> list[Table]:
    """Every preset and every value of every option at every player count, and mixtures of options."""
    rules: list[dict[str, Any]] = [dict(preset) for preset in PRESETS.values()]
    rules += [
        {name: value} for name, values in OPTIONS.items() for value in values[1:] if name != "two_colours"
    ]
    rules += [
        {name: rng.choice(values) for name, values in OPTIONS.items() if name != "two_colours"}
        for _ in range(40)
    ]
    singles = [([[colour] for colour in COLOURS[:n]], options) for n in range(2, 7) for options in rules]
    doubles = [
        ([[COLOURS[i], COLOURS[i + n]] for i in range(n)], {**options, "two_colours": True})
        for n in (2, 3)
        for options in rules
    ]
    return [*singles, *doubles]


def from_python(table: Table, seed: int) -> str | None:
    """One game through the interface, every position checked from outside; the fault found, or None."""
    rng, (players, rules) = Random(seed), table
    game = Game.start(players, Rules.of(rules))
    for _ in range(most_decisions(table)):
        if game.is_over:
            return None
        if fault := unsound(game):
            return f"{fault}: {game.state()}"
        if game.phase == "draw":
            game.reveal(rng.choice(game.deck_left))
        else:
            game.play(rng.choice(game.legal()))
    return None if without_limit(table) else f"no end after {MOST_DECISIONS} steps: {game.state()}"


def without_limit(table: Table) -> bool:
    return table[1].get("idle_rounds") == 0


def most_decisions(table: Table) -> int:
    return MOST_WITHOUT_LIMIT if without_limit(table) else MOST_DECISIONS


def unsound(game: Game) -> str | None:
    """What is wrong with a position, in words."""
    state = game.state()
    position, boats = state["position"], Counter(state["position"]["supply"])
    boats.update(position["royal"].values())
    boats.update(state.get("fleet", {}))
    for there in position["boats"].values():
        boats.update(there)
    if set(boats.values()) != {15}:
        return f"not 15 boats a colour: {dict(boats)}"
    if game.phase == "turn" and game.facts()["full"]:
        return "a beach is full at the start of a turn"
    if game.phase != "draw" and not game.legal():
        return "no legal move"
    return None


def soak(games: int, seed: int, console: Console) -> int:
    """Plays so many games; the number of faults."""
    rng = Random(seed)
    all_tables = tables(rng)
    by_hand = max(10, games // 1000)
    share, faults, reasons, plies, longest = max(1, games // len(all_tables)), 0, Counter[str](), 0, 0
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    begin, played, open_ended = time.perf_counter(), 0, 0
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("random games", total=games)
        for n, table in enumerate(all_tables):
            batch = games - played if n == len(all_tables) - 1 else min(share, games - played)
            if batch <= 0:
                break
            done: Any = random_games(
                batch, table[0], Rules.of(table[1]), seed + n, 0, True, most_decisions(table)
            )
            reasons.update(done["reasons"])
            plies, longest, played = plies + done["plies"], max(longest, done["longest"]), played + batch
            open_ended += done["unfinished"] if without_limit(table) else 0
            if done["unsound"] or done["games"] != batch or (done["unfinished"] and not without_limit(table)):
                faults += 1
                console.print(f"[red]fault[/red] {table}, seed {seed + n}: {done}")
            for one in range((n + 1) * by_hand // len(all_tables) - n * by_hand // len(all_tables)):
                if fault := from_python(table, seed + 1000 * n + one):
                    faults += 1
                    console.print(
                        f"[red]fault[/red] {table}, from Python, seed {seed + 1000 * n + one}: {fault}"
                    )
            progress.update(task, completed=played)
    spent = time.perf_counter() - begin
    ends = [f"{reason} {count:,}" for reason, count in sorted(reasons.items())]
    ends.append(f"stopped where no limit is set {open_ended:,}")
    console.print(f"{played:,} games on {len(all_tables)} tables in {spent:,.0f} s: {', '.join(ends)}")
    console.print(f"{plies:,} decisions, the longest game {longest:,}")
    console.print("[red]faults: " + str(faults) + "[/red]" if faults else "[green]no fault[/green]")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser("python -m bench.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000, help="random games in all (1,000,000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games (1)")
    options = parser.parse_args()
    console = Console()
    if not COMPILED:
        console.print("the engine runs uncompiled: this will take dozens of times longer")
    return 1 if soak(options.games, options.seed, console) else 0


if __name__ == "__main__":
    sys.exit(main())
