"""`python -m bench.odds WHAT`: how fast the odds of a voyage are, and that they are right; see docs/odds.md.

speed: all piers of a full beach, over positions of random games. orders: as fractions against every order of small
decks. decks: against random decks, sailed by the engine. `orders` and `decks` end with 1 if a figure is wrong.
"""

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from math import erfc, sqrt
from random import Random
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table
from tests.odds.against_trial import chain_positions, chains_of, compared
from tests.odds.seas import as_table, over_every_order, small_sea
from tests.odds.test_exact import RULES

from tongiaki.engine import COLOURS, COMPILED, Game
from tongiaki.odds import beach_odds, figures, voyage_odds, voyages


class Asked(NamedTuple):
    """One question: colours of the fleet, milliseconds of processor time, empty places come to, what was left out."""

    colours: int
    milliseconds: float
    places: int
    left_out: float


def beaches(seed: int) -> Iterator[tuple[Game, str, str]]:
    """Of random games of 2 to 6 players in turn, a choice of a voyage each, and one of the full beaches."""
    n = 0
    while True:
        rng = Random(seed * 1_000_003 + n)
        chains = list(chains_of(Game.start([[colour] for colour in COLOURS[: 2 + n % 5]]), rng))
        if chains:
            game = rng.choice(chains)
            yield game, *rng.choice(game.facts()["full"]).rsplit(" ", 1)
        n += 1


def speed(console: Console, positions: int, seed: int, bound: float, colours: int | None) -> int:
    """Times of `beach_odds`, by the colours of the fleet."""
    places: list[int] = []

    def counted(sums: figures.Sums, *rest: Any) -> figures.Odds:
        places.extend(sums["places"])
        return figures.figures(sums, *rest)

    voyages.figures = counted
    asked = []
    for game, island, beach in islice(beaches(seed), positions):
        there = colours or len(game.position()["boats"][f"{island} {beach}"])
        places.clear()
        begin = time.process_time()
        odds = beach_odds(game, island, beach, colours, bound=bound)
        spent = (time.process_time() - begin) * 1000
        asked.append(Asked(there, spent, sum(places), max(float(one.left_out) for one in odds.values())))
    table = Table(
        "colours",
        "positions",
        "p50 ms",
        "p95 ms",
        "max ms",
        "places p50",
        "p95",
        "max",
        "left out: none",
        "most",
    )
    by_colours = defaultdict(list)
    for one in asked:
        by_colours[one.colours].append(one)
    for number in sorted(by_colours):
        table.add_row(*_row(str(number), by_colours[number]))
    table.add_row(*_row("all", asked), style="bold")
    console.print(table)
    return 0


def _row(name: str, asked: list[Asked]) -> list[str]:
    times, places = sorted(a.milliseconds for a in asked), sorted(a.places for a in asked)
    most = max(a.left_out for a in asked)
    whole = sum(a.left_out == 0 for a in asked) / len(asked)
    middle, high = len(asked) // 2, len(asked) * 95 // 100
    cells = [f"{ms:.2f}" for ms in (times[middle], times[high], times[-1])]
    cells += [f"{count:,}" for count in (places[middle], places[high], places[-1])]
    return [name, str(len(asked)), *cells, f"{whole:.0%}", f"{most:.1e}" if most else "0"]


def orders(console: Console, positions: int, seed: int, deck: int) -> int:
    """Seas whose odds differ from the shares of all orders."""
    wrong = 0
    for n in track(range(seed, seed + positions), "seas", console=console):
        game, island, pier = small_sea(n, deck=deck - n % 3, **RULES[n % len(RULES)])
        if as_table(voyage_odds(game, island, pier, exact=True)) != over_every_order(game, island, pier):
            wrong += 1
            console.print(f"[red]wrong[/red] sea {n}: {island} {pier}")
    console.print(f"{positions:,} seas with decks of {deck - 2} to {deck} tiles, wrong: {wrong}")
    return wrong


def decks(console: Console, positions: int, seed: int, count: int) -> int:
    """Figures further than six standard deviations from random decks; how many are beyond 4 is said."""
    found = []
    seas = [small_sea(n, deck=12 + n % 13) for n in range(seed * 1000, seed * 1000 + positions // 2)]
    places = [*chain_positions(positions, seed), *seas]
    for n, place in enumerate(track(places, "positions", console=console)):
        _, off = compared(*place, count, seed=seed * 1000 + n)
        found += [(n, one) for one in off if 0 < one.chance < 1 or one.sigmas]
    beyond = [(n, off) for n, off in found if off.sigmas > 4]
    console.print(
        f"{positions} positions of random games and {len(seas)} random seas, {count:,} decks each: "
        f"{len(found):,} figures, largest difference {max(off.sigmas for _, off in found):.2f} sigma; "
        f"beyond 4: {len(beyond)}, by chance {len(found) * erfc(4 / sqrt(2)):.1f}"
    )
    for n, off in beyond:
        console.print(f"position {n}: {off}")
    return sum(off.sigmas > 6 for _, off in found)


def main() -> int:
    parser = argparse.ArgumentParser("python -m bench.odds", description=__doc__)
    parser.add_argument("what", choices=("speed", "orders", "decks"))
    parser.add_argument(
        "--positions", type=int, default=0, help="how many (speed 1,000, orders 1,000, decks 200)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--bound", type=float, default=voyages.BOUND, help="speed: what may be left out (5e-4)"
    )
    parser.add_argument(
        "--colours", type=int, default=None, help="speed: as if the fleets had so many (as they are)"
    )
    parser.add_argument("--deck", type=int, default=8, help="orders: the largest deck (8)")
    parser.add_argument("--decks", type=int, default=1_000_000, help="decks: for each position (1,000,000)")
    asked = parser.parse_args()
    console = Console(width=120)
    if not COMPILED:
        console.print("the engine runs uncompiled: times say nothing")
    if asked.what == "speed":
        return speed(console, asked.positions or 1000, asked.seed, asked.bound, asked.colours)
    if asked.what == "orders":
        return min(orders(console, asked.positions or 1000, asked.seed, asked.deck), 1)
    return min(decks(console, asked.positions or 200, asked.seed, asked.decks), 1)


if __name__ == "__main__":
    sys.exit(main())
