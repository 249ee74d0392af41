"""The small form of `make soak`."""

import io
from random import Random

from bench.soak import from_python, soak, tables, unsound
from rich.console import Console

from tests.engine.play import random_game
from tests.reference import OPTIONS
from tongiaki.engine import COMPILED


def test_a_few_thousand_random_games_on_all_tables_show_no_fault() -> None:
    words = io.StringIO()
    games = 3000 if COMPILED else 20
    assert soak(games, seed=2, console=Console(file=words)) == 0, words.getvalue()
    assert f"{games:,} games" in words.getvalue()


def test_the_soak_sees_a_boat_that_is_lost() -> None:
    game = random_game(5, most=60)[0]
    assert unsound(game) is None

    class Leaky:
        phase = game.phase

        def state(self) -> dict[str, object]:
            state = game.state()
            state["position"]["supply"][
                "red" if "red" in state["position"]["supply"] else state["active"]
            ] -= 1
            return state

    assert "not 15 boats" in str(unsound(Leaky()))  # type: ignore[arg-type]


def test_the_soak_covers_every_value_of_every_option_and_every_player_count() -> None:
    found = tables(Random(1))
    assert {len(players) for players, rules in found if not rules.get("two_colours")} == {2, 3, 4, 5, 6}
    assert {len(players) for players, rules in found if rules.get("two_colours")} == {2, 3}
    for name, values in OPTIONS.items():
        assert {rules.get(name, values[0]) for _, rules in found} == set(values)


def test_a_game_from_python_is_checked_to_its_end() -> None:
    assert from_python(([["red"], ["blue"]], {}), 3) is None
