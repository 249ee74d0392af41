"""docs/notation.md says what is so."""

import json
import re
from pathlib import Path

import pytest

from tongiaki.records import GameRecord, NotationError, parse
from tongiaki.records.notation import KINDS
from tongiaki.records.replay import verify

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
LINES = re.findall(r"^\| (?:setup|turn|a tile|after|chain|landing).* \| `([^`]+)` \|", PAGE, re.MULTILINE)
REFUSED = re.findall(
    r"^\| `([^`]+)` \| (.*) \|$", PAGE.partition("is refused with")[2].partition("## ")[0], re.MULTILINE
)
BLOCKS = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)


def test_every_kind_of_decision_has_an_example_that_is_one():
    assert {parse(line).kind for line in LINES} == set(KINDS)
    assert [parse(line).line for line in LINES] == LINES


@pytest.mark.parametrize(("line", "said"), REFUSED)
def test_the_refusals_are_worded_as_shown(line, said):
    with pytest.raises(NotationError) as caught:
        parse(line)
    assert caught.value.problem == said


def test_the_record_written_by_hand_leads_to_the_position_shown():
    assert len(REFUSED) == 4
    record, position = BLOCKS
    assert verify(GameRecord.from_json(record)).game.position() == json.loads(position)


def test_the_program_shown_runs(capsys):
    program = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert program is not None
    exec(program[1], {"line": BLOCKS[0]})
    assert json.loads(capsys.readouterr().out.splitlines()[-1]) == json.loads(BLOCKS[0])
