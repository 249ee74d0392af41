"""Bots choose legal moves, alike for a seed, and greedy is worth its name."""

import random

import pytest

from tests.records.samples import golden
from tongiaki.bots import BOTS, Limits, UnknownBot, make_bot, played
from tongiaki.bots.bot import Limited
from tongiaki.engine import PRESETS, Game, Rules
from tongiaki.records import GameRecord, Player
from tongiaki.records.replay import Replay, verify

COLOURS = ("red", "blue", "green", "yellow", "orange", "purple")


def seats(count):
    return [Player(colour, [colour]) for colour in COLOURS[:count]]


def quick(name, seed):
    """The bot, with little time if it searches."""
    bot = make_bot(name, seed)
    if isinstance(bot, Limited):
        bot.limit(Limits(nodes=20))
    return bot


def test_an_unknown_bot_is_told_with_the_nearest():
    with pytest.raises(UnknownBot, match="did you mean 'greedy'"):
        make_bot("greed")


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_decides_alike_for_a_seed(name):
    game = Replay(GameRecord.from_dict(golden(8))).to_ply(60)
    assert [quick(name, 5).choose(game) for _ in range(3)] == [quick(name, 5).choose(game)] * 3


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_leaves_the_game_as_it_is_and_chooses_what_is_legal(name):
    replay = Replay(GameRecord.from_dict(golden(9)))
    bot = quick(name, 1)
    for _ in replay:
        before = replay.game.to_bytes()
        assert bot.choose(replay.game) in replay.game.legal()
        assert replay.game.to_bytes() == before


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("count", [2, 4, 6])
def test_greedy_finishes_games_of_all_rules(preset, count):
    rules = Rules.preset(preset, idle_rounds=10)
    record = played(seats(count), ["greedy"] * count, rules, f"{preset}{count}")
    assert verify(record).game.is_over


def test_greedy_takes_points_that_lie_there():
    """R-7.1, R-10: a royal island keeps its points and its boats come back; resettling would give them up."""
    game = Game.start([["red"], ["blue"]], Rules())
    bot = make_bot("greedy", 3)
    lines = {game.phase}
    while not game.is_over and game.scores()[0]["points"] == 0:
        if game.phase == "draw":
            game.reveal(random.Random(1).choice(game.deck_left))
        else:
            game.apply(bot.choose(game))
        lines.add(game.phase)
    assert game.scores()[0]["points"] > 0


def test_greedy_beats_random():
    wins = 0.0
    for number in range(20):
        names = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        result = played(seats(2), names, Rules(), f"match {number}").result
        assert result is not None
        if names.index("greedy") in result["winners"]:
            wins += 1 / len(result["winners"])
    assert wins >= 17
