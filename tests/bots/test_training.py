"""The training script: it learns, writes what it did, and does the same again."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tongiaki.bots.lessons import Lessons
from tongiaki.bots.value import Value
from tongiaki.engine import Game

SCRIPT = Path(__file__).parents[2] / "scripts" / "train.py"


def trained(output: Path, games: int) -> dict:
    command = [sys.executable, str(SCRIPT), "--games", str(games), "--matches", "0", "--output", str(output)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return json.loads(output.read_text())


@pytest.mark.compiled
def test_the_same_seed_and_games_give_the_same_weights(tmp_path):
    first, second = trained(tmp_path / "a.json", 16), trained(tmp_path / "b.json", 16)
    assert first["weights"] == second["weights"]
    assert first["made"]["games"] == 16


@pytest.mark.compiled
def test_in_120_games_the_chances_come_nearer_to_what_happens():
    value = Value()
    value.set_weights([0.02 * ((n * 7919) % 13 - 6) for n in range(len(value.weights()))])
    lessons, start, losses = Lessons(value, 1), Game.start([["red"], ["blue"]]), []
    for _ in range(120):
        lessons.play(start)
        losses.append(lessons.loss)
    assert sum(losses[-40:]) < 0.9 * sum(losses[:40])
