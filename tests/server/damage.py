"""What a bad line, a faulty client or somebody malicious makes of a message."""

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

STRANGE: Sequence[Any] = (
    *(
        None,
        True,
        -1,
        0,
        2**31,
        2**63,
        10**40,
        1.5,
        -0.0,
        1e308,
        "",
        " ",
        "0",
        "-1",
        "x" * 300,
        "\u202e",
        "\ud800",
    ),
    *(
        "\x00",
        "🛶" * 50,
        "../../etc/passwd",
        "<script>alert(1)</script>",
        "'; DROP TABLE game; --",
        "%s%n",
        "{}",
    ),
    *([], {}, [[]], [None], {"": None}, {"type": "play"}, ["place Tonga a"] * 70, {"royal_limit": []}),
)
"""Values that no field is for."""


def damaged(text: str, rng: Random) -> str | bytes:
    """The message with one fault: in its bytes, its length or its meaning."""
    return rng.choice(_FAULTS)(text, rng)


def _flipped(text: str, rng: Random) -> bytes:
    noise = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(rng.randrange(1, 6)):
        if noise:
            noise[rng.randrange(len(noise))] = rng.randrange(256)
    return bytes(noise)


def _cut(text: str, rng: Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _doubled(text: str, rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[rng.randrange(len(text) + 1) :] + text


def _deep(text: str, rng: Random) -> str:
    depth = rng.choice([10, 500, 9000])
    return rng.choice(["[" * depth, '{"a":' * depth, "[" * depth + text + "]" * depth])


def _oversized(text: str, rng: Random) -> str:
    return text[:-1] + " " * rng.choice([30_000, 40_000, 120_000]) + text[-1:]


def _strange(text: str, rng: Random) -> str:
    """One value of it, at any depth, is another one."""
    value = json.loads(text)
    places = list(_places(value))
    if places:
        holder, key = rng.choice(places)
        holder[key] = rng.choice(STRANGE)
    return json.dumps(value)


def _without(text: str, rng: Random) -> str:
    value = json.loads(text)
    if isinstance(value, dict) and value:
        del value[rng.choice(list(value))]
    return json.dumps(value)


def _with_more(text: str, rng: Random) -> str:
    value = json.loads(text)
    if isinstance(value, dict):
        value[rng.choice(["session", "seat", "type", "id", "__proto__", "x" * 100])] = rng.choice(STRANGE)
    return json.dumps(value)


_FAULTS: Sequence[Callable[[str, Random], str | bytes]] = (
    *(_flipped, _cut, _doubled, _deep, _oversized, _strange, _strange, _strange, _without, _with_more),
)


def _places(value: Any) -> Any:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(items):
        yield value, key
        yield from _places(inner)
