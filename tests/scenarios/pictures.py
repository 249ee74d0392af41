"""The pictures of the rules page: small positions, and what the engine makes of some lines in them.

    python -m tests.scenarios.pictures        writes web/src/learn/pictures.json anew

Each picture is a scenario (`tests.scenarios.table`): the reference plays along. Only the tiles in sight go into the
picture; what happens there is told by the engine's own effects.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tests.scenarios.table import Table, laid
from tongiaki.server.protocol import EFFECTS

FILE = Path(__file__).parents[2] / "web/src/learn/pictures.json"


class Scene(NamedTuple):
    """Tiles in words, what else the table is set with, and the lines that are played (none: a still picture)."""

    tiles: str
    table: dict[str, Any]
    lines: tuple[str, ...] = ()


def chain(tiles: str, *lines: str, **table: Any) -> Scene:
    """A scene at the start of a chain."""
    return Scene(tiles, {"phase": "chain", **table}, lines)


RING = (
    "Samoa beyond Tonga 3, Fiji beyond Samoa 1, Hawaii beyond Samoa 2, Oahu beyond Samoa 3, "
    "Tahiti beyond Samoa 4, Tuvalu beyond Samoa 5"
)

SCENES: dict[str, Scene] = {
    # The start page: one fleet finds an island, one is lost.
    "start": chain(
        "Samoa beyond Tonga 1, Nauru beyond Tonga 5, Rapa Nui at -2 1 turned 4",
        *(
            "sail Tonga 4",
            "draw I",
            "draw Tahiti",
            "land Tahiti b red",
            "land Tahiti a blue",
            "land Tahiti c yellow",
        ),
        *("sail Tonga 2", "draw A"),
        red="Tonga ce, Samoa b, Nauru b",
        blue="Tonga cce, Samoa bc, Rapa Nui a",
        yellow="Tonga e, Nauru bc, Rapa Nui b",
        green="Tonga a, Rapa Nui a, Samoa c",
    ),
    # one of each kind.
    "tiles": Scene("K beyond Tonga 3, Tahiti beyond Tonga 4", {"red": "Tonga d", "blue": "Tahiti b"}),
    #
    "setup": Scene("", {"phase": "setup", "red": "Tonga a", "blue": "Tonga d"}, ("place Tonga d",)),
    # two boats there, so two more; one beach is full then.
    "grow": Scene(
        "Samoa beyond Tonga 3", {"red": "Samoa ab", "blue": "Samoa a, Tonga a"}, ("expand Samoa ac",)
    ),
    #
    "move": Scene(
        "Samoa beyond Tonga 3, Nauru beyond Tonga 2, Fiji beyond Tonga 4",
        {"red": "Samoa abbcc, Tonga adfe, Nauru abc, Fiji abc", "blue": "Tonga b"},
        ("expand Samoa a from Tonga e",),
    ),
    #
    "enter": Scene(
        "Samoa beyond Tonga 3",
        {"red": "", "blue": "Samoa b, Tonga a", "players": [["red"], ["blue"]]},
        ("enter Tonga be",),
    ),
    # The first pictured example: two colours sail north, meet a 4 and are lost.
    "lost": chain("", "sail Tonga 3", "draw A", red="Tonga dd, Tonga b", blue="Tonga d, Tonga e"),
    # The second: from a beach with two berths, by its lower pier, two colours pass a 2 and find an island.
    "passed": chain(
        "Hawaii beyond Tonga 3",
        *("sail Hawaii 5", "draw I", "draw Tahiti", "land Tahiti b red", "land Tahiti c blue"),
        red="Hawaii bc, Tonga f",
        blue="Hawaii c, Tonga a",
    ),
    # the number counts each time.
    "again": chain(
        "I beyond Tonga 3, Tahiti beyond I 4",
        "sail Tonga 3",
        red="Tonga ddd, Tahiti b",
        blue="Tahiti c, Tonga b",
    ),
    #
    "refused": chain(
        "Samoa beyond Tonga 3",
        *("sail Tonga 3", "land Tonga a red", "land Tonga d red", "land Tonga e blue"),
        red="Tonga dd, Tonga b",
        blue="Tonga d, royal Samoa",
    ),
    # home again by two tiles of calm water.
    "loop": chain(
        "Samoa beyond Tonga 3, P beyond Samoa 3, O beyond Samoa 4",
        *("sail Samoa 3", "land Samoa a red", "land Samoa b blue", "land Samoa c red", "land Samoa b blue"),
        red="Samoa bb, Tonga a",
        blue="Samoa bb, Tonga d",
    ),
    # every beach gets one boat first.
    "landing": chain(
        "Samoa beyond Tonga 3",
        *("sail Tonga 3", "land Samoa b red", "land Samoa a blue", "land Samoa c red"),
        red="Tonga dd",
        blue="Tonga d, Samoa b, Tonga a",
    ),
    # more boats than berths.
    "crowded": chain(
        "Nauru beyond Tonga 3, Fiji beyond Tonga 4",
        *("sail Fiji 1", "land Nauru a red", "land Nauru b blue", "land Nauru c red"),
        red="Fiji aa, Nauru a, Tonga a",
        blue="Fiji aa, Nauru bc",
        green="Fiji a, Nauru b, Tonga e",
    ),
    # a landing fills a beach, and that sails too.
    "chain": chain(
        "Nauru beyond Tonga 3, Tokelau beyond Tonga 2",
        *("sail Tonga 3", "land Nauru a red", "land Nauru b blue", "land Nauru c red"),
        *("sail Nauru 1", "land Tokelau b red", "land Tokelau a blue"),
        red="Tonga dd, Tonga f",
        blue="Tonga d, Nauru a, Tokelau a",
    ),
    # several full beaches, in any order.
    "several": chain(
        "Samoa beyond Tonga 2, Nauru beyond Tonga 4",
        *("sail Tonga 4", "land Nauru a blue", "land Nauru b blue", "land Nauru c red"),
        *("sail Tonga 2", "land Samoa a red", "land Samoa b red", "land Samoa c blue"),
        red="Tonga cce",
        blue="Tonga cee, Samoa b",
    ),
    #
    "endless": Scene(
        RING,
        {
            "red": "Samoa aabbcc",
            "blue": "royal Fiji, royal Hawaii",
            "green": "royal Oahu, royal Tahiti",
            "yellow": "royal Tuvalu",
            "active": "red",
        },
        ("expand Samoa abc",),
    ),
    #
    "king": Scene(
        "Samoa beyond Tonga 3", {"red": "Samoa abbc, Tonga a", "blue": "Tonga ad"}, ("king Samoa",)
    ),
    "tonga": Scene("Samoa beyond Tonga 3", {"red": "Tonga abde", "blue": "Samoa abc"}),
    #
    "resettle": Scene(
        "Samoa beyond Tonga 3",
        {"red": "Tonga ab, Samoa a", "blue": "Samoa bbc, Tonga d"},
        ("resettle", "draw G", "lay Tonga 4", "draw Tahiti", "lay G 4", "settle Tahiti b"),
    ),
    # nothing is left to turn up; the tiles out of sight lie elsewhere.
    "empty": chain(
        "Samoa beyond Tonga 3", "sail Tonga 4", red="Tonga ee, Samoa b", blue="Tonga e, Samoa c", deck=""
    ),
    # an island counts for everybody there, a royal one for its owner.
    "score": Scene(
        "Samoa beyond Tonga 3, Tahiti beyond Tonga 2",
        {"red": "Samoa ab, royal Tahiti", "blue": "Samoa b, Tonga a"},
    ),
    # green is a stranger to red although both are one player's.
    "two": Scene(
        "Samoa beyond Tonga 3",
        {
            "red": "Samoa ab",
            "green": "Samoa b, Tonga a",
            "blue": "Tonga d, Samoa c",
            "yellow": "Tonga de",
            "players": [["red", "green"], ["blue", "yellow"]],
            "rules": {"two_colours": True},
        },
    ),
}


def picture(scene: Scene) -> dict[str, Any]:
    """The position before, and the effects."""
    table = Table(scene.tiles, **scene.table)
    before = table.position
    effects: list[Any] = []
    for line in scene.lines:
        table.play(line)
        effects += [msgspec.to_builtins(EFFECTS[type(effect).__name__](*effect)) for effect in table.effects]
    shown = laid(scene.tiles)
    before["tiles"] = {name: place for name, place in before["tiles"].items() if name in shown}
    return {"before": before, "effects": [e for e in effects if e["effect"] not in QUIET]}


QUIET = {"turn_began", "end_triggered", "game_over"}
"""Effects that change nothing on the board."""


def text() -> str:
    """The file: a picture a line."""
    lines = [f"  {json.dumps(name)}: {json.dumps(picture(scene))}" for name, scene in SCENES.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
