"""`tongiaki show`: a position of a record, in the terminal or as a picture."""

from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.text import Text

from tongiaki.cli.board_svg import svg
from tongiaki.cli.board_text import STEP_X, STYLES, WIDTH, Canvas, drawn
from tongiaki.cli.reading import Unreadable, record_of
from tongiaki.records.replay import Replay, beyond_the_deck, final_result


def show(
    file: str = typer.Argument(..., metavar="FILE", help="Records, one a line; - reads standard input."),
    ply: int | None = typer.Option(None, "--ply", min=0, help="After so many moves. (default: all)"),
    game: int = typer.Option(1, "--game", min=1, help="Which record of the file, counted from 1."),
    picture: str | None = typer.Option(
        None, "--svg", metavar="FILE", help="Write a picture instead; - to standard output."
    ),
) -> int:
    """Show the board of a record, and how everybody stands.

    Boats are the letters of their colours, a free berth is a dot, and the number of an edge stands where a pier
    is. A board wider than the terminal is shown in parts, from left to right, and that is said.

    Examples:

    - `tongiaki show game.jsonl` – the last position
    - `tongiaki show games.jsonl --game 3 --ply 40` – the third record after 40 moves
    - `tongiaki show game.jsonl --svg board.svg` – a picture
    """
    replay = Replay(record_of(file, game))
    replay.to_ply(len(replay.record.moves) if ply is None else ply)
    if picture is None:
        _print(replay, Console(highlight=False, soft_wrap=True))
    else:
        _write(picture, svg(replay.game.position(), f"Tongiaki, after {replay.ply} moves"))
    return 0


def _write(path: str, text: str) -> None:
    if path == "-":
        typer.echo(text, nl=False)
        return
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Unreadable(f"cannot write {path}: {error.strerror or error}") from None


def _print(replay: Replay, console: Console) -> None:
    canvas = drawn(replay.game.position())
    for left, right in parts(canvas.width, console.width):
        for line in canvas.part(left, right):
            console.print(line)
    _say_how_wide(canvas, console)
    for line in standing(replay):
        console.print(line)


def parts(board: int, terminal: int) -> list[tuple[int, int]]:
    """The strips, from and to, in which a board is shown: whole columns of tiles, or a single column cropped."""
    if board <= terminal:
        return [(0, board)]
    columns = max(1, (terminal - (WIDTH - STEP_X)) // STEP_X)
    starts = range(0, board - (WIDTH - STEP_X), columns * STEP_X)
    return [(start, start + min(terminal, columns * STEP_X + WIDTH - STEP_X)) for start in starts]


def _say_how_wide(canvas: Canvas, console: Console) -> None:
    if canvas.width <= console.width:
        return
    count = len(parts(canvas.width, console.width))
    cropped = ", cropped" if console.width < WIDTH else ""
    console.print(
        f"(the board is {canvas.width} characters wide and the terminal {console.width}: "
        f"shown in {count} parts from left to right{cropped})",
        style="dim",
    )


def standing(replay: Replay) -> list[Text]:
    """The lines below the board: who is to decide, and each player's points, islands, boats and supply."""
    game, record = replay.game, replay.record
    lines = [Text(f"ply {replay.ply} of {len(record.moves)}, {_situation(replay)}")]
    supply = game.position()["supply"]
    for player, score in zip(record.players, game.scores(), strict=True):
        line = Text("  ")
        for colour in player.colours:
            line.append(f"{colour[0].upper()} {colour} ", STYLES[colour])
        left = " + ".join(str(supply[colour]) for colour in player.colours)
        name = "" if player.name.casefold() in (*player.colours, "") else f"({player.name}) "
        counts = ", ".join(_counted(score[what], what) for what in ("points", "islands", "boats"))
        line.append(f"{name}{counts}, supply {left}")
        lines.append(line)
    return [*lines, Text(f"tiles left: {len(game.deck_left)}")]


def _counted(count: int, what: str) -> str:
    return f"{count} {what if count != 1 else what[:-1]}"


def _situation(replay: Replay) -> str:
    game = replay.game
    result: dict[str, Any] | None = final_result(replay) if replay.ended else game.result()
    if result is not None:
        winners = ", ".join(replay.record.players[index].name for index in result["winners"])
        return f"over ({result['reason']}), won by {winners}"
    if replay.out_of_tiles:
        return beyond_the_deck(replay.record)
    return f"{game.active_colour} decides ({game.phase}{_in_hand(game.facts())})"


def _in_hand(facts: dict[str, Any]) -> str:
    """The tile to be laid or the boats to be landed, if any."""
    if facts.get("hand"):
        return f", {facts['hand']} in hand"
    fleet = ", ".join(f"{boats} {colour}" for colour, boats in (facts.get("fleet") or {}).items())
    return f", the fleet: {fleet}" if fleet else ""
