"""Records to begin from."""

import json
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parents[1] / "games" / "golden.jsonl"


def golden(number: int = 0) -> dict[str, Any]:
    """A golden game as JSON values, without what is expected of it."""
    record: dict[str, Any] = json.loads(GOLDEN.read_text("utf-8").splitlines()[number])
    del record["expect"]
    return record


def running(moves: int, deck: int = 31, number: int = 0) -> dict[str, Any]:
    """The beginning of a golden game."""
    record = golden(number)
    del record["result"]
    return record | {"moves": record["moves"][:moves], "deck": record["deck"][:deck]}


def text(record: dict[str, Any]) -> str:
    """The record on one line."""
    return json.dumps(record)
