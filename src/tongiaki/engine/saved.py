"""A whole state in and out: `tongiaki-state/1` as JSON values and as bytes, and the key of a state.

Works on the fields of `State` by name (`Game.numbers`). `reading` is the way in for JSON values; position and phase
are written down by `shown`.

Keys of `tongiaki-state/1`: `format`, `players` (colour lists in turn order) and `position` (rules, section 13) must be
there. The rest has defaults: `rules`; `phase` (turn); `active` (the first colour); `deck_left` (all tiles that are
neither laid, in hand nor removed); `removed`; `turn`, `voyages`, `quiet`, `idle`, `passes` (0); `tile_laid`, `passed`
(false); `ended` (the reason, once the end is triggered, R-9.1, or over). At sea, in hand and landing: `fleet`, `from`
(the island left), `for` (fleet, resettlement, chain), `beside` and `direction` (at a draw for a fleet: the tile it
stands on, and where it looks), `drew`, `sent`, `hand`, `island` (landed on, or to settle), `first` and `received`
(letters of the beaches that come first, and that have received a boat), `landed` (boats by beach).
"""

import json
import struct
import zlib
from collections.abc import Sequence
from typing import Any

from tongiaki.engine.catalogue import COLOURS
from tongiaki.engine.constants import DRAW, LANDING, LAY, OVER, SETTLE
from tongiaki.engine.errors import StateError
from tongiaki.engine.rules import Rules
from tongiaki.engine.state import ARRAYS, NUMBERS

FORMAT = "tongiaki-state/1"
PHASES = ("setup", "turn", "chain", "landing", "lay", "settle", "draw", "over")
DRAWN_FOR = ("fleet", "resettlement", "chain")
COUNTERS = ("turn", "voyages", "quiet", "idle", "passes")
FLAGS = ("tile_laid", "passed")
Numbers = dict[str, Any]


def turn_order(players: Sequence[Sequence[str]]) -> list[tuple[int, str]]:
    """(player, colour) in the order of play: A1 B1 (C1) A2 B2 (C2) (R-2.1, R-11.1)."""
    return [(n, colours[k]) for k in range(len(players[0])) for n, colours in enumerate(players)]


def players_of(numbers: Numbers) -> list[list[str]]:
    """The colours of each player, in turn order."""
    order = numbers["order"][: numbers["colours"]]
    return [[COLOURS[c] for c in order if numbers["player"][c] == p] for p in range(numbers["players"])]


def state_of(players: list[list[str]], rules: Rules, shown: dict[str, Any]) -> dict[str, Any]:
    """The whole state as JSON values. shown: the position, and the rest beside it."""
    return {"format": FORMAT, "rules": rules.differences(), "players": players} | shown


# -- bytes -------------------------------------------------------------------------------------------------------------

_MAGIC = b"tgk1"


def pack(numbers: Numbers, rules: Rules) -> bytes:
    """Magic, checksum, rules as JSON with its length, arrays, scalars (8 bytes each, little-endian)."""
    options = json.dumps(rules.differences(), separators=(",", ":")).encode()
    body = struct.pack("<H", len(options)) + options
    body += b"".join(bytes(numbers[name]) for name in ARRAYS)
    body += struct.pack(f"<{len(NUMBERS)}q", *(int(numbers[name]) for name in NUMBERS))
    return _MAGIC + struct.pack("<I", zlib.crc32(body)) + body


def unpack(data: bytes) -> tuple[Rules, list[list[str]], Numbers]:
    """Rules, players and fields from `pack`. Raises `StateError` for damaged bytes."""
    body = data[8:]
    if data[:4] != _MAGIC or len(data) < 10 or struct.unpack("<I", data[4:8])[0] != zlib.crc32(body):
        raise StateError("these bytes are not a state, or are damaged; they must come from Game.to_bytes()")
    at = 2 + struct.unpack_from("<H", body)[0]
    rules = Rules.of(json.loads(body[2:at]))
    numbers: Numbers = {}
    for name, size in ARRAYS.items():
        numbers[name] = list(body[at : at + size])
        at += size
    numbers |= zip(NUMBERS, struct.unpack_from(f"<{len(NUMBERS)}q", body, at), strict=True)
    return rules, players_of(numbers), numbers


def key_of(numbers: Numbers, rules: Rules) -> bytes:
    """Bytes of what decides the future: the phase's own fields and the clocks, not what is only shown."""
    tidy = dict(numbers)
    stage = numbers["stage"]
    at_sea = stage == DRAW and numbers["draw_for"] == 0
    gone = ["turn", "voyages", "fleet_size"]
    if stage != LANDING:
        gone += ["first", "received", "landed"]
    if stage not in (LANDING, SETTLE):
        gone += ["here"]
    if not at_sea:
        gone += ["at_tile", "at_direction", "from_island", "fleet_colours"]
    if not at_sea and stage != LANDING:
        gone += ["drew", "sent"]
    if stage not in (DRAW, LAY):
        gone += ["draw_for"]
    if stage != LAY:
        gone += ["hand"]
    if PHASES[stage] in ("setup", "turn", "settle", "over"):
        gone += ["quiet"]
    if PHASES[stage] in ("turn", "over"):
        gone += ["tile_laid", "passed"]
    if stage == OVER:
        gone += ["idle", "passes", "seat"]
    for name in gone:
        tidy[name] = [0] * ARRAYS[name] if name in ARRAYS else 0
    return pack(tidy, rules)
