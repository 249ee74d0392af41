"""R-1 and R-2: the material, and the first boats."""

import pytest

from tests.reference import DIRECTIONS, ISLANDS, WATERS
from tests.scenarios.table import Table
from tongiaki.engine import Game, Rules, TongiakiError


def test_r_1_1_the_catalogue_has_the_totals_of_the_real_tiles() -> None:
    beaches = [beach for island in ISLANDS.values() for beach in island["beaches"]]
    routes = [route for water in WATERS.values() for route in water["routes"]]
    numbers = [route["colours"] for route in routes]

    assert (len(ISLANDS), len(WATERS), len(beaches), len(routes)) == (16, 16, 47, 48)
    assert sum(beach["berths"] for beach in beaches) == 152
    assert sum(len(beach["piers"]) for beach in beaches) == 79
    assert sum(island["value"] for island in ISLANDS.values()) == 53
    assert {number: numbers.count(number) for number in numbers} == {0: 12, 2: 12, 3: 12, 4: 12}
    for water in WATERS.values():
        assert sorted(edge for route in water["routes"] for edge in route["edges"]) == [0, 1, 2, 3, 4, 5]


def test_r_1_2_beaches_are_lettered_and_an_edge_is_the_pier_of_one_beach_at_most() -> None:
    without_pier = {}
    for name, island in ISLANDS.items():
        edges = [edge for beach in island["beaches"] for edge in beach["piers"]]
        assert "".join(beach["id"] for beach in island["beaches"]) == "abcdef"[: len(island["beaches"])]
        assert len(edges) == len(set(edges))
        without_pier[name] = set(range(6)) - set(edges)

    assert without_pier.pop("Tonga") == set()
    assert without_pier.pop("Tubuai") == without_pier.pop("Muroroa") == {0, 3}
    assert all(edges == {0} for edges in without_pier.values())


def test_r_1_2_a_fleet_may_leave_by_each_pier_of_its_beach_and_by_no_other_edge() -> None:
    table = Table("Fiji beyond Tonga 3", red="Fiji bbbb", blue="Tonga a", phase="chain")
    assert table.legal == {"sail Fiji 2", "sail Fiji 3"}


@pytest.mark.parametrize("colours", range(2, 7))
def test_r_1_3_two_to_six_colours_have_fifteen_boats_each(colours: int) -> None:
    names = ["red", "blue", "green", "yellow", "orange", "purple"][:colours]
    assert Table.start(*names).supply == dict.fromkeys(names, 15)


@pytest.mark.parametrize(
    "players",
    [[], [["red"]], [["red"], ["red"]], [["red"], ["pink"]], [["red"], []], [["red", "blue"]] * 2]
    + [[[c] for c in ("red", "blue", "green", "yellow", "orange", "purple", "black")]],
)
def test_r_1_3_other_numbers_of_colours_or_a_colour_twice_are_refused(players: list[list[str]]) -> None:
    with pytest.raises(TongiakiError, match=r"R-1\.3|R-11\.1|there is no colour"):
        Game.start(players, Rules())


def test_r_1_4_every_tile_left_can_come_next_with_the_same_chance() -> None:
    table = Table("Samoa beyond Tonga 2", red="Tonga ddd", blue="Tonga a", phase="chain")
    table.play("sail Tonga 3")

    left = sorted({*ISLANDS, *WATERS} - {"Tonga", "Samoa"})
    assert sorted(table.game.deck_left) == left
    assert sorted(name for name, _ in table.game.outcomes()) == left
    assert {chance for _, chance in table.game.outcomes()} == {1 / 30}


@pytest.mark.parametrize("edge", range(6))
def test_r_1_5_a_new_tile_lies_in_the_direction_of_the_pier_and_shows_its_symbol_to_the_fleet(
    edge: int,
) -> None:
    table = Table(red=f"Tonga {'abcdef'[edge] * 3}", blue=f"Tonga {'fabcde'[edge]}", phase="chain")
    table.play(f"sail Tonga {edge}", "draw Samoa")

    assert table.tiles["Tonga"] == [0, 0, 0]
    assert table.tiles["Samoa"] == [*DIRECTIONS[edge], (edge + 3) % 6]


def test_r_1_5_directions_turn_with_the_island_that_is_left() -> None:
    """Samoa lies north-west of Tonga and is turned by five: its edge 5 looks north-east, to (0, -1)."""
    table = Table("Samoa beyond Tonga 2", red="Samoa ccccc", blue="Tonga a", phase="chain")
    table.play("sail Samoa 5", "draw Fiji")
    assert table.tiles["Samoa"] == [-1, 0, 5]
    assert table.tiles["Fiji"] == [0, -1, 1]


def test_r_2_1_the_first_player_in_order_begins() -> None:
    assert Table.start("green", "red").active == "green"


def test_r_2_2_each_colour_places_a_boat_twice_in_the_same_order() -> None:
    table = Table.start("red", "blue", "green")
    order = []
    for beach in "abcdef":
        order.append(table.active)
        table.play(f"place Tonga {beach}")
    assert order == ["red", "blue", "green"] * 2
    assert table.boats("Tonga") == {"red": 2, "blue": 2, "green": 2}


def test_r_2_2_both_boats_of_a_colour_may_share_a_beach_but_one_berth_stays_free() -> None:
    table = Table.start("red", "blue").play("place Tonga a", "place Tonga b")
    assert "place Tonga a" in table.legal
    table.play("place Tonga a")
    assert table.legal == {f"place Tonga {beach}" for beach in "bcdef"}


def test_r_2_3_the_start_player_takes_the_first_turn() -> None:
    table = Table.start("blue", "red")
    table.play("place Tonga a", "place Tonga a", "place Tonga b", "place Tonga c")
    assert (table.phase, table.active) == ("turn", "blue")
