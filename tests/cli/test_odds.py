"""`tongiaki odds`: the voyages of a position."""

import pytest

import tongiaki.odds.plan as planning
from tests.records.samples import GOLDEN, running, text
from tongiaki.cli import run
from tongiaki.cli.odds import fleets_of
from tongiaki.odds import beach_odds
from tongiaki.records import GameRecord
from tongiaki.records.replay import Replay


def before_a_voyage(number: int = 0) -> int:
    """The ply of the first voyage of a golden game."""
    return next(n for n, move in enumerate(running(1000, number=number)["moves"]) if move.startswith("sail"))


def answer(capsys, *words):
    assert run(["odds", *map(str, words)]) == 0
    return capsys.readouterr().out


def test_each_pier_of_each_full_beach_has_a_row(capsys):
    ply = before_a_voyage()
    told = answer(capsys, GOLDEN, "--ply", ply)
    game = Replay(GameRecord.from_json(text(running(ply)))).to_ply(ply)
    fleets, would = fleets_of(game)
    assert not would
    assert [f"{fleet.island} {fleet.beach}" for fleet in fleets] == game.facts()["full"]
    for fleet in fleets:
        for pier, odds in beach_odds(game, fleet.island, fleet.beach).items():
            row = next(
                line for line in told.splitlines() if line.startswith(f"{fleet.island} {fleet.beach} {pier}")
            )
            assert f"{100 * odds.lost_number:.1f} % number" in row
    assert "nothing is left out" in told


def test_exact_shows_fractions(capsys):
    told = answer(capsys, GOLDEN, "--ply", before_a_voyage(), "--exact")
    assert "/" in told
    assert "%" not in told


def test_without_a_full_beach_those_with_one_berth_free_are_looked_at(capsys):
    replay = Replay(GameRecord.from_json(text(running(before_a_voyage()))))
    ply, fleets = next((ply, fleets) for ply, _ in replay if all(fleets := fleets_of(replay.game)))
    told = answer(capsys, GOLDEN, "--ply", ply)
    assert f"with one boat more, {replay.game.active_colour}" in told
    for fleet in fleets[0]:
        assert replay.game.active_colour in fleet.boats
        assert f"{fleet.island} {fleet.beach}" in told


def test_a_position_without_voyages_says_so(capsys):
    assert "no beach is full" in answer(capsys, GOLDEN, "--ply", 0)


def test_what_is_left_out_is_said(capsys, monkeypatch):
    planning.plan.cache_clear()
    monkeypatch.setattr(planning, "FEW", 0)
    monkeypatch.setattr(planning, "AT_LEAST", 0)
    told = answer(capsys, GOLDEN, "--ply", before_a_voyage(), "--bound", 0.25)
    planning.plan.cache_clear()
    share = float(told.partition("left out: at most ")[2].partition(" %")[0])
    assert 0 < share <= 25


@pytest.mark.parametrize("words", [["--ply", "9999"], ["--game", "0"], ["--bound", "2"]])
def test_what_cannot_be_is_refused(words, capsys):
    assert run(["odds", str(GOLDEN), *words]) in (1, 2)
    assert capsys.readouterr().err.startswith("tongiaki: ")
