"""What decisions gave away, and a whole review."""

import json
from random import Random

import pytest

from tests.bots.positions import random_game, start
from tests.records.samples import golden
from tongiaki.bots.search import move_chances
from tongiaki.engine import Game, line_of, move_of
from tongiaki.records import GameRecord
from tongiaki.review import Judged, Moment, Review, judged, review_of
from tongiaki.review.review import decisions, written


def near_the_end(seed=3):
    """Decisions with several moves, late in a random game of two."""
    positions = list(random_game(start(2), Random(seed)))
    return [game for game in positions[len(positions) * 3 // 4 :] if len(game.legal()) > 1]


def test_without_a_choice_nothing_is_judged():
    positions = random_game(start(2), Random(1))
    forced = next(game for game in positions if len(game.legal()) == 1)
    assert judged(forced, forced.legal()[0], nodes=20) is None


def test_the_error_is_what_the_best_move_has_beyond_the_one_that_was_played():
    for game in near_the_end()[:6]:
        found = {one.move: one for one in move_chances(game, 100, seed=4)}
        for move, one in found.items():
            told = judged(game, move, nodes=100, seed=4)
            best = found[move_of(told.best)]
            assert told.played_chance == one.chance
            assert told.best_chance == best.chance
            assert told.error == told.best_chance - told.played_chance >= 0
            assert told.error > 0 or told.best == line_of(move)


def test_the_same_budget_and_seed_give_the_same_answer():
    game = near_the_end()[0]
    move = game.legal()[-1]
    assert judged(game, move, 60, seed=2) == judged(game, move, 60, seed=2)


def test_giving_the_victory_away_is_a_great_error():
    """In the last decisions of a game there are moves that win and moves that lose; the search tells them apart."""
    worst = 0.0
    for seed in range(6):
        for game in near_the_end(seed)[-6:]:
            worst = max(worst, *(judged(game, move, 100).error for move in game.legal()[:8]))
    assert worst > 0.3


def test_decisions_are_the_positions_with_a_choice():
    record = GameRecord.from_dict(golden())
    review = review_of(record, nodes=0)
    found = decisions(Game.start(record.colours), [one.step for one in review.moments[1:]])
    assert review.judged == {}
    for number, game in found:
        moment = review.moments[number]
        assert moment.kind == "move"
        assert game.active_player == moment.player
        assert moment.step in game.legal_lines()
        assert len(game.legal()) > 1


def test_a_review_judges_every_decision_and_tells_how_far_it_is():
    record = GameRecord.from_dict(golden(3))
    steps = []
    review = review_of(record, nodes=2, after_each=lambda done, of: steps.append((done, of)))
    assert steps == [(n + 1, len(steps)) for n in range(len(steps))]
    assert len(review.judged) == len(steps)
    assert sum(review.given_away()) == pytest.approx(sum(one.error for one in review.judged.values()))


def test_what_decided_the_game_is_told_the_greatest_first():
    even = (0.5, 0.5)
    review = Review(
        [
            Moment("start", None, "", even),
            Moment("draw", 0, "Samoa", (0.6, 0.4), (0.1, -0.1), (0.0, 0.0)),
            Moment("move", 1, "expand Samoa a", (0.7, 0.3), None, (0.1, -0.1)),
            Moment("draw", 1, "K", (0.9, 0.1), (0.2, -0.2), (0.0, 0.0)),
            Moment("move", 0, "king Samoa", (0.8, 0.2), None, (-0.1, 0.1)),
        ],
        {2: Judged("sail Samoa 3", 0.4, 0.3, 0.1), 4: Judged("king Samoa", 0.9, 0.9, 0.0)},
    )
    assert review.luckiest() == [3, 1]
    assert review.worst() == [2]
    assert review.given_away() == [0.0, 0.1]
    mine, other = review.shares()
    assert mine == pytest.approx((0.5, 0.8, -0.1, 0.1, 0.3))
    assert other == pytest.approx((0.5, 0.2, -0.1, 0.1, -0.3))


def test_as_json_every_event_has_its_figures():
    record = GameRecord.from_dict(golden(3))
    review = review_of(record, nodes=2)
    value = json.loads(json.dumps(written(review, record, 2)))
    assert value["format"] == "tongiaki-review/1"
    assert len(value["events"]) == len(review.moments)
    for event, moment in zip(value["events"], review.moments, strict=True):
        assert event["chances"] == list(moment.chances)
        assert ("luck" in event) == (event["kind"] == "draw") == ("tile" in event)
        assert ("line" in event) == (event["kind"] == "move")
    assert [event["error"] for event in value["events"] if "error" in event] == [
        one.error for one in review.judged.values()
    ]
