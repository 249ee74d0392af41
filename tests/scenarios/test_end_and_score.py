"""R-9, R-10, R-11: the end, the score, two colours each."""

import pytest

from tests.scenarios.table import Table
from tongiaki.engine.effects import EndTriggered, TurnPassed


def over(table: Table) -> str:
    """The reason why the game is over."""
    result = table.game.result()
    assert table.game.is_over
    assert result
    return result["reason"]


def test_r_9_1_the_last_water_tile_ends_the_game_after_the_whole_turn() -> None:
    table = Table(deck="A, Samoa, Fiji", red="Tonga ddd, Tonga eee", blue="Tonga a", phase="chain")
    table.play("sail Tonga 3", "draw A")
    assert table.happened(EndTriggered) == [EndTriggered("last water tile")]
    table.play("sail Tonga 4", "draw Samoa", "land Samoa a red", "land Samoa b red", "land Samoa c red")
    assert over(table) == "last water tile"
    assert table.boats("Samoa") == {"red": 3}


def test_r_9_1_the_last_island_tile_ends_the_game_and_the_chain_goes_on_with_the_water_that_is_left() -> None:
    table = Table(deck="A, Nauru", red="Tonga dd", blue="Tonga d", phase="chain")
    table.play("sail Tonga 3", "draw Nauru", "land Nauru a red", "land Nauru c blue", "land Nauru b red")
    assert over(table) == "last island tile"


def test_r_9_1_the_reason_names_the_kind_that_ran_out_first() -> None:
    table = Table(deck="A, Samoa", red="Tonga dddeee", blue="Tonga a", phase="chain")
    table.play("sail Tonga 3", "draw A", "sail Tonga 4", "draw Samoa")
    table.play("land Samoa a red", "land Samoa b red", "land Samoa c red")
    assert over(table) == "last water tile"


@pytest.mark.parametrize(
    ("deck", "reason"), [("A, Samoa, Fiji", "last water tile"), ("A, B, Samoa", "last island tile")]
)
def test_r_9_1_a_resettlement_can_end_the_game(deck: str, reason: str) -> None:
    table = Table(deck=deck, red="Tonga ab", blue="Tonga a").play("resettle", "draw A", "lay Tonga 3")
    table.play("draw Samoa", "lay A 3", "settle Samoa a")
    assert over(table) == reason


def idle_turns(table: Table, most: int) -> int:
    """Turns of boats that move about without filling a beach, until the game is over."""
    for turn in range(most):
        if table.game.is_over:
            return turn
        table.play(min(line for line in table.choices("expand") if stays_open(table, line)))
    return most


def stays_open(table: Table, line: str) -> bool:
    """A boat moves (`expand X a from Y b`) to a beach with two free berths at least."""
    beach = line.removeprefix("expand ").split(" from ")[0]
    return " from " in line and sum(table.boats(beach).values()) < 2


def crowded(**options: int) -> Table:
    """All boats of red and blue are on beaches with room, islands west, north and east."""
    tiles = "Fiji beyond Tonga 2, Samoa beyond Tonga 3, Hawaii beyond Tonga 4, Tokelau beyond Tonga 5"
    return Table(
        tiles,
        rules=options,
        red="Tonga abcdef, Fiji aabbc, Samoa ab, Tokelau ab",
        blue="Tonga abcdef, Fiji abc, Samoa abc, Hawaii bbb",
    )


@pytest.mark.parametrize("rounds", [20, 10])
def test_r_9_2_a_game_in_which_no_tile_is_laid_for_long_enough_is_over(rounds: int) -> None:
    table = crowded(idle_rounds=rounds)
    assert table.supply == {"red": 0, "blue": 0}
    assert idle_turns(table, 100) == rounds * 2
    assert over(table) == "idle"


def test_idle_rounds_0_switches_the_limit_off() -> None:
    assert idle_turns(crowded(idle_rounds=0), 60) == 60


def test_r_9_2_a_tile_laid_begins_the_count_anew() -> None:
    """Eighteen idle turns, a tile, four more idle turns: 22 turns, but no 20 in a row."""
    table = crowded(idle_rounds=10)
    assert idle_turns(table, 18) == 18
    table.play("resettle", "draw Rapa Nui", "lay Tonga 0", "settle Rapa Nui a")
    idle_turns(table, 1)
    table.play("king Rapa Nui")
    idle_turns(table, 1)
    table.play("enter Tonga ab")
    assert not table.game.is_over


def test_r_9_2_as_many_passes_as_colours_end_the_game_whatever_the_option() -> None:
    table = Table(
        "Samoa at 0 -1 turned 0, Fiji at 1 -1 turned 0",
        tonga=False,
        removed=["Tonga"],
        rules={"idle_rounds": 0},
        red="royal Samoa",
        blue="royal Fiji",
    )
    table.play("pass")
    assert table.happened(TurnPassed) == [TurnPassed("red")]
    assert not table.game.is_over
    table.play("pass")
    assert over(table) == "idle"


def test_r_10_1_an_island_counts_for_every_colour_with_a_boat_on_one_of_its_beaches() -> None:
    table = Table(
        "Samoa beyond Tonga 3, Nauru beyond Tonga 2", red="Samoa aab, Nauru a", blue="Samoa b, Tonga aab"
    )
    assert table.game.scores() == [
        {"points": 7, "islands": 2, "boats": 4},
        {"points": 5, "islands": 2, "boats": 4},
    ]


def ended(rules: dict[str, str] | None = None, **colours: str) -> list[int]:
    """The winners of a game that ends as soon as the last water tile is laid; the fleet on it is lost."""
    table = Table(
        "Fiji beyond Tonga 2, Samoa beyond Tonga 1, Nauru beyond Tonga 4, Tokelau beyond Tonga 5",
        deck="A, Mangareva",
        rules={"end_completion": "immediate", **(rules or {})},
        phase="chain",
        **colours,
    ).play("sail Tonga 3", "draw A")
    result = table.game.result()
    assert result
    return result["winners"]


def test_r_10_2_points_come_first() -> None:
    assert ended(red="Fiji a, Tonga ddd", blue="Tokelau a, Tonga a") == [0]
    assert ended(red="Nauru a, Tonga dddfa", blue="royal Tokelau") == [1]


def test_r_10_2_then_more_islands_even_tonga_with_its_0_points() -> None:
    assert ended(red="Fiji a, Tonga ddd", blue="Nauru a, Tokelau aabb") == [1]
    assert ended(red="Fiji a, Tonga dddf", blue="Samoa a") == [0]
    assert ended(red="Fiji a, Tonga ddd", blue="royal Nauru, royal Tokelau") == [1]


def test_r_10_2_then_fewer_boats() -> None:
    assert ended(red="Fiji aa, Tonga ddd", blue="Samoa a") == [1]
    assert ended(red="royal Fiji, Tonga ddd", blue="Samoa aa") == [0]


def test_r_10_2_then_the_win_is_shared() -> None:
    assert ended(red="Fiji aa, Tonga ddd", blue="Samoa ab") == [0, 1]


TWO = {"players": [["red", "green"], ["blue", "yellow"]], "rules": {"two_colours": True}}


def test_r_11_1_the_first_colours_of_all_come_before_the_second_ones() -> None:
    table = Table.start("red green", "blue yellow", rules={"two_colours": True})
    order = []
    for beach in "abcdefab":
        order.append(table.active)
        table.play(f"place Tonga {beach}")
    assert order == ["red", "blue", "green", "yellow"] * 2
    assert table.active == "red"


def test_r_11_1_three_players_with_two_colours_each() -> None:
    table = Table.start("red yellow", "blue orange", "green purple", rules={"two_colours": True})
    order = []
    for beach in "abcdef":
        order.append(table.active)
        table.play(f"place Tonga {beach}")
    assert order == ["red", "blue", "green", "yellow", "orange", "purple"]


def test_r_11_1_the_colours_of_a_player_are_separate_for_a_royal_island_and_its_limit() -> None:
    tiles = "Samoa beyond Tonga 3, Nauru beyond Tonga 2, Fiji beyond Tonga 1, Hawaii beyond Tonga 0"
    boats = {"red": "royal Samoa, royal Nauru, Tonga a", "green": "Fiji a, Hawaii a", "blue": "Hawaii a"}
    table = Table(tiles, **TWO, **boats, yellow="Tonga b", active="green")
    assert table.choices("king") == {"king Fiji"}


def test_r_11_1_points_islands_and_boats_of_both_colours_are_added() -> None:
    table = Table(
        "Samoa beyond Tonga 3", **TWO, red="Samoa aa", green="Samoa b, Tonga a", blue="Tonga b", yellow=""
    )
    assert table.game.scores() == [
        {"points": 10, "islands": 3, "boats": 4},
        {"points": 0, "islands": 1, "boats": 1},
    ]
