"""`tongiaki perft`: counts the lines of play from a position, a number for each first move."""

from dataclasses import dataclass

import typer

from tongiaki.cli.progress import bar
from tongiaki.cli.reading import record_of
from tongiaki.engine import Game, line_of
from tongiaki.records.record import GameRecord
from tongiaki.records.replay import Replay, deal


@dataclass
class Count:
    """Lines of play, and those cut short because the deck's next tile is not known."""

    lines: int = 0
    cut: int = 0


def perft(
    file: str = typer.Argument(..., metavar="FILE", help="Records, one a line; - reads standard input."),
    ply: int = typer.Option(..., "--ply", min=0, help="Start after so many moves of the record."),
    depth: int = typer.Option(..., "--depth", min=1, help="Moves of each line of play."),
    game: int = typer.Option(1, "--game", min=1, help="Which record of the file, counted from 1."),
) -> int:
    """Count the lines of play of a number of moves from a position of a record.

    Draws are dealt by the record's deck, so a draw does not branch and is no move. A line that the end of the
    game makes shorter does not count; one that needs a tile beyond the end of the deck does not count either,
    and how many those were is said.

    Example:

    - `tongiaki perft game.jsonl --ply 12 --depth 2` – a count for each of the moves at ply 12, and the total
    """
    record = record_of(file, game)
    replay = Replay(record)
    replay.to_ply(ply)
    total = Count()
    moves = sorted(replay.game.legal(), key=line_of)
    with bar("counting", len(moves)) as progress:
        for move in moves:
            count = count_after(replay.game, move, record, replay.drawn, depth)
            typer.echo(
                f"{line_of(move)}: {count.lines}" + (f" (cut short: {count.cut})" if count.cut else "")
            )
            total = Count(total.lines + count.lines, total.cut + count.cut)
            progress.advance()
    typer.echo(f"total: {total.lines}")
    if replay.out_of_tiles or total.cut:
        _say_deck_ends(record, total.cut)
    return 0


def _say_deck_ends(record: GameRecord, cut: int) -> None:
    what = f"{cut} lines of play were cut short" if cut else "no move can be made"
    typer.echo(f"the deck runs out: it lists {len(record.deck)} tiles, {what} where the next tile is needed")


def count_after(game: Game, move: int, record: GameRecord, drawn: int, depth: int) -> Count:
    """The lines of `depth` moves that begin with `move`; the deck deals from index `drawn` on."""
    if depth == 1:
        return Count(1)
    after = game.copy()
    after.apply(move)
    drawn += deal(after, record.deck, drawn)
    if after.phase == "draw":
        return Count(cut=1)
    if depth == 2:  # the last move need not be played
        return Count(len(after.legal()))
    found = [count_after(after, next_move, record, drawn, depth - 1) for next_move in after.legal()]
    return Count(sum(count.lines for count in found), sum(count.cut for count in found))
