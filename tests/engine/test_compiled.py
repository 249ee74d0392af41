"""The compiled engine and the same source uncompiled are one engine; random games in compiled code."""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import tongiaki.engine
from tests.reference import COLOURS, OPTIONS
from tongiaki.engine import COMPILED, Game, Rules, random_games

ROOT = Path(__file__).parents[2]
SOURCE = Path(tongiaki.engine.__file__).parents[1]
SEEDS = [str(seed) for seed in range(12)]


def playthrough(source: Path) -> list[str]:
    """What `playthrough.py` prints with the package found in this folder."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(source), str(ROOT)])}
    script = ROOT / "tests" / "engine" / "playthrough.py"
    run = subprocess.run(
        [sys.executable, script, *SEEDS],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source without built libraries (they would win the import)."""
    copy = tmp_path_factory.mktemp("plain")
    shutil.copytree(
        SOURCE,
        copy / "tongiaki",
        ignore=shutil.ignore_patterns("*.so", "*.pyd", "*.c", "client", "__pycache__"),
    )
    return copy


@pytest.mark.compiled
@pytest.mark.slow
def test_compiled_and_uncompiled_play_the_same_games_to_the_byte(plain: Path) -> None:
    compiled, uncompiled = playthrough(SOURCE.parent), playthrough(plain)
    assert (compiled[0], uncompiled[0]) == ("True", "False")
    assert compiled[1:] == uncompiled[1:]
    assert len(set(compiled[2:])) == len(SEEDS)


def tables() -> list[tuple[list[list[str]], dict[str, Any]]]:
    """Every player count with the defaults, and every value of every option."""
    by_count = [([[colour] for colour in COLOURS[:n]], {}) for n in range(2, 7)]
    two = [([[COLOURS[i], COLOURS[i + 3]] for i in range(n)], {"two_colours": True}) for n in (2, 3)]
    four = [[colour] for colour in COLOURS[:4]]
    options = [(four, {k: v}) for k, values in OPTIONS.items() for v in values[1:] if k != "two_colours"]
    return [*by_count, *two, *options]


@pytest.mark.parametrize("table", range(len(tables())))
def test_random_games_end_and_are_sound_at_every_step(table: int) -> None:
    players, rules = tables()[table]
    games = 200 if COMPILED else 2
    done = random_games(games, players, Rules.of(rules), seed=table, check=True)
    assert (done["games"], done["unsound"], done["unfinished"]) == (games, 0, 0)
    assert sum(done["reasons"].values()) == games
    assert sum(done["wins"]) == pytest.approx(games)
    assert done["plies"] > 20 * games
    assert done["longest"] * games >= done["plies"]


FOUR = [["red"], ["blue"], ["green"], ["yellow"]]
FEW = 60 if COMPILED else 4


def test_the_same_seed_gives_the_same_games_and_another_gives_others() -> None:
    assert random_games(FEW, FOUR, seed=5) == random_games(FEW, FOUR, seed=5)
    assert random_games(FEW, FOUR, seed=5) != random_games(FEW, FOUR, seed=6)


def test_ranges_of_random_games_add_up() -> None:
    whole = random_games(FEW, FOUR, seed=5)
    half, rest = (
        random_games(FEW // 2, FOUR, seed=5),
        random_games(FEW - FEW // 2, FOUR, seed=5, first=FEW // 2),
    )
    assert whole["plies"] == half["plies"] + rest["plies"]
    assert whole["points"] == [a + b for a, b in zip(half["points"], rest["points"], strict=True)]
    assert whole["reasons"] == {key: half["reasons"][key] + rest["reasons"][key] for key in whole["reasons"]}
    assert whole["longest"] == max(half["longest"], rest["longest"])


def test_a_bound_on_decisions_leaves_games_unfinished() -> None:
    done = random_games(10, FOUR, seed=1, most=15)
    assert done["unfinished"] == 10


@pytest.mark.parametrize("seed", [-1, 2**64, 2**70])
def test_a_seed_outside_64_bits_is_either_refused_or_played(seed: int) -> None:
    try:
        done = random_games(1, FOUR, seed=seed)
    except (OverflowError, ValueError):
        return
    assert done["games"] == 1


def test_games_in_two_threads_do_not_disturb_each_other() -> None:
    """Lists of legal moves, copies and moves of independent games, while the interpreter switches often."""
    alone = [line_by_line(seed) for seed in (1, 2)]
    found: dict[int, list[list[int]]] = {}
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [
            threading.Thread(target=lambda s=seed: found.__setitem__(s, line_by_line(s)), name=f"game {seed}")
            for seed in (1, 2)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert [found.get(1), found.get(2)] == alone


def line_by_line(seed: int) -> list[list[int]]:
    """The legal lists of a game of first moves."""
    from random import Random

    rng, game, lists = Random(seed), Game.start(FOUR), []
    while not game.is_over and len(lists) < 300:
        if game.phase == "draw":
            game.reveal(rng.choice(game.deck_left))
            continue
        lists.append(game.legal())
        game.copy().apply(rng.choice(lists[-1]))
        game.play(rng.choice(lists[-1]))
    return lists
