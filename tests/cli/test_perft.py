"""`tongiaki perft`: lines of play, the deck dealing."""

import pytest

from tests.records.samples import running, text
from tongiaki.cli import run
from tongiaki.records import GameRecord
from tongiaki.records.replay import Replay, deal


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text(text(running(40)), "utf-8")
    return path


def counted(capsys, *words):
    assert run(["perft", *map(str, words)]) == 0
    *lines, total = (line.rsplit(": ", 1) for line in capsys.readouterr().out.splitlines())
    assert total[0] == "total"
    assert int(total[1]) == sum(int(count) for _, count in lines)
    return dict(lines), int(total[1])


def slowly(game, deck, drawn, depth):
    drawn += deal(game, deck, drawn)
    if depth == 0:
        return 1
    total = 0
    for line in game.legal_lines():
        after = game.copy()
        after.play(line)
        total += slowly(after, deck, drawn, depth - 1)
    return total


@pytest.mark.parametrize("ply", [0, 3, 7, 8, 12, 40])
def test_lines_of_play_are_counted_with_the_decks_tiles(file, ply, capsys):
    replay = Replay(GameRecord.from_json(file.read_text("utf-8")))
    game = replay.to_ply(ply)
    for depth in (1, 2, 3):
        lines, total = counted(capsys, file, "--ply", ply, "--depth", depth)
        assert list(lines) == sorted(game.legal_lines())
        assert total == slowly(game.copy(), replay.record.deck, replay.drawn, depth)


def test_setup_is_known(file, capsys):
    assert counted(capsys, file, "--ply", 0, "--depth", 2)[1] == 36
    assert counted(capsys, file, "--ply", 0, "--depth", 1)[0] == {
        f"place Tonga {beach}": "1" for beach in "abcdef"
    }


def test_a_deck_that_runs_out_is_said(tmp_path, capsys):
    path = tmp_path / "short.jsonl"
    path.write_text(text(running(7, deck=0)), "utf-8")
    assert run(["perft", str(path), "--ply", "7", "--depth", "2"]) == 0
    told = capsys.readouterr().out
    assert "sail Tonga 0: 0 (cut short: 1)" in told or "(cut short: 1)" in told
    assert "the deck runs out: it lists 0 tiles" in told


def test_a_ply_beyond_the_record_is_refused(file, capsys):
    assert run(["perft", str(file), "--ply", "41", "--depth", "1"]) == 1
    assert "there is no ply 41; the record has plies 0 to 40" in capsys.readouterr().err


def test_a_record_that_is_not_there_is_refused(file, capsys):
    assert run(["perft", str(file), "--ply", "0", "--depth", "1", "--game", "2"]) == 1
    assert "holds 1 record, there is no number 2" in capsys.readouterr().err
