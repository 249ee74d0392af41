"""R-6: chains, endless chains, going round in circles."""

import pytest

from tests.scenarios.table import Table
from tongiaki.engine.effects import BoatsTaken, IslandRemoved

RING = (
    "Samoa beyond Tonga 3, Fiji beyond Samoa 1, Hawaii beyond Samoa 2, Oahu beyond Samoa 3, "
    "Tahiti beyond Samoa 4, Tuvalu beyond Samoa 5"
)
"""Samoa north of Tonga; beyond its five piers five islands, for royal owners."""

TUBUAI = "Tubuai beyond Tonga 3, Fiji beyond Tubuai 1, Hawaii beyond Tubuai 2, Oahu beyond Tubuai 4"
"""Tubuai north of Tonga; beyond three of its four piers (1, 2, 4, 5) islands for royal owners."""

KINGS = {"blue": "royal Fiji, royal Hawaii", "green": "royal Oahu, royal Tahiti", "yellow": "royal Tuvalu"}
KINGS_OF_TUBUAI = {"blue": "royal Fiji, royal Hawaii", "green": "royal Oahu"}


def land(table: Table, *places: str) -> None:
    """Lands a fleet: the beaches in order, the first colour that may."""
    for place in places:
        table.play(min(line for line in table.legal if line.startswith(f"land {place} ")))


def test_r_6_1_full_beaches_of_any_islands_sail_in_any_order_until_none_is_full() -> None:
    table = Table("Samoa beyond Tonga 2", red="Samoa aaa, Tonga ddd", blue="Tonga aaa", phase="chain")
    assert table.legal == {"sail Samoa 1", "sail Samoa 2", "sail Tonga 0", "sail Tonga 3"}
    table.play("sail Tonga 0", "draw A")
    assert table.active == "red"
    assert table.legal == {"sail Samoa 1", "sail Samoa 2", "sail Tonga 3"}
    table.play("sail Samoa 2", "draw B", "sail Tonga 3", "draw F")
    assert table.active == "blue"


def test_r_6_1_a_landing_that_fills_a_beach_makes_the_next_voyage() -> None:
    table = Table("Nauru beyond Tonga 3", red="Tonga d", blue="Tonga d, Nauru a").play(
        "expand Tonga d", "sail Tonga 3"
    )
    land(table, "Nauru a", "Nauru b", "Nauru c")
    assert table.legal == {"sail Nauru 1", "sail Nauru 2"}


def test_r_6_2_samoa_with_3_3_3_among_royal_islands_is_endless() -> None:
    table = Table(RING, **KINGS, red="Samoa aabbcc", active="red").play("expand Samoa abc")

    assert table.happened(IslandRemoved) == [IslandRemoved("Samoa")]
    assert "Samoa" not in table.tiles
    assert table.supply["red"] == 15


def test_r_6_2_with_free_landing_the_same_boats_find_a_way_out() -> None:
    table = Table(RING, **KINGS, red="Samoa aabbcc", active="red", rules={"landing_spread": "free"})
    table.play("expand Samoa abc")
    assert table.legal == {"sail Samoa 1", "sail Samoa 2"}


def test_r_6_2_one_boat_less_and_the_chain_can_end() -> None:
    table = Table(RING, **KINGS, red="Samoa aabbc", active="red").play("expand Samoa abc")
    assert table.phase == "chain"
    assert "Samoa" in table.tiles


def test_r_6_2_an_empty_place_beyond_one_pier_is_a_way_out() -> None:
    open_ring = RING.replace("Fiji beyond Samoa 1", "Fiji beyond Tonga 0")
    table = Table(open_ring, **KINGS, red="Samoa aabbcc", active="red").play("expand Samoa abc")
    assert table.legal == {"sail Samoa 1", "sail Samoa 2"}


def test_r_6_2_another_island_beyond_a_pier_is_a_way_out_unless_it_is_royal() -> None:
    kings = {**KINGS, "yellow": ""}
    table = Table(RING, **kings, red="Samoa aabbcc", active="red").play("expand Samoa abc")
    assert table.phase == "chain"


@pytest.mark.parametrize(
    ("red", "blue", "green", "endless"),
    [("aa", "", "", False), ("", "aa", "", False), ("", "a", "a", True)],
)
def test_r_6_2_colours_count_where_a_number_could_lose_the_fleet(
    red: str, blue: str, green: str, endless: bool
) -> None:
    """Pier 2 of Tubuai leads over the 3 of F to royal Hawaii, all others straight to royal islands."""
    tiles = (
        "Tubuai beyond Tonga 3, Fiji beyond Tubuai 1, F beyond Tubuai 2, Hawaii beyond F 3, "
        "Oahu beyond Tubuai 4, Tahiti beyond Tubuai 5"
    )
    table = Table(
        tiles,
        red=f"Tubuai {red}bb, Tonga a",
        blue="royal Fiji, royal Hawaii" + (f", Tubuai {blue}" if blue else ""),
        green="royal Oahu, royal Tahiti" + (f", Tubuai {green}" if green else ""),
    ).play("expand Tubuai ab")
    assert ("Tubuai" not in table.tiles) is endless


def test_r_6_2_its_boats_go_to_their_owners_and_the_place_is_empty_again() -> None:
    table = Table(RING, **{**KINGS, "blue": f"{KINGS['blue']}, Samoa a"}, red="Samoa abbcc", active="red")
    table.play("expand Samoa abc")
    assert table.supply == {"blue": 13, "green": 13, "yellow": 14, "red": 15}
    assert not any(place[:2] == [0, -1] for place in table.tiles.values())
    assert "Samoa" not in table.game.deck_left
    assert [taken.cause for taken in table.happened(BoatsTaken)] == ["endless"] * 3


def test_r_6_3_a_colour_left_with_nothing_draws_until_an_island_has_been_laid() -> None:
    table = Table(RING, **KINGS, red="Samoa aabbcc", active="red").play("expand Samoa abc")
    assert table.phase == "draw"
    table.play("draw A")
    assert table.phase == "lay"
    assert "lay Tonga 3" in table.legal
    table.play("lay Tonga 3")
    assert table.tiles["A"] == [0, -1, 0]
    table.play("draw Nauru", "lay Tonga 0")
    assert table.tiles["Nauru"] == [0, 1, 3]
    assert table.boats("Nauru") == {}
    assert table.active == "blue"


def test_r_6_3_a_colour_with_a_royal_island_or_a_boat_on_a_beach_does_not_draw() -> None:
    kings = {**KINGS, "yellow": "", "red": "Samoa aabbcc, royal Tuvalu"}
    assert Table(RING, **kings, active="red").play("expand Samoa abc").active == "blue"
    kings = {**KINGS, "red": "Samoa aabbcc, Tonga a"}
    assert Table(RING, **kings, active="red").play("expand Samoa abc").active == "blue"


def test_r_6_3_without_an_open_island_on_the_board_even_a_king_draws() -> None:
    ring = RING.replace("Samoa beyond Tonga 3", "Samoa at 0 -1 turned 0")
    kings = {**KINGS, "yellow": "", "red": "Samoa aabbcc, royal Tuvalu"}
    table = Table(ring, tonga=False, removed=["Tonga"], **kings, active="red").play("expand Samoa abc")
    assert table.phase == "draw"


def test_r_6_3_nothing_is_drawn_if_the_deck_holds_no_island() -> None:
    """Blue's fleet finds the last island; then red's boats meet on Samoa, 3, 3, 3."""
    kings = {**KINGS, "blue": f"{KINGS['blue']}, Tonga fff"}
    table = Table(
        RING, deck="A, B, Nauru", **kings, red="Tonga ddd, Samoa aabbcc", active="red", phase="chain"
    )
    table.play("sail Tonga 5", "draw Nauru")
    land(table, "Nauru a", "Nauru b", "Nauru c")
    table.play("sail Tonga 3")
    land(table, "Samoa a", "Samoa b", "Samoa c")
    assert "Samoa" not in table.tiles
    assert table.game.is_over


def circle(table: Table, times: int) -> None:
    """Sails from Tubuai's a to the royal island beyond pier 1 and back, again and again."""
    for _ in range(times):
        table.play("sail Tubuai 1")
        land(table, "Tubuai a", "Tubuai a", "Tubuai a")


def test_r_6_4_the_fiftieth_quiet_voyage_that_leaves_a_full_beach_sends_its_boats_home() -> None:
    """Both beaches of Tubuai are full; pier 5 is the way out that the player does not take."""
    table = Table(TUBUAI, **KINGS_OF_TUBUAI, red="Tubuai aabb, Tonga a", active="red").play(
        "expand Tubuai ab"
    )
    circle(table, 49)
    assert table.boats("Tubuai a") == {"red": 3}
    circle(table, 1)
    assert table.boats("Tubuai a") == {}
    assert table.boats("Tubuai b") == {"red": 3}
    assert table.supply["red"] == 11
    assert table.happened(BoatsTaken) == [BoatsTaken("Tubuai", "a", {"red": 3}, "circles")]
    assert table.phase == "chain"


def test_r_6_4_the_count_starts_anew_after_it_has_struck() -> None:
    table = Table(TUBUAI, **KINGS_OF_TUBUAI, red="Tubuai aabb, Tonga a", active="red").play(
        "expand Tubuai ab"
    )
    circle(table, 50)
    table.play("sail Tubuai 4")
    land(table, "Tubuai a", "Tubuai b", "Tubuai a")
    assert table.boats("Tubuai") == {"red": 3}


@pytest.mark.parametrize("tile", ["A", "Samoa"])
def test_r_6_4_a_voyage_that_draws_a_tile_breaks_the_row(tile: str) -> None:
    """Forty-nine quiet voyages, a loud one (lost, or ashore on a new island), and a quiet one more."""
    table = Table(TUBUAI, **KINGS_OF_TUBUAI, red="Tubuai aabb, Tonga a", active="red").play(
        "expand Tubuai ab"
    )
    circle(table, 49)
    table.play("sail Tubuai 5", f"draw {tile}")
    if table.phase == "landing":
        land(table, "Samoa a", "Samoa b", "Samoa c")
    table.play("sail Tubuai 1")
    land(table, "Tubuai a", "Tubuai b", "Tubuai a")
    assert table.boats("Tubuai") == {"red": 3}
    assert table.active == "blue"


def test_r_6_4_the_count_starts_anew_when_an_endless_chain_has_removed_an_island() -> None:
    """The 49th quiet voyage fills Nauru, which becomes endless; only the 50th after that strikes."""
    tiles = (
        "Tubuai beyond Tonga 3, Rarotonga beyond Tubuai 1, Nauru beyond Tonga 0, Fiji beyond Nauru 1, "
        "Hawaii beyond Nauru 2, Oahu beyond Nauru 3, Tahiti beyond Nauru 4, Tuvalu beyond Nauru 5"
    )
    table = Table(
        tiles,
        red="Tubuai aaabbb, Tonga aaa, royal Rarotonga",
        blue="Nauru abbc, royal Fiji, royal Hawaii",
        green="royal Oahu, royal Tahiti",
        yellow="royal Tuvalu",
        phase="chain",
    )
    circle(table, 48)
    table.play("sail Tonga 0")
    land(table, "Nauru a", "Nauru b", "Nauru c")
    assert table.happened(IslandRemoved) == [IslandRemoved("Nauru")]
    circle(table, 49)
    assert table.boats("Tubuai a") == {"red": 3}
    circle(table, 1)
    assert table.boats("Tubuai a") == {}


def test_r_6_4_the_count_starts_anew_with_each_turn() -> None:
    """Red's turn ends after 49 quiet voyages; blue's first leaves a beach full and keeps its boats."""
    tiles = f"{TUBUAI}, Nauru beyond Tonga 0".replace("Hawaii beyond Tubuai 2", "Hiva Oa beyond Tubuai 2")
    table = Table(
        tiles,
        red="Tubuai aaab, Tonga a",
        blue="Tubuai bb, royal Fiji",
        green="royal Oahu",
        phase="chain",
    )
    circle(table, 47)
    table.play("sail Tubuai 2")
    land(table, "Hiva Oa a", "Hiva Oa b", "Hiva Oa c")
    table.play("sail Tubuai 4", "land Tubuai a blue", "land Tubuai b blue", "land Tubuai a red")
    assert table.active == "blue"
    table.play(
        "expand Tubuai ab", "sail Tubuai 1", "land Tubuai a red", "land Tubuai b blue", "land Tubuai a blue"
    )
    assert sum(table.boats("Tubuai b").values()) == 3
    assert table.legal == {"sail Tubuai 4", "sail Tubuai 5"}
