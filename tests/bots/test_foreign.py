"""Bots of others: programs that play, and programs that crash, hang, cheat or come late. The game always goes on."""

import json
import random
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tongiaki.bots import BOTS, BotFailed, Limits, UnknownBot, make_bot, play
from tongiaki.bots import foreign as foreign_bots
from tongiaki.bots.seat import SeatedBot
from tongiaki.cli import run
from tongiaki.engine import Game, Rules
from tongiaki.records import GameRecord, Player
from tongiaki.records.replay import verify

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ENGINE = f"cmd:{shlex.quote(sys.executable)} -m tongiaki.bots.engine"
HIKER = f"py:{ROOT / 'examples/hitch_hiker.py'}:HitchHiker"
SEATS = [Player("Ana", ["red"]), Player("Ben", ["blue"])]
SHORT = Rules.of({"idle_rounds": 10})
PATIENT = Limits(seconds=20.0)


@pytest.fixture(autouse=True)
def no_program_outlives_its_test() -> Iterator[None]:
    """Else those that wait for the next game, and those that sleep, would be there until the tests are over."""
    yield
    foreign_bots._end_all()


def misbehaving(how: str) -> str:
    return f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(HERE / 'misbehaving.py'))} {how}"


def game_between(*bots: str, limits: Limits | None = None) -> GameRecord:
    return play(SEATS, bots, SHORT, deck="7", chance="7", limits=limits).record


def test_a_bot_of_ours_plays_alike_as_a_program() -> None:
    inside, outside = game_between("greedy", "random"), game_between(f"{ENGINE} greedy", "random")
    assert inside.moves == outside.moves
    assert "faults" not in outside.other


def test_a_class_in_a_file_is_a_bot() -> None:
    record = play(SEATS, [HIKER, "random"], SHORT, deck="1", chance="1").record
    assert verify(record).game.is_over
    assert "faults" not in record.other


def test_the_example_is_as_short_as_it_says() -> None:
    source = (ROOT / "examples/hitch_hiker.py").read_text()
    code = [line for line in source.split('"""', 2)[2].splitlines() if line.strip()]
    assert len(code) <= 20


@pytest.mark.parametrize(
    ("how", "kind", "why"),
    [
        ("crash", "crash", r"ended \(1\): ZeroDivisionError: no idea"),
        ("exit", "crash", r"ended \(7\)"),
        ("hang", "hang", "no bestmove in time"),
        ("late", "late", r"no answer within 0\.3 s"),
        ("flood", "hang", "no bestmove in time"),
        ("illegal", "illegal", "is not legal in phase"),
        ("nonsense", "illegal", "'go home' is not a line of the notation"),
        ("garbage", "hang", "no bestmove in time"),
        ("silent", "hang", "no bestmove in time"),
        ("endless", "hang", "no bestmove in time"),
    ],
)
def test_a_program_that_misbehaves_loses_its_move_and_the_game_goes_on(
    how: str, kind: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreign_bots, "GRACE", 0.2 if kind == "hang" else 5.0)
    seat = SeatedBot(misbehaving(how), "1", PATIENT)
    game = Game.start([["red"], ["blue"]], SHORT)
    for ply in range(5):
        seat.limit(Limits(seconds=0.3) if ply == 2 and kind in ("late", "hang") else PATIENT)
        game.play(seat.choose(game, ply) if ply != 3 else game.legal()[0])
    seat.close()
    assert [(fault.ply, fault.kind) for fault in seat.faults[:1]] == [(2, kind)]
    assert re.search(why, seat.faults[0].why)
    # Who has crashed or hung plays on as a new process; the others have failed again.
    assert len(seat.faults) == (1 if kind in ("crash", "hang", "late") else 2)


def test_a_whole_game_with_faults_is_played_and_reported() -> None:
    record = game_between(misbehaving("illegal"), "random")
    assert verify(record).game.is_over
    faults = record.other["faults"]
    assert len(faults) > 3
    assert {fault["kind"] for fault in faults} == {"illegal"}
    assert {fault["seat"] for fault in faults} == {0}
    assert "is not legal in phase" in faults[-1]["why"] or "not a line" in faults[-1]["why"]
    decided = [ply for ply in range(len(record.moves)) if ply in {fault["ply"] for fault in faults}]
    assert len(decided) == len(faults)


@pytest.mark.parametrize(
    "command",
    ["/no/such/program", misbehaving("mute").removeprefix("cmd:"), f"{sys.executable} -c 'exit(3)'"],
)
def test_a_program_that_does_not_start_is_reported(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign_bots, "STARTING", 0.5)
    bot = make_bot(f"cmd:{command}", 1)
    for _ in range(3):
        with pytest.raises(BotFailed, match=r"cannot start|no engineok in time|ended"):
            bot.choose(Game.start([["red"], ["blue"]]))
    with pytest.raises(BotFailed, match="could not be started 3 times and is not tried again"):
        bot.choose(Game.start([["red"], ["blue"]]))


def test_no_process_is_left_when_a_bot_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign_bots, "GRACE", 0.1)
    before = set(foreign_bots._alive)
    seat = SeatedBot(misbehaving("deaf"), "1", PATIENT)
    game = Game.start([["red"], ["blue"]])
    game.play(seat.choose(game, 0))
    (process,) = [program._process for program in foreign_bots._alive - before]
    game.play(seat.choose(game, 1))
    seat.limit(Limits(seconds=0.1))
    seat.choose(game, 2)
    assert [fault.kind for fault in seat.faults] == ["hang"]
    assert process.returncode is not None
    assert foreign_bots._alive == before


def test_a_bot_that_raises_in_our_process_loses_its_move_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __init__(self, chance: random.Random) -> None:
            pass

        def choose(self, game: Game) -> int:
            raise RuntimeError("nothing works")

    monkeypatch.setitem(BOTS, "broken", Broken)
    record = game_between("broken", "random")
    assert verify(record).game.is_over
    assert record.other["faults"][0]["why"] == "RuntimeError: nothing works"


def test_faults_are_told_by_simulate_and_arena(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--games", "1", "--option", "idle_rounds=10", "--seed", "1"]
    assert run(["simulate", "--bots", f"random,{misbehaving('nonsense')}", *words]) == 1
    assert "decisions: illegal ('go home' is not a line" in _in_one_line(capsys.readouterr().out)
    assert run(["arena", "random", misbehaving("nonsense"), *words]) == 1
    told = capsys.readouterr().out
    assert " illegal\n" in told
    assert "decisions: illegal ('go home' is not a line" in _in_one_line(told)


def _in_one_line(told: str) -> str:
    """Where a line is broken depends on the folder in which the tests lie."""
    return " ".join(told.split())


def talked(*lines: str, bot: str = "greedy") -> list[str]:
    """What `tongiaki engine` answers to lines that are written at once."""
    done = subprocess.run(
        [sys.executable, "-c", "from tongiaki.cli import main; main()", "engine", "--bot", bot],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout.splitlines()


START = json.dumps(Game.start([["red"], ["blue"]]).state())


def test_the_engine_announces_itself_and_answers() -> None:
    answers = talked(
        "engine 1", "isready", "newgame seed 5", f"position {START}", "go nodes 10 movetime 500", "stop"
    )
    assert answers[0].startswith("id name greedy (tongiaki ")
    assert answers[2:4] == ["engineok", "readyok"]
    assert answers[-1].startswith("bestmove place Tonga ")
    assert len(answers) == 5


def test_the_engine_says_what_it_does_not_understand_and_goes_on() -> None:
    answers = talked(
        "xyzzy",
        "go",
        "position {",
        "position {}",
        f"position {START}",
        "go movetime",
        "go",
        "quit",
        "isready",
    )
    errors = [line for line in answers if line.startswith("info string error: ")]
    assert len(errors) == 4
    assert "no position was told" in errors[0]
    assert answers[-1].startswith("bestmove place Tonga ")


def test_the_engine_sets_options(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = talked("setoption name nodes value 5", "isready", bot="random")
    assert answers == ["info string error: random has no option 'nodes=5'; it has none", "readyok"]


def test_options_in_names_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    class Searching:
        def __init__(
            self, chance: random.Random, nodes: int = 100, depth: float = 1.5, style: str = "calm"
        ) -> None:
            self.told = (nodes, depth, style)

        def choose(self, game: Game) -> int:
            return int(game.legal()[0])

    monkeypatch.setitem(BOTS, "searching", Searching)
    bot = make_bot("searching:nodes=500:style=wild")
    assert isinstance(bot, Searching)
    assert bot.told == (500, 1.5, "wild")
    with pytest.raises(UnknownBot, match="searching has no option 'node=5'; did you mean 'nodes'"):
        make_bot("searching:node=5")
