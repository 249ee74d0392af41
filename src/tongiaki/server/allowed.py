"""What a setting may be: with one that cannot be meant the server does not start, and says what could be.

Of the wrong kind it is refused where it is read (`settings`).
"""

import ipaddress
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from difflib import get_close_matches
from importlib.util import find_spec
from typing import Any

from tongiaki.server.cannot_serve import CannotServe
from tongiaki.server.settings import CLIENT, CONFIG, Settings

Check = tuple[Callable[[Any], bool], str]
"""Whether a value is allowed, and what is, in words."""

PREFIX = "TONGIAKI_"

NEAR = 0.8
"""How alike a variable must be to a setting, so that nothing else can be meant."""

_NAME = re.compile(r"(?!-)[\w-]+(\.[\w-]+)*", re.ASCII)


def check(settings: Settings) -> None:
    """`CannotServe` for a value that cannot be."""
    for field in fields(settings):
        value = getattr(settings, field.name)
        allowed, words = CHECKS.get(field.name) or _number(field.default)
        if not allowed(value):
            raise CannotServe(f"{field.name} is {value!r}, but must be {words}")


def check_names(environment: Iterable[str]) -> None:
    """`CannotServe` for a variable that is none of ours, but was meant to be one. Others may be of other programs."""
    known = {field.name for field in fields(Settings)}
    for variable in environment:
        name = variable.removeprefix(PREFIX).lower()
        is_other = not variable.startswith(PREFIX) or variable == CONFIG or name in known
        if not is_other and (near := get_close_matches(name, known, 1, NEAR)):
            raise CannotServe(f"there is no setting {variable} ({PREFIX}{near[0].upper()}?)")


def _number(default: object) -> Check:
    """Numbers may be 0, others are looked at where they are used."""
    return _at_least(0) if isinstance(default, int | float) else (lambda value: True, "")


def _at_least(least: float) -> Check:
    return lambda value: math.isfinite(value) and value >= least, f"{least:g} or more"


def _one_of(*words: object) -> Check:
    return lambda value: value in words, " or ".join(map(str, words))


def _words(value: str) -> list[str]:
    return [word.strip() for word in value.split(",") if word.strip()]


def _each(allowed: Callable[[str], bool], words: str) -> Check:
    return lambda value: all(map(allowed, _words(value))), f"{words}, with commas between them"


def _is_network(word: str) -> bool:
    try:
        ipaddress.ip_network(word)
    except ValueError:
        return word == "*"
    return True


def _is_host(word: str) -> bool:
    return bool(_NAME.fullmatch(word)) or _is_network(word.strip("[]"))


def _is_reached(value: str) -> bool:
    host, _, port = value.rpartition(":")
    return not value or (_is_host(host) and port.isdecimal() and 0 < int(port) < 65536)


def _is_origin(word: str) -> bool:
    return _is_host(word) or _is_reached(word)


def _is_module(name: str) -> bool:
    try:
        return name == Settings.bot_worker or find_spec(name) is not None
    except (ImportError, ValueError):
        return False


CHECKS: Mapping[str, Check] = {
    "port": (lambda port: 0 <= port < 65536, "0 to 65535"),
    "reached_at": (_is_reached, "HOST:PORT"),
    "synchronous": _one_of("NORMAL", "FULL", "EXTRA", "OFF"),
    "private_notices": _one_of(0, 1),
    "bot_worker": (_is_module, "a module of Python"),
    "client": (lambda folder: folder == CLIENT or folder.is_dir(), "a folder that is there"),
    "hosts": _each(_is_host, "names as in tongiaki.example.org"),
    "trusted_proxies": _each(_is_network, "addresses or networks as in 10.0.0.0/8"),
    "allowed_origins": _each(_is_origin, "names as in tongiaki.example.org, or with :PORT"),
    **dict.fromkeys(
        ("bot_workers", "odds_at_once", "most_odds", "most_in_room", "most_sockets"), _at_least(1)
    ),
    **dict.fromkeys(("most_body", "most_message", "most_lines", "most_waiting"), _at_least(1)),
}
