"""`tongiaki simulate`: the same seed gives the same bytes, and what is written is verified."""

import json

import pytest

from tongiaki.cli import run
from tongiaki.cli.tally import Tally
from tongiaki.records import GameRecord
from tongiaki.records.replay import verify


def simulated(path, *words):
    assert run(["simulate", "--seed", "7", "--out", str(path), *words]) == 0
    return path.read_bytes()


def test_the_same_seed_gives_the_same_bytes_for_any_number_of_jobs(tmp_path):
    words = ("--games", "6", "--players", "2", "--bots", "random,greedy")
    one = simulated(tmp_path / "1.jsonl", *words)
    two = simulated(tmp_path / "2.jsonl", *words, "--jobs", "2")
    assert one == two
    assert one.count(b"\n") == 6
    assert len(set(one.splitlines())) == 6


def test_another_seed_gives_other_games(tmp_path):
    one = simulated(tmp_path / "1.jsonl", "--games", "2")
    two = simulated(tmp_path / "2.jsonl", "--games", "2", "--seed", "8")
    assert one != two


@pytest.mark.parametrize(
    "words",
    [
        ("--players", "6"),
        ("--players", "3", "--preset", "NL-1"),
        ("--players", "2", "--two-colours", "--option", "idle_rounds=10"),
        ("--two-colours",),
        ("--players", "3", "--option", "two_colours=true", "--option", "royal_limit=unlimited"),
        ("--bots", "random,random,random", "--option", "resettlement=false"),
    ],
)
def test_records_of_all_rules_are_verified(tmp_path, words):
    for line in simulated(tmp_path / "games.jsonl", "--games", "2", *words).splitlines():
        record = GameRecord.from_json(line)
        assert verify(record).game.is_over
        assert record.result is not None


def test_records_can_go_straight_on(capsys):
    assert run(["simulate", "--games", "2", "--players", "2", "--out", "-", "--seed", "1"]) == 0
    told = capsys.readouterr()
    assert [json.loads(line)["id"] for line in told.out.splitlines()] == ["1-0", "1-1"]
    assert "2 games in" in told.err


def test_statistics_of_random_games_do_not_depend_on_jobs(capsys):
    def summary(jobs):
        assert run(["simulate", "--games", "30", "--players", "3", "--seed", "5", "--jobs", jobs]) == 0
        return capsys.readouterr().out.splitlines()[1:]

    assert summary("1") == summary("2")
    assert any("Green (random)" in line for line in summary("1"))


def test_a_new_seed_is_told_so_that_the_games_can_be_played_again(tmp_path, capsys):
    out = tmp_path / "games.jsonl"
    assert run(["simulate", "--games", "1", "--out", str(out)]) == 0
    seed = capsys.readouterr().out.splitlines()[0].rpartition("seed ")[2]
    first = out.read_bytes()
    assert run(["simulate", "--games", "1", "--out", str(out), "--seed", seed]) == 0
    assert out.read_bytes() == first


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--bots", "gredy"], "there is no bot 'gredy'; did you mean 'greedy'?"),
        (["--bots", "random,greedy", "--players", "3"], "--bots names 2 bots for 3 players"),
        (["--option", "royal_limt=1"], "did you mean 'royal_limit'?"),
        (["--option", "royal_limit=9"], "option royal_limit cannot be 9"),
        (["--option", "royal_limit"], "--option is NAME=VALUE, not 'royal_limit'"),
        (["--preset", "NL1"], "did you mean 'NL-1'?"),
        (["--players", "4", "--two-colours"], "two colours each is for 2 or 3 players, not 4"),
        (["--players", "7"], "'--players': Input should be less than or equal to 6"),
        (["--games", "0"], "'--games': Input should be greater than or equal to 1"),
        (["--out", "/no/such/folder/x", "--games", "1"], "cannot write /no/such/folder/x"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_one_line(words, complaint, capsys):
    assert run(["simulate", *words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert complaint in told.err
    assert told.err.count("\n") == 1


def test_means_shares_and_intervals():
    tally = Tally()
    for points, winners in (((10, 4), [0]), ((6, 6), [0, 1]), ((8, 2), [0]), ((4, 8), [1])):
        scores = [{"points": number} for number in points]
        tally.add(Tally.of({"reason": "idle", "scores": scores, "winners": winners}, 100))
    assert tally.mean_points(0) == (7.0, pytest.approx(1.959964 * (20 / 3 / 4) ** 0.5))
    share, low, high = tally.win_share(0)
    assert share == 0.625
    # Wilson's interval for 2.5 of 4.
    assert (low, high) == (pytest.approx(0.2194, abs=1e-3), pytest.approx(0.9081, abs=1e-3))
    assert tally.reasons == {"idle": 4}
