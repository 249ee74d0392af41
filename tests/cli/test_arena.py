"""`tongiaki arena`: a table, JSON and a picture; what cannot be played is refused in one line."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tongiaki.cli import arena, run

QUICK = ("--option", "idle_rounds=10", "--seed", "4")


def test_a_contest_is_told_as_table_json_and_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, picture = tmp_path / "games.jsonl", tmp_path / "elo.svg"
    assert (
        run(["arena", "random", "greedy", "--games", "7", "--out", str(out), "--plot", str(picture), *QUICK])
        == 0
    )
    table = capsys.readouterr().out
    assert "8 games in 4 sets, 2 players, seed 4" in table
    assert table.index("greedy") < table.index("random")

    assert run(["arena", "--out", str(out), "--json", "-"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 8
    assert [bot["bot"] for bot in told["bots"]] == ["greedy", "random"]
    assert told["bots"][0]["elo"] + told["bots"][1]["elo"] == pytest.approx(3000, abs=0.2)

    drawn = ElementTree.parse(picture).getroot()
    assert len(drawn.findall("{http://www.w3.org/2000/svg}circle")) == 2
    assert "greedy" in str(drawn.get("aria-label"))


def test_a_contest_gets_longer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "games.jsonl")
    assert run(["arena", "random", "greedy", "--games", "2", "--out", out, *QUICK]) == 0
    assert (
        run(["arena", "random", "greedy", "--games", "4", "--out", out, *QUICK[:2]]) == 0
    )  # the seed of the file
    assert "4 games in 2 sets, 2 players, seed 4" in capsys.readouterr().out
    assert run(["arena", "random", "greedy", "--games", "4", "--out", out, "--seed", "5"]) == 2
    assert "holds another contest: seed is '4', not '5'" in capsys.readouterr().err


def test_a_test_says_its_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", "greedy", "random", "--games", "60", "--sprt", "0,100", *QUICK]) == 0
    assert "greedy is better than random (log likelihood ratio" in capsys.readouterr().out


def test_three_bots_are_shown_against_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    bots = ["random", "greedy", f"cmd:{sys.executable} -m tongiaki.bots.engine random"]
    assert run(["arena", *bots, "--games", "6", *QUICK]) == 0
    assert "wins against" in capsys.readouterr().out
    assert run(["arena", "random", "greedy", "deckhand", "--games", "4", *QUICK]) == 0
    assert "only 2 of 3 line-ups have played" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "name two bots or more"),
        (["greedy"], "a contest is between two bots or more"),
        (["greedy", "greedy"], "every bot is named once"),
        (["greedy", "randm"], "did you mean 'random'?"),
        (["greedy", "random:x=1"], "random has no option 'x=1'; it has none"),
        (["greedy", "cmd:"], "'cmd:' names no program"),
        (["greedy", "random", "--sprt", "5"], "--sprt is LOW,HIGH in Elo points"),
        (["greedy", "random", "--sprt", "5,0"], "5 is not below 0"),
        (["greedy", "random", "--players", "4", "--option", "two_colours=true"], "2 or 3 players, not 4"),
        (["greedy", "random", "--option", "royal=1"], "there is no option 'royal'"),
        (["greedy", "random", "--out", "/no/such/x", "--games", "1"], "cannot use /no/such/x"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["arena", *words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert complaint in told.err
    assert told.err.count("\n") == 1


def test_an_interrupted_contest_says_how_it_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    words = ["arena", "random", "greedy", "--games", "5000", "--jobs", "2", "--out", str(out), *QUICK]
    heed = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # also when run in the background
    command = [sys.executable, "-c", f"{heed}; from tongiaki.cli import main; main()", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        while not out.exists() or out.read_text().count("\n") < 3:
            with suppress(subprocess.TimeoutExpired):
                raise AssertionError(f"it has ended with {process.wait(0.05)}")
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    games = out.read_text().count("\n")
    assert told == f"tongiaki: interrupted; {games} games are in {out}, the same command goes on\n"


def test_a_process_that_ends_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> Iterator[str]:
        raise BrokenProcessPool
        yield ""

    monkeypatch.setattr(arena, "processes", lambda jobs: broken)
    out = str(tmp_path / "games.jsonl")
    assert run(["arena", "random", "greedy", "--jobs", "2", "--out", out, *QUICK]) == 2
    assert capsys.readouterr().err == (
        f"tongiaki: a process that played games has ended; 0 games are in {out}, the same command goes on\n"
    )
