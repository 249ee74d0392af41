"""Section 13: one decision is one line."""

import json
from pathlib import Path

import pytest

from tongiaki.engine import MOVE_COUNT, line_of, move_of
from tongiaki.records import Decision, NotationError, parse
from tongiaki.records.notation import KINDS

GOLDEN = Path(__file__).parents[1] / "games" / "golden.jsonl"


def test_every_move_of_the_engine_is_read_and_written_alike():
    for move in range(MOVE_COUNT):
        line = line_of(move)
        assert parse(line).line == line
        assert move_of(parse(line).line) == move


def test_every_line_of_the_golden_games_is_read_and_written_alike():
    lines = {line for text in GOLDEN.read_text("utf-8").splitlines() for line in json.loads(text)["moves"]}
    assert {parse(line).line for line in lines} == lines
    assert {parse(line).kind for line in lines} >= set(KINDS) - {"pass"}


@pytest.mark.parametrize(
    ("line", "decision"),
    [
        ("place Tonga a", Decision("place Tonga a", "place", "Tonga", "a")),
        ("expand Hiva Oa ac", Decision("expand Hiva Oa ac", "expand", "Hiva Oa", "ac")),
        ("expand Fiji aac", Decision("expand Fiji aac", "expand", "Fiji", "aac")),
        (
            "expand Fiji a from Rapa Nui b",
            Decision("expand Fiji a from Rapa Nui b", "expand", "Fiji", "a", ("Rapa Nui", "b")),
        ),
        ("enter Tonga ab", Decision("enter Tonga ab", "enter", "Tonga", "ab")),
        ("pass", Decision("pass", "pass")),
        ("king Samoa", Decision("king Samoa", "king", "Samoa")),
        ("resettle", Decision("resettle", "resettle")),
        ("lay K 3", Decision("lay K 3", "lay", tile="K", edge=3)),
        ("settle Nauru ab", Decision("settle Nauru ab", "settle", "Nauru", "ab")),
        ("sail Tonga 3", Decision("sail Tonga 3", "sail", "Tonga", pier=3)),
        ("land Samoa a red", Decision("land Samoa a red", "land", "Samoa", "a", colour="red")),
    ],
)
def test_each_kind_of_line_is_taken_apart(line, decision):
    assert parse(line) == decision
    assert str(decision) == line


def test_white_space_does_not_matter():
    assert parse("  land   Hiva  Oa\tc  red \n") == parse("land Hiva Oa c red")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "an empty line is no decision"),
        ("plcae Tonga a", "no decision begins with 'plcae'; nearest is 'place'"),
        ("place Fiji a", "boats are placed on 'Tonga', not on 'Fiji'"),
        ("place Tonga ab", "one beach is named here, not 'ab'"),
        ("expand Fjii ac", "unknown island 'Fjii'; nearest is 'Fiji'"),
        ("expand hiva oa a", "nearest is 'Hiva Oa'"),
        ("expand K a", "unknown island 'K'"),
        ("expand Hiva Oa", "the beach is missing; 'Hiva Oa' has a, b, c"),
        ("expand Fiji ca", "letters are ascending: 'ac', not 'ca'"),
        ("expand Fiji d", "'Fiji' has no beach 'd', only a, b, c"),
        ("expand Nauru aaa", "beach 'a' of 'Nauru' has 2 berths, not 3"),
        ("expand Fiji a from Fiji a", "the boat would stay on beach 'a' of 'Fiji'"),
        ("expand Fiji ab from Samoa a", "one beach is named here, not 'ab'"),
        ("enter Samoa ab", "one beach is named here, not 'ab'"),
        ("enter Tonga aa", "one beach or two different ones"),
        ("settle Tonga a", "one settles on the island just drawn"),
        ("sail Muroroa 3", "'Muroroa' has no pier at edge 3, only at 1, 2, 4, 5"),
        ("sail Tonga x", "an edge is a number from 0 to 5, not 'x'"),
        ("sail", "something is missing; a line of this kind looks like 'sail Tonga 3'"),
        ("land Samoa a rd", "unknown colour 'rd'; nearest is 'red'"),
        ("lay Toonga 3", "unknown tile 'Toonga'; nearest is 'Tonga'"),
        ("lay K 6", "an edge is a number from 0 to 5, not '6'"),
        ("king Tonga", "'Tonga' never becomes royal (R-7.1)"),
        ("king", "the island is missing"),
        ("pass now", "nothing follows 'pass', but 'now' does"),
    ],
)
def test_what_is_no_decision_is_refused_by_its_fault(line, problem):
    with pytest.raises(NotationError) as caught:
        parse(line)
    assert problem in str(caught.value)
    assert caught.value.line == line
