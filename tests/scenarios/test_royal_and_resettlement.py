"""R-7 and R-8: royal islands, resettlement."""

from tests.scenarios.table import Table
from tongiaki.engine.effects import BoatsTaken, RoyalFounded

ISLES = "Samoa beyond Tonga 3, Nauru beyond Tonga 2"


def test_r_7_1_an_island_with_boats_of_one_colour_only_becomes_royal() -> None:
    table = Table(ISLES, red="Samoa aab, Nauru a", blue="Nauru b, Tonga a")
    assert table.choices("king") == {"king Samoa"}


def test_r_7_1_all_its_boats_go_home_and_one_comes_back_onto_the_mask() -> None:
    table = Table(ISLES, red="Samoa aab, Nauru a", blue="Nauru b").play("king Samoa")
    assert table.royal == {"Samoa": "red"}
    assert table.boats("Samoa") == {}
    assert table.supply["red"] == 13
    assert table.happened(RoyalFounded) == [RoyalFounded("red", "Samoa")]
    assert {taken.cause for taken in table.happened(BoatsTaken)} == {"king"}
    assert table.active == "blue"


def test_r_7_1_tonga_never_becomes_royal() -> None:
    assert Table(ISLES, red="Tonga ab", blue="Samoa a").choices("king") == set()


def test_r_7_2_at_most_two_for_each_colour() -> None:
    tiles = f"{ISLES}, Fiji beyond Tonga 4"
    assert Table(tiles, red="royal Samoa, Fiji a", blue="royal Nauru, Tonga a").choices("king") == {
        "king Fiji"
    }
    assert Table(tiles, red="royal Samoa, royal Nauru, Fiji a", blue="Tonga a").choices("king") == set()


def test_r_7_3_nobody_lands_expands_leaves_or_founds_there_any_more() -> None:
    table = Table(ISLES, red="royal Samoa, Nauru a, Tonga d", blue="Tonga d")
    assert {line for line in table.legal if "Samoa" in line} == set()
    table.play("expand Tonga d", "sail Tonga 3")
    assert {line for line in table.legal if "Samoa" in line} == set()


def test_r_7_3_it_scores_for_its_owner_only() -> None:
    table = Table(ISLES, red="royal Samoa", blue="Tonga a")
    assert table.game.scores() == [
        {"points": 5, "islands": 1, "boats": 1},
        {"points": 0, "islands": 1, "boats": 1},
    ]


def test_r_8_1_all_own_boats_leave_all_beaches_and_royal_ones_stay() -> None:
    table = Table(ISLES, red="royal Samoa, Nauru abc, Tonga abc", blue="Nauru b, Tonga a").play("resettle")
    assert table.phase == "draw"
    assert table.supply == {"red": 14, "blue": 13}
    assert table.royal == {"Samoa": "red"}
    assert table.position["boats"] == {"Nauru b": {"blue": 1}, "Tonga a": {"blue": 1}}


def test_r_8_1_not_for_a_colour_without_boats_on_beaches() -> None:
    assert "resettle" not in Table(ISLES, red="royal Samoa", blue="Tonga a").legal


def test_r_8_2_a_tile_may_lie_at_any_edge_of_any_laid_tile_that_borders_an_empty_place() -> None:
    table = Table("Samoa beyond Tonga 3", red="Tonga ab", blue="Tonga a").play("resettle", "draw A")
    at_tonga = {f"lay Tonga {edge}" for edge in (0, 1, 2, 4, 5)}
    at_samoa = {f"lay Samoa {edge}" for edge in (1, 2, 3, 4, 5)}
    assert table.legal == at_tonga | at_samoa


def test_r_8_2_the_red_symbol_faces_the_chosen_neighbour() -> None:
    """The place north-west of Tonga touches Samoa too (its edge 1)."""
    one = Table("Samoa beyond Tonga 3", red="Tonga ab", blue="Tonga a").play(
        "resettle", "draw A", "lay Tonga 2"
    )
    two = Table("Samoa beyond Tonga 3", red="Tonga ab", blue="Tonga a").play(
        "resettle", "draw A", "lay Samoa 1"
    )
    assert one.tiles["A"] == [-1, 0, 5]
    assert two.tiles["A"] == [-1, 0, 4]


def test_r_8_2_tiles_are_drawn_until_an_island_comes() -> None:
    table = Table(red="Tonga ab", blue="Tonga a").play("resettle", "draw A", "lay Tonga 2")
    assert table.phase == "draw"
    table.play("draw B", "lay A 3", "draw Samoa", "lay B 3")
    assert table.legal == {"settle Samoa a", "settle Samoa b", "settle Samoa c"}


def test_r_8_3_one_boat_settles_and_the_turn_ends() -> None:
    table = Table(red="Tonga ab", blue="Tonga a").play(
        "resettle", "draw Samoa", "lay Tonga 2", "settle Samoa c"
    )
    assert table.boats("Samoa") == {"red": 1}
    assert table.supply["red"] == 14
    assert table.active == "blue"
