"""`tongiaki simulate`: games between bots, as records and as a summary."""

import multiprocessing
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.console import Console

from tongiaki.bots import BOTS, played
from tongiaki.cli.asked import bots_of, check_bots, rules_of
from tongiaki.cli.progress import bar
from tongiaki.cli.random_play import random_tally
from tongiaki.cli.tally import Tally, print_tally
from tongiaki.cli.writing import output
from tongiaki.engine import PRESETS, Rules
from tongiaki.engine.catalogue import COLOURS
from tongiaki.records.record import Player

CHUNK = 4
"""Games that a worker plays at a time."""


@dataclass(frozen=True)
class Plan:
    """All that decides what the games will be."""

    players: tuple[Player, ...]
    bots: tuple[str, ...]
    rules: Rules
    seed: str

    def game(self, index: int) -> tuple[str, Tally]:
        """The record of game number `index` on one line, and its tally."""
        record = played(
            self.players, self.bots, self.rules, f"{self.seed}/{index}", {"id": f"{self.seed}-{index}"}
        )
        assert record.result is not None
        return record.to_json(), Tally.of(record.result, len(record.moves), record.other.get("faults", ()))

    def chunk(self, first: int, last: int) -> list[tuple[str, Tally]]:
        """The games from number `first` to before `last`."""
        return [self.game(index) for index in range(first, last)]


def simulate(
    games: int = typer.Option(100, "--games", min=1, help="How many games."),
    players: int | None = typer.Option(
        None, "--players", min=2, max=6, help="2 to 6. (default: as many as --bots, or 4)"
    ),
    bots: str = typer.Option(
        "random", "--bots", metavar="NAME,…", help=f"One bot for all or one a seat: {', '.join(BOTS)}."
    ),
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="A rule that differs; may be repeated."),
    ] = None,
    preset: str = typer.Option(
        "BrettspielWelt", "--preset", help=f"The rules to start from: {', '.join(PRESETS)}."
    ),
    two_colours: bool = typer.Option(
        False, "--two-colours", help="Two colours each, for 2 or 3 players (R-11.1)."
    ),
    seed: str | None = typer.Option(
        None, "--seed", help="The same seed gives the same games. (default: a new one)"
    ),
    jobs: int = typer.Option(
        1, "--jobs", min=1, help="Games at the same time; the games do not depend on it."
    ),
    out: str | None = typer.Option(
        None, "--out", metavar="FILE.jsonl", help="Write a record for each game; - to standard output."
    ),
) -> int:
    """Let bots play games, and count how they end.

    A summary tells games per second, the reasons of the ends, and by seat the mean score and the share of wins,
    each with its 95 % interval; a shared win counts in parts. The seat that starts is always the first.
    With only the bot random and no --out all is played in compiled code, very fast.
    cmd:PROGRAM or py:FILE.py:CLASS is a bot of somebody else (docs/engine-protocol.md); decisions that it loses by a
    crash, by being late or by an illegal move are made by chance and reported, and the exit code is 1.

    Rules are those of section 12: names and values as in a record, e.g. royal_limit=unlimited.

    Examples:

    - `tongiaki simulate --games 100000` – four random players, statistics only
    - `tongiaki simulate --games 200 --bots greedy,random --jobs 2` – how good is greedy?
    - `tongiaki simulate --games 50 --players 3 --preset NL-1 --seed 7 --out games.jsonl` – records
    - `tongiaki simulate --games 20 --bots greedy,py:examples/hitch_hiker.py:HitchHiker` – a bot of your own
    - `tongiaki simulate --games 20 --players 2 --two-colours --option idle_rounds=10`
    """
    plan = planned(players, bots, option or [], preset, two_colours, seed)
    began = time.perf_counter()
    if out is None and set(plan.bots) == {"random"}:
        tally = random_tally(
            [list(player.colours) for player in plan.players], plan.rules, plan.seed, games, jobs
        )
    else:
        tally = _play_and_write(plan, games, jobs, out)
    seconds = time.perf_counter() - began
    seats = [f"{player.name} ({bot})" for player, bot in zip(plan.players, plan.bots, strict=True)]
    print_tally(tally, seats, seconds, plan.seed, Console(stderr=out == "-"))
    return 1 if tally.faults else 0


# -- what is asked for ---------------------------------------------------------------------------------------


def planned(
    players: int | None, bots: str, options: list[str], preset: str, two_colours: bool, seed: str | None
) -> Plan:
    """The plan that the options of the command ask for; `typer.BadParameter` if they ask for nothing possible."""
    names = bots_of(bots)
    check_bots(names)
    rules = rules_of(options, preset)
    two = two_colours or rules.two_colours
    count = players or (len(names) if len(names) > 1 else 2 if two else 4)
    if len(names) not in (1, count):
        raise typer.BadParameter(
            f"--bots names {len(names)} bots for {count} players; one for all or one a seat"
        )
    if two and count > 3:
        raise typer.BadParameter(f"two colours each is for 2 or 3 players, not {count} (R-11.1)")
    rules = Rules.of({**rules.differences(), "two_colours": two})
    seated = tuple(names * count)[:count]
    seats = tuple(_player(seat, count, two, bot) for seat, bot in enumerate(seated))
    return Plan(seats, seated, rules, seed or str(secrets.randbits(32)))


def _player(seat: int, count: int, two_colours: bool, bot: str) -> Player:
    """Seats play in turn order; two colours are the first and the second (R-11.1)."""
    colours = [COLOURS[seat], COLOURS[seat + count]] if two_colours else [COLOURS[seat]]
    return Player(" and ".join(colours).capitalize(), colours, {"bot": bot})


# -- games in Python, written down ---------------------------------------------------------------------------


def _play_and_write(plan: Plan, games: int, jobs: int, out: str | None) -> Tally:
    tally = Tally()
    with output(out) as file, bar("playing", games) as progress:
        for line, game in _games(plan, games, jobs):
            tally.add(game)
            if file is not None:
                file.write(line + "\n")
            progress.advance()
    return tally


def _games(plan: Plan, games: int, jobs: int) -> Iterator[tuple[str, Tally]]:
    """The games in the order of their numbers, whatever the number of jobs."""
    if jobs == 1:
        yield from (plan.game(index) for index in range(games))
        return
    chunks = [(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    with multiprocessing.get_context("spawn").Pool(min(jobs, len(chunks)), _be_quiet) as pool:
        for played_games in pool.imap(_Chunk(plan), chunks):
            yield from played_games


@dataclass(frozen=True)
class _Chunk:
    """`Plan.chunk` as something a worker process can be sent."""

    plan: Plan

    def __call__(self, numbers: tuple[int, int]) -> list[tuple[str, Tally]]:
        return self.plan.chunk(*numbers)


def _be_quiet() -> None:
    """A worker leaves it to the first process to say that it was interrupted."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
