"""Each rule number of `docs/rules.md`, and each option, is the name or the words of a test."""

import re
from pathlib import Path

import pytest

from tests.reference import OPTIONS

ROOT = Path(__file__).parents[2]
RULES = sorted(set(re.findall(r"R-\d+\.\d+", (ROOT / "docs" / "rules.md").read_text("utf-8"))))
TESTS = "\n".join(
    line
    for folder in ("scenarios", "engine", "games")
    for path in sorted((ROOT / "tests" / folder).glob("test_*.py"))
    for line in path.read_text("utf-8").splitlines()
    if line.startswith("def test_")
)


def test_the_rules_have_the_numbers_of_sections_1_to_11() -> None:
    assert {int(rule[2:].split(".")[0]) for rule in RULES} == set(range(1, 12))
    assert len(RULES) >= 37


@pytest.mark.parametrize("rule", RULES)
def test_a_test_is_named_after_the_rule(rule: str) -> None:
    section, number = rule.removeprefix("R-").split(".")
    assert re.search(rf"_r_{section}_{number}_", TESTS), f"no test is named after {rule}"


@pytest.mark.parametrize("option", OPTIONS)
def test_a_test_is_named_after_the_option(option: str) -> None:
    assert re.search(rf"def test_{option}_", TESTS), f"no test is named after the option {option}"
