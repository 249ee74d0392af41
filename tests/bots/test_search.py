"""The bot that searches: legal, alike for a seed and a budget, within its budget, and right where right is known."""

import json
from itertools import islice
from pathlib import Path
from random import Random
from threading import Event

import pytest

from tests.bots.exact import endgames
from tests.bots.positions import random_game, start
from tongiaki.bots import search
from tongiaki.bots.bot import Limits
from tongiaki.bots.search import Search, move_chances
from tongiaki.bots.tree import Tree
from tongiaki.bots.value import learned
from tongiaki.engine import LINES, OPTIONS, Game

TABLES = [(count, {}) for count in range(2, 7)] + [(count, {"two_colours": True}) for count in (2, 3)]
OTHERS = [
    (3, {name: value}) for name, values in OPTIONS.items() for value in values[1:] if name != "two_colours"
]


def decisions(players, seed, **rules):
    return [game for game in random_game(start(players, **rules), Random(seed)) if len(game.legal()) > 1]


@pytest.mark.parametrize(("players", "rules"), TABLES + OTHERS)
def test_it_plays_legal_moves_with_all_options_and_leaves_the_game_as_it_is(players, rules):
    bot = Search(Random(1), nodes=20)
    for game in decisions(players, 7, **rules)[::3]:
        before = game.to_bytes()
        assert bot.choose(game) in game.legal()
        assert game.to_bytes() == before


@pytest.mark.parametrize("players", [2, 4])
def test_with_the_same_seed_and_nodes_it_plays_the_same_game(players):
    def moves():
        bots = [Search(Random(seat), nodes=40) for seat in range(players)]
        game, deck, played = start(players), Random(3), []
        while not game.is_over and len(played) < 150:
            if game.phase == "draw":
                game.reveal(deck.choice(game.deck_left))
            else:
                played.append(bots[game.active_player].choose(game))
                game.apply(played[-1])
        return played

    assert moves() == moves()


def test_the_tree_is_kept_from_one_decision_of_a_turn_to_the_next():
    """A bot that has a tree already needs fewer new nodes: it finds what a fresh one finds with as many in all."""
    kept = 0
    bot, game, deck = Search(Random(1), nodes=100), start(2), Random(1)
    while not game.is_over:
        if game.phase == "draw":
            game.reveal(deck.choice(game.deck_left))
            continue
        if len(game.legal()) > 1 and bot._kept(game) is not None:
            assert bot._tree.position().key() == game.key()
            kept += bot._tree.simulations() > 1
        game.apply(bot.choose(game))
    assert kept > 10


def test_a_tree_that_moves_on_is_the_tree_of_the_later_position():
    game = decisions(2, 4)[30]
    tree = Tree(game, 1, learned())
    tree.run(500)
    visits = {move: visits for move, visits, _ in tree.children()}
    best = max(visits, key=visits.get)
    assert tree.advance(best)
    assert tree.simulations() == visits[best]
    later = game.copy()
    later.apply(best)
    assert tree.position().key() == later.key()
    before = tree.children()
    tree.run(100)
    assert tree.simulations() == visits[best] + 100
    assert [move for move, *_ in tree.children()] == [move for move, *_ in before]


def test_it_holds_to_the_fewest_nodes_and_to_a_halt():
    game = decisions(3, 2)[40]
    bot = Search(Random(1), nodes=100_000_000)
    bot.limit(Limits(nodes=60))
    bot.choose(game)
    halt = Event()
    halt.set()
    bot = Search(Random(1), nodes=100_000_000)
    bot.limit(Limits(halt=halt))
    assert bot.choose(game) in game.legal()  # else this test would not end
    bot = Search(Random(1), nodes=100_000_000, seconds=0.01)
    assert bot.choose(game) in game.legal()


def test_a_full_tree_goes_on_without_growing():
    game = decisions(4, 2)[40]
    tree = Tree(game, 1, learned(), 300)
    tree.run(2000)
    assert tree.simulations() == 2000


def test_random_games_judge_where_there_is_no_value():
    game = decisions(2, 8)[-1]
    tree = Tree(game, 1, None, exploration=0.7)
    tree.run(3000)
    assert sum(visits for _, visits, _ in tree.children()) >= 2999
    assert all(0 <= reward <= 1 for *_, reward in tree.children())


def test_near_the_end_it_gives_nothing_away():
    """Against the exact solution of small endgames (bench/endgames.py does more of them)."""
    lost = [
        solver.lost_by(game, Search(Random(1), nodes=1500).choose(game))
        for game, solver in islice(endgames(seed=1, most=3000), 4)
    ]
    assert sum(lost) / len(lost) <= 0.005
    assert max(lost) <= 0.05


def test_every_legal_move_is_valued_the_best_first_and_alike():
    for game in decisions(3, 6)[::20]:
        found = move_chances(game, nodes=300)
        assert sorted(one.move for one in found) == sorted(game.legal())
        assert [one.chance for one in found] == sorted((one.chance for one in found), reverse=True)
        assert min(one.visits for one in found) >= 300 // (2 * len(found))
        assert found == move_chances(game, nodes=300)


def test_a_decision_after_many_tiles_begins_anew_and_tries_no_orders_of_them(monkeypatch):
    """Eleven tiles can come in forty million orders: a bot that tried them all would hang."""
    game = start(2)
    bot = Search(Random(1), nodes=1)
    bot.choose(game)
    later = game
    for later in random_game(start(2), Random(3)):
        if len(game.deck_left) - len(later.deck_left) > 10 and len(later.legal()) > 1:
            break
    monkeypatch.setattr(search, "_way", lambda *_: pytest.fail("orders of tiles are tried"))
    assert bot.choose(later) in later.legal()


@pytest.mark.parametrize("nodes", [300, 3000])
def test_a_move_that_the_network_thinks_nothing_of_is_tried(nodes):
    """Resettling wins for certain here, all else half the time (by the exact solution)."""
    state = Path(__file__).with_name("only_resettling_wins.json").read_text("utf-8")
    game = Game.from_state(json.loads(state))
    assert LINES[Search(Random(1), nodes=nodes).choose(game)] == "resettle"
