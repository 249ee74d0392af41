"""Chances after every event: exact at the end, summing to 1; what changed them is luck and play, and nothing else."""

import pytest

from tests.records.samples import golden, running, text
from tongiaki.bots import played
from tongiaki.bots.value import win_chances
from tongiaki.engine import COLOURS, Game, Rules
from tongiaki.records import GameRecord, Player
from tongiaki.records.replay import start
from tongiaki.review import moments, shares, steps_of
from tongiaki.review.calibration import mean_of
from tongiaki.review.moments import chances_of, valued

EXACT = 1e-9


def record_of_bots(players, number=0, bots="greedy"):
    seats = [Player(colour, [colour]) for colour in COLOURS[:players]]
    return played(seats, [bots] * players, Rules(), f"review/{number}")


def looked_back(record):
    return list(moments(start(record), steps_of(record)))


def played_so_far(record, steps):
    game = start(record)
    for step in steps:
        if game.phase == "draw":
            game.reveal(step)
        else:
            game.play(step)
    return game


def test_the_steps_of_a_record_are_its_moves_and_the_tiles_that_were_drawn():
    record = GameRecord.from_dict(golden())
    steps = steps_of(record)
    game = played_so_far(record, steps)
    assert game.is_over
    assert [step for step in steps if step in record.deck] == record.deck[: 31 - len(game.deck_left)]
    assert [step for step in steps if step not in record.deck] == record.moves


@pytest.mark.parametrize("number", [0, 5, 11, 20, 33, 50])
def test_chances_sum_to_1_and_are_the_result_at_the_end(number):
    record = GameRecord.from_dict(golden(number))
    passed = looked_back(record)
    assert all(sum(one.chances) == pytest.approx(1, abs=EXACT) for one in passed)
    winners = record.result["winners"]
    expected = [(player in winners) / len(winners) for player in range(len(record.players))]
    assert passed[-1].chances == pytest.approx(expected, abs=EXACT)


@pytest.mark.parametrize("number", [0, 5, 11, 20, 33, 50])
def test_the_way_of_a_players_chance_is_own_play_others_play_and_luck(number):
    passed = looked_back(GameRecord.from_dict(golden(number)))
    for player, share in enumerate(shares(passed)):
        assert share.start == passed[0].chances[player]
        assert share.end == passed[-1].chances[player]
        assert share.end - share.start == pytest.approx(share.own + share.others + share.luck, abs=EXACT)
        assert share.luck == pytest.approx(sum(one.luck[player] for one in passed if one.luck), abs=EXACT)


def test_the_luck_of_a_draw_is_what_the_tile_is_worth_less_the_mean_over_the_tiles():
    record = GameRecord.from_dict(golden())
    steps = steps_of(record)
    draws = 0
    for number, moment in enumerate(looked_back(record)):
        if moment.luck is None:
            continue
        draws += 1
        before = played_so_far(record, steps[: number - 1])
        worth = {}
        for tile, probability in before.outcomes():
            after = before.copy()
            after.reveal(tile)
            worth[tile] = probability, valued(after)
        for player, luck in enumerate(moment.luck):
            mean = sum(probability * chances[player] for probability, chances in worth.values())
            assert luck == pytest.approx(worth[moment.step][1][player] - mean, abs=EXACT)
            lucks = [(probability, chances[player] - mean) for probability, chances in worth.values()]
            assert sum(probability * one for probability, one in lucks) == pytest.approx(0, abs=EXACT)
    assert draws > 5


def test_the_luck_of_all_players_together_is_nothing():
    for moment in looked_back(record_of_bots(4)):
        for part in (moment.luck, moment.play):
            assert sum(part or (0.0,)) == pytest.approx(0, abs=EXACT)


def test_where_a_tile_is_to_come_the_chances_are_the_mean_over_the_tiles():
    record = GameRecord.from_dict(golden())
    steps = steps_of(record)
    first = next(n for n, step in enumerate(steps) if step in record.deck)
    game = played_so_far(record, steps[:first])
    assert game.phase == "draw"
    assert looked_back(record)[first].chances == chances_of(game)
    decided = played_so_far(record, steps[: first - 1])
    assert chances_of(decided) == pytest.approx(win_chances(decided), abs=1e-5)


def test_a_running_game_is_looked_back_on_as_far_as_it_goes_whatever_its_deck_holds_next():
    """Tiles that are listed but not drawn change nothing: only positions are looked at."""
    beginning = running(60)
    game = GameRecord.from_json(text(beginning))
    drawn = len([step for step in steps_of(game) if step in game.deck])
    other = beginning | {"deck": beginning["deck"][:drawn] + beginning["deck"][drawn:][::-1]}
    assert 0 < drawn < 30
    assert looked_back(game) == looked_back(GameRecord.from_json(text(other)))


def test_the_game_is_left_as_it_is():
    game = Game.start([["red"], ["blue"]])
    before = game.to_bytes()
    list(moments(game, ["place Tonga a"]))
    assert game.to_bytes() == before


def test_over_many_games_luck_is_fair():
    """The long form is `python -m bench.review`; here within twice the interval: chance alone seldom fails it."""
    lucks = []
    for number in range(30):
        passed = looked_back(record_of_bots(2 + number % 3, number, "stargazer"))
        lucks.append(sum(one.luck[one.player] for one in passed if one.luck))
    mean = mean_of(lucks)
    assert mean.half > 0
    assert abs(mean.mean) < 2 * mean.half
