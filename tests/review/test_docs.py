"""docs/review.md says what is so."""

import doctest
from pathlib import Path


def test_the_examples_of_the_page_are_what_comes_out():
    page = Path(__file__).parents[2] / "docs" / "review.md"
    failures, examples = doctest.testfile(str(page), module_relative=False)
    assert examples == 6
    assert failures == 0
