"""`tongiaki replay`: records played through the engine and recounted, a JSON line for each."""

import json
import sys
from typing import Any

import typer

from tongiaki.cli.progress import bar
from tongiaki.cli.reading import texts_of
from tongiaki.records import GameRecord, RecordError
from tongiaki.records.replay import Replay, beyond_the_deck, check_end, final_result


def replay(
    file: str = typer.Argument(..., metavar="FILE", help="Records, one a line; - reads standard input."),
    trace: bool = typer.Option(False, "--trace", help="Add the legal lines before each ply, sorted."),
) -> int:
    """Play records through the rules and recount their results.

    One JSON line for each record, in order:

    - `{"ok": true, "plies": n, "position": {…}, "result": {…} or null}` – with `--trace` also
      `"legal": [[lines before ply 0], …]`; a running game that needs a tile beyond the end of its deck adds
      `"stopped": "why"`.
    - `{"ok": false, "ply": i, "move": "…", "error": "…"}` – damaged, not legal, or its stored result differs
      from the recount. The other records are still done; the exit code is then 1.

    Examples:

    - `tongiaki replay games.jsonl` – verify all games of a file
    - `tongiaki simulate --games 10 --out - | tongiaki replay -` – check what bots play
    - `tongiaki replay --trace game.jsonl > trace.json` – every legal line of a game
    """
    code = 0
    with bar("replaying", None, shown=not sys.stdout.isatty()) as progress:
        for text in texts_of(file):
            answer = replayed(text, trace)
            print(json.dumps(answer, ensure_ascii=False))
            code = code if answer["ok"] else 1
            progress.advance()
    return code


def replayed(text: str | bytes, trace: bool = False) -> dict[str, Any]:
    """What `replay` says of one record."""
    legal: list[list[str]] = []
    try:
        run = Replay(GameRecord.from_json(text))
        for _ in run:
            if trace:
                legal.append(sorted(run.game.legal_lines()))
        check_end(run)
    except RecordError as error:
        return {"ok": False, "ply": error.ply, "move": error.move, "error": error.message}
    answer = {"ok": True, "plies": run.ply, "position": run.game.position(), "result": final_result(run)}
    if run.out_of_tiles:
        answer["stopped"] = beyond_the_deck(run.record)
    if trace:
        answer["legal"] = legal
    return answer
