"""The engine's small numbers stand twice, as Python and as C enums: they must be the same."""

import re
from pathlib import Path

from tongiaki.engine import constants
from tongiaki.engine.effects import KINDS

ENUMS = Path(__file__).parents[2] / "src" / "tongiaki" / "engine" / "c_constants.pxd"


def test_the_c_enums_are_the_python_constants() -> None:
    in_c = {
        name: int(number) for name, number in re.findall(r"^    ([A-Z_]+) = (\d+)$", ENUMS.read_text(), re.M)
    }
    in_python = {name: number for name, number in vars(constants).items() if name.isupper()}
    assert in_c == in_python


def test_effects_have_the_numbers_of_their_kinds() -> None:
    for number, kind in enumerate(KINDS):
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).upper()
        assert getattr(constants, name) == number
