"""An observation is the position as a player sees it; the mask is the legal moves."""

import random
from typing import Any

import numpy as np
import pytest

from tongiaki.engine import BEACHES, COLOURS, ISLANDS, TILES, Game, Rules
from tongiaki.env.dealt import DealtGame, parts, utilities
from tongiaki.env.observation import LAYOUT, PARTS, SIZE, Observer

QUICK = {"idle_rounds": 10}


def positions(players: int, rules: Rules, seed: int) -> list[Game]:
    """Positions of a random game, one in five."""
    rng = np.random.default_rng(seed)
    dealt = DealtGame(players, rules, rng)
    found = []
    for number in range(400):
        if dealt.game.is_over:
            break
        if number % 5 == 0:
            found.append(dealt.game.copy())
        legal = dealt.game.legal()
        dealt.play(legal[int(rng.integers(len(legal)))])
    found.append(dealt.game.copy())
    return found


@pytest.mark.parametrize(
    ("players", "rules"),
    [(2, {}), (4, {"royal_limit": 3}), (6, {}), (2, {"two_colours": True}), (3, {"two_colours": True})],
)
def test_an_observation_is_the_position_as_the_player_sees_it(players: int, rules: dict[str, Any]) -> None:
    observer = Observer()
    for game in positions(players, Rules.of({**QUICK, **rules}), seed=players):
        numbers, position, state = game.numbers(), game.position(), game.state()
        for player in range(players):
            seen = parts(np.frombuffer(observer.observed(game, player), np.uint8))
            order = numbers["order"][: numbers["colours"]]
            rounds = [order[first : first + players] for first in range(0, len(order), players)]
            colours = [COLOURS[c] for turn in rounds for c in turn[player:] + turn[:player]]
            assert colours[0] in state["players"][player]
            assert {c for c, mine in zip(colours, seen["mine"], strict=False) if mine} == set(
                state["players"][player]
            )
            boats = {
                f"{ISLANDS[beach.island]} {beach.letter}": {
                    colour: int(count)
                    for colour, count in zip(colours, seen["boats"][b], strict=False)
                    if count
                }
                for b, beach in enumerate(BEACHES)
                if seen["boats"][b].any()
            }
            assert boats == position["boats"]
            assert dict(zip(colours, seen["supply"].tolist(), strict=False)) == position["supply"]
            kings = {ISLANDS[i]: colours[int(k)] for i, k in zip(*seen["royal"].nonzero(), strict=True)}
            assert kings == position["royal"]
            tiles = {
                TILES[t]: [int(seen["q"][t]) - 64, int(seen["r"][t]) - 64, int(seen["rotation"][t].argmax())]
                for t in seen["laid"].nonzero()[0]
            }
            assert tiles == position["tiles"]
            assert [TILES[t] for t in seen["left"].nonzero()[0]] == game.deck_left
            active = [c for c, on in zip(colours, seen["active"], strict=False) if on]
            assert active == ([] if game.is_over else [game.active_colour])
            assert seen["phase"].sum() == 1
            assert seen["players"][0] == players


def test_a_mask_is_the_legal_moves() -> None:
    observer = Observer()
    for game in positions(3, Rules.of(QUICK), seed=8):
        mask = np.frombuffer(observer.mask(game), np.int8)
        assert sorted(game.legal()) == mask.nonzero()[0].tolist()


def test_phases_of_a_voyage_are_told() -> None:
    """At sea, in hand, landing: the parts that are filled only then."""
    filled: set[str] = set()
    observer = Observer()
    for seed in range(6):
        rng = random.Random(seed)
        game = Game.start([["red"], ["blue"], ["green"]], Rules.of(QUICK))
        while not game.is_over:
            seen = parts(np.frombuffer(observer.observed(game, 0), np.uint8))
            filled |= {name for name, part in seen.items() if part.any()}
            assert seen["here"].any() == (game.phase in ("landing", "settle"))
            assert seen["hand"].any() == (game.phase == "lay")
            assert seen["at_tile"].any() == (game.phase == "draw" and "fleet" in game.facts())
            if game.phase == "draw":
                game.reveal(rng.choice(game.deck_left))
            else:
                game.apply(rng.choice(game.legal()))
    assert filled == set(PARTS)


def test_observations_of_all_seats_are_one_turned_round() -> None:
    """Who is told as first differs, what is on the board does not."""
    observer = Observer()
    game = positions(4, Rules.of(QUICK), seed=3)[-2]
    seen = [parts(np.frombuffer(observer.observed(game, player), np.uint8)) for player in range(4)]
    for player in range(4):
        assert (np.roll(seen[0]["boats"][:, :4], -player, axis=1) == seen[player]["boats"][:, :4]).all()
        assert (seen[0]["left"] == seen[player]["left"]).all()


def test_the_layout_is_without_gaps() -> None:
    ends = [0] + [end for _, end, _ in LAYOUT.values()]
    assert [begin for begin, _, _ in LAYOUT.values()] == ends[:-1]
    assert ends[-1] == SIZE == 914  # weights depend on it


def test_worth_sums_to_nothing() -> None:
    assert utilities({"scores": [0] * 2, "winners": [1]}) == [-1, 1]
    assert utilities({"scores": [0] * 4, "winners": [2]}) == pytest.approx([-1 / 3, -1 / 3, 1, -1 / 3])
    assert utilities({"scores": [0] * 4, "winners": [0, 2]}) == pytest.approx([1 / 3, -1 / 3, 1 / 3, -1 / 3])
    assert utilities({"scores": [0] * 3, "winners": [0, 1, 2]}) == [0, 0, 0]
