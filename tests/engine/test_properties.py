"""What holds in every game, whatever the table, the options and the play: random games, looked at step by step."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.play import boats_of, ending_table, random_game, random_taste, step
from tests.reference import scores, winners
from tongiaki.engine import LINES, Game, IllegalMove, Rules, fold, line_of, move_of

seeds = st.integers(0, 2**32 - 1)
some = settings(max_examples=max(3, settings().max_examples // 4))
"""For properties that look at a whole game."""


def new_game(seed: int) -> tuple[Game, Random]:
    rng = Random(seed)
    players, rules = ending_table(rng)
    return Game.start(players, Rules.of(rules)), rng


@given(seeds)
@some
def test_every_game_ends_with_fifteen_boats_a_colour_and_a_choice_at_every_step(seed: int) -> None:
    game, rng = new_game(seed)
    choose = random_taste(rng)
    players = game.state()["players"]
    fifteen = {colour: 15 for colours in players for colour in colours}
    steps = 0
    while not game.is_over:
        assert boats_of(game) == fifteen
        assert game.active_colour in players[game.active_player]
        assert game.result() is None
        if game.phase == "draw":
            assert game.legal() == []
            assert [name for name, _ in game.outcomes()] == game.deck_left
        else:
            legal = game.legal()
            assert legal
            assert len(legal) == len(set(legal))
            assert game.outcomes() == []
        if game.phase == "turn":
            assert game.facts()["full"] == []
            assert sorted({len(name) == 1 for name in game.deck_left}) == [False, True]
        step(game, rng, choose)
        steps += 1
        assert steps < 100_000
    assert boats_of(game) == fifteen
    assert (game.phase, game.legal(), game.outcomes()) == ("over", [], [])
    assert game.active_colour is None
    assert game.active_player is None


@given(seeds)
@some
def test_scores_and_winners_equal_a_recount(seed: int) -> None:
    game, rng = new_game(seed)
    choose = random_taste(rng)
    players, rules = game.state()["players"], game.rules
    while not game.is_over:
        assert game.scores() == scores(game.position(), players)
        for _ in range(7):
            if not game.is_over:
                step(game, rng, choose)
    result = game.result()
    assert result
    assert result["scores"] == scores(game.position(), players)
    assert result["winners"] == winners(result["scores"], rules.tie_break)


@given(seeds)
@some
def test_folding_the_effects_gives_the_position_at_every_step(seed: int) -> None:
    game, rng = new_game(seed)
    choose = random_taste(rng)
    game.watch(True)
    position = game.position()
    while not game.is_over:
        step(game, rng, choose)
        position = fold(position, game.effects())
        assert position == game.position()


@given(seeds)
def test_a_state_goes_through_json_and_bytes_at_any_ply_and_the_game_goes_on_the_same(seed: int) -> None:
    game, rng, choose = random_game(seed, most=400)
    state = game.state()
    by_json = Game.from_state(json.loads(json.dumps(state)))
    by_bytes = Game.from_bytes(game.to_bytes())
    twins = [by_json, by_bytes, game.copy()]
    assert by_bytes.to_bytes() == game.to_bytes()
    for twin in twins:
        assert twin.state() == state
        assert twin.key() == game.key()
        assert twin.facts() == game.facts()
    for _ in range(30):
        if game.is_over:
            break
        line = step(game, rng, choose)
        for twin in twins:
            twin.reveal(line.removeprefix("draw ")) if line.startswith("draw ") else twin.play(line)
            assert twin.legal() == game.legal()
            assert twin.state() == game.state()
            assert twin.key() == game.key()


@given(seeds)
def test_every_short_state_that_lacks_what_can_be_derived_is_completed(seed: int) -> None:
    game, _, _ = random_game(seed, most=400)
    state = game.state()
    del state["position"]["supply"], state["deck_left"]
    if not state["removed"]:
        del state["removed"]
    assert Game.from_state(state).state() == game.state()
    assert Game.from_state(state).key() == game.key()


@given(seeds)
def test_a_copy_is_independent(seed: int) -> None:
    game, rng, choose = random_game(seed, most=400)
    before, copy = game.to_bytes(), game.copy()
    for _ in range(20):
        if not copy.is_over:
            step(copy, rng, choose)
    assert game.to_bytes() == before
    after = copy.to_bytes()
    for _ in range(20):
        if not game.is_over:
            step(game, rng, choose)
    assert copy.to_bytes() == after


@given(seeds)
def test_lines_and_numbers_of_moves_mean_the_same(seed: int) -> None:
    game, _, _ = random_game(seed, most=400)
    assert [line_of(move) for move in game.legal()] == game.legal_lines()
    assert [move_of(line) for line in game.legal_lines()] == game.legal()
    for line in game.legal_lines()[:10]:
        by_line, by_number, unchecked = game.copy(), game.copy(), game.copy()
        by_line.play(line)
        by_number.play(move_of(line))
        unchecked.apply(move_of(line))
        assert by_line.to_bytes() == by_number.to_bytes() == unchecked.to_bytes()


@given(seeds)
@some
def test_equal_keys_have_equal_futures(seed: int) -> None:
    """Boats landed in another order, or other ways to the same position: the same key, and the same game from there."""
    game, rng, _ = random_game(seed, most=400)
    by_key: dict[object, Game] = {}
    for _ in range(10):
        copy = game.copy()
        for _ in range(6):
            if copy.is_over:
                break
            step(copy, rng, rng.choice)
            known = by_key.setdefault(copy.key(), copy.copy())
            if known.to_bytes() != copy.to_bytes():
                same_future(known.copy(), copy.copy(), rng.randrange(2**32))


def same_future(one: Game, other: Game, seed: int) -> None:
    assert one.position() == other.position()
    rng = Random(seed)
    for _ in range(40):
        assert one.phase == other.phase
        assert sorted(one.legal()) == sorted(other.legal())
        assert one.active_colour == other.active_colour
        assert one.result() == other.result()
        if one.is_over:
            break
        line = step(one, rng, lambda lines: rng.choice(sorted(lines)))
        other.reveal(line.removeprefix("draw ")) if line.startswith("draw ") else other.play(line)


@given(seeds)
@settings(max_examples=max(2, settings().max_examples // 10))
def test_exactly_the_legal_moves_are_accepted_and_others_leave_the_game_untouched(seed: int) -> None:
    game, rng, _ = random_game(seed, most=400)
    legal, before = set(game.legal()), game.to_bytes()
    for move in sorted({*legal, *rng.sample(range(len(LINES)), 300)}):
        copy = game.copy()
        if move in legal:
            copy.play(move)
            assert copy.to_bytes() != before
            continue
        with pytest.raises(IllegalMove) as refused:
            copy.play(move)
        error = refused.value
        assert LINES[move] in str(error)
        assert repr(game.phase) in str(error)
        assert sorted(error.legal) == sorted(game.legal_lines())
        assert (error.move, error.phase) == (LINES[move], game.phase)
        assert copy.to_bytes() == before


@given(seeds)
@settings(max_examples=max(2, settings().max_examples // 10))
def test_watching_changes_nothing(seed: int) -> None:
    quiet, rng = new_game(seed)
    loud = quiet.copy()
    loud.watch(True)
    choose = random_taste(rng)
    while not quiet.is_over:
        line = step(quiet, rng, choose)
        loud.reveal(line.removeprefix("draw ")) if line.startswith("draw ") else loud.play(line)
        assert loud.to_bytes() == quiet.to_bytes()
        assert quiet.effects() == []
