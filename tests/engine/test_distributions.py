"""The distinct outcomes of a landing, against every sequence of land lines."""

from itertools import product
from random import Random

import pytest

from tests.reference import ISLANDS
from tests.reference.board import berths
from tests.scenarios.table import Table, laid
from tongiaki.engine import Game
from tongiaki.engine.distributions import is_forced, landings

COLOURS = ["red", "blue", "green", "yellow", "orange", "purple"]


def landing(rng: Random) -> Game:
    """A fleet of up to five boats about to land on a half-filled island."""
    names = [name for name in ISLANDS if name != "Tonga"]
    source, target = rng.sample(names, 2)
    beach, size = rng.choice(sorted(berths(source).items()))
    pier = rng.choice(next(b["piers"] for b in ISLANDS[source]["beaches"] if b["id"] == beach))
    fleet = rng.choices(COLOURS[: rng.randint(1, 4)], k=size)
    boats = {f"{source} {beach}": {c: fleet.count(c) for c in set(fleet)}}
    for other, room in berths(target).items():
        there = rng.choices(COLOURS, k=rng.randint(0, room))
        if there:
            boats[f"{target} {other}"] = {c: there.count(c) for c in set(there)}
    tiles = laid(f"{source} beyond Tonga 3, {target} beyond {source} {pier}")
    rules = {"landing_spread": rng.choice(("each_beach", "empty_first", "free"))}
    game = Game.from_state(
        {
            "format": "tongiaki-state/1",
            "rules": rules,
            "players": [[colour] for colour in COLOURS],
            "position": {"tiles": tiles, "boats": boats, "royal": {}},
            "phase": "chain",
        }
    )
    game.play(f"sail {source} {pier}")
    for _ in range(rng.choice((0, 0, 1))):  # also in the middle of a landing
        if game.phase == "landing":
            game.play(rng.choice(game.legal()))
    return game


def after(game: Game, moves: list[int]) -> Game:
    game = game.copy()
    for move in moves:
        assert move in game.legal()
        game.apply(move)
    return game


def outcomes(game: Game, sailed: int) -> set[bytes]:
    """Every state that can follow when this fleet has landed, boat by boat; equal states on the way are one."""
    found, todo = set(), {game.to_bytes()}
    while todo:
        on = Game.from_bytes(todo.pop())
        if on.phase == "landing" and on.facts()["voyages"] == sailed:
            todo |= {after(on, [move]).to_bytes() for move in on.legal()}
        else:
            found.add(on.to_bytes())
    return found


@pytest.mark.parametrize("seed", range(120))
def test_r_5_6_distributions_are_exactly_the_distinct_outcomes_of_all_sequences(seed: int) -> None:
    game = landing(Random(seed))
    if game.phase != "landing":
        assert game.distributions() == []
        return
    sailed = game.facts()["voyages"]
    listed = [after(game, moves) for moves in game.distributions()]
    assert len({end.to_bytes() for end in listed}) == len(listed)
    assert {end.to_bytes() for end in listed} == outcomes(game, sailed)


def test_three_equal_boats_on_three_beaches_are_one_outcome() -> None:
    table = Table("Samoa beyond Tonga 3", red="Tonga ddd", blue="Tonga a", phase="chain").play("sail Tonga 3")
    assert len(table.game.distributions()) == 1


def test_outside_a_landing_there_are_none() -> None:
    assert Game.start([["red"], ["blue"]]).distributions() == []


def test_a_landing_is_forced_if_there_is_one_outcome() -> None:
    beaches = [(0, 0), *((free, due) for free in (1, 2, 3) for due in (0, 1))]
    fleets = [fleet for fleet in product(range(4), repeat=3) if 0 < sum(fleet) < 6]
    for island in product(beaches, repeat=3):
        free, due = [f for f, _ in island], [d for _, d in island]
        for fleet in fleets:
            if sum(free):
                forced = len(landings(free, due, list(fleet))) == 1
                assert is_forced(free, due, list(fleet)) == forced, (free, due, fleet)


@pytest.mark.parametrize("seed", range(6))
def test_a_forced_landing_comes_to_the_same_whatever_lands_first(seed: int) -> None:
    rng = Random(seed)
    for _ in range(50):
        game = landing(rng)
        if game.phase == "landing":
            assert game.is_landing_forced() == (len(game.distributions()) == 1)
