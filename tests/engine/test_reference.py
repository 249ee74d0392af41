"""The engine and the slow reference play the same games and never differ."""

from collections.abc import Callable
from random import Random

import pytest

from tests.engine.play import random_table, random_taste, step
from tests.reference import ISLANDS, WATERS, Board, Reference, is_endless
from tests.reference.board import berths
from tongiaki.engine import Game, Rules


def agree(game: Game, shadow: Reference) -> None:
    assert game.phase == shadow.phase
    assert sorted(game.legal_lines()) == sorted(shadow.legal_lines())
    assert game.position() == shadow.position()
    assert game.result() == shadow.result()


@pytest.mark.parametrize("seed", range(60))
def test_r_2_to_r_12_a_random_game_agrees_at_every_step(seed: int) -> None:
    rng = Random(seed)
    players, rules = random_table(rng)
    game, shadow, choose = Game.start(players, Rules.of(rules)), Reference(players, rules), random_taste(rng)
    steps = 0
    while not game.is_over and steps < 600:
        line = step(game, rng, choose)
        if line.startswith("draw "):
            shadow.reveal(line.removeprefix("draw "))
        else:
            shadow.play(line)
        agree(game, shadow)
        steps += 1


def closed_island(rng: Random) -> dict[str, object]:
    """A position where most piers of one island lead back to it: royal islands around, numbers between."""
    island, *kings = rng.sample([name for name in ISLANDS if name != "Tonga"], 14)
    if rng.random() < 0.15:
        island = "Tonga"
    board = Board(
        {island: (0, 0, 0)} if island == "Tonga" else {"Tonga": (0, 0, 0), island: (0, 9, rng.randrange(6))}
    )
    waters = rng.sample(sorted(WATERS), 15)
    for edge in rng.sample(range(6), 6):
        if rng.random() < 0.3:
            water = waters.pop()
            q, r = board.beyond(island, edge)[2:4]
            board.tiles[water] = (q, r, rng.randrange(6))
    for _ in range(rng.choice((12, 30, 30))):
        edges = [(tile, edge) for tile, edge in board.empty_edges() if tile == island or tile in WATERS]
        if not edges or not kings:
            break
        board.lay(kings.pop() if rng.random() < 0.95 or not waters else waters.pop(), *rng.choice(edges))
    royal = {name: "purple" for name in board.tiles if name in ISLANDS and name not in ("Tonga", island)}
    colours = ["red", "blue", "green", "yellow", "orange"][: rng.randint(1, 2 if island == "Tonga" else 5)]
    boats: dict[str, dict[str, int]] = {}
    for beach, size in berths(island).items():
        fleet = rng.choices(colours, k=rng.choice((size - 1, size - 1, size - 1, rng.randrange(size))))
        if fleet:
            boats[f"{island} {beach}"] = {
                colour: fleet.count(colour) for colour in colours if colour in fleet
            }
    rules = {"royal_limit": "unlimited"}
    if rng.random() < 0.5:
        rules |= {
            "landing_spread": rng.choice(("each_beach", "empty_first", "free")),
            "crossing": rng.choice(("at_least", "exact")),
        }
    return {
        "format": "tongiaki-state/1",
        "rules": rules,
        "players": [["red"], ["blue"], ["green"], ["yellow"], ["orange"], ["purple"]],
        "position": {"tiles": {n: list(p) for n, p in board.tiles.items()}, "boats": boats, "royal": royal},
        "active": rng.choice([colour for there in boats.values() for colour in there] or colours),
    }


def expander(rng: Random) -> Callable[[list[str]], str]:
    """Expands wherever it may."""
    return lambda lines: rng.choice(
        sorted(line for line in lines if line.startswith("expand")) or sorted(lines)
    )


@pytest.mark.parametrize("block", range(10))
def test_r_6_2_endless_chains_agree_with_the_search_written_from_the_rule(block: int) -> None:
    """An island in a closed sea, an expansion there, and a few steps after it."""
    rng = Random(block)
    removed = stayed = 0
    for _ in range(25):
        state = closed_island(rng)
        game, shadow = Game.from_state(state), Reference.from_state(state)
        agree(game, shadow)
        choose = expander(rng)
        for _ in range(20):
            if game.is_over:
                break
            before = len(shadow.removed)
            line = step(game, rng, choose)
            if line.startswith("draw "):
                shadow.reveal(line.removeprefix("draw "))
            else:
                shadow.play(line)
            agree(game, shadow)
            removed += len(shadow.removed) - before
            stayed += game.phase == "chain"
    assert removed
    assert stayed


def test_r_6_2_the_reference_itself_knows_the_pictured_case() -> None:
    """Samoa with 3, 3, 3 boats and default landing is endless; with free landing it is not."""
    ring = Board({"Samoa": (0, 0, 0)})
    kings = ["Fiji", "Hawaii", "Oahu", "Tahiti", "Tuvalu"]
    for edge, king in enumerate(kings, start=1):
        ring.lay(king, "Samoa", edge)
    royal = dict.fromkeys(kings, "blue")
    boats = {beach: {"red": 3} for beach in "abc"}
    assert is_endless(ring, "Samoa", boats, royal)
    assert not is_endless(ring, "Samoa", boats, royal, spread="free")
