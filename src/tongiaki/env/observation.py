"""What a player sees, as bytes for a network, and which moves are legal, as a mask; compiled.

Everything is public: the state has no hidden part, and the deck is a set. Colours are told in the order of play from
the observer on (R-2.1, R-11.1), so that one network serves every seat. `LAYOUT` says what stands where.
"""

import cython

from tongiaki.engine.moves import MOVE_COUNT
from tongiaki.engine.tables import Moves

if not cython.compiled:
    from tongiaki.engine.constants import (
        DRAW,
        LANDING,
        LAY,
        N_BEACHES,
        N_COLOURS,
        N_ISLANDS,
        N_TILES,
        NONE,
        OVER,
        SETTLE,
    )
    from tongiaki.engine.game import Game
    from tongiaki.engine.state import active
    from tongiaki.engine.tables import TABLES
    from tongiaki.engine.turn import legal_moves

PARTS: dict[str, tuple[int, ...]] = {
    "boats": (47, 6),  # [beach, colour]
    "royal": (16, 6),  # [island, colour] 1 where it is king
    "laid": (32,),  # [tile] 1 on the board
    "left": (32,),  # [tile] 1 not drawn
    "q": (32,),  # [tile] axial place, 64 is Tonga's; 0 if not laid
    "r": (32,),
    "rotation": (32, 6),  # [tile, turns] one of six, none if not laid
    "supply": (6,),  # [colour]
    "royals": (6,),
    "fleet": (6,),  # boats at sea or still to land
    "landed": (6, 6),  # [beach of the island, colour] landed on this voyage
    "plays": (6,),  # [colour] 1 if it is in the game
    "mine": (6,),  # [colour] 1 if it is the observer's
    "active": (6,),  # [colour] 1 for the one that decides, or for which a tile is drawn
    "phase": (8,),  # one of setup, turn, chain, landing, lay, settle, draw, over
    "players": (1,),
    "from_island": (16,),  # at sea: the island left
    "here": (16,),  # landing, settle: the island
    "hand": (32,),  # lay: the tile in hand
    "at_tile": (32,),  # draw for a fleet: the tile it stands on
    "at_direction": (6,),  # … and where it looks
    "clocks": (
        5,
    ),  # voyages of this turn, quiet voyages, turns without a tile, passes, boats placed
    "flags": (
        5,
    ),  # a tile was laid, the turn was passed, this voyage drew, it sent a boat home, the end is triggered
    "received": (6,),  # [beach of the island] 1 if it has received a boat of the fleet
    "first": (6,),  # [beach of the island] 1 if it comes first
    "options": (11,),  # section 12, as numbers
}
"""The parts of an observation in their order, with their shapes."""


def _layout() -> tuple[dict[str, tuple[int, int, tuple[int, ...]]], int]:
    layout, at = {}, 0
    for name, shape in PARTS.items():
        size = 1
        for length in shape:
            size *= length
        layout[name] = (at, at + size, shape)
        at += size
    return layout, at


LAYOUT, SIZE = _layout()
"""Each part's begin, end and shape; the length of an observation."""


class Observer:
    """Writes observations and masks; one for each environment, for it has a buffer of its own."""

    def __init__(self) -> None:
        self.moves = Moves()
        self.size = SIZE
        if not cython.compiled:
            self.seat = [NONE] * N_COLOURS

    def mask(self, s: Game) -> bytearray:
        """A byte for each move: 1 if it is legal; all 0 at a draw and after the end."""
        out = bytearray(MOVE_COUNT)
        legal_moves(s, self.moves)
        for n in range(self.moves.count):
            out[self.moves.move[n]] = 1
        return out

    def observed(self, s: Game, player: int) -> bytearray:
        """What a player sees, as `LAYOUT` says."""
        out = bytearray(self.size)
        self.at = 0
        self._seat(s, player)
        self._board(s, out)
        self._colours(s, out)
        self._phase(s, out)
        self._options(s, out)
        return out

    def _seat(self, s: Game, player: int) -> None:
        for colour in range(N_COLOURS):
            self.seat[colour] = NONE
        for place in range(s.colours):
            # The first colours of all players, then the second ones, each round from the observer on.
            first = place - place % s.players
            self.seat[s.order[first + (place % s.players + player) % s.players]] = place

    def _add(self, out: bytearray, number: int) -> None:
        out[self.at] = number if number < 255 else 255
        self.at += 1

    def _board(self, s: Game, out: bytearray) -> None:
        for beach in range(N_BEACHES):
            for colour in range(N_COLOURS):
                if self.seat[colour] != NONE:
                    out[self.at + beach * N_COLOURS + self.seat[colour]] = s.boats[beach * N_COLOURS + colour]
        self.at += N_BEACHES * N_COLOURS
        for island in range(N_ISLANDS):
            if s.royal[island]:
                out[self.at + island * N_COLOURS + self.seat[s.royal[island] - 1]] = 1
        self.at += N_ISLANDS * N_COLOURS
        for tile in range(N_TILES):
            out[self.at + tile] = s.laid[tile]
            if s.deck & TABLES.bit[tile]:
                out[self.at + N_TILES + tile] = 1
            if s.laid[tile]:
                out[self.at + 2 * N_TILES + tile] = s.q[tile]
                out[self.at + 3 * N_TILES + tile] = s.r[tile]
                out[self.at + 4 * N_TILES + tile * 6 + s.rotation[tile]] = 1
        self.at += 10 * N_TILES

    def _colours(self, s: Game, out: bytearray) -> None:
        self._by_colour(out, s.supply)
        self._by_colour(out, s.royals)
        self._by_colour(out, s.fleet)
        if s.stage == LANDING:
            for beach in range(6):
                for colour in range(N_COLOURS):
                    if self.seat[colour] != NONE:
                        out[self.at + beach * 6 + self.seat[colour]] = s.landed[beach * N_COLOURS + colour]
        self.at += 36
        for colour in range(N_COLOURS):
            if self.seat[colour] != NONE:
                out[self.at + self.seat[colour]] = 1
                if self.seat[colour] % s.players == 0:
                    out[self.at + N_COLOURS + self.seat[colour]] = 1
        if s.stage != OVER:
            out[self.at + 2 * N_COLOURS + self.seat[active(s)]] = 1
        self.at += 3 * N_COLOURS

    def _by_colour(self, out: bytearray, counts: list[int]) -> None:
        for n in range(N_COLOURS):
            if self.seat[n] != NONE:
                out[self.at + self.seat[n]] = counts[n]
        self.at += N_COLOURS

    def _phase(self, s: Game, out: bytearray) -> None:
        out[self.at + s.stage] = 1
        self.at += 8
        self._add(out, s.players)
        if s.fleet_size:
            out[self.at + s.from_island] = 1
        if s.stage == LANDING or s.stage == SETTLE:
            out[self.at + N_ISLANDS + s.here] = 1
        self.at += 2 * N_ISLANDS
        if s.stage == LAY:
            out[self.at + s.hand] = 1
        if s.stage == DRAW and s.fleet_size:
            out[self.at + N_TILES + s.at_tile] = 1
            out[self.at + 2 * N_TILES + s.at_direction] = 1
        self.at += 2 * N_TILES + 6
        self._add(out, s.voyages)
        self._add(out, s.quiet)
        self._add(out, s.idle)
        self._add(out, s.passes)
        self._add(out, s.placed)
        self._add(out, s.tile_laid)
        self._add(out, s.passed)
        self._add(out, s.drew)
        self._add(out, s.sent)
        self._add(out, s.ended)
        if s.stage == LANDING:
            for beach in range(6):
                out[self.at + beach] = s.received >> beach & 1
                out[self.at + 6 + beach] = s.first >> beach & 1
        self.at += 12

    def _options(self, s: Game, out: bytearray) -> None:
        self._add(out, s.options.avoid)
        self._add(out, s.options.fewer)
        self._add(out, s.options.heap)
        self._add(out, s.options.uncapped)
        self._add(out, s.options.exact)
        self._add(out, s.options.landing)
        self._add(out, s.options.royal_limit)
        self._add(out, s.options.resettlement)
        self._add(out, s.options.resettle_boats)
        self._add(out, s.options.completion)
        self._add(out, s.options.idle_rounds)
