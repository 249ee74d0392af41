"""Lines of play, counted: `python -m tests.games.perft` writes perft.jsonl anew, by the engine, from the golden games.

A line of D moves from a ply of a golden game; draws are dealt from the record's deck, do not branch and are no moves;
a line that the end of the game makes shorter does not count. (`tongiaki perft` counts the same.)
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.games.test_golden import RECORDS, deal, start
from tests.reference import Reference
from tongiaki.engine import Game

FILE = Path(__file__).parent / "perft.jsonl"
MOST = 20_000
"""A depth with more lines is not written down."""


def perft(game: Game | Reference, deck: list[str], depth: int) -> int:
    """The number of lines of so many moves; the game stands at a decision, the deck holds the tiles to come."""
    if game.is_over:
        return 0
    lines = game.legal_lines()
    return len(lines) if depth == 1 else sum(perft(*after(game, line, deck), depth - 1) for line in lines)


def after(game: Game | Reference, line: str, deck: list[str]) -> tuple[Game | Reference, list[str]]:
    game, left = game.copy(), iter(deck)
    game.play(line)
    drawn = 0
    while game.phase == "draw":
        game.reveal(next(left))
        drawn += 1
    return game, deck[drawn:]


def at(number: int, ply: int) -> tuple[Game, list[str]]:
    """A golden game after so many moves, and the rest of its deck."""
    game, deck = start(RECORDS[number])
    for move in RECORDS[number]["moves"][:ply]:
        deal(game, deck)
        game.play(move)
    deal(game, deck)
    return game, list(deck)


def shadow_at(number: int, ply: int) -> tuple[Reference, list[str]]:
    """The same in the slow reference."""
    record = RECORDS[number]
    game, deck = (
        Reference([player["colours"] for player in record["players"]], record["rules"]),
        iter(record["deck"]),
    )
    for move in [*record["moves"][:ply], ""]:
        while game.phase == "draw":
            game.reveal(next(deck))
        if move:
            game.play(move)
    return game, list(deck)


def pinned() -> Iterator[dict[str, Any]]:
    """Two plies of every golden game, each to the greatest depth that is not too much."""
    rng = Random(2004)
    for number, record in enumerate(RECORDS):
        for ply in sorted(rng.sample(range(len(record["moves"])), 2)):
            game, deck = at(number, ply)
            counts = [perft(game, deck, 1)]
            while (
                len(counts) < 4
                and counts[-1] * max(counts[0], counts[-1] // max(1, sum(counts[:-1]))) <= MOST
            ):
                counts.append(perft(game, deck, len(counts) + 1))
            yield {"game": number, "ply": ply, "counts": counts}


if __name__ == "__main__":
    FILE.write_text("".join(json.dumps(line) + "\n" for line in pinned()), "utf-8")
