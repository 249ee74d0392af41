"""The options of section 12, their presets, and nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from tongiaki.engine.errors import RuleError, nearest

OPTIONS: dict[str, tuple[Any, ...]] = {
    "setup_same_beach": ("allowed", "avoid"),
    "expand_fewer": (False, True),
    "expand_spread": ("one_per_beach", "free"),
    "expand_cap": ("beaches", "none"),
    "crossing": ("at_least", "exact"),
    "landing_spread": ("each_beach", "empty_first", "free"),
    "royal_limit": (2, 0, 1, 3, "unlimited"),
    "resettlement": (True, False),
    "resettle_boats": (1, 2),
    "end_completion": ("finish_turn", "finish_voyage", "immediate"),
    "tie_break": ("bsw", "shared"),
    "idle_rounds": (20, 10, 0),
    "two_colours": (False, True),
}
"""Each option's values, the default first (rules, section 12)."""

_NL_1 = {
    "expand_spread": "free",
    "crossing": "exact",
    "landing_spread": "empty_first",
    "royal_limit": "unlimited",
    "resettlement": False,
    "tie_break": "shared",
}
PRESETS: dict[str, dict[str, Any]] = {
    "BrettspielWelt": {},
    "NL-1": _NL_1,
    "NL-2": {k: v for k, v in _NL_1.items() if k != "crossing"} | {"expand_cap": "none"},
}
"""The presets: options that differ from the default."""


def _same(a: object, b: object) -> bool:
    return type(a) is type(b) and a == b


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The options of one game (rules, section 12). Raises `RuleError` for a value that is not allowed."""

    setup_same_beach: str = "allowed"
    expand_fewer: bool = False
    expand_spread: str = "one_per_beach"
    expand_cap: str = "beaches"
    crossing: str = "at_least"
    landing_spread: str = "each_beach"
    royal_limit: int | str = 2
    resettlement: bool = True
    resettle_boats: int = 1
    end_completion: str = "finish_turn"
    tie_break: str = "bsw"
    idle_rounds: int = 20
    two_colours: bool = False

    def __post_init__(self) -> None:
        for name, allowed in OPTIONS.items():
            value = getattr(self, name)
            if not any(_same(value, a) for a in allowed):
                raise RuleError(
                    f"option {name} cannot be {value!r}; allowed: {', '.join(map(repr, allowed))}"
                )

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> "Rules":
        """Rules from a mapping of the options that differ. Raises `RuleError` that names the nearest option."""
        for name in options:
            if name not in OPTIONS:
                raise RuleError(f"there is no option {name!r}{nearest(name, OPTIONS)}")
        return cls(**options)

    @classmethod
    def preset(cls, name: str, **options: Any) -> "Rules":
        """A preset by name, with options of your own on top."""
        if name not in PRESETS:
            raise RuleError(f"there is no preset {name!r}{nearest(name, PRESETS)}")
        return cls.of(PRESETS[name] | options)

    def differences(self) -> dict[str, Any]:
        """The options that differ from the default, as a record stores them."""
        return {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != f.default}
