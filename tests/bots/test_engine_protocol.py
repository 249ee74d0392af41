"""docs/engine-protocol.md and the examples say what is so; an engine hears while it thinks."""

import json
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tongiaki.bots import play
from tongiaki.bots.bot import BotFailed
from tongiaki.bots.engine import Engine
from tongiaki.engine import Game, Rules
from tongiaki.records import Player
from tongiaki.records.replay import verify

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/engine-protocol.md").read_text("utf-8")
START = json.dumps(Game.start([["red"], ["blue"]]).state())

THINKER = '''
class Thinker:
    """Thinks until it is told to stop; then it plays the last legal move."""

    def __init__(self, chance):
        pass

    def limit(self, limits):
        self.limits = limits

    def choose(self, game):
        assert self.limits.halt.wait(60), "nobody said stop"
        return game.legal()[-1]
'''


@contextmanager
def engine(*words: str) -> Iterator["subprocess.Popen[str]"]:
    """`tongiaki engine` as a process."""
    command = [sys.executable, "-m", "tongiaki.bots.engine", *words]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def say(process: "subprocess.Popen[str]", *lines: str) -> None:
    assert process.stdin is not None
    process.stdin.write("".join(f"{line}\n" for line in lines))
    process.stdin.flush()


def hear(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


def test_an_engine_hears_while_it_thinks_and_stops_when_told(tmp_path: Path) -> None:
    source = tmp_path / "thinker.py"
    source.write_text(THINKER)
    with engine(f"py:{source}:Thinker") as process:
        say(process, "newgame seed 1", f"position {START}", "go movetime 60000", "isready")
        assert hear(process) == "readyok"
        say(process, "stop")
        assert hear(process) == "bestmove place Tonga f"
        say(process, "go", "quit")
        assert hear(process) == "bestmove place Tonga f"  # the end lets it finish
        assert process.wait(30) == 0


def test_the_end_of_the_lines_is_the_end(tmp_path: Path) -> None:
    with engine("random") as process:
        say(process, f"position {START}", "go")
        assert hear(process).startswith("bestmove place Tonga ")
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(30) == 0


def test_the_conversation_on_the_page_goes_as_shown() -> None:
    shown = re.search(r"^> engine 1\n.*?^```", PAGE, re.MULTILINE | re.DOTALL)
    assert shown is not None
    lines = [line for line in shown[0].splitlines() if line[:2] in ("> ", "< ")]
    asked = [line[2:] for line in lines if line.startswith("> ")]
    assert json.loads(asked[4].removeprefix("legal ")) == [f"place Tonga {letter}" for letter in "abcdef"]
    with engine("random") as process:
        say(process, *(f"position {START}" if line.startswith("position") else line for line in asked))
        assert process.stdout is not None
        said = process.stdout.read().split()
    for word in ("id", "engineok", "readyok", "bestmove"):
        assert word in said
    assert said.index("engineok") < said.index("readyok") < said.index("bestmove")


def test_the_page_lists_every_command() -> None:
    listed = set(re.findall(r"^\| `(\w+)", PAGE, re.MULTILINE)) - {"crash", "hang", "late", "illegal"}
    assert listed == {"engine", "setoption", "newgame", "isready", "position", "legal", "go", "stop", "quit"}
    faults = set(re.findall(r"\| `(crash|hang|late|illegal)` \|", PAGE))
    assert faults == {"crash", "hang", "late", "illegal"}
    assert BotFailed("late", "x").kind in faults
    assert Engine("random", sys.stdout).hear("legal []")


def test_the_program_on_the_page_is_a_bot() -> None:
    program = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert program is not None
    names: dict[str, type] = {}
    exec(program[1], names)
    game = Game.start([["red"], ["blue"]])
    assert names["HitchHiker"](random.Random(1)).choose(game) in game.legal()


def test_an_example_in_another_language_plays() -> None:
    node = shutil.which("node")
    assert node is not None
    players = [Player("Ana", ["red"]), Player("Ben", ["blue"])]
    bots = [f"cmd:{node} {ROOT / 'examples/engine.mjs'}", "random"]
    records = [play(players, bots, Rules(idle_rounds=10), deck="1", chance="1").record for _ in range(2)]
    assert verify(records[0]).game.is_over
    assert "faults" not in records[0].other
    assert records[0].moves == records[1].moves
