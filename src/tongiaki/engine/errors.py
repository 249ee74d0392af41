"""Errors of the engine, by name. Each message says what was wrong and what is allowed."""

from collections.abc import Iterable
from difflib import get_close_matches


class TongiakiError(ValueError):
    """The root of all errors the engine raises on bad input."""


class RuleError(TongiakiError):
    """An option or preset that does not exist, or a value that is not allowed (rules, section 12)."""


class NotationError(TongiakiError):
    """A line that is not in the notation (rules, section 13)."""


class IllegalMove(TongiakiError):
    """A move that is not legal now: `move`, `phase` and `legal` (all legal lines) tell which, when and what is."""

    def __init__(self, move: str, phase: str, legal: list[str], colour: str | None = None) -> None:
        self.move, self.phase, self.legal, self.colour = move, phase, legal, colour
        super().__init__(f"{move!r} is not legal in phase {phase!r}; legal now: {_listed(legal)}")


class IllegalReveal(TongiakiError):
    """A tile revealed that cannot be drawn now."""


class StateError(TongiakiError):
    """A saved state that cannot be: the message names the rule it breaks."""


def _listed(lines: list[str], most: int = 12) -> str:
    if not lines:
        return "nothing (no decision is asked for)"
    rest = f" … and {len(lines) - most} more" if len(lines) > most else ""
    return ", ".join(sorted(lines)[:most]) + rest


def nearest(name: object, names: Iterable[str]) -> str:
    """A hint `; did you mean 'X'?` for an unknown name, or the list of all where nothing is near."""
    known = [str(n) for n in names]
    near = get_close_matches(str(name), known, 1, 0.5)
    if not near:
        folded = {n.casefold(): n for n in known}
        near = [folded[m] for m in get_close_matches(str(name).casefold(), folded, 1, 0.5)]
    return f"; did you mean {near[0]!r}?" if near else f"; known: {', '.join(known)}"
