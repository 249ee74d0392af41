"""Random tables and random play for the engine's tests: a seed says it all."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from tests.reference import COLOURS, OPTIONS, Reference
from tongiaki.engine import Game, Rules

Players = list[list[str]]

VERBS = ("expand", "enter", "king", "resettle", "settle", "lay", "sail", "land", "place", "pass")


def random_rules(rng: Random) -> dict[str, Any]:
    """Every value of every option turns up; the defaults more often than not."""
    return {
        name: rng.choice(values)
        for name, values in OPTIONS.items()
        if name != "two_colours" and (rng.random() < 0.4)
    }


def random_table(rng: Random) -> tuple[Players, dict[str, Any]]:
    """Players with their colours, and rules."""
    rules = random_rules(rng)
    names = rng.sample(COLOURS, 6)
    if rng.random() < 0.2:
        players = rng.choice((2, 3))
        return [names[2 * n : 2 * n + 2] for n in range(players)], {**rules, "two_colours": True}
    return [[name] for name in names[: rng.randint(2, 6)]], rules


def ending_table(rng: Random) -> tuple[Players, dict[str, Any]]:
    """A table whose games end whatever is played: R-9.2 is not switched off."""
    players, rules = random_table(rng)
    return players, {name: value for name, value in rules.items() if name != "idle_rounds" or value}


def random_taste(rng: Random) -> Callable[[list[str]], str]:
    """A way to choose among lines: some games expand more, some crown more, some resettle more."""
    weights = {verb: rng.choice((0.05, 1, 1, 10)) for verb in VERBS}

    def choose(lines: list[str]) -> str:
        found = {line.split(" ", 1)[0] for line in lines}
        verb = rng.choices(sorted(found), [weights[verb] for verb in sorted(found)])[0]
        return rng.choice(sorted(line for line in lines if line.split(" ", 1)[0] == verb))

    return choose


def random_game(seed: int, most: int = 100_000) -> tuple[Game, Random, Callable[[list[str]], str]]:
    """A random table, played for a random number of steps."""
    rng = Random(seed)
    players, rules = random_table(rng)
    game, choose = Game.start(players, Rules.of(rules)), random_taste(rng)
    for _ in range(rng.randint(0, most)):
        if game.is_over:
            break
        step(game, rng, choose)
    return game, rng, choose


def step(game: Game | Reference, rng: Random, choose: Callable[[list[str]], str]) -> str:
    """One decision or one draw; what it was, as a line."""
    if game.phase == "draw":
        tile = rng.choice(sorted(game.deck_left))
        game.reveal(tile)
        return f"draw {tile}"
    line = choose(game.legal_lines())
    game.play(line)
    return line


def boats_of(game: Game) -> dict[str, int]:
    """All boats of each colour: supply, beaches, masks, and the fleet at sea or still to land."""
    position = game.position()
    boats = Counter(position["supply"])
    boats.update(Counter(position["royal"].values()))
    for there in position["boats"].values():
        boats.update(there)
    boats.update(game.state().get("fleet", {}))
    return dict(boats)
