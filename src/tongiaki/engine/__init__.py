"""The rules of Tongiaki, and nothing but the rules (see `docs/engine.md`)."""

import warnings

from tongiaki.engine import turn
from tongiaki.engine.catalogue import BEACHES, COLOURS, ISLANDS, PIERS, ROUTES, TILES, VALUES, WATERS
from tongiaki.engine.effects import Effect
from tongiaki.engine.errors import (
    IllegalMove,
    IllegalReveal,
    NotationError,
    RuleError,
    StateError,
    TongiakiError,
)
from tongiaki.engine.fold import fold
from tongiaki.engine.game import Game
from tongiaki.engine.moves import LINES, MOVE_COUNT, line_of, move_of
from tongiaki.engine.outlook import Hop, Outlook
from tongiaki.engine.rollout import random_games
from tongiaki.engine.rules import OPTIONS, PRESETS, Rules

__all__ = [
    "BEACHES", "COLOURS", "COMPILED", "ISLANDS", "LINES", "MOVE_COUNT", "OPTIONS", "PIERS", "PRESETS", "ROUTES",
    "TILES", "VALUES", "WATERS", "Effect", "Game", "Hop", "IllegalMove", "IllegalReveal", "NotationError", "Outlook",
    "RuleError", "Rules", "StateError", "TongiakiError", "fold", "line_of", "move_of", "random_games",
]  # fmt: skip

COMPILED: bool = not str(turn.__file__).endswith(".py")
"""Whether the compiled engine runs."""

if not COMPILED:
    warnings.warn(
        "the engine runs uncompiled, dozens of times slower; install a C compiler and run `make kernel`, "
        "or reinstall the package",
        RuntimeWarning,
        stacklevel=2,
    )
