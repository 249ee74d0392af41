"""Contests: decks are paired, seats rotated, and the result follows from the seed alone."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tongiaki.arena.contest import Contest, labels
from tongiaki.arena.game import play_game, quantile, read_game
from tongiaki.arena.kept import Kept, OtherContest
from tongiaki.arena.run import run
from tongiaki.arena.spread import here, processes
from tongiaki.arena.sprt import Sprt
from tongiaki.arena.summary import Summary
from tongiaki.records import GameRecord
from tongiaki.records.replay import verify


def untimed(summary: Summary) -> dict[str, Any]:
    """A summary without the time that decisions took."""
    told = summary.to_dict()
    for bot in told["bots"]:
        del bot["seconds"]
    return told


@pytest.mark.parametrize(
    ("bots", "players", "alone", "line_ups"),
    [
        ("ab", 2, False, ["ab"]),
        ("abc", 2, False, ["ab", "ac", "bc"]),
        ("ab", 3, False, ["aab", "abb"]),
        ("ab", 4, False, ["aabb"]),
        ("abcd", 4, False, ["abcd"]),
        ("abc", 4, False, ["aabc", "abbc", "abcc"]),
        ("abcdefg", 6, False, 7),
        ("ab", 4, True, ["abbb"]),
        ("abc", 6, True, ["abbbbb", "accccc"]),
    ],
)
def test_line_ups(bots: str, players: int, alone: bool, line_ups: list[str] | int) -> None:
    found = ["".join(bots[n] for n in one) for one in Contest(tuple(bots), players, "1", alone).line_ups()]
    assert (len(found) if isinstance(line_ups, int) else found) == line_ups


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("alone", [False, True])
def test_in_a_set_all_sit_on_every_seat_and_meet_one_deck(players: int, alone: bool) -> None:
    contest = Contest(("a", "b"), players, "7", alone)
    orders = [contest.order(number) for number in range(4 * players)]
    for first in range(0, len(orders), players):
        of_set = orders[first : first + players]
        seats = [Counter(order.bots[seat] for order in of_set) for seat in range(players)]
        assert all(count == seats[0] for count in seats)
        assert len({order.deck for order in of_set}) == 1
    assert len({order.deck for order in orders}) == 4
    assert len({order.chance for order in orders}) == 4 * players


def test_the_tiles_of_a_set_are_the_same_for_everybody() -> None:
    contest = Contest(("random", "greedy"), 2, "3")
    decks = [GameRecord.from_json(play_game(contest, number)).deck for number in range(4)]
    assert decks[0] == decks[1] != decks[2] == decks[3]


@pytest.mark.parametrize(
    ("bots", "players", "nodes"), [(("random", "greedy"), 5, None), (("pilot", "random"), 2, 8)]
)
def test_the_same_seed_gives_the_same_result_for_any_number_of_jobs(
    bots: tuple[str, ...], players: int, nodes: int | None, tmp_path: Path
) -> None:
    contest = Contest(bots, players, "11", rules={"idle_rounds": 10}, nodes=nodes)
    told = []
    for jobs, spread in ((1, here), (3, processes(3))):
        with Kept(tmp_path / f"{jobs}.jsonl") as kept:
            told.append(untimed(run(contest, 3, kept, spread)))
    assert told[0] == told[1]
    assert told[0]["games"] == 3 * players


def test_a_test_stops_at_the_same_set_for_any_number_of_jobs() -> None:
    contest = Contest(("greedy", "random"), 2, "5", rules={"idle_rounds": 10})
    told = []
    for spread in (here, processes(2)):
        with Kept(None) as kept:
            told.append(run(contest, 40, kept, spread, Sprt(0, 100)))
    assert untimed(told[0]) == untimed(told[1])
    assert told[0].verdict is not None
    assert told[0].verdict.answer == "better"
    assert told[0].games < 40


def test_a_contest_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    contest = Contest(("random", "greedy"), 2, "2", rules={"idle_rounds": 10})
    path = tmp_path / "games.jsonl"
    with Kept(path) as kept:
        whole = untimed(run(contest, 3, kept, here))
    lines = path.read_text().splitlines(keepends=True)
    path.write_text(lines[3] + lines[0] + lines[5][:200])  # out of order, and torn in the middle of a line
    played: list[int] = []
    with Kept(path) as kept:
        assert sorted(kept.games) == [0, 3]
        assert untimed(run(contest, 3, kept, here, told=lambda game: played.append(game.number))) == whole
    assert played == [1, 2, 4, 5]
    assert len(path.read_text().splitlines()) == 6


def test_every_line_is_a_record_that_can_be_verified(tmp_path: Path) -> None:
    line = play_game(Contest(("random", "greedy"), 3, "2"), 1)
    record = GameRecord.from_json(line)
    assert verify(record).game.is_over
    game = read_game(line)
    assert sum(game.shares) == pytest.approx(1)
    assert game.moves == len(record.moves)
    assert all(sum(seat.values()) > 0 for seat in game.times)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{}", "line 1 of .*: key 'format' is missing"),
        ('{"format":"tongiaki-record/1","players":[],"rules":{},"deck":[],"moves":[]}', "2 to 6 players"),
    ],
)
def test_a_file_of_something_else_is_refused(line: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(line + "\n")
    with pytest.raises(OtherContest, match=complaint):
        Kept(path)


def test_a_file_of_two_contests_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    contests = (Contest(("random", "greedy"), 2, seed, rules={"idle_rounds": 10}) for seed in "12")
    path.write_text("".join(play_game(contest, 0) + "\n" for contest in contests))
    with pytest.raises(OtherContest, match=r"line 2 of .* is of another contest"):
        Kept(path)


def test_quantiles_of_times() -> None:
    assert quantile({}, 0.5) == 0
    times = {0: 50, 97: 45, 145: 5}  # a microsecond, ten milliseconds, a second
    assert quantile(times, 0.5) == pytest.approx(1e-6)
    assert quantile(times, 0.95) == pytest.approx(0.01, rel=0.1)
    assert quantile(times, 0.96) == pytest.approx(1, rel=0.1)


def test_programs_of_others_have_short_names_unless_two_have_the_same() -> None:
    assert labels(["greedy", "py:a/x.py:Hiker", "cmd:/bin/fish"]) == {
        "greedy": "greedy",
        "py:a/x.py:Hiker": "Hiker",
        "cmd:/bin/fish": "fish",
    }
    assert list(labels(["py:a.py:Hiker", "py:b.py:Hiker"]).values()) == ["py:a.py:Hiker", "py:b.py:Hiker"]
