"""docs/env.md says what is so: its programs run, its table has all parts."""

import re
from pathlib import Path
from typing import Any

import pytest

from tongiaki.engine import MOVE_COUNT
from tongiaki.env.observation import PARTS, SIZE

PAGE = (Path(__file__).parents[2] / "docs/env.md").read_text("utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_programs_run(program: str) -> None:
    names: dict[str, Any] = {}
    exec(program, names)
    assert "env" in names or "state" in names


def test_the_table_lists_every_part_with_its_shape() -> None:
    told: dict[str, tuple[int, ...]] = {}
    for names, shape in re.findall(r"^\| (`.*?`) \| ([\d ×]+) \|", PAGE, re.MULTILINE):
        for name in re.findall(r"`(\w+)`", names):
            told[name] = tuple(int(length) for length in shape.split("×"))
    assert told == PARTS
    assert f"uint8 ({SIZE},)" in PAGE
    assert f"Discrete({MOVE_COUNT})" in PAGE
