"""`tongiaki arena`: matches between bots, rated."""

import json
import secrets
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from tongiaki.arena.contest import Contest, impossible, labels
from tongiaki.arena.kept import Kept, OtherContest
from tongiaki.arena.plot import plot as drawn
from tongiaki.arena.run import run
from tongiaki.arena.spread import Spread, here, processes, ray_cluster
from tongiaki.arena.sprt import Sprt, Verdict
from tongiaki.arena.summary import Figures, Summary, summed_up
from tongiaki.bots import BOTS
from tongiaki.cli.asked import check_bots, rules_of
from tongiaki.cli.progress import bar
from tongiaki.cli.reading import Interrupted, Unreadable
from tongiaki.cli.tally import print_faults
from tongiaki.engine import PRESETS


def arena(
    bots: Annotated[
        list[str] | None,
        typer.Argument(metavar="[BOT]...", help=f"Two bots or more: {', '.join(BOTS)}, or those of others."),
    ] = None,
    games: int = typer.Option(200, "--games", min=1, help="How many games, rounded up to whole sets."),
    players: int | None = typer.Option(None, "--players", min=2, max=6, help="Seats of a game. (default: 2)"),
    alone: bool = typer.Option(False, "--alone", help="The first bot sits alone against copies of another."),
    nodes: int | None = typer.Option(None, "--nodes", min=1, help="Nodes a decision, for bots that search."),
    seconds: float | None = typer.Option(
        None, "--seconds", min=0.001, help="Time for a decision; a program of others must keep it."
    ),
    sprt: str | None = typer.Option(
        None, "--sprt", metavar="LOW,HIGH", help="Stop when it is known whether the first is better (Elo)."
    ),
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="A rule that differs; may be repeated."),
    ] = None,
    preset: str = typer.Option(
        "BrettspielWelt", "--preset", help=f"The rules to start from: {', '.join(PRESETS)}."
    ),
    seed: str | None = typer.Option(
        None, "--seed", help="The same seed gives the same games. (default: a new one)"
    ),
    jobs: int = typer.Option(
        1, "--jobs", min=1, help="Games at the same time; the result does not depend on it."
    ),
    ray: str | None = typer.Option(None, "--ray", metavar="ADDRESS", help="Play on a Ray cluster instead."),
    out: str | None = typer.Option(
        None, "--out", metavar="FILE.jsonl", help="Keep finished games, and go on where they end."
    ),
    as_json: str | None = typer.Option(
        None, "--json", metavar="FILE", help="Write the result as JSON; - to standard output."
    ),
    plot: str | None = typer.Option(None, "--plot", metavar="FILE.svg", help="Draw the ratings."),
) -> int:
    """Let bots play against each other, and rate them.

    A set is one line-up on one deck, played with every rotation of the seats. Elo ratings with 95 % intervals are
    fitted to all whole sets; their mean is 1500. A share of wins is by seat: with four players 25 % is chance.
    With more seats than bots the seats are shared out evenly, or with --alone all but one go to the other bot.

    Bots have options: search:nodes=500. cmd:PROGRAM or py:FILE.py:CLASS is a bot of somebody else.
    With --out an interrupted contest goes on when the command is given again; with more --games it gets longer.
    The file holds a record for each game. Exit code 1: a bot has lost decisions by faults of its own.

    Examples:

    - `tongiaki arena greedy random --games 400 --jobs 2` – is greedy better than random, and by how much?
    - `tongiaki arena greedy random --players 4 --alone` – one against three of the other
    - `tongiaki arena greedy random --sprt 0,30 --games 2000 --out match.jsonl` – until it is known
    - `tongiaki arena --out match.jsonl --plot match.svg --json -` – what came out, without the bots' names again
    """
    with _refused(), Kept(None if out is None else Path(out)) as kept:
        contest = _contest(kept, bots or [], players, alone, nodes, seconds, option or [], preset, seed)
        test = _test(sprt, contest)
        spread = _spread(ray, jobs)
        summary = _played(contest, contest.whole_sets(games), kept, spread, test) if bots else None
        summary = summary or summed_up(contest, kept.games, test)  # no bots named: what is in the file
        _write(as_json, json.dumps(summary.to_dict(), ensure_ascii=False, indent=1) + "\n")
        _write(plot, drawn(summary))
        show(summary, Console(stderr=as_json == "-", highlight=False))
    return 1 if any(one.faults for one in summary.figures) else 0


def _played(contest: Contest, sets: int, kept: Kept, spread: Spread, test: Sprt | None) -> Summary:
    games = sets * contest.players
    try:
        with bar("playing", games) as progress:
            progress.advance(sum(number < games for number in kept.games))
            return run(contest, sets, kept, spread, test, lambda _: progress.advance())
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted{_so_far(kept)}") from None
    except BrokenProcessPool:
        raise Unreadable(f"a process that played games has ended{_so_far(kept)}") from None


def _so_far(kept: Kept) -> str:
    return f"; {kept.in_file():,} games are in {kept.path}, the same command goes on" if kept.path else ""


# -- what is asked for ---------------------------------------------------------------------------------------


def _contest(
    kept: Kept,
    bots: list[str],
    players: int | None,
    alone: bool,
    nodes: int | None,
    seconds: float | None,
    options: list[str],
    preset: str,
    seed: str | None,
) -> Contest:
    """The contest that is asked for: if a file holds one, it is to be the same; what is not said is taken from it."""
    if not bots:
        if kept.contest is None:
            raise typer.BadParameter("name two bots or more, or with --out a file that holds a contest")
        return kept.contest
    check_bots(bots)
    held = kept.contest
    contest = Contest(
        tuple(bots),
        players or (held.players if held else 2),
        seed or (held.seed if held else str(secrets.randbits(32))),
        alone,
        rules_of(options, preset).differences(),
        nodes,
        seconds,
    )
    if why := impossible(contest):
        raise typer.BadParameter(why)
    if held is not None and held != contest:
        raise OtherContest(f"{kept.path} holds another contest: {_difference(held, contest)}")
    return contest


def _difference(held: Contest, asked: Contest) -> str:
    old, new = held.to_dict(), asked.to_dict()
    return "; ".join(f"{key} is {old[key]!r}, not {new[key]!r}" for key in old if old[key] != new[key])


def _test(text: str | None, contest: Contest) -> Sprt | None:
    if text is None:
        return None
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise typer.BadParameter(f"--sprt is LOW,HIGH in Elo points, such as 0,30, not {text!r}") from None
    if not low < high:
        raise typer.BadParameter(f"--sprt is LOW,HIGH: {low:g} is not below {high:g}")
    if len(contest.bots) != 2:
        raise typer.BadParameter(f"--sprt compares two bots, not {len(contest.bots)}")
    return Sprt(low, high)


def _spread(address: str | None, jobs: int) -> Spread:
    if address is not None:
        try:
            return ray_cluster(address)
        except ImportError:
            raise typer.BadParameter("--ray needs Ray: pip install 'tongiaki[cluster]'") from None
    return here if jobs == 1 else processes(jobs)


@contextmanager
def _refused() -> Iterator[None]:
    """A file that cannot be used ends the command with one sentence."""
    try:
        yield
    except OtherContest as error:
        raise Unreadable(str(error)) from None
    except OSError as error:
        raise Unreadable(f"cannot use {error.filename or 'a file'}: {error.strerror or error}") from None


# -- what came out -------------------------------------------------------------------------------------------


def _write(path: str | None, text: str) -> None:
    if path == "-":
        typer.echo(text, nl=False)
    elif path is not None:
        Path(path).write_text(text, encoding="utf-8")


COMPACT: dict[str, Any] = {"box": None, "pad_edge": False, "padding": (0, 2, 0, 0)}
"""Tables without lines: names have room on a narrow terminal."""


def show(summary: Summary, console: Console) -> None:
    """The result as a table, and what else is to be said."""
    contest = summary.contest
    console.print(
        f"{summary.games:,} games in {summary.sets:,} set{'s' if summary.sets != 1 else ''}, "
        f"{contest.players} players, seed {contest.seed}"
    )
    table = Table(**COMPACT)
    table.add_column("bot", overflow="fold")
    for head in ("Elo", "wins by seat", "points", "ms", "95 %", "faults"):
        table.add_column(head, justify="right", no_wrap=head != "faults")
    names = labels(contest.bots)
    for one in summary.figures:
        table.add_row(names[one.bot], *_row(one))
    console.print("", table, "", sep="\n")
    console.print("ms: the median time of a decision, and what 95 % of them stay within", style="dim")
    if len(contest.bots) > 2 and summary.pairs:
        console.print("", _against(summary), sep="\n")
    line_ups = len(contest.line_ups())
    if summary.sets < line_ups:
        console.print(f"only {summary.sets} of {line_ups} line-ups have played", style="yellow")
    print_faults(summary.faults, console)
    if summary.verdict is not None:
        console.print(_answer(summary.verdict, contest))


def _row(one: Figures) -> tuple[str, ...]:
    low, high = one.share_interval
    return (
        f"{one.rating.elo:.0f} ± {one.rating.half:.0f}",
        f"{100 * one.share:.1f} % ({100 * low:.1f}–{100 * high:.1f})",
        f"{one.points:.1f}",
        f"{1000 * one.median:.2f}",
        f"{1000 * one.p95:.2f}",
        ", ".join(f"{count} {kind}" for kind, count in one.faults.items()) or "–",
    )


def _against(summary: Summary) -> Table:
    """Each bot's share of wins against each other one."""
    names = [one.bot for one in summary.figures]
    numbers = [summary.contest.bots.index(name) for name in names]
    short = [labels(summary.contest.bots)[name] for name in names]
    table = Table("wins against", *short, **COMPACT)
    for name, a in zip(short, numbers, strict=True):
        cells = [summary.pairs.get((a, b)) for b in numbers]
        table.add_row(name, *(f"{100 * cell[0]:.0f} %" if cell else "" for cell in cells))
    return table


def _answer(verdict: Verdict, contest: Contest) -> str:
    first, second = labels(contest.bots).values()
    told = {
        "better": f"{first} is better than {second}",
        "not better": f"{first} is not better than {second}",
        None: f"not known yet whether {first} is better than {second}",
    }[verdict.answer]
    return f"{told} (log likelihood ratio {verdict.ratio:.2f}, bounds ±{verdict.upper:.2f})"
