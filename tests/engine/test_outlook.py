"""R-5.2 to R-5.4, R-5.7: the known way from a pier, against the reference; no way ever closes on itself."""

from random import Random

import pytest

from tests.engine.play import random_game
from tests.reference import DIRECTIONS, ISLANDS, WATERS, Board
from tests.reference.board import beach_of, passes, way
from tongiaki.engine import Game, NotationError


@pytest.mark.parametrize("seed", range(40))
def test_r_5_3_the_outlook_of_every_pier_is_the_way_of_the_reference(seed: int) -> None:
    game = random_game(seed, most=300)[0]
    position, crossing = game.position(), game.rules.crossing
    board = Board({name: tuple(place) for name, place in position["tiles"].items()})
    for island in position["tiles"].keys() & ISLANDS.keys():
        for pier in [edge for beach in ISLANDS[island]["beaches"] for edge in beach["piers"]]:
            colours = len(position["boats"].get(f"{island} {beach_of(island, pier)}", {}))
            known = way(board, island, pier)
            refused = [n for n, number in enumerate(known.numbers) if not passes(number, colours, crossing)]
            seen = known.numbers[: refused[0] + 1] if refused else known.numbers
            royal = known.end in position["royal"]
            end = "lost" if refused else "unknown" if known.end is None else "royal" if royal else "island"

            outlook = game.outlook(island, pier)
            assert tuple(hop.number for hop in outlook.hops) == seen
            assert outlook.end == end
            if end in ("island", "royal"):
                assert outlook.where == known.end
            if end == "unknown":
                assert board.at(outlook.q, outlook.r) is None


@pytest.mark.parametrize("seed", range(20))
def test_r_5_7_a_fleet_never_sails_in_circles_however_the_water_lies(seed: int) -> None:
    """Water tiles close together, turned at random, around a few islands: no way is longer than all their routes."""
    rng = Random(seed)
    places = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 2 and (q, r) != (0, 0)]
    rng.shuffle(places)
    tiles = {"Tonga": [0, 0, 0]}
    for tile in [*WATERS, "Samoa", "Fiji"]:
        tiles[tile] = [*places.pop(), rng.randrange(6)]
    tiles.popitem() if rng.random() < 0.5 else tiles.pop("P")  # a tile of each kind is left
    tiles.pop("A", None)
    state = {"format": "tongiaki-state/1", "players": [["red"], ["blue"]], "position": {"tiles": tiles}}
    game = Game.from_state(
        {**state, "rules": {"crossing": "at_least"}, "position": {"tiles": tiles, "boats": crews(tiles)}}
    )
    for island in tiles.keys() & ISLANDS.keys():
        for pier in [edge for beach in ISLANDS[island]["beaches"] for edge in beach["piers"]]:
            known = way(Board({name: tuple(place) for name, place in tiles.items()}), island, pier)
            assert len(known.numbers) <= 48
            assert len(game.outlook(island, pier).hops) <= 48


def crews(tiles: dict[str, list[int]]) -> dict[str, dict[str, int]]:
    return {
        f"{island} a": {"red": 1, "blue": 1} for island in tiles if island in ISLANDS and island != "Samoa"
    }


def test_the_hops_name_tiles_and_edges_that_follow_each_other() -> None:
    state = {
        "format": "tongiaki-state/1",
        "players": [["red"], ["blue"]],
        "position": {
            "tiles": {"Tonga": [0, 0, 0], "J": [0, -1, 0]},
            "boats": {"Tonga d": {"red": 1, "blue": 1}},
        },
    }
    outlook = Game.from_state(state).outlook("Tonga", 3)
    assert [tuple(hop) for hop in outlook.hops] == [("J", 0, 5, 2, True)]
    q, r = DIRECTIONS[5]
    assert (outlook.end, outlook.where, outlook.q, outlook.r) == ("unknown", "J", q, r - 1)


@pytest.mark.parametrize(("island", "pier"), [("Tonga", 6), ("Samoa", 0), ("Samoaa", 1), ("A", 0)])
def test_a_pier_that_does_not_exist_has_no_outlook(island: str, pier: int) -> None:
    with pytest.raises(NotationError, match="pier"):
        Game.start([["red"], ["blue"]]).outlook(island, pier)
