"""`tongiaki show`: the board as text and as a picture."""

import re
import xml.etree.ElementTree as ET

import pytest

from tests.records.samples import GOLDEN, golden, running, text
from tongiaki.cli import run
from tongiaki.cli.board_svg import centre, svg, towards
from tongiaki.cli.board_text import drawn
from tongiaki.cli.show import parts
from tongiaki.records import GameRecord
from tongiaki.records.catalogue import DIRECTIONS, ISLANDS
from tongiaki.records.replay import Replay

POSITION = {
    "tiles": {"Tonga": [0, 0, 0], "P": [0, 1, 3], "Samoa": [-1, 1, 5], "Nauru": [0, -1, 0]},
    "boats": {"Samoa a": {"red": 1, "blue": 1}, "Samoa b": {"orange": 3}},
    "royal": {"Nauru": "purple"},
    "supply": {"red": 14, "blue": 14, "orange": 12, "purple": 14},
}

BOARD = r"""
                    ___________
                   /     3     \
                  /   Nauru 2   \
                 /2    royal    4\
                /     PURPLE      \
                \                 /
                 \1             5/
    ___________   \             /
   /     4     \   \___________/
  /   Samoa 5   \  /     3     \
 /3    a RB·    5\/   Tonga 0   \
"""


def lines_of(canvas):
    return [line.plain for line in canvas.part(0, canvas.width)]


def test_a_board_can_be_read_without_colours():
    board = "\n".join(lines_of(drawn(POSITION)))
    for words in ("Samoa 5", "a RB·", "b OOO·", "c ·····", "royal", "PURPLE", "~ P ~", "N–NW: 0", "S–SW: 0"):
        assert words in board


def test_neighbours_share_an_edge():
    lines = lines_of(
        drawn({"tiles": {"Tonga": [0, 0, 0], "K": [1, 0, 0], "L": [0, 1, 0]}, "boats": {}, "royal": {}})
    )
    assert lines[4].startswith("/")
    assert lines[8].startswith(r"   \___________/ ")
    assert len(lines) == 17
    assert max(map(len, lines)) == 15 + 19


def test_a_wide_board_is_shown_in_parts(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    assert run(["show", str(GOLDEN), "--game", "17"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert max(len(line) for line in told if not line.startswith("(the board")) <= 60
    assert "shown in 3 parts from left to right" in "\n".join(told)
    board = "\n".join(told)
    final = Replay(GameRecord.from_dict(golden(16)))
    for tile in final.to_ply(len(final.record.moves)).position()["tiles"]:
        assert re.search(rf"{tile} \d" if tile in ISLANDS else rf"~ {tile} ~", board)


def test_a_board_that_fits_is_shown_whole(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    assert run(["show", str(GOLDEN), "--game", "17"]) == 0
    assert "parts" not in capsys.readouterr().out


def test_a_narrow_terminal_crops(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "12")
    assert run(["show", str(GOLDEN), "--ply", "4"]) == 0
    assert "cropped" in capsys.readouterr().out


@pytest.mark.parametrize(("board", "terminal"), [(139, 80), (139, 19), (139, 138), (34, 33)])
def test_parts_hold_every_column_of_tiles(board, terminal):
    strips = parts(board, terminal)
    for column in range((board - 4) // 15):
        assert any(left <= column * 15 and column * 15 + 19 <= right for left, right in strips)
    assert all(right - left <= terminal for left, right in strips)


def test_who_stands_how_is_told(tmp_path, capsys):
    file = tmp_path / "game.jsonl"
    file.write_text(text(running(8)), "utf-8")
    assert run(["show", str(file)]) == 0
    told = capsys.readouterr().out
    assert "ply 8 of 8, red decides (landing, the fleet: " in told
    assert "R red 0 points, 1 island" in told or "R red 3 points" in told
    assert "tiles left: 30" in told


def test_the_end_is_told(capsys):
    assert run(["show", str(GOLDEN)]) == 0
    assert "over (last water tile), won by Blue" in capsys.readouterr().out


def test_a_picture_is_well_formed_and_holds_every_tile_and_boat(tmp_path, capsys):
    out = tmp_path / "board.svg"
    assert run(["show", str(GOLDEN), "--game", "17", "--svg", str(out)]) == 0
    assert capsys.readouterr().out == ""
    root = ET.fromstring(out.read_text("utf-8"))
    titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    final = Replay(GameRecord.from_dict(golden(16)))
    position = final.to_ply(len(final.record.moves)).position()
    assert set(position["tiles"]) <= set(titles)
    for colour, left in position["supply"].items():
        assert titles.count(colour) == 15 - left


def test_the_picture_follows_the_directions_of_the_rules():
    for direction, (q, r) in enumerate(DIRECTIONS):
        there, halfway = centre(q, r), towards(direction, 100 * 3**0.5 / 2)
        assert there == (pytest.approx(2 * halfway[0], abs=1e-6), pytest.approx(2 * halfway[1], abs=1e-6))
    assert centre(0, 1)[1] > 0


def test_names_are_escaped_in_a_picture():
    ET.fromstring(svg(POSITION, "<&>"))
