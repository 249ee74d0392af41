"""R-5: a fleet sails, meets numbers, lands or is lost."""

import pytest

from tests.scenarios.table import Table
from tongiaki.engine.effects import FleetLost, FleetTurnedBack, NumberMet


def test_picture_a_fleet_of_two_colours_sails_north_meets_a_4_and_is_lost() -> None:
    table = Table(red="Tonga d", blue="Tonga d").play("expand Tonga d", "sail Tonga 3")
    assert table.phase == "draw"
    table.play("draw A")

    assert table.happened(NumberMet) == [NumberMet("A", 4, 2, False)]
    assert table.position["boats"] == {}
    assert table.supply == {"red": 15, "blue": 15}
    assert table.tiles["A"] == [0, -1, 0]
    assert table.active == "blue"


def test_picture_from_a_beach_with_two_berths_by_its_lower_pier_a_fleet_passes_a_2_and_finds_an_island() -> (
    None
):
    """Hawaii c has its piers north-east (4) and south-east (5)."""
    table = Table("Hawaii beyond Tonga 3", red="Hawaii c", blue="Hawaii c, Tonga a", phase="chain")
    assert table.legal == {"sail Hawaii 4", "sail Hawaii 5"}
    table.play("sail Hawaii 5", "draw I")
    assert table.happened(NumberMet) == [NumberMet("I", 2, 2, True)]
    table.play("draw Samoa")
    assert table.tiles["I"] == [1, -1, 2]
    assert table.tiles["Samoa"] == [1, 0, 3]

    table.play("land Samoa a red", "land Samoa c blue")
    assert table.boats("Samoa") == {"red": 1, "blue": 1}


def test_r_5_1_one_full_beach_and_one_of_its_piers_is_chosen_and_all_its_boats_leave() -> None:
    table = Table("Samoa beyond Tonga 3", red="Samoa aab", blue="Samoa abbb", phase="chain")
    assert table.legal == {f"sail Samoa {pier}" for pier in (1, 2, 3, 4)}
    table.play("sail Samoa 4")
    assert table.boats("Samoa b") == {}
    assert table.boats("Samoa a") == {"red": 2, "blue": 1}


def test_r_5_1_nobody_sails_from_a_royal_island_however_small_the_chain() -> None:
    table = Table("Samoa beyond Tonga 3", red="royal Samoa, Tonga aaa", blue="Tonga b", phase="chain")
    assert table.legal == {"sail Tonga 0"}


def test_r_5_2_an_empty_place_is_where_the_next_tile_is_laid() -> None:
    table = Table(red="Tonga ddd", blue="Tonga a", phase="chain").play("sail Tonga 3", "draw C")
    assert table.tiles["C"] == [0, -1, 0]
    table = Table(red="Tonga dd", blue="Tonga d", phase="chain").play("sail Tonga 3", "draw J", "draw Samoa")
    assert table.tiles["J"] == [0, -1, 0]
    assert table.tiles["Samoa"] == [1, -1, 2]


def test_r_5_2_with_an_empty_deck_the_fleet_is_lost() -> None:
    """Three fleets and two tiles: the third finds neither land nor a tile."""
    table = Table(deck="A, Samoa", red="Tonga dddeeefff", blue="Tonga a", phase="chain")
    table.play("sail Tonga 3", "draw A", "sail Tonga 4", "draw Samoa")
    table.play("land Samoa a red", "land Samoa b red", "land Samoa c red", "sail Tonga 5")
    assert table.happened(FleetLost) == [FleetLost("deck", {"red": 3})]
    assert table.boats("Tonga") == {"blue": 1}
    assert table.supply["red"] == 12


@pytest.mark.parametrize(("water", "number"), [("C", 4), ("F", 3)])
@pytest.mark.parametrize("new", [True, False])
def test_r_5_3_fewer_colours_than_the_number_are_lost_and_as_many_pass(
    water: str, number: int, new: bool
) -> None:
    """F's route 0–3 has a 3, C's a 4; on a tile just drawn and on one that lies there."""
    tiles = "" if new else f"{water} beyond Tonga 3"
    draw = [f"draw {water}"] if new else []
    fleets = {2: ("Tonga dd", "Tonga d", "Tonga a"), 3: ("Tonga d", "Tonga d", "Tonga d")}
    for colours, (red, blue, green) in fleets.items():
        table = Table(tiles, red=red, blue=blue, green=green, phase="chain").play("sail Tonga 3", *draw)
        assert (table.phase == "draw") == (colours >= number)


@pytest.mark.parametrize(
    ("red", "blue", "passed"), [("Tonga ddd", "Tonga a", False), ("Tonga dd", "Tonga d", True)]
)
def test_r_5_3_a_2_wants_two_colours_not_two_boats(red: str, blue: str, passed: bool) -> None:
    table = Table(red=red, blue=blue, phase="chain").play("sail Tonga 3", "draw I")
    assert (table.phase == "draw") is passed


def test_r_5_3_a_route_without_a_number_lets_one_colour_pass() -> None:
    table = Table(red="Tonga ddd", blue="Tonga a", phase="chain").play("sail Tonga 3", "draw M")
    assert table.phase == "draw"


def test_r_5_3_only_the_number_of_the_route_sailed_counts() -> None:
    """G shows 3, 2 and 0; entered by edge 4 the route has no number and leaves by edge 2."""
    table = Table("G at 0 -1 turned 2", red="Tonga ddd", blue="Tonga a", phase="chain").play("sail Tonga 3")
    assert table.happened(NumberMet) == [] or table.happened(NumberMet)[0].number == 0
    table.play("draw Samoa")
    assert table.tiles["Samoa"] == [1, -2, 1]


def test_r_5_3_every_number_on_the_way_counts_on_its_own() -> None:
    """Two colours pass the 2 of I and are lost to the 4 of B beyond it."""
    table = Table(red="Tonga dd", blue="Tonga d", phase="chain").play("sail Tonga 3", "draw I", "draw B")
    assert table.supply == {"red": 15, "blue": 15}
    assert {"I", "B"} <= set(table.tiles)


def test_r_5_4_a_fleet_lands_by_any_edge_with_or_without_a_pier() -> None:
    table = Table("Samoa beyond Tonga 3", red="Tonga ddd", blue="Tonga a", phase="chain").play("sail Tonga 3")
    assert table.legal == {"land Samoa a red", "land Samoa b red", "land Samoa c red"}


def test_r_5_4_a_fleet_may_come_back_to_the_island_it_left() -> None:
    """P and O lead from pier 3 back to edge 4 of Tonga."""
    table = Table("P beyond Tonga 3, O beyond Tonga 4", red="Tonga ddd", blue="Tonga a", phase="chain")
    table.play("sail Tonga 3")
    assert table.phase == "landing"
    assert table.legal == {f"land Tonga {beach} red" for beach in "abcdef"}


def test_r_5_4_a_royal_island_turns_everybody_back_its_owner_too() -> None:
    table = Table("Samoa beyond Tonga 3", red="royal Samoa, Tonga ddd", blue="Tonga a", phase="chain")
    table.play("sail Tonga 3")
    assert table.happened(FleetTurnedBack) == [FleetTurnedBack("Samoa", "red", "Tonga")]
    assert table.legal == {f"land Tonga {beach} red" for beach in "abcdef"}
    table.play("land Tonga d red")
    assert table.legal == {f"land Tonga {beach} red" for beach in "abcef"}


def test_r_5_4_numbers_count_on_the_way_out_to_a_royal_island_and_not_on_the_way_back() -> None:
    tiles = "F beyond Tonga 3, Samoa beyond F 3"
    table = Table(tiles, red="royal Samoa, Tonga dd", blue="Tonga d", phase="chain").play("sail Tonga 3")
    assert table.supply == {"red": 14, "blue": 15}

    table = Table(tiles, red="royal Samoa, Tonga d", blue="Tonga d", green="Tonga d", phase="chain")
    table.play("sail Tonga 3")
    assert table.happened(NumberMet) == [NumberMet("F", 3, 3, True)]
    assert table.phase == "landing"


def test_r_5_5_a_lost_fleet_goes_home_and_the_tiles_stay() -> None:
    table = Table(red="Tonga dd", blue="Tonga d", phase="chain").play("sail Tonga 3", "draw J", "draw A")
    assert table.supply == {"red": 15, "blue": 15}
    assert table.tiles.keys() == {"Tonga", "J", "A"}


def test_r_5_6_each_beach_with_a_free_berth_gets_a_boat_before_any_gets_a_second() -> None:
    table = Table("Muroroa beyond Tonga 3", red="Tonga dd", blue="Tonga d, Muroroa a", phase="chain")
    table.play("sail Tonga 3", "land Muroroa c red")
    assert table.legal == {f"land Muroroa {beach} {colour}" for beach in "ab" for colour in ("red", "blue")}
    table.play("land Muroroa b red")
    assert table.legal == {"land Muroroa a blue"}


def test_r_5_6_then_any_free_berth() -> None:
    table = Table("Rapa Nui beyond Tonga 3", red="Tonga ddd", blue="Tonga a", phase="chain")
    table.play("sail Tonga 3", "land Rapa Nui a red", "land Rapa Nui b red")
    assert table.legal == {"land Rapa Nui a red", "land Rapa Nui b red"}


def test_r_5_6_a_full_beach_takes_nobody() -> None:
    table = Table("Nauru beyond Tonga 3", red="Tonga ddd", blue="Nauru aa", phase="chain").play(
        "sail Tonga 3"
    )
    assert table.legal == {"land Nauru b red", "land Nauru c red"}


def test_r_5_6_who_finds_no_berth_goes_home_and_the_active_player_chooses_who_lands() -> None:
    """Nauru has one free berth for a fleet of three."""
    table = Table("Nauru beyond Tonga 3", red="Tonga dd", blue="Tonga d", green="Nauru aabbbc", phase="chain")
    table.play("sail Tonga 3")
    assert table.legal == {"land Nauru c red", "land Nauru c blue"}
    table.play("land Nauru c blue")
    assert table.boats("Nauru c") == {"green": 1, "blue": 1}
    assert table.supply == {"red": 15, "blue": 14, "green": 9}


def test_r_5_6_on_an_island_without_a_free_berth_the_whole_fleet_goes_home() -> None:
    table = Table("Nauru beyond Tonga 3", red="Tonga ddd", blue="Nauru aabbbcc", phase="chain").play(
        "sail Tonga 3"
    )
    assert table.supply == {"red": 15, "blue": 8}
    assert table.phase == "chain"


def test_r_5_6_none_may_be_held_back_while_a_berth_is_free() -> None:
    table = Table("Nauru beyond Tonga 3", red="Tonga ddd", blue="Tonga a", phase="chain")
    table.play("sail Tonga 3", "land Nauru a red", "land Nauru b red")
    assert table.legal == {"land Nauru c red"}
