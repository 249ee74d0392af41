"""The way out of a circle against a search that leaves nothing out."""

import random

import pytest

from tests.scenarios.table import Table
from tests.scenarios.test_chain import KINGS, KINGS_OF_TUBUAI, RING, TUBUAI, circle
from tongiaki.engine import Game
from tongiaki.engine.effects import FleetLost
from tongiaki.engine.way_out import way_out


def voyages(game: Game, most: int) -> int | None:
    """The fewest voyages to the end of the chain, a loss or an unseen tile; None if it takes more than `most`."""
    reached = [game]
    for number in range(most + 1):
        if any(_has_ended(at) for at in reached):
            return number
        reached = [after for at in reached for after in _sailed(at)]
    return None


def _has_ended(game: Game) -> bool:
    lost = any(isinstance(effect, FleetLost) for effect in game.effects())
    return lost or game.phase not in ("chain", "landing")


def _sailed(game: Game) -> list[Game]:
    """All games after one voyage more, boat by boat in every order."""
    ashore: list[Game] = []
    at_sea = [_played(game, line) for line in game.legal_lines()] if game.phase == "chain" else [game]
    while at_sea:
        ashore += [at for at in at_sea if at.phase != "landing"]
        landing = [_played(at, line) for at in at_sea if at.phase == "landing" for line in at.legal_lines()]
        at_sea = list({at.to_bytes(): at for at in landing}.values())
    return ashore


def _played(game: Game, line: str) -> Game:
    copy = game.copy()
    copy.watch()
    copy.play(line)
    return copy


def check(game: Game, most: int) -> list[str] | None:
    """Looks for a way out twice; the lines, having played them."""
    before, fewest = game.to_bytes(), voyages(game, most)
    lines = way_out(game)
    assert game.to_bytes() == before
    if lines is None:
        assert fewest is None
        return None
    sailed = sum(line.startswith("sail") for line in lines) + (game.phase == "landing")
    assert sailed == fewest or (fewest is None and sailed > most)
    at = game.copy()
    for line in lines:
        assert not _has_ended(at), "the way out goes on after the end"
        at = _played(at, line)
    assert _has_ended(at)
    return lines


def tubuai() -> Table:
    return Table(TUBUAI, **KINGS_OF_TUBUAI, red="Tubuai aabb, Tonga a", active="red").play("expand Tubuai ab")


@pytest.mark.parametrize("times", [0, 1, 49])
def test_r_6_4_the_way_out_of_a_circle_is_the_pier_that_was_not_taken(times: int) -> None:
    table = tubuai()
    circle(table, times)
    assert check(table.game, 1) == ["sail Tubuai 5"]


def test_r_6_2_a_way_out_of_two_voyages() -> None:
    """All piers of Samoa lead back; the boats can spread so that no beach is full, but not at once."""
    table = Table(RING, **KINGS, red="Samoa aabbc", active="red").play("expand Samoa abc")
    lines = check(table.game, 2)
    assert lines is not None
    assert sum(line.startswith("sail") for line in lines) == 2
    assert way_out(table.game, most=0) is None, "the limit"


def test_r_6_2_a_fleet_that_is_lost_is_a_way_out() -> None:
    tiles = RING.replace(
        "Samoa beyond Tonga 3, Fiji beyond Samoa 1", "Samoa beyond Tonga 3, F beyond Samoa 1, Fiji beyond F 3"
    )
    table = Table(tiles, **KINGS, red="Samoa aabbcc", active="red").play("expand Samoa abc")
    lines = check(table.game, 1)
    assert lines == ["sail Samoa 1"]


def test_it_may_be_asked_in_the_middle_of_a_landing() -> None:
    table = tubuai().play("sail Tubuai 1", "land Tubuai a red")
    assert table.phase == "landing"
    check(table.game, 2)


def test_outside_of_a_chain_there_is_no_way_out() -> None:
    with pytest.raises(ValueError, match="no chain in phase 'setup'"):
        way_out(Game.start([["red"], ["blue"]]))


def test_in_random_games_no_way_out_is_shorter() -> None:
    rng = random.Random(20)
    compared = 0
    for _ in range(6):
        game = Game.start([["red"], ["blue"], ["green"], ["yellow"]])
        while not game.is_over:
            if game.phase == "draw":
                game.reveal(rng.choice(game.deck_left))
                continue
            if game.phase == "chain" and rng.random() < 0.3:
                compared += check(game, 1) is not None
            game.apply(rng.choice(game.legal()))
    assert compared > 20
