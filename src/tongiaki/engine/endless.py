"""The search for a way out of an endless chain (R-6.2).

First from what is on the board: if a full beach of the island has a pier whose way ends elsewhere (numbers passed
over), there is a way out, and that settles nearly every case in nanoseconds. Only where every such way leads back are
landings tried: all positions that the island's own boats can reach, once without colours, then with them.
"""

import cython

if not cython.compiled:
    from tongiaki.engine.constants import (
        ISLAND,
        N_COLOURS,
        POSITIONS_LIMIT,
        UNKNOWN,
    )
    from tongiaki.engine.landing import must_receive
    from tongiaki.engine.state import State
    from tongiaki.engine.tables import TABLES
    from tongiaki.engine.voyage import passes, trace

    def words(count: int) -> list[int]:
        """So many zeros; in C memory of 8 bytes each, to be given back by `free`."""
        return [0] * count

    def free(memory: list[int]) -> None:
        """Memory of the uncompiled engine goes by itself."""


def is_endless(s: State, island: int) -> bool:
    """R-6.2 for an island with a full beach."""
    if _leads_away(s, island) or _spreads_out(s, island):
        return False
    return search_island(s, island)


def _leads_away(s: State, island: int) -> bool:
    """Whether a full beach has a pier whose way, numbers passed over, ends elsewhere."""
    for beach in range(TABLES.first_beach[island], TABLES.first_beach[island + 1]):
        if s.full & TABLES.bit[beach]:
            for pier in range(TABLES.first_pier[beach], TABLES.first_pier[beach + 1]):
                if _away(_trace_pier(s, pier), island):
                    return True
    return False


def _spreads_out(s: State, island: int) -> bool:
    """Whether the island's only full beach can sail, come back and land so that none is full (R-6.2 c).

    The search would find it too; this needs no memory and so no GIL, and settles most of what is left.
    """
    first, end = TABLES.first_beach[island], TABLES.first_beach[island + 1]
    size = firsts = room = 0
    for beach in range(first, end):
        if s.full & TABLES.bit[beach]:
            if size:
                return False
            size = TABLES.berths[beach]
            firsts += must_receive(s, 0, size)
        else:
            firsts += must_receive(s, s.filled[beach], TABLES.berths[beach])
    for beach in range(first, end):
        filled = 0 if s.full & TABLES.bit[beach] else s.filled[beach]
        least, most = must_receive(s, filled, TABLES.berths[beach]), TABLES.berths[beach] - filled
        if size <= firsts:
            least, most = 0, least
        if filled + most == TABLES.berths[beach]:
            most -= 1
        if most < least:
            return False
        room += most
    return room >= size


def _trace_pier(s: State, pier: int) -> int:
    island = TABLES.pier_island[pier]
    return trace(s, island, (TABLES.pier_edge[pier] + s.rotation[island]) % 6, -1)


def _away(way: int, island: int) -> bool:
    end, tile = way & 3, (way >> 2) & 63
    return end == UNKNOWN or (end == ISLAND and tile != island)


def search_island(s: State, island: int) -> bool:
    """The whole search for one island: without colours, then with them where a number could lose a fleet."""
    search = Search()
    search.look(s, island)
    if search.finds_way_out(s, False):
        return False
    if search.numbers == 0:
        return True
    return not search.finds_way_out(s, True)


class Search:
    """All positions the boats of one island can reach by sailing from it alone.

    A position is a key: the boats of each kind on each beach but the last (the totals never change, so the last
    follows), a few bits each. Boats are of one kind, or of as many as there are colours on the island.
    """

    def __init__(self) -> None:
        if not cython.compiled:
            self.berths = [0] * 6
            self.open = [0] * 6
            self.lost = [0] * 6
            self.start = [0] * 36
            self.total = [0] * 6
            self.at = [0] * 36
            self.weight = [0] * 36
            self.filled = [0] * 6
            self.fleet = [0] * 6
            self.low = [0] * 6
            self.high = [0] * 6
            self.rest = [0] * 6
            self.need = [0] * 7
            self.room = [0] * 7

    def look(self, s: State, island: int) -> None:
        """Take in the island: its beaches, where their piers lead and by which numbers, and its boats."""
        first = TABLES.first_beach[island]
        self.island, self.beaches = island, TABLES.first_beach[island + 1] - first
        self.numbers = 0
        for j in range(self.beaches):
            beach = first + j
            self.berths[j] = TABLES.berths[beach]
            self.open[j] = self.lost[j] = 0
            for pier in range(TABLES.first_pier[beach], TABLES.first_pier[beach + 1]):
                way = _trace_pier(s, pier)
                self._add_numbers(s, j, way >> 8)
                if _away(way, island):
                    self.open[j] = 1

    def _add_numbers(self, s: State, j: int, numbers: int) -> None:
        """R-6.2 b: note for which counts of colours a fleet of the beach is lost to one of the numbers (a bit each)."""
        for number in range(1, 5):
            if numbers & (1 << number):
                self.numbers |= 1 << number
                for colours in range(1, N_COLOURS + 1):
                    if not passes(s, number, colours):
                        self.lost[j] |= 1 << colours

    def _fill(self, s: State, coloured: bool) -> None:
        """The starting position, the totals and the bits of the key."""
        first = TABLES.first_beach[self.island]
        self.kinds = 0
        for kind in range(N_COLOURS):
            self.total[kind] = 0
        for colour in range(N_COLOURS):
            count = s.own[self.island * N_COLOURS + colour]
            if count:
                kind = self.kinds if coloured else 0
                for j in range(self.beaches):
                    here = s.boats[(first + j) * N_COLOURS + colour]
                    before = self.start[j * N_COLOURS + kind] if self.total[kind] else 0
                    self.start[j * N_COLOURS + kind] = before + here
                self.total[kind] += count
                self.kinds = kind + 1
        self.width = 2 if self.beaches == 6 else 3
        for j in range(self.beaches):
            for kind in range(self.kinds):
                if j < self.beaches - 1:
                    self.weight[j * N_COLOURS + kind] = TABLES.bit[self.width * (j * self.kinds + kind)]
                else:
                    self.weight[j * N_COLOURS + kind] = 0

    def finds_way_out(self, s: State, coloured: bool) -> bool:
        """Whether some choice of full beaches, piers and landings leads out (R-6.2 a, b, c)."""
        self._fill(s, coloured)
        self.coloured = coloured
        self.limit = POSITIONS_LIMIT if coloured else 4096  # without colours Tonga has 4 ** 6 positions
        self.mask = 127
        self.slots, self.waiting = words(128), words(64)
        self.found = self.waits = 0
        self.out = False
        self._visit(self._key_of_start())
        while self.waits and not self.out:
            self.waits -= 1
            self._unpack(self.waiting[self.waits])
            self._sail_all(s)
        free(self.slots)
        free(self.waiting)
        return self.out

    def _key_of_start(self) -> int:
        key = self.weight[0] - self.weight[0]
        for j in range(self.beaches):
            for kind in range(self.kinds):
                key += self.start[j * N_COLOURS + kind] * self.weight[j * N_COLOURS + kind]
        return key

    def _visit(self, key: int) -> None:
        """Remember a position that is new; more than the limit count as a way out."""
        slot = self._slot(key)
        if self.slots[slot]:
            return
        if self.found == self.limit:
            self.out = True
            return
        if self.coloured and self._may_be_lost(key):
            self.out = True
            return
        self.slots[slot] = key + 1
        self.waiting[self.waits] = key
        self.waits += 1
        self.found += 1
        if 2 * self.found > self.mask:
            self._grow()

    def _slot(self, key: int) -> int:
        """The slot of a key in the hash table, or the empty one where it belongs."""
        slot = ((key ^ (key >> 17) ^ (key >> 31) ^ (key >> 47)) * 40503) & self.mask
        while self.slots[slot] and self.slots[slot] != key + 1:
            slot = (slot + 1) & self.mask
        return slot

    def _grow(self) -> None:
        """Four times the table."""
        slots, waiting, size = self.slots, self.waiting, self.mask + 1
        self.mask = 4 * self.mask + 3
        self.slots, self.waiting = words(self.mask + 1), words((self.mask + 1) // 2)
        for n in range(size):
            if slots[n]:
                self.slots[self._slot(slots[n] - 1)] = slots[n]
        for n in range(self.waits):
            self.waiting[n] = waiting[n]
        free(slots)
        free(waiting)

    def _unpack(self, key: int) -> None:
        """The boats of a position, from its key."""
        low = (1 << self.width) - 1
        for kind in range(self.kinds):
            self.at[(self.beaches - 1) * N_COLOURS + kind] = self.total[kind]
        for j in range(self.beaches - 1):
            for kind in range(self.kinds):
                count = (key >> (self.width * (j * self.kinds + kind))) & low
                self.at[j * N_COLOURS + kind] = count
                self.at[(self.beaches - 1) * N_COLOURS + kind] -= count
        for j in range(self.beaches):
            self.filled[j] = 0
            for kind in range(self.kinds):
                self.filled[j] += self.at[j * N_COLOURS + kind]

    def _may_be_lost(self, key: int) -> bool:
        """R-6.2 b: whether a fleet of the position, at sea, has too few colours for a number on one of its ways."""
        low = (1 << self.width) - 1
        for kind in range(self.kinds):
            self.rest[kind] = self.total[kind]
        for j in range(self.beaches):
            size = colours = 0
            for kind in range(self.kinds):
                count = self.rest[kind]
                if j < self.beaches - 1:
                    count = (key >> (self.width * (j * self.kinds + kind))) & low
                self.rest[kind] -= count
                size += count
                if count:
                    colours += 1
            if size == self.berths[j] and self.lost[j] & (1 << colours):
                return True
        return False

    def _sail_all(self, s: State) -> None:
        """Each full beach of the position sails, by whichever pier: all lead back, or there would be a way out."""
        for j in range(self.beaches):
            if self.filled[j] == self.berths[j] and not self.out:
                if self.open[j]:
                    self.out = True
                else:
                    self._sail(s, j)

    def _sail(self, s: State, j: int) -> None:
        """The fleet of one full beach leaves and lands on the same island in every way R-5.6 allows."""
        base = self.weight[0] - self.weight[0]
        for i in range(self.beaches):
            for kind in range(self.kinds):
                if i == j:
                    self.fleet[kind] = self.at[i * N_COLOURS + kind]
                else:
                    base += self.at[i * N_COLOURS + kind] * self.weight[i * N_COLOURS + kind]
        size = self.filled[j]
        self.filled[j] = 0
        self._bounds(s, size)
        if self._can_leave_none_full(size):
            self.out = True
        else:
            self._land(base, 0, size)
        self.filled[j] = size

    def _bounds(self, s: State, size: int) -> None:
        """Least and most boats each beach can receive (R-5.6, `landing_spread`)."""
        firsts = 0
        for i in range(self.beaches):
            self.high[i] = self.berths[i] - self.filled[i]
            self.low[i] = must_receive(s, self.filled[i], self.berths[i])
            firsts += self.low[i]
        if size <= firsts:
            for i in range(self.beaches):
                self.high[i], self.low[i] = self.low[i], 0
        self.need[self.beaches] = self.room[self.beaches] = 0
        for back in range(self.beaches):
            i = self.beaches - 1 - back
            self.need[i], self.room[i] = self.need[i + 1] + self.low[i], self.room[i + 1] + self.high[i]

    def _can_leave_none_full(self, size: int) -> bool:
        """R-6.2 c: whether the fleet can land so that no beach of the island is full."""
        room = 0
        for i in range(self.beaches):
            most = self.high[i]
            if self.filled[i] + most == self.berths[i]:
                most -= 1
            if most < self.low[i]:
                return False
            room += most
        return room >= size

    def _land(self, key: int, i: int, left: int) -> None:
        """Choose how many boats go to beach i; remember the position when all are ashore."""
        if i == self.beaches:
            self._visit(key)
            return
        for count in range(self.low[i], self.high[i] + 1):
            if self.need[i + 1] <= left - count <= self.room[i + 1]:
                self._choose(key, i, 0, count, left - count)

    def _choose(self, key: int, i: int, kind: int, count: int, left: int) -> None:
        """Choose of which kinds the boats for beach i are."""
        if self.out:
            return
        weight = self.weight[i * N_COLOURS + kind]
        if kind == self.kinds - 1:
            if self.fleet[kind] >= count:
                self.fleet[kind] -= count
                self._land(key + count * weight, i + 1, left)
                self.fleet[kind] += count
            return
        for some in range(min(count, self.fleet[kind]) + 1):
            self.fleet[kind] -= some
            self._choose(key + some * weight, i, kind + 1, count - some, left)
            self.fleet[kind] += some
