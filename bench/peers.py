"""Rates of other engines, in an environment of their own; knows nothing of ours: `python bench/peers.py NAME SECONDS`.

OpenSpiel plays its own C++ roll-outs: an MCTS bot with one simulation asks its RandomRolloutEvaluator for n whole
random games from the position, and the rest of its step is negligible beside them.
"""

import json
import random
import sys
import time
from typing import Any


def rollouts_a_second(name: str, seconds: float) -> float:
    """Random games a second of processor time that OpenSpiel plays in C++ from the first decision."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = first_decision(game)
    rollouts, batch = 0, 50
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        evaluator = pyspiel.RandomRolloutEvaluator(batch, rollouts + 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
        bot.mcts_search(state)
        rollouts += batch
    return rollouts / spent


def simulations_a_second(name: str, seconds: float) -> float:
    """Simulations a second of processor time of the C++ MCTS, one roll-out each, from the first decision."""
    import pyspiel

    game = pyspiel.load_game(name)
    state, simulations, batch = first_decision(game), 0, 500
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        evaluator = pyspiel.RandomRolloutEvaluator(1, simulations + 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, batch, 1000, False, simulations + 1, False)
        bot.mcts_search(state)
        simulations += batch
    return simulations / spent


def first_decision(game: Any) -> Any:
    """The first position in which a player decides."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.Random(1).choice(state.chance_outcomes())[0])
    return state


def decisions_a_game(name: str, games: int) -> float:
    """The mean length of a random game, in decisions of players."""
    import pyspiel

    game, rng, decisions = pyspiel.load_game(name), random.Random(1), 0
    for _ in range(games):
        state = first_decision(game)
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
            else:
                decisions += 1
                state.apply_action(rng.choice(state.legal_actions()))
    return decisions / games


def catanatron_games_a_second(seconds: float) -> float:
    """Random games of four a second of processor time."""
    from catanatron import Color, Game, RandomPlayer

    games = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds or games < 3:
        Game([RandomPlayer(colour) for colour in list(Color)[:4]], seed=games).play()
        games += 1
    return games / spent


def steps_a_second(env: Any, seconds: float) -> float:
    """Steps a second of processor time through a PettingZoo environment, as its own performance benchmark goes."""
    import numpy as np

    rng, steps = random.Random(1), 0
    env.reset(seed=1)
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        for _ in env.agent_iter(100):
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            steps += 1
            if all(env.terminations.values()) or all(env.truncations.values()):
                env.reset()
    return steps / spent


def connect_four_steps_a_second(seconds: float) -> float:
    """Steps a second of PettingZoo's own connect_four, without wrappers."""
    from pettingzoo.classic.connect_four.connect_four import raw_env

    return steps_a_second(raw_env(), seconds)


RATES = {
    "connect_four steps": connect_four_steps_a_second,
    "backgammon games": lambda seconds: rollouts_a_second("backgammon", seconds),
    "hex decisions": lambda seconds: rollouts_a_second("hex", seconds) * decisions_a_game("hex", 100),
    "backgammon simulations": lambda seconds: simulations_a_second("backgammon", seconds),
    "hex simulations": lambda seconds: simulations_a_second("hex", seconds),
    "catanatron games": catanatron_games_a_second,
}

if __name__ == "__main__":
    name, seconds = sys.argv[1], float(sys.argv[2])
    print(json.dumps({name: RATES[name](seconds)}))
