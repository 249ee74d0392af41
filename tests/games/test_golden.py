"""Whole games of known play: what is legal at every ply, the final position, the result."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tongiaki.engine import Game, Rules

GOLDEN = Path(__file__).parent / "golden.jsonl"
RECORDS: list[dict[str, Any]] = [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]


def start(record: dict[str, Any]) -> tuple[Game, Iterator[str]]:
    """A record's game before its first move, and its deck."""
    game = Game.start([player["colours"] for player in record["players"]], Rules.of(record["rules"]))
    return game, iter(record["deck"])


def deal(game: Game, deck: Iterator[str]) -> None:
    """Reveals tiles until a decision is to be made; draws are not plies."""
    while game.phase == "draw":
        game.reveal(next(deck))


@pytest.mark.parametrize("number", range(len(RECORDS)))
def test_a_golden_game_agrees_at_every_ply(number: int) -> None:
    record = RECORDS[number]
    expected = record["expect"]
    game, deck = start(record)
    digest, counts = hashlib.sha256(), []
    for move in record["moves"]:
        deal(game, deck)
        legal = sorted(game.legal_lines())
        counts.append(len(legal))
        digest.update(("\n".join(legal) + "\n\n").encode())
        game.play(move)
    deal(game, deck)

    assert counts == expected["legal_counts"]
    assert digest.hexdigest() == expected["legal_sha256"]
    assert game.position() == expected["position"]
    assert game.result() == record["result"]


def test_golden_games_cover_every_player_count_every_option_and_every_end() -> None:
    counts = {len(record["players"]) for record in RECORDS}
    options = {name for record in RECORDS for name in record["rules"]}
    reasons = {record["result"]["reason"] for record in RECORDS}
    assert counts == {2, 3, 4, 5, 6}
    assert options == set(Rules.__dataclass_fields__)
    assert reasons == {"last water tile", "last island tile", "idle"}
