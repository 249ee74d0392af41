"""`tongiaki replay`: the golden games, damaged lines, standard input, exit codes."""

import hashlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.records.samples import GOLDEN, golden, running, text
from tongiaki.cli import run
from tongiaki.cli.replay import replayed


def legal_sha256(legal):
    """As golden games pin it: for each ply the sorted lines joined by newline, then two newlines."""
    return hashlib.sha256("".join("\n".join(lines) + "\n\n" for lines in legal).encode()).hexdigest()


def answers(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_golden_games_agree_at_every_ply(capsys):
    assert run(["replay", "--trace", str(GOLDEN)]) == 0
    told = answers(capsys)
    games = [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]
    assert len(told) == len(games) == 67
    for answer, game in zip(told, games, strict=True):
        expect = game["expect"]
        assert answer["ok"] is True
        assert answer["plies"] == len(game["moves"])
        assert [len(lines) for lines in answer["legal"]] == expect["legal_counts"]
        assert legal_sha256(answer["legal"]) == expect["legal_sha256"]
        assert answer["position"] == expect["position"]
        assert answer["result"] == game["result"]


def test_an_answer_has_the_promised_keys_in_order():
    assert list(replayed(text(running(5)))) == ["ok", "plies", "position", "result"]
    assert list(replayed(text(running(5)), trace=True)) == ["ok", "plies", "position", "result", "legal"]
    assert list(replayed("{}")) == ["ok", "ply", "move", "error"]
    assert replayed(text(running(5)))["result"] is None


def test_damaged_records_are_told_and_the_others_done(tmp_path, capsys):
    illegal = running(20)
    illegal["moves"][7] = "sail Tonga 0"
    twice = golden() | {"deck": ["K", "K"]}
    points = golden()
    points["result"]["scores"][0]["points"] += 1
    lines = [
        text(golden()),
        "{damaged}",
        "",
        text(illegal),
        text(twice),
        text(points),
        text(running(30, deck=1)),
        "[]",
    ]
    file = tmp_path / "games.jsonl"
    file.write_bytes("\n".join([*lines, text(golden(1))]).encode() + b"\n\xff\xff\n")
    assert run(["replay", str(file)]) == 1
    told = answers(capsys)
    assert [answer["ok"] for answer in told] == [True, False, False, False, False, False, False, True, False]
    faults = [(answer["ply"], answer["move"]) for answer in told if not answer["ok"]]
    assert faults == [
        (0, ""),
        (7, "sail Tonga 0"),
        (0, ""),
        (208, ""),
        (12, running(30)["moves"][12]),
        (0, ""),
        (0, ""),
    ]
    assert all(isinstance(answer["error"], str) and answer["error"] for answer in told if not answer["ok"])


def test_a_draw_that_nobody_knows_is_said():
    answer = replayed(text(running(8, deck=0)))
    assert answer["ok"]
    assert "beyond the end of the deck" in answer["stopped"]


def test_a_single_record_may_be_written_over_several_lines(tmp_path, capsys):
    file = tmp_path / "game.json"
    file.write_text("\ufeff" + json.dumps(running(5), indent=2), "utf-8")
    assert run(["replay", str(file)]) == 0
    assert [answer["plies"] for answer in answers(capsys)] == [5]


def test_an_open_brace_that_is_no_record_is_one_damaged_line(tmp_path, capsys):
    file = tmp_path / "games.jsonl"
    file.write_text("{\n" + text(running(5)) + "\n", "utf-8")
    assert run(["replay", str(file)]) == 1
    assert [answer["ok"] for answer in answers(capsys)] == [False, True]


def test_an_empty_file_holds_no_records(tmp_path, capsys):
    file = tmp_path / "none.jsonl"
    file.write_text("\n\n")
    assert run(["replay", str(file)]) == 0
    assert answers(capsys) == []


def test_standard_input_is_read(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text(running(5)).encode())))
    assert run(["replay", "-"]) == 0
    assert answers(capsys)[0]["plies"] == 5


@pytest.fixture
def program():
    """The command as it is installed."""
    installed = Path(sys.executable).with_name("tongiaki")
    return (
        [str(installed)]
        if installed.exists()
        else [sys.executable, "-c", "from tongiaki.cli import main; main()"]
    )


def ended(program, *words, **more):
    environment = {**os.environ, "PYTHONWARNINGS": "ignore", "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [*program, *words], capture_output=True, encoding="utf-8", env=environment, timeout=120, **more
    )


def test_the_program_reads_standard_input_and_tells_by_its_exit_code(program):
    whole = ended(program, "replay", "-", input=text(running(5)) + "\n")
    assert (whole.returncode, whole.stderr) == (0, "")
    damaged = ended(program, "replay", "-", input="{\n")
    assert damaged.returncode == 1
    assert json.loads(damaged.stdout)["ok"] is False


def test_the_program_complains_in_one_line(program):
    for words in (
        ["replay"],
        ["replay", "no such file"],
        ["sing"],
        ["replay", "--loud", "x"],
        ["show", os.devnull],
    ):
        outcome = ended(program, *words)
        assert outcome.returncode in (1, 2)
        assert outcome.stdout == ""
        assert outcome.stderr.startswith("tongiaki: ")
        assert outcome.stderr.count("\n") == 1


def test_a_reader_that_goes_away_is_no_error(program, tmp_path):
    file = tmp_path / "games.jsonl"
    file.write_text("".join(text(golden()) + "\n" for _ in range(10)), "utf-8")
    with subprocess.Popen(
        [*program, "replay", "--trace", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0
