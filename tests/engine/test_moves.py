"""The enumeration of all decisions (rules, section 13), and how wrong lines are refused."""

import hashlib

import pytest

from tests.reference import ISLANDS, WATERS
from tongiaki.engine import (
    LINES,
    MOVE_COUNT,
    Game,
    IllegalMove,
    IllegalReveal,
    NotationError,
    line_of,
    move_of,
)

PINNED = (4823, "8c8052e93af742ef844bb27cebabac392105371842e3a6ed2e4f40a70e2a7d1a")
"""Weights and environments depend on it: change it only with a new version of them."""


def test_the_enumeration_of_moves_is_pinned() -> None:
    digest = hashlib.sha256("\n".join(LINES).encode()).hexdigest()
    assert (MOVE_COUNT, digest) == PINNED


def test_every_move_has_a_line_of_its_own_and_back() -> None:
    assert len(set(LINES)) == len(LINES) == MOVE_COUNT
    assert [move_of(line_of(move)) for move in range(MOVE_COUNT)] == list(range(MOVE_COUNT))


def test_the_enumeration_holds_each_kind_of_line_in_full() -> None:
    kinds = {
        verb: [line for line in LINES if line.split()[0] == verb]
        for verb in {line.split()[0] for line in LINES}
    }
    beaches = [f"{name} {beach['id']}" for name, island in ISLANDS.items() for beach in island["beaches"]]
    tiles = [*ISLANDS, *WATERS]
    assert kinds["place"] == [f"place Tonga {beach}" for beach in "abcdef"]
    assert kinds["pass"] == ["pass"]
    assert kinds["resettle"] == ["resettle"]
    assert sorted(kinds["king"]) == sorted(f"king {name}" for name in ISLANDS if name != "Tonga")
    assert sorted(kinds["lay"]) == sorted(f"lay {tile} {edge}" for tile in tiles for edge in range(6))
    assert len(kinds["sail"]) == 79
    assert sorted(kinds["land"]) == sorted(
        f"land {beach} {colour}"
        for beach in beaches
        for colour in ("red", "blue", "green", "yellow", "orange", "purple")
    )
    shifts = {line for line in kinds["expand"] if " from " in line}
    assert shifts == {f"expand {to} from {source}" for to in beaches for source in beaches if to != source}
    for line in kinds["expand"]:
        letters = line.split(" from ")[0].rsplit(" ", 1)[1]
        assert list(letters) == sorted(letters)


@pytest.mark.parametrize("line", ["  place Tonga a", "place  Tonga\ta ", "place Tonga a\n"])
def test_spaces_are_folded(line: str) -> None:
    assert move_of(line) == move_of("place Tonga a")


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("place Tonga g", "place Tonga"),
        ("expand Fijji ac", "expand Fiji ac"),
        ("expand Fiji ca", "expand Fiji"),
        ("sail Samoa 0", "sail Samoa"),
        ("land Samoa a pink", "land Samoa a"),
        ("king samoa", "king Samoa"),
        ("king Tonga", "king"),
        ("expand Fiji a from Fiji a", "expand Fiji a from Fiji"),
        ("seil Samoa 1", "sail"),
        ("", "place"),
        ("expand", "expand"),
        ("enter Samoa ab", "enter Samoa"),
        ("lay Tonga 6", "lay Tonga"),
        ("sail Samoa ²", "sail Samoa"),
    ],
)
def test_a_line_that_is_none_is_refused_with_the_nearest_one(line: str, near: str) -> None:
    with pytest.raises(NotationError) as refused:
        move_of(line)
    assert near in str(refused.value)
    game = Game.start([["red"], ["blue"]])
    with pytest.raises(NotationError):
        game.play(line)


@pytest.mark.parametrize("move", [-1, MOVE_COUNT, 10**12])
def test_a_number_outside_the_enumeration_is_refused(move: int) -> None:
    with pytest.raises(NotationError, match="does not exist"):
        line_of(move)
    with pytest.raises((NotationError, IllegalMove)):
        Game.start([["red"], ["blue"]]).play(move)


def test_an_illegal_move_names_the_move_the_phase_and_what_is_legal() -> None:
    game = Game.start([["red"], ["blue"]])
    before = game.to_bytes()
    with pytest.raises(IllegalMove) as refused:
        game.play("sail Tonga 3")
    assert "'sail Tonga 3'" in str(refused.value)
    assert "'setup'" in str(refused.value)
    assert "place Tonga a, place Tonga b" in str(refused.value)
    assert game.to_bytes() == before


@pytest.mark.parametrize(
    ("tile", "says"),
    [("Samoa", "phase"), ("Tonga", "phase"), ("Atlantis", "phase|Atlantis")],
    ids=["not now", "never", "nowhere"],
)
def test_a_tile_is_revealed_only_at_a_draw(tile: str, says: str) -> None:
    game = Game.start([["red"], ["blue"]])
    before = game.to_bytes()
    with pytest.raises(IllegalReveal, match=says):
        game.reveal(tile)
    assert game.to_bytes() == before


def test_only_a_tile_that_is_left_is_revealed() -> None:
    game = Game.start([["red"], ["blue"]])
    for line in (
        "place Tonga a",
        "place Tonga b",
        "place Tonga a",
        "place Tonga b",
        "expand Tonga ab",
        "sail Tonga 0",
    ):
        game.play(line)
    game.reveal("M")
    before = game.to_bytes()
    for tile, says in (("M", "drawn|left"), ("Tonga", "Tonga"), ("samoa", "Samoa"), ("Q", "Q")):
        with pytest.raises(IllegalReveal, match=says):
            game.reveal(tile)
        assert game.to_bytes() == before
    with pytest.raises(IllegalMove, match="draw"):
        game.play("pass")
