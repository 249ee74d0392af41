"""The bots there are, by name, with options: `greedy`, `navigator:nodes=500`; and those of others."""

import inspect
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tongiaki.bots.bot import Bot
from tongiaki.bots.foreign import FOREIGN, foreign_bot
from tongiaki.bots.levels import LEVELS
from tongiaki.engine.errors import TongiakiError, nearest


class UnknownBot(TongiakiError):
    """A bot's name that is not in `BOTS`, or an option it does not have; the message names the nearest."""


BOTS: dict[str, Callable[..., Bot]] = dict(LEVELS)
"""Each bot by name: what makes one from a source of chance of its own, and keyword options if it has any."""

NAME = re.compile(r"[^\W_][\w -]{0,19}")
"""The names that programs of others can be offered under."""


def make_bot(name: str, seed: int | str | None = None) -> Bot:
    """A bot by its name and options (`navigator:nodes=500:exploration=0.2`), or of others (`cmd:…`, `py:…`).

    With the same seed it decides alike in the same games. `UnknownBot` for a name or an option that is not there.
    """
    if name.startswith(FOREIGN):
        return foreign_bot(name, seed)
    make, options = found(name)
    return make(random.Random(seed), **options)


def found(name: str) -> tuple[Callable[..., Bot], dict[str, Any]]:
    """What makes the bot of this name, and the options in the name. `UnknownBot` if there is none."""
    plain, *texts = name.split(":")
    if plain not in BOTS:
        raise UnknownBot(f"there is no bot {plain!r}{nearest(plain, BOTS)}")
    make = BOTS[plain]
    known = list(inspect.signature(make).parameters)[1:]
    return make, dict(_option(plain, text, known) for text in texts)


def check_bot(name: str) -> None:
    """Raises `UnknownBot` if no such bot can be made; starts no process."""
    if not name.startswith(FOREIGN):
        found(name)
    elif not name.partition(":")[2].strip():
        raise UnknownBot(f"{name!r} names no program; it is cmd:PROGRAM ARGUMENTS or py:FILE.py:CLASS")


def offer(engines: str) -> list[str]:
    """Adds programs of others to `BOTS` under names of their own: `NAME=COMMAND; NAME=py:FILE.py:CLASS`.

    The names. `UnknownBot` for a text that is not of this form, or a name that another bot has.
    """
    offered: dict[str, str] = {}
    for part in filter(None, map(str.strip, engines.replace("\n", ";").split(";"))):
        name, _, program = (piece.strip() for piece in part.partition("="))
        if not NAME.fullmatch(name) or not program:
            raise UnknownBot(
                f"an engine is NAME=COMMAND, the name of letters, digits and hyphens, not {part!r}"
            )
        if name in offered or (name in BOTS and not isinstance(BOTS[name], _Offered)):
            raise UnknownBot(f"there is a bot {name!r} already")
        offered[name] = program if program.startswith(FOREIGN) else f"cmd:{program}"
    BOTS.update({name: _Offered(program) for name, program in offered.items()})
    return list(offered)


def withdraw(names: list[str]) -> None:
    """Takes back what `offer` has added."""
    for name in names:
        BOTS.pop(name, None)


@dataclass(frozen=True)
class _Offered:
    """Makes the bot of a program of others, as a class of ours does."""

    program: str

    def __call__(self, chance: random.Random) -> Bot:
        return foreign_bot(self.program, chance.getrandbits(63))


def _option(bot: str, text: str, known: list[str]) -> tuple[str, Any]:
    option, equals, value = text.partition("=")
    if not equals or option not in known:
        hint = nearest(option, known) if known else "; it has none"
        raise UnknownBot(f"{bot} has no option {text!r}{hint}")
    for kind in (int, float):
        try:
            return option, kind(value)
        except ValueError:
            continue
    return option, value
