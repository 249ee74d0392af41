"""`tongiaki analyse`: chances, luck and errors of recorded games."""

import json

from tests.records.samples import GOLDEN, golden, text
from tongiaki.cli import run
from tongiaki.records import GameRecord
from tongiaki.review import review_of
from tongiaki.review.review import written


def answer(capsys, *words):
    assert run(["analyse", *map(str, words)]) == 0
    return capsys.readouterr().out


def test_there_is_a_row_for_each_event_and_a_summary(capsys):
    told = answer(capsys, GOLDEN, "--game", 2, "--nodes", 4).splitlines()
    record = GameRecord.from_dict(golden(1))
    review = review_of(record, nodes=4)
    rows = [line.split() for line in told if line.split() and line.split()[0].isdigit()]
    assert [int(row[0]) for row in rows] == list(range(len(review.moments)))
    for row, moment in zip(rows, review.moments, strict=True):
        assert " ".join(row).count("%") >= len(moment.chances)
        assert moment.step in " ".join(row)
        assert f"{100 * moment.chances[0]:.1f} %" in " ".join(row)
    assert any("others' play" in line for line in told)
    assert any("luck, " in line for line in told)


def test_as_json_a_line_for_each_game(capsys, tmp_path):
    games = tmp_path / "games.jsonl"
    games.write_text("".join(text(golden(number)) + "\n" for number in range(3)), "utf-8")
    told = answer(capsys, games, "--nodes", 0, "--json", "-").splitlines()
    assert len(told) == 3
    record = GameRecord.from_dict(golden(2))
    assert json.loads(told[2]) == json.loads(json.dumps(written(review_of(record, nodes=0), record, 0)))
    answer(capsys, games, "--nodes", 0, "--json", tmp_path / "out.jsonl")
    assert (tmp_path / "out.jsonl").read_text("utf-8").splitlines() == told


def test_a_game_that_is_not_there_is_said_in_one_line(capsys, tmp_path):
    assert run(["analyse", str(GOLDEN), "--game", "99"]) == 1
    assert capsys.readouterr().err == "tongiaki: the file holds 67 records, there is no number 99\n"
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    assert run(["analyse", str(empty)]) == 1
    assert run(["analyse", str(GOLDEN), "--game", "1", "--nodes", "0", "--json", str(tmp_path)]) == 2
