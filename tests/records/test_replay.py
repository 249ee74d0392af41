"""Replay and verify: a record through the engine, its deck dealing."""

import pytest

from tests.records.samples import GOLDEN, golden, running
from tongiaki.engine import Rules
from tongiaki.records import GameRecord, Player, RecordError
from tongiaki.records.recording import Recording
from tongiaki.records.replay import Replay, agreed_result, final_result, verify


def record(values):
    return GameRecord.from_dict(values)


def refused(values):
    with pytest.raises(RecordError) as caught:
        verify(record(values))
    return caught.value


def test_the_golden_games_are_verified():
    for line in GOLDEN.read_text("utf-8").splitlines():
        read = GameRecord.from_json(line)
        replay = verify(read)
        assert replay.ended
        assert replay.game.is_over
        assert replay.game.position() == read.other["expect"]["position"]


def test_an_illegal_move_is_named_with_its_ply():
    values = running(20)
    values["moves"][7] = "sail Tonga 0"
    error = refused(values)
    assert (error.ply, error.move) == (7, "sail Tonga 0")
    assert "not legal" in error.message


def test_a_line_that_is_none_is_named_with_its_ply():
    values = running(20)
    values["moves"][3] = "plaice Tonga f"
    error = refused(values)
    assert (error.ply, error.move) == (3, "plaice Tonga f")
    assert "nearest is 'place'" in error.message


def test_a_line_of_more_boats_than_any_expansion_has_is_refused():
    values = running(20)
    values["moves"][5] = "expand Fiji aaaaabbbcccc"
    assert refused(values).ply == 5


def test_no_move_follows_the_end():
    values = golden()
    values["moves"].append("pass")
    error = refused(values)
    assert (error.ply, error.move) == (len(values["moves"]) - 1, "pass")
    assert "the game is over" in error.message


def test_a_running_game_may_list_more_tiles_than_were_drawn():
    replay = verify(record(running(8)))
    assert replay.drawn == 1
    assert final_result(replay) is None


def test_a_tile_beyond_the_end_of_the_deck_stops_the_replay():
    error = refused(running(30, deck=1))
    assert "beyond the end of the deck (1 tiles listed)" in error.message
    assert error.move == running(30)["moves"][error.ply]


def test_a_game_that_ends_with_its_deck_stands_at_the_draw():
    replay = verify(record(running(8, deck=0)))
    assert replay.out_of_tiles
    assert replay.ply == 8


def test_a_game_that_is_over_lists_its_whole_deck():
    values = golden(3)
    values["deck"].pop()
    assert "lists all 31 tiles" in refused(values).message


def test_a_result_without_an_end_is_refused():
    values = golden()
    values["moves"].pop()
    assert "the game is not over after 207 moves" in refused(values).message


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"reason": "idle"}, "the stored reason is 'idle', the game ended by 'last water tile'"),
        ({"reason": "agreed"}, "the stored reason is 'agreed'"),
        ({"winners": [0]}, "the winners are [1], the stored result says [0]"),
    ],
)
def test_a_stored_result_is_recounted(change, problem):
    values = golden()
    values["result"] |= change
    assert problem in refused(values).message


def test_stored_points_are_recounted():
    values = golden()
    values["result"]["scores"][1]["points"] += 1
    error = refused(values)
    assert error.message == "player 1 has 13 points, the stored result says 14"
    assert (error.ply, error.move) == (208, "")


def test_a_game_ended_by_consent_is_scored_as_it_stands():
    values = running(100)
    values["result"] = agreed_result(verify(record(values)).game)
    assert final_result(verify(record(values))) == values["result"]
    values["result"]["scores"][0]["islands"] += 1
    assert "the stored result says" in refused(values).message


def test_an_option_that_does_not_exist_is_refused():
    values = running(4) | {"rules": {"royal_limits": 1}}
    assert "did you mean 'royal_limit'" in refused(values).message
    values = running(4) | {"rules": {"royal_limit": "2"}}
    assert "cannot be '2'" in refused(values).message


def test_a_replay_goes_to_a_ply():
    replay = Replay(record(golden()))
    assert replay.to_ply(100).legal_lines()
    assert replay.ply == 100
    with pytest.raises(RecordError, match="there is no ply 209"):
        replay.to_ply(209)


def test_a_recording_is_the_record_of_what_was_played():
    values = golden(4)
    players = [Player(player["name"], player["colours"]) for player in values["players"]]
    recording = Recording(players, Rules.of(values["rules"]), values["deck"])
    for line in values["moves"]:
        assert recording.game.phase != "draw"
        recording.play(line)
    assert recording.record().to_dict() == values


def test_the_record_of_a_running_game_hides_the_rest_of_the_deck():
    values = golden(4)
    players = [Player(player["name"], player["colours"]) for player in values["players"]]
    recording = Recording(players, Rules(), values["deck"])
    for line in values["moves"][:40]:
        recording.play(line)
    shown = recording.record()
    assert shown.result is None
    assert shown.deck == values["deck"][: recording.drawn]
    verify(shown)
