"""Impossible states are refused, each with the rule it breaks; unknown names with the nearest one."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.engine.play import random_game
from tests.scenarios.table import position
from tongiaki.engine import Game, RuleError, Rules, StateError, TongiakiError

ISLES = "Samoa beyond Tonga 3, Nauru beyond Tonga 2"


def refused(state: Any, says: str) -> None:
    with pytest.raises(TongiakiError, match=says):
        Game.from_state(state)


def changed(change: Callable[[dict[str, Any]], object], **words: Any) -> dict[str, Any]:
    """A sound state, made unsound by one change."""
    state = position(ISLES, **{"red": "Samoa ab", "blue": "Tonga a", **words})
    assert Game.from_state(copy.deepcopy(state)).phase == words.get("phase", "turn")
    change(state)
    return state


def on_board(boats: dict[str, dict[str, int]]) -> Callable[[dict[str, Any]], object]:
    return lambda state: state["position"]["boats"].update(boats)


def lies(tiles: dict[str, list[Any]]) -> Callable[[dict[str, Any]], object]:
    return lambda state: state["position"]["tiles"].update(tiles)


def has(**keys: Any) -> Callable[[dict[str, Any]], object]:
    return lambda state: state.update(keys)


def holds(**keys: Any) -> Callable[[dict[str, Any]], object]:
    return lambda state: state["position"].update(keys)


BROKEN = {
    "R-1.1 a tile on the board and in the deck": (has(deck_left=["Samoa"]), "Samoa is twice.*R-1.1"),
    "R-1.1 a tile removed and on the board": (has(removed=["Samoa"]), "Samoa is twice.*R-1.1"),
    "R-1.1 a tile twice in the deck": (has(deck_left=["Fiji", "Fiji"]), "Fiji is twice.*R-1.1"),
    "R-1.1 a tile that is nowhere": (has(deck_left=["Fiji", "A"]), "R-1.1.*Hawaii"),
    "R-1.1 a beach overfull": (on_board({"Nauru a": {"red": 3}}), "3 boats on Nauru a, which has 2 berths"),
    "R-1.1 a beach overfull of two colours": (
        on_board({"Samoa a": {"red": 2, "blue": 2}}),
        "4 boats on Samoa a",
    ),
    "R-1.3 sixteen boats": (
        on_board(
            {f"Tonga {beach}": {"red": 2} for beach in "abcdef"}
            | {"Samoa b": {"red": 3}, "Nauru b": {"red": 2}}
        ),
        "red has 1[6-9] boats.*R-1.3",
    ),
    "R-1.3 a boat lost": (holds(supply={"red": 12, "blue": 14}), "red has 14 boats, not 15.*R-1.3"),
    "R-1.3 a boat made": (holds(supply={"red": 13, "blue": 15}), "blue has 16 boats, not 15.*R-1.3"),
    "R-1.3 boats of a colour that does not play": (
        on_board({"Tonga b": {"green": 1}}),
        "green does not play",
    ),
    "R-1.3 the active colour does not play": (has(active="green"), "green.*does not play"),
    "R-1.3 one player": (has(players=[["red"]]), "R-1.3"),
    "R-1.3 a colour given twice": (has(players=[["red"], ["blue"], ["red"]]), "red.*twice.*R-1.3"),
    "R-1.4 Tonga in the deck": (has(deck_left=["Tonga"]), "Tonga"),
    "R-1.5 two tiles on one place": (
        lies({"Fiji": [0, -1, 0]}),
        "Samoa and Fiji.*same place|Fiji and Samoa.*same place",
    ),
    "R-1.5 Tonga elsewhere": (lies({"Tonga": [1, 0, 0]}), "Tonga lies at.*R-1.5"),
    "R-1.5 a rotation of 6": (lies({"Fiji": [1, 0, 6]}), "Fiji.*R-1.5"),
    "R-1.5 a place of two numbers": (lies({"Fiji": [1, 0]}), "Fiji.*R-1.5"),
    "R-1.5 a place in words": (lies({"Fiji": ["1", 0, 0]}), "Fiji.*R-1.5"),
    "R-1.5 a place far beyond all tiles": (lies({"Fiji": [10**9, 0, 0]}), "Fiji"),
    "R-3.3 a full beach at the start of a turn": (on_board({"Nauru a": {"red": 2}}), "Nauru a.*R-3.3"),
    "R-6.1 a chain without a full beach": (has(phase="chain"), "R-6.1"),
    "R-6.2 a water tile removed": (
        lambda state: state.update(removed=["A"]),
        "A.*R-6.2",
    ),
    "R-7.1 royal Tonga": (holds(royal={"Tonga": "red"}), "Tonga.*R-7.1"),
    "R-7.1 a royal island that is not laid": (holds(royal={"Fiji": "red"}), "Fiji.*R-7.1"),
    "R-7.2 three royal islands": (
        lambda state: (
            lies({"Fiji": [1, 0, 0], "Oahu": [2, 0, 0], "Hawaii": [3, 0, 0]})(state),
            holds(royal={"Fiji": "red", "Oahu": "red", "Hawaii": "red"})(state),
        ),
        "red.*R-7.2",
    ),
    "R-7.3 boats on a royal island": (holds(royal={"Samoa": "blue"}), "Samoa.*R-7.3"),
    "R-8.2 nothing in hand": (has(phase="lay"), "R-8.2"),
    "R-9.1 a turn after the last water tile": (
        lambda state: lies({name: [n, 5, 0] for n, name in enumerate("ABCDEFGHIJKLMNOP")})(state),
        "R-9.1",
    ),
    "R-9.1 an end that no tile has brought": (has(phase="over", ended="last water tile"), "R-9.1"),
    "R-11.1 two colours that the rules do not know": (
        has(players=[["red", "green"], ["blue", "yellow"]]),
        "R-11.1",
    ),
    "boats on an island that is not laid": (on_board({"Fiji a": {"red": 1}}), "Fiji.*not on the board"),
    "an unknown tile": (lies({"Samoaa": [1, 0, 0]}), "Samoaa.*did you mean 'Samoa'"),
    "an unknown beach": (on_board({"Samoa d": {"red": 1}}), "Samoa d.*did you mean 'Samoa"),
    "an unknown colour": (on_board({"Tonga b": {"rod": 1}}), "rod.*did you mean 'red'"),
    "an unknown phase": (has(phase="trun"), "trun.*did you mean 'turn'"),
    "an unknown key": (has(activ="red"), "activ.*did you mean 'active'"),
    "an unknown format": (has(format="tongiaki-state/2"), "tongiaki-state/1"),
    "an unknown option": (has(rules={"royal_limits": 2}), "royal_limits.*did you mean 'royal_limit'"),
    "a value that an option has not": (has(rules={"royal_limit": 5}), "royal_limit.*5.*unlimited"),
    "a yes that is a number": (has(rules={"resettlement": 1}), "resettlement.*True"),
    "half a boat": (on_board({"Tonga b": {"red": 0.5}}), "0.5"),
    "boats below zero": (on_board({"Tonga b": {"red": -1}}), "-1"),
    "a boat that is true": (on_board({"Tonga b": {"red": True}}), "True"),
    "a negative clock": (has(idle=-1), "idle"),
    "no players": (lambda state: state.pop("players"), "players"),
    "no position": (lambda state: state.pop("position"), "position"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_an_impossible_state_is_refused_with_its_rule(name: str) -> None:
    change, says = BROKEN[name]
    refused(changed(change), says)


SETUP = {
    "R-2.2 a beach without a free berth": ({"Tonga a": {"red": 1, "blue": 1, "green": 1}}, "Tonga a.*R-2.2"),
    "R-2.2 boats elsewhere than on Tonga": ({"Samoa a": {"red": 1}}, "R-2.2"),
    "R-2.2 a colour ahead of its turn": ({"Tonga a": {"red": 2}}, "R-2.2"),
    "R-2.2 more than two boats of a colour": ({"Tonga a": {"red": 2}, "Tonga b": {"red": 1}}, "R-2.2"),
}


@pytest.mark.parametrize("name", SETUP)
def test_an_impossible_setup_is_refused(name: str) -> None:
    boats, says = SETUP[name]
    tiles = "Samoa beyond Tonga 3" if "Samoa a" in boats else ""
    state = position(tiles, red="", blue="", green="", phase="setup")
    state["position"]["boats"] = boats
    refused(state, says)


@pytest.mark.parametrize(
    "junk",
    [None, 5, "state", [], {}, {"format": "tongiaki-state/1"}]
    + [{"format": "tongiaki-state/1", "players": 5, "position": {}}]
    + [{"format": "tongiaki-state/1", "players": "red", "position": {}}]
    + [{"format": "tongiaki-state/1", "players": [["red"], [5]], "position": {}}]
    + [{"format": "tongiaki-state/1", "players": [["red"], [["blue"]]], "position": {}}]
    + [{"format": "tongiaki-state/1", "players": [["red"], 7], "position": {}}],
)
def test_junk_is_refused_as_a_state_and_nothing_else_happens(junk: Any) -> None:
    refused(junk, "state|format|player|colour|position")


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        return [path, *(p for key, v in value.items() for p in leaves(v, (*path, key)))]
    if isinstance(value, list):
        return [path, *(p for key, v in enumerate(value) for p in leaves(v, (*path, key)))]
    return [path]


JUNK = (None, -1, 10**30, 1.5, "Samoa", [], [[]], {}, {"a": {}}, True)


@pytest.mark.parametrize("seed", range(8))
def test_a_state_with_any_part_replaced_by_junk_is_read_or_refused_and_never_crashes(seed: int) -> None:
    """A state is a tree: one leaf or branch in seven is replaced, each by every kind of junk."""
    state = random_game(seed, most=250)[0].state()
    for path in leaves(state)[1 + seed % 7 :: 7]:
        for junk in JUNK:
            game = read_or_refused(replaced(state, path, junk))
            if game:
                assert Game.from_state(json.loads(json.dumps(game.state()))).key() == game.key()


def replaced(state: dict[str, Any], path: tuple[Any, ...], junk: object) -> dict[str, Any]:
    broken = copy.deepcopy(state)
    part: Any = broken
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = junk
    return broken


def read_or_refused(state: dict[str, Any]) -> Game | None:
    """Any error but one of the engine's own goes on as a crash."""
    try:
        return Game.from_state(state)
    except TongiakiError:
        return None


@pytest.mark.parametrize("data", [b"", b"x", b"tgk1", b"tgk1" + bytes(100), bytes(2000)])
def test_bytes_that_are_no_state_are_refused(data: bytes) -> None:
    with pytest.raises(StateError):
        Game.from_bytes(data)


def test_damaged_bytes_are_refused_wherever_the_damage_is() -> None:
    data = random_game(3, most=100)[0].to_bytes()
    for at in range(len(data)):
        with pytest.raises(StateError):
            Game.from_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        with pytest.raises(StateError):
            Game.from_bytes(data[:at])


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"crossing": "atleast"}, "crossing.*'atleast'.*'at_least', 'exact'"),
        ({"royal_limit": True}, "royal_limit"),
        ({"royal_limit": "2"}, "royal_limit"),
        ({"two_colors": True}, "two_colors.*did you mean 'two_colours'"),
        ({"expand_fewer": "true"}, "expand_fewer.*False, True"),
        ({"idle_rounds": 20.0}, "idle_rounds"),
    ],
)
def test_options_that_do_not_exist_are_refused_with_what_is_allowed(
    options: dict[str, Any], says: str
) -> None:
    with pytest.raises(RuleError, match=says):
        Rules.of(options)


def test_an_unknown_preset_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(RuleError, match="NL-1"):
        Rules.preset("nl-1")
