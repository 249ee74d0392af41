"""`tongiaki verify-deck`: a deck that was fixed before the game is found so, a changed one is not."""

import json
from typing import Any

from tests.records.samples import golden, text
from tongiaki.cli import run
from tongiaki.records.commitment import commitment

SALT = "00112233445566778899aabbccddeeff"


def sealed(record: dict[str, Any], salt: str = SALT) -> dict[str, Any]:
    """A golden game as a server writes it down."""
    start = record["players"][0]["colours"][0]
    return record | {"commitment": {"sha256": commitment(record["deck"], start, salt), "salt": salt}}


def verified(tmp_path: Any, capsys: Any, *words: str, **record: Any) -> tuple[int, str]:
    file = tmp_path / "game.jsonl"
    file.write_text(text(record), "utf-8")
    code = run(["verify-deck", str(file), *words])
    return code, capsys.readouterr().out


def test_a_deck_that_was_never_changed_is_verified(tmp_path, capsys):
    game = sealed(golden())
    code, said = verified(tmp_path, capsys, **game)
    assert code == 0
    assert said.startswith("game 1: the deck was never changed")
    assert game["commitment"]["sha256"] in said
    assert f"the {len(game['moves'])} moves are legal" in said


def test_two_tiles_that_changed_places_are_found(tmp_path, capsys):
    game = sealed(golden())
    game["deck"][-1], game["deck"][-2] = game["deck"][-2], game["deck"][-1]
    code, said = verified(tmp_path, capsys, **game)
    assert code == 1
    assert "game 1: NOT VERIFIED" in said
    assert "is not the one in the record" in said


def test_the_hash_that_was_shown_is_compared(tmp_path, capsys):
    game = sealed(golden())
    shown = game["commitment"]["sha256"]
    assert verified(tmp_path, capsys, "--shown", shown, **game)[0] == 0
    assert verified(tmp_path, capsys, "--shown", shown[:12].upper() + "…", **game)[0] == 0
    code, said = verified(tmp_path, capsys, "--shown", shown[:3], **game)
    assert (code, "too short a beginning" in said) == (1, True)
    code, said = verified(tmp_path, capsys, "--shown", "0" * 64, **game)
    assert code == 1
    assert "but what was shown before the game was 000" in said


def test_every_deck_since_a_tile_was_taken_back_is_verified(tmp_path, capsys):
    game = sealed(golden())
    first = sealed(golden() | {"deck": game["deck"][::-1]})
    earlier = {"since": 0, "deck": first["deck"], "commitment": first["commitment"]}
    code, said = verified(tmp_path, capsys, **game, earlier_decks=[earlier])
    assert code == 0
    assert said.startswith("game 1: no deck was changed, but the unseen tiles were shuffled anew")
    assert "a tile was taken back once, each with a new hash: if not," in said
    assert "deck 1 of 2" in said
    assert "deck 2 of 2" in said
    earlier["deck"] = game["deck"]
    assert verified(tmp_path, capsys, **game, earlier_decks=[earlier])[0] == 1


def test_what_cannot_be_verified_is_said(tmp_path, capsys):
    game = sealed(golden())
    short = sealed(golden(), "ab")
    assert "could have been guessed" in verified(tmp_path, capsys, **short)[1]
    for changed, why in (
        ({"commitment": None}, "no hash was shown before the game"),
        ({"commitment": {"sha256": "0" * 64}}, "the game is not over"),
        ({"deck": game["deck"][:9]}, "does not hold each of the 31 tiles once"),
        ({"earlier_decks": "none"}, "must be a list"),
        ({"moves": game["moves"][:-1]}, "the game is not over after"),
    ):
        code, said = verified(tmp_path, capsys, **game | changed)
        assert (code, why in said) == (1, True), said


def test_a_file_without_a_record_is_refused(tmp_path, capsys):
    file = tmp_path / "empty.jsonl"
    file.write_text("")
    assert run(["verify-deck", str(file)]) == 1
    assert "holds no record" in capsys.readouterr().err
    file.write_text(json.dumps([1]))
    assert run(["verify-deck", str(file)]) == 1
