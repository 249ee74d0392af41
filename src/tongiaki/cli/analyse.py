"""`tongiaki analyse`: chances, luck and errors of recorded games."""

import json
import sys
from collections.abc import Iterator

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tongiaki.cli.board_text import STYLES
from tongiaki.cli.progress import bar
from tongiaki.cli.reading import texts_of
from tongiaki.cli.writing import output
from tongiaki.records import GameRecord, RecordError
from tongiaki.review import Review, review_of
from tongiaki.review.decisions import MISTAKE, NODES, SLIP
from tongiaki.review.review import written

WIDE = 160
"""Columns where no terminal says how many it has."""


def analyse(
    file: str = typer.Argument(..., metavar="FILE", help="Records, one a line; - reads standard input."),
    game: int | None = typer.Option(
        None, "--game", min=1, help="Which record of the file, counted from 1. (default: all)"
    ),
    nodes: int = typer.Option(
        NODES, "--nodes", min=0, help="The search's budget for a decision; 0: no errors."
    ),
    seed: int = typer.Option(0, "--seed", min=0, help="The same seed and nodes give the same figures."),
    out: str | None = typer.Option(
        None,
        "--json",
        metavar="OUT.jsonl",
        help="Write a line of JSON for each game instead; - to standard output.",
    ),
) -> int:
    """Tell the chances of victory after every event, the luck of the tiles and the errors of the decisions.

    A row for each event: every player's chance after it in per cent; for a tile, its luck for the player who draws
    (what it changed against the mean of all tiles that could have come); for a decision, the error (what it gave away)
    and the best move. Then where the chances came from: end − start = own play + others' play + tiles.
    What the figures mean, and the JSON: docs/review.md.

    Examples:

    - `tongiaki analyse game.jsonl` – what decided this game?
    - `tongiaki analyse games.jsonl --game 3 --nodes 10000` – look more closely
    - `tongiaki analyse games.jsonl --nodes 0 --json chances.jsonl` – the chances and luck of many games
    """
    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDE)
    count = 0
    with output(out) as file_out:
        for count, text in enumerate(texts_of(file), 1):
            if game not in (None, count):
                continue
            record = GameRecord.from_json(text)
            review = _reviewed(record, nodes, seed, count)
            if file_out is not None:
                file_out.write(json.dumps(written(review, record, nodes), ensure_ascii=False) + "\n")
                continue
            console.print(*told(review, record, count), sep="\n")
    if count < (game or 1):
        missing = f", there is no number {game}" if game else ""
        raise RecordError(f"the file holds {count or 'no'} record{'' if count == 1 else 's'}{missing}")
    return 0


def _reviewed(record: GameRecord, nodes: int, seed: int, number: int) -> Review:
    with bar(f"game {number}", None) as progress:
        return review_of(record, nodes, seed, progress.reached)


# -- in words ------------------------------------------------------------------------------------------------


def told(review: Review, record: GameRecord, number: int) -> Iterator[Text | Table]:
    """The whole answer for a game."""
    yield Text(f"game {number}: {len(review.moments) - 1} events", style="bold")
    yield _events(review, record)
    yield Text()
    yield _shares(review, record)
    yield from _decisive(review, record)
    yield Text()


def _events(review: Review, record: GameRecord) -> Table:
    table = _table("", "event", *(_name(record, player) for player in range(len(record.players))))
    for head in ("luck", "error", "best"):
        table.add_column(head, justify="left" if head == "best" else "right", no_wrap=True)
    for number, moment in enumerate(review.moments):
        found = review.judged.get(number)
        erred = found is not None and found.error >= SLIP
        table.add_row(
            str(number),
            _event(review, record, number),
            *(_percent(chance) for chance in moment.chances),
            _signed(moment.luck[moment.player]) if moment.luck and moment.player is not None else "",
            _error(found.error) if found else "",
            f"{found.best} ({_percent(found.best_chance)})" if found and erred else "",
        )
    return table


def _shares(review: Review, record: GameRecord) -> Table:
    table = _table("", "start", "end", "own play", "others' play", "tiles", "given away")
    for player, (share, given) in enumerate(zip(review.shares(), review.given_away(), strict=True)):
        changes = (_signed(part) for part in (share.own, share.others, share.luck))
        ends = _percent(share.start), _percent(share.end)
        table.add_row(_name(record, player), *ends, *changes, _percent(given) if review.judged else "–")
    return table


def _decisive(review: Review, record: GameRecord) -> Iterator[Text]:
    for number in review.luckiest():
        luck = review.moments[number].luck or ()
        player = max(range(len(luck)), key=lambda one: abs(luck[one]))
        kind = "luck" if luck[player] > 0 else "bad luck"
        yield (
            Text(f"{kind}, {_signed(luck[player])} for ")
            .append(_name(record, player))
            .append(Text(f": {number} ").append(_event(review, record, number)))
        )
    for number in review.worst():
        found = review.judged[number]
        if found.error < SLIP:
            return
        kind = "mistake" if found.error >= MISTAKE else "slip"
        yield (
            Text(f"{kind}, {_signed(-found.error)}: {number} ")
            .append(_event(review, record, number))
            .append(f"; best was {found.best}")
        )


def _table(first: str, second: str, *others: str | Text) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(first, justify="right" if not first and second == "event" else "left", no_wrap=True)
    table.add_column(second, justify="left" if second == "event" else "right", no_wrap=True)
    for head in others:
        table.add_column(head, justify="right", min_width=7, max_width=12, no_wrap=True)
    return table


def _name(record: GameRecord, player: int) -> Text:
    seat = record.players[player]
    return Text(seat.name, style=STYLES[seat.colours[0]])


def _event(review: Review, record: GameRecord, number: int) -> Text:
    moment = review.moments[number]
    if moment.player is None:
        return Text("start")
    what = f"turns up {moment.step}" if moment.luck is not None else moment.step
    return _name(record, moment.player).append(f" {what}", style="default")


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"


def _signed(change: float) -> str:
    return f"{100 * change:+.1f} %"


def _error(error: float) -> Text:
    style = "bold red" if error >= MISTAKE else "yellow" if error >= SLIP else "dim"
    return Text(_percent(error), style=style)
