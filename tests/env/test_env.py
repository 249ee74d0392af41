"""The environments pass the API and seed tests of those they are for."""

import pickle
import random
import warnings
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import mcts
from pettingzoo.test import api_test, seed_test

import tongiaki.env.spiel  # registers the game
from tongiaki.engine import LINES, MOVE_COUNT, TILES
from tongiaki.env import aec
from tongiaki.env.observation import Observer

QUICK = {"idle_rounds": 10}

# PettingZoo keeps a list of its own environments whose observations are dictionaries; ours cannot be in it.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:.*all zeros"),
]


# -- PettingZoo ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"players": 3}, {"players": 6}, {"rules": {"two_colours": True}}])
def test_pettingzoos_own_api_and_seed_tests(
    options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    api_test(aec.env(**options), num_cycles=150, verbose_progress=False)
    seed_test(lambda: aec.env(**options), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


def played(env: Any, seed: int) -> tuple[list[str], dict[str, float], list[int]]:
    """A random game: who decided, what each got, and the moves."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    deciders, moves, rewards = [], [], {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            rewards[agent] = reward
            env.step(None)
            continue
        move = int(rng.choice(observation["action_mask"].nonzero()[0]))
        deciders.append(agent)
        moves.append(move)
        env.step(move)
    return deciders, rewards, moves


@pytest.mark.parametrize("players", [2, 5])
def test_a_whole_game_of_agents(players: int) -> None:
    env = aec.env(players=players, rules=QUICK)
    deciders, rewards, moves = played(env, 4)
    assert set(deciders) == set(rewards) == {f"player_{n}" for n in range(players)}
    assert sum(rewards.values()) == pytest.approx(0)
    assert max(rewards.values()) > 0
    assert deciders[: 2 * players] == [f"player_{n}" for n in range(players)] * 2
    assert played(env, 4)[2] == moves != played(env, 5)[2]


def test_only_who_decides_has_legal_moves() -> None:
    env = aec.env(players=3)
    env.reset(seed=1)
    assert [int(env.observe(agent)["action_mask"].sum()) for agent in env.agents] == [6, 0, 0]


def test_an_illegal_move_loses_the_game() -> None:
    env = aec.env(players=3)
    env.reset(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(LINES.index("pass"))
    assert env.terminations == dict.fromkeys(env.agents, True)
    assert env.rewards == {"player_0": -1.0, "player_1": 0, "player_2": 0}
    raw = aec.raw_env()
    raw.reset(seed=1)
    with pytest.raises(AssertionError, match="is not legal"):
        raw.step(LINES.index("pass"))


def test_an_environment_can_be_sent_to_a_process_and_shown() -> None:
    env = pickle.loads(pickle.dumps(aec.raw_env(players=4, rules=QUICK, render_mode="ansi")))
    env.reset(seed=1)
    assert env.max_num_agents == 4
    assert env.render().startswith("setup, red decides, tiles left: 31\nplayer_0: 0 points")


# -- Gymnasium -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("opponents", [["random"], ["random", "greedy", "random"]])
def test_gymnasiums_own_checks(opponents: list[str]) -> None:
    env = gymnasium.make("tongiaki.env.solo:Tongiaki-v0", opponents=opponents, rules=QUICK)
    check_env(env.unwrapped)


def test_one_player_against_bots() -> None:
    env = gymnasium.make("tongiaki.env.solo:Tongiaki-v0", opponents=["random", "random"], rules=QUICK)

    def game(seed: int, seat: int | None = None) -> list[Any]:
        observation, info = env.reset(seed=seed, options={"seat": seat} if seat is not None else None)
        env.action_space.seed(seed)
        told: list[Any] = [info["seat"]]
        over = False
        while not over:
            mask = observation["action_mask"]
            assert mask.any()
            observation, reward, over, truncated, info = env.step(env.action_space.sample(mask))
            assert not truncated
            told.append(float(reward))
        assert not any(told[1:-1])
        assert told[-1] in (1.0, -0.5, 0.25, 0.0)
        return told

    assert game(3) == game(3)
    assert {game(seed)[0] for seed in range(12)} == {0, 1, 2}
    assert game(1, seat=2)[0] == 2


def test_an_illegal_move_ends_the_game_of_one_player() -> None:
    env = gymnasium.make("tongiaki.env.solo:Tongiaki-v0")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(MOVE_COUNT - 1)
    assert (reward, over, info) == (-1.0, True, {"illegal": True})
    with pytest.raises(RuntimeError, match="call reset"):
        env.unwrapped.step(0)


# -- OpenSpiel -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "tongiaki(options=idle_rounds:10)",
        "tongiaki(players=5,options=idle_rounds:10;royal_limit:unlimited)",
        "tongiaki(players=2,preset=NL-1,options=two_colours:true;idle_rounds:10)",
    ],
)
def test_openspiels_own_simulations(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    assert pyspiel.load_game(str(game)).num_players() == game.num_players()


def test_openspiel_saves_and_clones_states() -> None:
    game = pyspiel.load_game("tongiaki(players=3)")
    rng = random.Random(1)
    state = game.new_initial_state()
    for _ in range(60):
        outcomes = (
            state.chance_outcomes() if state.is_chance_node() else [(a, 1) for a in state.legal_actions()]
        )
        state.apply_action(rng.choice(outcomes)[0])
    clone, copy = state.clone(), game.deserialize_state(state.serialize())
    for other in (clone, copy):
        assert str(other) == str(state)
        assert other.legal_actions() == state.legal_actions()
    move = (clone.chance_outcomes()[0] if clone.is_chance_node() else clone.legal_actions())[0]
    before = str(state)
    clone.apply_action(move)
    assert str(state) == before != str(clone)


def test_chance_is_explicit_in_openspiel() -> None:
    state = pyspiel.load_game("tongiaki(players=2)").new_initial_state()
    rng = random.Random(2)
    while not state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 31
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, TILES.index("Samoa")) == "draw Samoa"
    state.apply_action(TILES.index("Samoa"))
    assert state.action_to_string(0, 0) == "place Tonga a"


def test_openspiels_own_search_plays_it() -> None:
    game = pyspiel.load_game("tongiaki(options=idle_rounds:10)")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 4, evaluator, random_state=np.random.RandomState(1))
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()


def test_openspiel_observes_what_the_others_do() -> None:
    game = pyspiel.load_game("tongiaki(players=3)")
    state = game.new_initial_state()
    state.apply_action(0)
    observer = game.make_py_observer()
    for player in range(3):
        observer.set_from(state, player)
        assert observer.tensor.tolist() == list(Observer().observed(state.position, player))
        assert np.argmax(observer.dict["active"]) == (1 - player) % 3


@pytest.mark.parametrize("name", ["tongiaki(players=7)", "tongiaki(preset=XX)", "tongiaki(options=royal:1)"])
def test_openspiel_refuses_what_the_rules_do_not_allow(name: str) -> None:
    with pytest.raises((ValueError, RuntimeError)):
        pyspiel.load_game(name)


assert tongiaki.env.spiel
