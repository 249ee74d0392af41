"""R-3 and R-4: what a turn can be, entering, expansion."""

from tests.reference import ISLANDS
from tests.scenarios.table import Table

ISLES = "Samoa beyond Tonga 3, Nauru beyond Tonga 2"
FOURTEEN = ", ".join(f"royal {island}" for island in ISLANDS if island not in ("Tonga", "Rapa Nui"))


def test_r_3_1_a_colour_with_a_boat_on_a_beach_expands_founds_or_resettles_and_may_not_pass() -> None:
    table = Table(ISLES, red="Samoa a", blue="Tonga a")
    assert table.legal == {"expand Samoa a", "expand Samoa b", "expand Samoa c", "king Samoa", "resettle"}


def test_r_3_1_only_if_nothing_at_all_is_possible_a_colour_passes() -> None:
    """Fourteen royal islands, the last boat on Tonga: it cannot move or found, and resettling is off."""
    table = Table(
        deck="P, Rapa Nui",
        rules={"royal_limit": "unlimited", "resettlement": False},
        red=f"{FOURTEEN}, Tonga a",
        blue="Tonga a",
    )
    assert table.legal == {"pass"}
    table.play("pass")
    assert table.active == "blue"


def test_r_3_2_a_colour_without_boats_enters_with_two_on_two_beaches_of_tonga_or_one_elsewhere() -> None:
    table = Table(ISLES, red="", blue="Tonga aa, Samoa c")
    pairs = {f"enter Tonga {x}{y}" for x in "abcdef" for y in "abcdef" if x < y}
    singles = {f"enter {island} {beach}" for island in ("Samoa", "Nauru") for beach in "abc"}
    assert table.legal == pairs | singles


def test_r_3_2_a_royal_boat_is_not_on_a_beach_and_a_royal_island_is_not_entered() -> None:
    table = Table(ISLES, red="royal Samoa", blue="Tonga aa")
    assert table.choices("enter Samoa", "expand", "king", "resettle") == set()
    assert "enter Nauru a" in table.legal


def test_r_3_2_with_one_boat_left_in_the_supply_one_enters_tonga() -> None:
    table = Table(
        deck="P, Rapa Nui",
        rules={"royal_limit": "unlimited"},
        red=FOURTEEN,
        blue="Tonga a",
    )
    assert table.legal == {f"enter Tonga {beach}" for beach in "abcdef"}


def test_r_3_2_if_no_island_can_be_entered_the_colour_passes() -> None:
    table = Table("Samoa at 0 -1 turned 0", tonga=False, removed=["Tonga"], red="royal Samoa", blue="")
    assert table.legal == {"pass"}


def test_r_3_3_entering_can_start_a_chain() -> None:
    table = Table(ISLES, red="", blue="Tonga aa")
    table.play("enter Tonga ab")
    assert table.legal == {"sail Tonga 0"}


def test_r_3_3_the_turn_ends_when_no_beach_is_full() -> None:
    table = Table(ISLES, red="Tonga de", blue="Tonga a").play("expand Tonga ef")
    assert (table.phase, table.active) == ("turn", "blue")

    table = Table(ISLES, red="Samoa aa", blue="Tonga a").play("expand Samoa ab")
    assert (table.phase, table.active) == ("chain", "red")


def test_r_3_4_the_active_player_decides_for_the_boats_of_others() -> None:
    table = Table(ISLES, red="Tonga d", blue="Tonga d").play("expand Tonga d", "sail Tonga 3")
    assert table.active == "red"
    assert table.legal == {f"land Samoa {beach} {colour}" for beach in "abc" for colour in ("red", "blue")}


def test_r_4_1_as_many_boats_as_one_has_there_go_to_different_beaches() -> None:
    assert Table(ISLES, red="Samoa b", blue="Tonga a").choices("expand Samoa") == {
        "expand Samoa a", "expand Samoa b", "expand Samoa c",
    }  # fmt: skip
    assert Table(ISLES, red="Samoa bb", blue="Tonga a").choices("expand Samoa") == {
        "expand Samoa ab", "expand Samoa ac", "expand Samoa bc",
    }  # fmt: skip


def test_r_4_1_never_more_than_the_island_has_beaches() -> None:
    assert Table(ISLES, red="Samoa bbbcc", blue="Tonga a").choices("expand Samoa") == {"expand Samoa abc"}


def test_r_4_1_never_more_than_the_supply_holds() -> None:
    table = Table(ISLES, red="Samoa bbbcc, Tonga aabbccdd", blue="Tonga e")
    assert table.supply["red"] == 2
    assert table.choices("expand Samoa") == {"expand Samoa ab", "expand Samoa ac", "expand Samoa bc"}


def test_r_4_1_boats_of_others_do_not_count() -> None:
    assert "expand Samoa a" in Table(ISLES, red="Samoa a", blue="Samoa bb").legal


def test_r_4_2_with_an_empty_supply_one_boat_moves_from_any_beach() -> None:
    tiles = f"{ISLES}, Fiji beyond Tonga 4"
    table = Table(tiles, red="Samoa a, Nauru a, royal Fiji, Tonga aabbccddeeff", blue="Samoa b")
    assert table.supply["red"] == 0
    to_samoa = table.choices("expand Samoa")
    sources = {"Nauru a", *(f"Tonga {beach}" for beach in "abcdef")}
    assert to_samoa == {f"expand Samoa {beach} from {source}" for beach in "abc" for source in sources}

    table.play("expand Samoa c from Nauru a")
    assert table.boats("Nauru") == {}
    assert table.boats("Samoa c") == {"red": 1}
    assert table.supply["red"] == 0


def test_r_4_2_another_beach_of_the_same_island_will_do_with_two_boats_there() -> None:
    table = Table(ISLES, red="Samoa ab, Nauru a, Tonga aabbccddeeff", blue="Samoa b")
    inside = {line for line in table.choices("expand Samoa") if "from Samoa" in line}
    assert inside == {
        "expand Samoa b from Samoa a", "expand Samoa c from Samoa a",
        "expand Samoa a from Samoa b", "expand Samoa c from Samoa b",
    }  # fmt: skip
    assert not any("from Nauru" in line for line in table.choices("expand Nauru"))


def test_r_4_2_one_boat_moves_whatever_the_options_say() -> None:
    options = {"expand_fewer": True, "expand_spread": "free", "expand_cap": "none"}
    table = Table(ISLES, rules=options, red="Samoa ab, Nauru a, Tonga aabbccddeeff", blue="Samoa b")
    assert all(" from " in line for line in table.choices("expand"))
    assert all(len(line.split(" from ")[0].split()[-1]) == 1 for line in table.choices("expand"))


def test_r_4_3_full_beaches_are_looked_at_when_all_boats_are_placed() -> None:
    """Two beaches are filled by one expansion; both fleets wait."""
    table = Table(ISLES, red="Samoa aa", blue="Samoa bbb").play("expand Samoa ab")
    assert table.legal == {"sail Samoa 1", "sail Samoa 2", "sail Samoa 3", "sail Samoa 4"}
