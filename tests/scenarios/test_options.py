"""Section 12: each value of each option changes what is legal or what happens."""

import pytest

from tests.reference import DEFAULTS, ISLANDS, OPTIONS, PRESETS
from tests.scenarios.table import Table
from tests.scenarios.test_chain import KINGS, RING
from tests.scenarios.test_end_and_score import ended
from tongiaki.engine import OPTIONS as ENGINE_OPTIONS
from tongiaki.engine import PRESETS as ENGINE_PRESETS
from tongiaki.engine import Game, Rules

ISLES = "Samoa beyond Tonga 3, Nauru beyond Tonga 2"


def test_section_12_the_engine_knows_these_options_and_their_values_default_first() -> None:
    assert dict(ENGINE_OPTIONS) == OPTIONS
    assert Rules().differences() == {}
    for name, values in OPTIONS.items():
        for value in values:
            difference = {} if value == DEFAULTS[name] else {name: value}
            assert Rules.of({name: value}).differences() == difference


@pytest.mark.parametrize("name", PRESETS)
def test_section_12_presets_are_these_differences(name: str) -> None:
    differences = {option: value for option, value in PRESETS[name].items() if value != DEFAULTS[option]}
    assert Rules.preset(name).differences() == differences
    assert ENGINE_PRESETS.keys() == PRESETS.keys()


def test_setup_same_beach_avoid_wants_another_beach_for_the_second_boat() -> None:
    lines = ("place Tonga a", "place Tonga b")
    allowed = Table.start("red", "blue").play(*lines)
    avoided = Table.start("red", "blue", rules={"setup_same_beach": "avoid"}).play(*lines)
    assert allowed.legal - avoided.legal == {"place Tonga a"}


def test_expand_fewer_lets_one_place_any_number_from_one() -> None:
    table = Table(ISLES, rules={"expand_fewer": True}, red="Samoa ab", blue="Tonga a")
    assert table.choices("expand Samoa") == {
        f"expand Samoa {beaches}" for beaches in ("a", "b", "c", "ab", "ac", "bc")
    }
    assert Table(ISLES, rules={"expand_fewer": True}, red="", blue="Tonga a").choices("enter Tonga") == {
        f"enter Tonga {x}{y}" for x in "abcdef" for y in "abcdef" if x < y
    }


def test_expand_spread_free_lets_several_boats_share_a_beach_within_its_berths() -> None:
    table = Table(ISLES, rules={"expand_spread": "free"}, red="Samoa ab", blue="Samoa a")
    assert table.choices("expand Samoa") == {f"expand Samoa {b}" for b in ("ab", "ac", "bb", "bc", "cc")}


def test_expand_cap_none_counts_own_boats_and_not_beaches() -> None:
    free = {"expand_spread": "free"}
    boats = {"red": "Nauru abbc", "blue": "Tonga a"}
    assert Table(ISLES, rules=free, **boats).choices("expand Nauru") == {"expand Nauru abc"}
    assert Table(ISLES, rules={**free, "expand_cap": "none"}, **boats).choices("expand Nauru") == {
        "expand Nauru abc"
    }
    boats = {"red": "Samoa aabb", "blue": "Tonga a"}
    longest = Table(ISLES, rules={**free, "expand_cap": "none"}, **boats).choices("expand Samoa")
    assert longest == {f"expand Samoa {b}" for b in ("abbc", "abcc", "bbcc", "accc", "bccc", "cccc")}


def test_expand_cap_none_matters_with_free_only() -> None:
    table = Table(ISLES, rules={"expand_cap": "none"}, red="Samoa aabb", blue="Tonga a")
    assert table.choices("expand Samoa") == {"expand Samoa abc"}


@pytest.mark.parametrize(("crossing", "passes"), [("at_least", True), ("exact", False)])
def test_crossing_exact_loses_a_fleet_with_more_colours_than_the_number(crossing: str, passes: bool) -> None:
    fleet = {"red": "Tonga d", "blue": "Tonga d", "green": "Tonga d"}
    table = Table(rules={"crossing": crossing}, **fleet, phase="chain").play("sail Tonga 3", "draw I")
    assert (table.phase == "draw") is passes


@pytest.mark.parametrize("crossing", ["at_least", "exact"])
def test_crossing_a_route_without_a_number_always_passes(crossing: str) -> None:
    fleet = {"red": "Tonga d", "blue": "Tonga d", "green": "Tonga d"}
    assert (
        Table(rules={"crossing": crossing}, **fleet, phase="chain").play("sail Tonga 3", "draw M").phase
        == "draw"
    )


@pytest.mark.parametrize(
    ("spread", "first", "then"),
    [("each_beach", "abc", "bc"), ("empty_first", "b", "abc"), ("free", "abc", "abc")],
)
def test_landing_spread_says_where_the_next_boat_may_go(spread: str, first: str, then: str) -> None:
    """Samoa holds a boat on a and one on c; the first boat of the fleet lands on a or, if it must, on b."""
    table = Table(
        ISLES, rules={"landing_spread": spread}, red="Tonga ddd", blue="Samoa ac", phase="chain"
    ).play("sail Tonga 3")  # fmt: skip
    assert table.legal == {f"land Samoa {beach} red" for beach in first}
    table.play(f"land Samoa {first[0]} red")
    assert table.legal == {f"land Samoa {beach} red" for beach in then}


@pytest.mark.parametrize("limit", [0, 1, 2, 3, "unlimited"])
def test_royal_limit_is_the_number_of_royal_islands_of_a_colour(limit: int | str) -> None:
    for kings in range(4 if limit == "unlimited" else int(limit) + 1):
        table = with_kings(limit, kings)
        allowed = limit == "unlimited" or kings < int(limit)
        assert table.choices("king") == ({"king Samoa"} if allowed else set())


def with_kings(limit: int | str, kings: int) -> Table:
    royal = [f"royal {name}" for name in ("Nauru", "Fiji", "Hawaii")[:kings]]
    return Table(
        f"{ISLES}, Fiji beyond Tonga 1, Hawaii beyond Tonga 0",
        rules={"royal_limit": limit},
        red=", ".join(["Samoa a", *royal]),
        blue="Tonga b",
    )


def test_resettlement_can_be_switched_off() -> None:
    assert "resettle" in Table(ISLES, red="Tonga a", blue="Tonga b").legal
    assert "resettle" not in Table(ISLES, rules={"resettlement": False}, red="Tonga a", blue="Tonga b").legal


def test_resettle_boats_2_settles_two_different_beaches() -> None:
    table = Table(ISLES, rules={"resettle_boats": 2}, red="Tonga a", blue="Tonga b")
    table.play("resettle", "draw Tubuai", "lay Samoa 3")
    assert table.legal == {"settle Tubuai ab"}


def test_resettle_boats_2_is_one_if_the_supply_holds_one() -> None:
    royal = [f"royal {name}" for name in ISLANDS if name not in ("Tonga", "Tubuai")]
    table = Table(
        deck="Tubuai, P",
        rules={"resettle_boats": 2, "royal_limit": "unlimited"},
        red=", ".join([*royal, "Tonga a"]),
        blue="",
    )
    assert table.supply["red"] == 0
    table.play("resettle", "draw Tubuai", "lay Tonga 3")
    assert table.legal == {"settle Tubuai a", "settle Tubuai b"}


END = "A, Samoa, Fiji"


def fleets(end: str, deck: str, **words: str) -> Table:
    return Table(deck=deck, rules={"end_completion": end}, phase="chain", **words)


@pytest.mark.parametrize(
    ("end", "goes_on"), [("finish_turn", True), ("finish_voyage", False), ("immediate", False)]
)
def test_end_completion_after_an_island_has_been_landed_on(end: str, goes_on: bool) -> None:
    """Two fleets wait; the first finds the last island and lands in any case."""
    table = fleets(end, "A, B, Samoa", red="Tonga dddeee", blue="Tonga a").play("sail Tonga 3", "draw Samoa")
    assert table.phase == "landing"
    table.play("land Samoa a red", "land Samoa b red", "land Samoa c red")
    assert table.boats("Samoa") == {"red": 3}
    assert table.game.is_over is not goes_on


@pytest.mark.parametrize("end", ["finish_turn", "finish_voyage", "immediate"])
def test_end_completion_on_the_last_water_tile(end: str) -> None:
    """M lets everybody pass: immediate loses the fleet on it, the others let it sail on."""
    table = fleets(end, "M, Samoa, Fiji", red="Tonga dddeee", blue="Tonga a").play("sail Tonga 3", "draw M")
    if end == "immediate":
        assert table.game.is_over
        assert table.boats("Tonga") == {"red": 3, "blue": 1}
        return
    table.play("draw Samoa", "land Samoa a red", "land Samoa b red", "land Samoa c red")
    assert table.game.is_over is (end == "finish_voyage")


@pytest.mark.parametrize("end", ["finish_turn", "finish_voyage", "immediate"])
def test_end_completion_when_the_last_water_tile_loses_the_fleet(end: str) -> None:
    table = fleets(end, END, red="Tonga dddeee", blue="Tonga a").play("sail Tonga 3", "draw A")
    assert table.game.is_over is (end != "finish_turn")


@pytest.mark.parametrize("end", ["finish_turn", "finish_voyage", "immediate"])
def test_end_completion_in_a_resettlement(end: str) -> None:
    table = Table(deck=END, rules={"end_completion": end}, red="Tonga ab", blue="Tonga a")
    table.play("resettle", "draw A", "lay Tonga 3")
    if end == "immediate":
        assert table.game.is_over
        assert table.supply["red"] == 15
    else:
        table.play("draw Samoa", "lay A 3", "settle Samoa a")
        assert table.game.is_over


@pytest.mark.parametrize("end", ["finish_turn", "finish_voyage", "immediate"])
def test_end_completion_settling_the_last_island_is_carried_out(end: str) -> None:
    table = Table(deck="A, B, Samoa", rules={"end_completion": end}, red="Tonga ab", blue="Tonga a")
    table.play("resettle", "draw Samoa", "lay Tonga 3", "settle Samoa a")
    assert table.game.is_over
    assert table.boats("Samoa") == {"red": 1}


@pytest.mark.parametrize("end", ["finish_turn", "finish_voyage", "immediate"])
def test_end_completion_in_a_drawing_after_an_endless_chain(end: str) -> None:
    table = Table(
        RING,
        deck="A, Nauru, Tubuai",
        rules={"end_completion": end},
        **KINGS,
        red="Samoa aabbcc",
        active="red",
    )
    table.play("expand Samoa abc", "draw A", "lay Tonga 3")
    assert table.game.is_over is (end == "immediate")
    if end != "immediate":
        table.play("draw Nauru", "lay Oahu 3")
        assert table.game.is_over


@pytest.mark.parametrize(("tie_break", "won"), [("bsw", [1]), ("shared", [0, 1])])
def test_tie_break_shared_looks_at_points_only(tie_break: str, won: list[int]) -> None:
    assert ended({"tie_break": tie_break}, red="Fiji a, Tonga ddd", blue="Nauru a, Tokelau a") == won


def test_two_colours_must_agree_with_the_players() -> None:
    with pytest.raises(ValueError, match="two_colours"):
        Game.start([["red", "green"], ["blue", "yellow"]], Rules())
    with pytest.raises(ValueError, match="two_colours"):
        Game.start([["red"], ["blue"]], Rules(two_colours=True))
