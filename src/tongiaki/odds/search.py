"""Every voyage a fleet may make from a pier, summed in whole numbers (R-5); see `docs/odds.md` for how it is counted.

A drawn water tile is entered by its edge 0 (R-1.5), so a draw tells only its *shape* (which edges its routes join) and
that the number there is passed. Which tile it is, is asked when the voyage comes back to it and a number may matter.
"""

import cython

if not cython.compiled:
    from tongiaki.engine.constants import ISLAND, LOST, N_ISLANDS, N_TILES, NONE, UNKNOWN
    from tongiaki.engine.state import State
    from tongiaki.engine.tables import TABLES
    from tongiaki.engine.voyage import crossing, passes

    SIDE = 128
    N_SHAPES = 4
    DRAWN = 64


class Search:
    """The sea as it lies, the tiles left by what a fleet can tell of them, and the sums; see `search.pxd`."""

    def __init__(self) -> None:
        """Nothing yet: `read` a position, say what to `open`, then `sail`."""
        if not cython.compiled:
            self.sea = [0] * (SIDE * SIDE)
            self.way_end, self.way_place, self.way_direction = [0] * 192, [0] * 192, [0] * 192
            self.step, self.exit, self.route = [0] * 6, [0] * 24, [0] * 24
            self.left, self.pool, self.unknown = [0] * N_SHAPES, [0] * 16, [0] * N_SHAPES
            self.digit, self.opened = [0] * N_SHAPES, [0] * 625
            self.at_sea, self.lost, self.cut = [0] * 17, [0] * 17, [0] * 17
            self.reached = [0] * (17 * 16)
        for direction in range(6):
            self.step[direction] = TABLES.step_q[direction] * SIDE + TABLES.step_r[direction]

    def read(self, s: State, colours: int) -> None:
        """The position, as a fleet of so many colours meets it. Once only."""
        self.shapes = self.stops = 0
        for tile in range(N_TILES):
            if s.laid[tile]:
                self.sea[s.q[tile] * SIDE + s.r[tile]] = tile + 1
        for tile in range(N_ISLANDS, N_TILES):
            shape = self._shape(tile)
            if s.laid[tile]:
                for direction in range(6):
                    self._know(s, tile, direction, colours)
            elif s.deck & TABLES.bit[tile]:
                self._count(s, tile, shape, colours)

    def _shape(self, tile: int) -> int:
        """Which of the shapes a water tile has; a new one is put down."""
        for shape in range(self.shapes):
            same = True
            for edge in range(6):
                if self.exit[shape * 6 + edge] != TABLES.route_exit[tile * 6 + edge]:
                    same = False
            if same:
                return shape
        shape = self.shapes
        self.shapes += 1
        second = 0
        for edge in range(6):
            out = TABLES.route_exit[tile * 6 + edge]
            self.exit[shape * 6 + edge] = out
            # The route at edge 0 is number 0; of the others that with the lowest edge is 1, the other 2.
            if edge == 0 or out == 0:
                self.route[shape * 6 + edge] = 0
            elif second == 0 or edge == TABLES.route_exit[tile * 6 + second]:
                self.route[shape * 6 + edge] = 1
                if second == 0:
                    second = edge
            else:
                self.route[shape * 6 + edge] = 2
        return shape

    def _count(self, s: State, tile: int, shape: int, colours: int) -> None:
        """A water tile of the deck: it stops the fleet as soon as it is drawn, or how it passes later."""
        pattern = 0
        for edge in range(6):
            if passes(s, TABLES.route_number[tile * 6 + edge], colours):
                pattern |= self.route[shape * 6 + edge]
            elif edge == 0:
                self.stops += 1
                return
        self.left[shape] += 1
        self.unknown[shape] += 1
        self.pool[shape * 4 + pattern] += 1

    def _know(self, s: State, tile: int, direction: int, colours: int) -> None:
        """Where it leads to enter a laid water tile in a direction, from an island or the open sea.

        From other laid water nobody asks: and there a way might go round for ever, for no voyage leads into it (R-5.7).
        """
        before = s.near[tile * 6 + (direction + 3) % 6]
        if before != NONE and before >= N_ISLANDS:
            return
        entered = tile * 6 + direction
        while True:
            way = crossing(s, tile, direction)
            if not passes(s, way >> 3, colours):
                self.way_end[entered] = LOST
                return
            direction = way & 7
            ahead = s.near[tile * 6 + direction]
            if ahead == NONE:
                self.way_end[entered], self.way_direction[entered] = UNKNOWN, direction
                self.way_place[entered] = s.q[tile] * SIDE + s.r[tile] + self.step[direction]
                return
            if ahead < N_ISLANDS:
                self.way_end[entered], self.way_place[entered] = ISLAND, ahead
                return
            tile = ahead

    def waters_left(self) -> tuple[tuple[int, ...], int]:
        """The water tiles of the deck: of each shape those that let the fleet pass when drawn; those that stop it."""
        return tuple([self.left[shape] for shape in range(N_SHAPES)]), self.stops

    def scale(self) -> int:
        """What a weight is counted in: it can be divided among the tiles that a met tile may be."""
        scale = 1
        for shape in range(N_SHAPES):
            if self.pool[shape * 4 + 3] < self.unknown[shape]:
                for factor in range(2, self.unknown[shape] + 1):
                    scale *= factor
        return scale

    def open(self, opened: bytes, digits: tuple[int, ...]) -> None:
        """Which drawn tiles to go on from: by Σ digit of each drawn shape, a 1 or a 0."""
        for n in range(len(opened)):
            self.opened[n] = opened[n]
        for shape in range(N_SHAPES):
            self.digit[shape] = digits[shape]

    def sail(self, s: State, tile: int, edge: int) -> dict[str, list[int]]:
        """All voyages from an edge of a laid tile: weights by the number of tiles drawn (0–16).

        `at_sea`: at an empty place; `cut`: of those, × the tiles that were not followed; `lost`: to a number on a tile
        met, not drawn; `reached`: at an island, × 16 + island. And `places`: how many empty places were come to.
        """
        for drawn in range(17):
            self.at_sea[drawn] = self.lost[drawn] = self.cut[drawn] = 0
        for n in range(17 * 16):
            self.reached[n] = 0
        direction = (edge + s.rotation[tile]) % 6
        place = s.q[tile] * SIDE + s.r[tile] + self.step[direction]
        self.run(place, direction, self.scale())
        return {
            "at_sea": [self.at_sea[drawn] for drawn in range(17)],
            "cut": [self.cut[drawn] for drawn in range(17)],
            "lost": [self.lost[drawn] for drawn in range(17)],
            "reached": [self.reached[n] for n in range(17 * 16)],
            "places": [self.places],
        }

    def run(self, place: int, direction: int, scale: int) -> None:
        """The search itself, without the GIL."""
        with cython.nogil:
            self.mix = self.rest = self.places = 0
            for shape in range(N_SHAPES):
                self.rest += self.left[shape]
            self._go(place, direction, 0, scale)

    def _draw(self, place: int, direction: int, drawn: int, weight: int) -> None:
        """R-5.2: an empty place; go on with each shape that lets the fleet pass."""
        self.places += 1
        self.at_sea[drawn] += weight
        if not self.opened[self.mix]:
            self.cut[drawn] += weight * self.rest
            return
        back = (direction + 3) % 6
        self.rest -= 1
        for shape in range(N_SHAPES):
            count = self.left[shape]
            if count:
                self.left[shape] = count - 1
                self.mix += self.digit[shape]
                self.sea[place] = DRAWN + (shape << 3) + back
                ahead = (self.exit[shape * 6] + back) % 6
                self._go(place + self.step[ahead], ahead, drawn + 1, weight * count)
                self.mix -= self.digit[shape]
                self.left[shape] = count
        self.rest += 1
        self.sea[place] = 0

    def _go(self, place: int, direction: int, drawn: int, weight: int) -> None:
        """R-5.2 to R-5.4: on over what lies there, to an empty place or an end."""
        while True:
            what = self.sea[place]
            if what == 0:
                self._draw(place, direction, drawn, weight)
                return
            if what <= N_ISLANDS:
                self.reached[drawn * 16 + what - 1] += weight
                return
            if what <= N_TILES:
                way = (what - 1) * 6 + direction
                if self.way_end[way] == LOST:
                    self.lost[drawn] += weight
                    return
                place = self.way_place[way]
                if self.way_end[way] == ISLAND:
                    self.reached[drawn * 16 + place] += weight
                    return
                direction = self.way_direction[way]
            else:
                if not self._meet(place, direction, drawn, weight):
                    return
                direction = self._beyond(what, direction)
                place += self.step[direction]

    def _beyond(self, what: int, direction: int) -> int:
        """The direction after a tile that this voyage has laid."""
        rotation = what & 7
        return (self.exit[((what >> 3) & 3) * 6 + (direction + 9 - rotation) % 6] + rotation) % 6

    def _meet(self, place: int, direction: int, drawn: int, weight: int) -> bool:
        """R-5.3 on a tile that this voyage has laid: whether the whole weight passes.

        Where only a part of the tiles it may be lets the fleet pass, that part is followed here.
        """
        what = self.sea[place]
        shape = (what >> 3) & 3
        route = self.route[shape * 6 + (direction + 9 - (what & 7)) % 6]
        known = (what - DRAWN) >> 5
        if route == 0 or known & route:
            return True
        passing = self.pool[shape * 4 + route] + self.pool[shape * 4 + 3]
        if known == 0 and passing == self.unknown[shape]:
            return True
        if known or passing == 0:
            self.lost[drawn] += weight
            return False
        part = weight // self.unknown[shape]
        self.lost[drawn] += part * (self.unknown[shape] - passing)
        self._tell(place, direction, drawn, part, route)
        self._tell(place, direction, drawn, part, 3)
        return False

    def _tell(self, place: int, direction: int, drawn: int, part: int, pattern: int) -> None:
        """Go on with the tile met being one that passes by these of its other routes (bits 1 and 2)."""
        what = self.sea[place]
        shape = (what >> 3) & 3
        count = self.pool[shape * 4 + pattern]
        if count:
            self.pool[shape * 4 + pattern] = count - 1
            self.unknown[shape] -= 1
            self.sea[place] = what + (pattern << 5)
            ahead = self._beyond(what, direction)
            self._go(place + self.step[ahead], ahead, drawn, part * count)
            self.sea[place] = what
            self.unknown[shape] += 1
            self.pool[shape * 4 + pattern] = count
