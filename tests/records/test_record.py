"""Section 13: a record is read leniently about white space and strictly about meaning."""

import json
import pickle

import pytest

from tests.records.samples import GOLDEN, golden, running, text
from tongiaki.records import GameRecord, RecordError


def test_a_record_is_written_as_it_was_read():
    for line in GOLDEN.read_text("utf-8").splitlines():
        assert GameRecord.from_json(line).to_json() == line


def test_unknown_keys_are_kept_in_their_order():
    record = golden() | {"zeal": 1, "id": "x", "events": [{"ply": 3}]}
    record["players"][0]["bot"] = "greedy"
    again = json.loads(GameRecord.from_json(text(record)).to_json())
    assert again == record
    assert list(again)[-3:] == ["zeal", "id", "events"]


def test_a_record_is_one_line_and_keeps_letters():
    record = running(4)
    record["players"][0]["name"] = "Māui\nof the sea"
    line = GameRecord.from_dict(record).to_json()
    assert "\n" not in line
    assert "Māui" in line


def test_white_space_in_lines_and_names_does_not_matter():
    record = running(4)
    record["moves"][0] = "  place   Tonga f "
    record["deck"][7] = " Hiva  Oa"
    read = GameRecord.from_json(json.dumps(record, indent=4))
    assert read.moves == running(4)["moves"]
    assert "Hiva Oa" in read.deck


def without(key):
    return {name: value for name, value in golden().items() if name != key}


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        ([], "a record is a JSON object, not a list"),
        (without("format"), "key 'format' is missing"),
        (without("moves") | {"mvoes": []}, "key 'moves' is missing"),
        (without("deck") | {"decks": []}, "key 'deck' is missing (is 'decks' meant?)"),
        (
            golden() | {"format": "tongiaki-record/2"},
            "format is 'tongiaki-record/1', not 'tongiaki-record/2'",
        ),
        (golden() | {"rules": []}, "rules is an object, not a list"),
        (golden() | {"deck": ["Tonga"]}, "'Tonga' lies on the board and is not in the deck"),
        (golden() | {"deck": ["Smoa"]}, "deck[0]: unknown tile 'Smoa'; nearest is 'Samoa'"),
        (golden() | {"deck": ["K", "Samoa", "K"]}, "deck[2]: tile 'K' is there twice (R-1.4)"),
        (golden() | {"deck": [1]}, "deck[0] is a text, not a number"),
        (golden() | {"moves": {}}, "moves is a list, not an object"),
        (golden() | {"players": []}, "there are 2 to 6 players, not 0"),
        (golden() | {"players": [{"colours": ["red"]}]}, "players[0] has no 'name'"),
        (golden() | {"players": [{"name": 1, "colours": ["red"]}]}, "the name of players[0] is a text"),
        (
            golden() | {"players": [{"name": "A", "colours": ["rde"]}]},
            "unknown colour 'rde'; nearest is 'red'",
        ),
        (golden() | {"players": [{"name": "A", "colours": ["red"]}] * 2}, "colour 'red' is there twice"),
        (
            golden() | {"rules": {"two_colours": True}},
            "has 1 colours, but with two_colours true everybody has two",
        ),
        (golden(54) | {"rules": {}}, "has 2 colours, but with two_colours false everybody has one"),
        (golden() | {"result": {}}, "result has no 'reason'"),
        (
            golden() | {"result": golden()["result"] | {"reason": "last islnd tile"}},
            "nearest is 'last island tile'",
        ),
        (golden() | {"result": golden()["result"] | {"scores": []}}, "one entry of scores for each of the 2"),
        (golden() | {"result": golden()["result"] | {"winners": [2]}}, "winners in result are indices"),
        (
            golden() | {"result": golden()["result"] | {"scores": [{"points": "1"}] * 2}},
            "result.scores[0] has the numbers",
        ),
    ],
)
def test_a_damaged_record_is_refused_by_its_fault(record, problem):
    with pytest.raises(RecordError) as caught:
        GameRecord.from_json(json.dumps(record))
    assert problem in caught.value.message


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("{", "not JSON"),
        ("", "not JSON"),
        ('{"format": NaN}', "NaN is no JSON number"),
        ('{"format": "a", "format": "b"}', "key 'format' is there twice"),
        ("[" * 100_000, "nested too deeply"),
        (b"\xff\xfe\xfa", "not UTF-8"),
    ],
)
def test_what_is_not_json_is_refused(words, problem):
    with pytest.raises(RecordError) as caught:
        GameRecord.from_json(words)
    assert problem in caught.value.message


def test_an_error_survives_the_way_between_processes():
    error = pickle.loads(pickle.dumps(RecordError("why", 3, "pass")))
    assert (error.message, error.ply, error.move) == ("why", 3, "pass")
