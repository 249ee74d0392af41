"""The state of a game: flat arrays of small numbers, and the few changes that keep them in step.

Everything else in the engine reads these fields and changes them through `put`, `take`, `lay` and `remove`.
The deck is a set (`deck`, one bit a tile): its order does not exist here (R-1.4, decision 3 of the design).
"""

import cython

from tongiaki.engine.effects import Effect
from tongiaki.engine.rules import Rules

if not cython.compiled:
    from tongiaki.engine.constants import (
        BOATS_TAKEN,
        CENTRE,
        N_COLOURS,
        N_TILES,
        NONE,
        ROW,
    )
    from tongiaki.engine.tables import TABLES, lowest

    def copy_numbers(s: "State", new: "State") -> None:
        """Copy every field but rules and effects; compiled it is one block of memory (`state.pxd`)."""
        for name in ARRAYS:
            setattr(new, name, list(getattr(s, name)))
        for name in NUMBERS:
            setattr(new, name, getattr(s, name))


ARRAYS = {
    "boats": 282, "filled": 47, "own": 96, "crowd": 16, "ashore": 6, "supply": 6, "royal": 16, "royals": 6,
    "q": 32, "r": 32, "rotation": 32, "laid": 32, "near": 192, "order": 6, "player": 6, "fleet": 6, "landed": 36,
}  # fmt: skip
"""Names and lengths of the arrays; what each holds is said in `state.pxd`."""


class Options:
    """The options of section 12 as numbers, for the rule steps."""

    def __init__(self, rules: Rules) -> None:
        self.avoid = rules.setup_same_beach == "avoid"
        self.fewer = rules.expand_fewer
        self.heap = rules.expand_spread == "free"
        self.uncapped = rules.expand_cap == "none"
        self.exact = rules.crossing == "exact"
        self.landing = ("each_beach", "empty_first", "free").index(rules.landing_spread)
        self.royal_limit = rules.royal_limit if isinstance(rules.royal_limit, int) else 255
        self.resettlement = rules.resettlement
        self.resettle_boats = rules.resettle_boats
        self.completion = ("finish_turn", "finish_voyage", "immediate").index(rules.end_completion)
        self.idle_rounds = rules.idle_rounds


class Notes:
    """The buffer of effects: `count` rows of `ROW` numbers each."""

    count: int
    data: list[int]

    def __init__(self) -> None:
        self.count = 0
        if not cython.compiled:
            self.data = [0] * (1024 * ROW)


class State:
    """All that a game is; see `state.pxd` for each field."""

    # What each field holds is said in state.pxd.
    boats: list[int]
    filled: list[int]
    own: list[int]
    crowd: list[int]
    ashore: list[int]
    supply: list[int]
    royal: list[int]
    royals: list[int]
    q: list[int]
    r: list[int]
    rotation: list[int]
    laid: list[int]
    near: list[int]
    order: list[int]
    player: list[int]
    fleet: list[int]
    landed: list[int]
    full: int
    deck: int
    islands_left: int
    waters_left: int
    stage: int
    seat: int
    colours: int
    players: int
    placed: int
    turn: int
    voyages: int
    fleet_size: int
    fleet_colours: int
    from_island: int
    at_tile: int
    at_direction: int
    here: int
    received: int
    first: int
    drew: int
    sent: int
    quiet: int
    draw_for: int
    hand: int
    tile_laid: int
    idle: int
    passes: int
    passed: int
    reason: int
    ended: int
    watched: bool
    notes: Notes
    told: list[Effect]
    options: Options
    rules: Rules

    def blank(self) -> None:
        """Give an uncompiled state its fields (compiled fields are zero from the start)."""
        if not cython.compiled:
            for name, size in ARRAYS.items():
                setattr(self, name, [0] * size)
            for name in NUMBERS:
                setattr(self, name, 0)
            self.watched, self.told = False, []

    def empty(self) -> None:
        """An empty sea with all tiles but Tonga in the deck and Tonga laid at the centre (R-1.4, R-1.5)."""
        for tile in range(N_TILES):
            self.laid[tile] = 0
        for edge in range(192):
            self.near[edge] = NONE
        self.deck = 4294967294
        self.islands_left, self.waters_left = 15, 16
        lay(self, 0, CENTRE, CENTRE, 0)


NUMBERS = (
    "full", "deck", "islands_left", "waters_left", "stage", "seat", "colours", "players", "placed", "turn", "voyages",
    "fleet_size", "fleet_colours", "from_island", "at_tile", "at_direction", "here", "received", "first", "drew",
    "sent", "quiet", "draw_for", "hand", "tile_laid", "idle", "passes", "passed", "reason", "ended",
)  # fmt: skip


def put(s: State, beach: int, colour: int) -> None:
    """A boat of the colour onto a berth of the beach."""
    island = TABLES.island_of[beach]
    s.boats[beach * N_COLOURS + colour] += 1
    s.own[island * N_COLOURS + colour] += 1
    s.crowd[island] += 1
    s.ashore[colour] += 1
    s.filled[beach] += 1
    if s.filled[beach] == TABLES.berths[beach]:
        s.full |= TABLES.bit[beach]


def take(s: State, beach: int, colour: int, count: int) -> None:
    """Boats of the colour off the beach."""
    if count == 0:
        return
    island = TABLES.island_of[beach]
    if s.filled[beach] == TABLES.berths[beach]:
        s.full ^= TABLES.bit[beach]
    s.boats[beach * N_COLOURS + colour] -= count
    s.own[island * N_COLOURS + colour] -= count
    s.crowd[island] -= count
    s.ashore[colour] -= count
    s.filled[beach] -= count


def send_home(s: State, beach: int, cause: int) -> None:
    """All boats of a beach to their owners, with one effect."""
    if s.filled[beach] == 0:
        return
    island = TABLES.island_of[beach]
    if s.watched:
        note(s, BOATS_TAKEN, island, beach, cause, 0)
        note_boats(s, beach)
    for colour in range(N_COLOURS):
        count = s.boats[beach * N_COLOURS + colour]
        s.supply[colour] += count
        take(s, beach, colour, count)


def lay(s: State, tile: int, q: int, r: int, rotation: int) -> None:
    """A tile onto an empty place (R-1.5); neighbours get to know each other."""
    s.q[tile], s.r[tile], s.rotation[tile] = q, r, rotation
    s.laid[tile] = 1
    tiles = s.deck ^ (TABLES.bit[N_TILES] - 1)  # those that were drawn, and Tonga
    while tiles:
        other = lowest(tiles)
        tiles &= tiles - 1
        step = 128 * (s.q[other] - q) + s.r[other] - r
        step = step if step > 0 else -step
        # A tile that is not laid has place 0, 0, far from any other. One branch, seldom taken, for all six directions.
        if (step == 1) | (step == 127) | (step == 128):
            direction = direction_of(s.q[other] - q, s.r[other] - r)
            s.near[tile * 6 + direction] = other
            s.near[other * 6 + (direction + 3) % 6] = tile


def direction_of(dq: int, dr: int) -> int:
    """The direction of a neighbouring place, −1 if it is none."""
    for direction in range(6):
        if TABLES.step_q[direction] == dq and TABLES.step_r[direction] == dr:
            return direction
    return -1


def remove(s: State, tile: int) -> None:
    """R-6.2: a tile leaves the game, its place is empty again."""
    s.laid[tile] = s.q[tile] = s.r[tile] = s.rotation[tile] = 0
    for direction in range(6):
        other = s.near[tile * 6 + direction]
        if other != NONE:
            s.near[other * 6 + (direction + 3) % 6] = NONE
            s.near[tile * 6 + direction] = NONE


def active(s: State) -> int:
    """The colour that decides now: that places now (R-2.2), or whose turn it is."""
    return s.order[s.seat]


def note(s: State, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Write an effect into the buffer, if somebody watches."""
    if s.watched:
        row = s.notes.count * ROW
        s.notes.data[row] = kind
        s.notes.data[row + 1] = a
        s.notes.data[row + 2] = b
        s.notes.data[row + 3] = c
        s.notes.data[row + 4] = d
        for colour in range(N_COLOURS):
            s.notes.data[row + 5 + colour] = 0
        s.notes.count += 1


def note_count(s: State, colour: int, count: int) -> None:
    """Give the last effect its boats of a colour."""
    s.notes.data[(s.notes.count - 1) * ROW + 5 + colour] = count


def note_boats(s: State, beach: int) -> None:
    """Give the last effect the boats of a beach."""
    for colour in range(N_COLOURS):
        note_count(s, colour, s.boats[beach * N_COLOURS + colour])


def note_fleet(s: State, kind: int, a: int, b: int, c: int) -> None:
    """Write an effect with the boats of the fleet."""
    if s.watched:
        note(s, kind, a, b, c, 0)
        for colour in range(N_COLOURS):
            note_count(s, colour, s.fleet[colour])
