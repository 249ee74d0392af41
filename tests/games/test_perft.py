"""The number of lines of play from many positions is pinned, and the slow reference counts the same."""

import json

import pytest

from tests.games.perft import FILE, at, perft, shadow_at

PINNED = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
SHALLOW = 300
"""The reference counts depths with no more lines than this."""


@pytest.mark.parametrize("number", range(len(PINNED)))
def test_lines_of_play_are_as_many_as_pinned(number: int) -> None:
    pin = PINNED[number]
    game, deck = at(pin["game"], pin["ply"])
    assert [perft(game, deck, depth) for depth in range(1, len(pin["counts"]) + 1)] == pin["counts"]


@pytest.mark.parametrize("number", range(0, len(PINNED), 2))
def test_the_reference_counts_the_same_lines(number: int) -> None:
    pin = PINNED[number]
    game, deck = shadow_at(pin["game"], pin["ply"])
    for depth, count in enumerate(pin["counts"], start=1):
        if count <= SHALLOW:
            assert perft(game, deck, depth) == count


def test_perft_reaches_depth_four_and_every_phase_of_a_turn() -> None:
    assert max(len(pin["counts"]) for pin in PINNED) == 4
    phases = {at(pin["game"], pin["ply"])[0].phase for pin in PINNED}
    assert {"turn", "chain", "landing"} <= phases
