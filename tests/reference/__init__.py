"""The rules of `docs/rules.md` once more: slow, plain, written from the text alone.

Nothing here knows the engine. The tests play both side by side and compare every legal list and every position.
"""

from tests.reference.board import COLOURS, DIRECTIONS, ISLANDS, WATERS, Board
from tests.reference.endless import is_endless
from tests.reference.game import DEFAULTS, OPTIONS, PRESETS, Reference
from tests.reference.landing import next_berths
from tests.reference.score import scores, winners

__all__ = [
    "COLOURS", "DEFAULTS", "DIRECTIONS", "ISLANDS", "OPTIONS", "PRESETS", "WATERS", "Board", "Reference", "is_endless",
    "next_berths", "scores", "winners",
]  # fmt: skip
