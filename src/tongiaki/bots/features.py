"""What the value network sees of a position: numbers of about 0 to 1, some common to all, some of each player.

They were chosen by hand: how near the end is, what is at sea, and for each player what is his, how safely he has it
(a full beach sails, R-5.1; whoever has a boat on an island can fill its beaches), and where he can grow.
"""

import cython

from tongiaki.engine.catalogue import ISLANDS

if not cython.compiled:
    from tongiaki.bots.sizes import COMMON, OWN
    from tongiaki.engine.constants import (
        CHAIN,
        DRAW,
        FOR_FLEET,
        ISLAND,
        LANDING,
        LAY,
        N_COLOURS,
        N_ISLANDS,
        N_TILES,
        SETTLE,
        SETUP,
        TURN,
        UNKNOWN,
    )
    from tongiaki.engine.landing import free_berths
    from tongiaki.engine.score import points_of, standing
    from tongiaki.engine.state import State, active
    from tongiaki.engine.tables import TABLES
    from tongiaki.engine.voyage import trace

COMMON_NAMES = (
    "one", "islands left", "waters left", "nearness of the end", "end triggered", "2 players", "3 players",
    "4 players", "5 players", "6 players", "two colours each", "setup", "turn", "chain", "landing",
    "draw for a fleet", "resettling", "1 colour at sea", "2 at sea", "3 at sea", "4 at sea", "5 or 6 at sea",
    "boats at sea", "free berths where it lands", "an island may come", "a number may stop it", "full beaches",
    "idle turns", "value of the island", "island in hand", "last tiles", "beaches one from full",
)  # fmt: skip

OWN_NAMES = (
    "points", "islands", "boats ashore", "supply", "supply empty", "royal islands", "royal points", "boats at sea",
    "share of the fleet", "on the move", "next", "turns until the move", "nothing ashore", "boats on full beaches",
    "boats one from full", "boats two from full", "boats with room", "one from full, 1 colour", "2 colours",
    "3 colours", "4 or more", "full, 1 colour", "full, 2", "full, 3", "full, 4 or more", "points alone",
    "best island alone", "islands alone", "points with others, with room", "points with others, without",
    "points on one beach", "points on two beaches", "points on three or more", "islands with two boats",
    "most boats on an island", "best expansion", "free berths around", "share of the boats around", "boats on Tonga",
    "ahead of the best other", "… near the end", "would win now", "… near the end", "others' points",
    "best other's points", "others' boats", "would win, end triggered", "no more royal islands",
    *(f"on {island}" for island in ISLANDS),
    *(f"boats on {island}" for island in ISLANDS),
    *(f"others' boats beside him on {island}" for island in ISLANDS),
    "full, lands", "full, is lost", "full, is lost the worst way", "one from full, lands", "one from full, is lost",
    "one from full, is lost the worst way", "one from full, lands with a colour more", "two from full, lands",
    "two from full, is lost", "points where full beaches lead",
    "points where those one from full lead", "lands with the fleet at sea", "alone, is lost", "share of the points",
)  # fmt: skip


class Features:
    """The features of the last position looked at."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.passing, self.common, self.own = [0.0] * (N_TILES * 7), [0.0] * COMMON, [0.0] * (6 * OWN)
            self.mine, self.beaches, self.roomy, self.best = [0] * 6, [0] * 6, [0] * 6, [0] * 6
            self.hope, self.leads, self.n_leads = [0.0] * 7, [0] * 3, 0
            self.safe = self.unsafe = self.brave = 0.0
        for tile in range(N_ISLANDS, N_TILES):
            for colours in range(7):
                stopped = [1 for edge in range(6) if TABLES.route_number[tile * 6 + edge] > colours]
                self.passing[tile * 7 + colours] = len(stopped) / 6.0

    def seen(self, game: State) -> tuple[list[float], list[list[float]]]:
        """The features of a position: the common ones, as in `COMMON_NAMES`; each player's, as in `OWN_NAMES`."""
        self.look(game, game.rules.tie_break == "shared")
        common = [self.common[n] for n in range(COMMON)]
        return common, [[self.own[p * OWN + n] for n in range(OWN)] for p in range(game.players)]

    def look(self, s: State, shared: bool) -> None:
        """Set `common` and `own`. shared: a tie is a shared victory (R-10.2)."""
        for n in range(COMMON):
            self.common[n] = 0.0
        for n in range(s.players * OWN):
            self.own[n] = 0.0
        self._look_at_all(s)
        self._hope(s)
        if s.fleet_size:
            self._look_at_fleet(s)
        self._look_at_boats(s)
        for player in range(s.players):
            self.best[player] = 0
        for island in range(N_ISLANDS):
            if s.crowd[island]:
                self._look_at_island(s, island)
            elif s.royal[island]:
                at = s.player[s.royal[island] - 1] * OWN
                self.own[at + 1] += 0.125
                self.own[at + 6] += TABLES.value[island] / 8.0
        self._compare(s, shared)

    def _look_at_all(self, s: State) -> None:
        x = self.common
        left = s.islands_left if s.islands_left < s.waters_left else s.waters_left
        x[0] = 1.0
        x[1] = s.islands_left / 15.0
        x[2] = s.waters_left / 16.0
        x[3] = 1.0 / (1.0 + left)
        x[4] = 1.0 if s.ended else 0.0
        x[3 + s.players] = 1.0
        x[10] = 1.0 if s.colours > s.players else 0.0
        if s.stage == SETUP:
            x[11] = 1.0
        elif s.stage == TURN:
            x[12] = 1.0
        elif s.stage == CHAIN:
            x[13] = 1.0
        elif s.stage == LANDING:
            x[14] = 1.0
            x[23] = free_berths(s, s.here) / 8.0
            x[28] = TABLES.value[s.here] / 5.0
        elif s.stage == DRAW and s.draw_for == FOR_FLEET:
            x[15] = 1.0
        else:
            x[16] = 1.0
            if s.stage == SETTLE:
                x[28] = TABLES.value[s.here] / 5.0
            elif s.stage == LAY and s.hand < N_ISLANDS:
                x[29] = 1.0
        x[27] = s.idle / 120.0
        x[30] = 1.0 if left < 2 else 0.0

    def _look_at_fleet(self, s: State) -> None:
        x = self.common
        x[16 + (s.fleet_colours if s.fleet_colours < 5 else 5)] = 1.0
        x[22] = s.fleet_size / 8.0
        if s.stage == DRAW:
            self._look_at_deck(s)

    def _look_at_deck(self, s: State) -> None:
        unknown, met = 1.0 * s.islands_left, 0.0
        for tile in range(N_ISLANDS, N_TILES):
            if s.deck & TABLES.bit[tile]:
                unknown += 1.0
                met += self.passing[tile * 7 + s.fleet_colours]
        self.common[24] = s.islands_left / unknown
        self.common[25] = met / unknown

    def _hope(self, s: State) -> None:
        """Set `hope`, as if only unseen water lay ahead, and every tile left were as likely at each draw."""
        for colours in range(1, 7):
            stopped = 0.0
            for tile in range(N_ISLANDS, N_TILES):
                if s.deck & TABLES.bit[tile]:
                    stopped += self.passing[tile * 7 + colours]
            self.hope[colours] = s.islands_left / (s.islands_left + stopped) if s.islands_left else 0.0

    def _look_at_boats(self, s: State) -> None:
        """What a player has by colour, and when his turn comes."""
        x = self.own
        mover = s.player[active(s)]
        for colour in range(N_COLOURS):
            if s.player[colour] < s.players:
                at = s.player[colour] * OWN
                x[at + 2] += s.ashore[colour] / 15.0
                x[at + 3] += s.supply[colour] / 15.0
                if s.supply[colour] == 0:
                    x[at + 4] = 1.0
                x[at + 5] += s.royals[colour] / 2.0
                x[at + 7] += s.fleet[colour] / 5.0
                if s.stage == DRAW:
                    x[at + 107] += self.hope[s.fleet_colours] * s.fleet[colour] / 5.0
                if s.fleet_size:
                    x[at + 8] += 1.0 * s.fleet[colour] / s.fleet_size
                if s.ashore[colour] == 0:
                    x[at + 12] = 1.0
                if s.royals[colour] >= s.options.royal_limit:
                    x[at + 47] = 1.0
        for player in range(s.players):
            at = player * OWN
            x[at] = points_of(s, player) / 20.0
            until = player - mover if player >= mover else player - mover + s.players
            if until < 2:
                x[at + 9 + until] = 1.0
            x[at + 11] = 1.0 * until / s.players

    def _look_at_island(self, s: State, island: int) -> None:
        for player in range(s.players):
            self.mine[player] = self.beaches[player] = self.roomy[player] = 0
        for beach in range(TABLES.first_beach[island], TABLES.first_beach[island + 1]):
            if s.filled[beach]:
                self._look_at_beach(s, island, beach)
        for colour in range(N_COLOURS):
            most = s.own[island * N_COLOURS + colour]
            if most:
                player = s.player[colour]
                beaches = TABLES.first_beach[island + 1] - TABLES.first_beach[island]
                most = most if most < beaches else beaches
                most = most if most < s.supply[colour] else s.supply[colour]
                if most > self.best[player]:
                    self.best[player] = most
        for player in range(s.players):
            if self.mine[player]:
                self._sum_up(s, island, player)

    def _look_at_beach(self, s: State, island: int, beach: int) -> None:
        x = self.own
        free, colours = TABLES.berths[beach] - s.filled[beach], -1
        for colour in range(N_COLOURS):
            if s.boats[beach * N_COLOURS + colour]:
                colours += 1
        if free < 3:
            self._look_ahead(s, island, beach, colours + 1)
        many = colours if colours < 3 else 3
        if free == 0:
            self.common[26] += 0.25
        elif free == 1:
            self.common[31] += 0.1
        for player in range(s.players):
            boats = 0
            for colour in range(N_COLOURS):
                if s.player[colour] == player:
                    boats += s.boats[beach * N_COLOURS + colour]
            if boats:
                at = player * OWN
                self.mine[player] += boats
                self.beaches[player] += 1
                x[at + 13 + (free if free < 3 else 3)] += boats / 5.0
                if free == 0:
                    x[at + 21 + many] += boats / 4.0
                elif free == 1:
                    x[at + 17 + many] += boats / 4.0
                else:
                    self.roomy[player] = 1
                if free < 3:
                    self._weigh(s, at, player, free, boats, colours + 1)

    def _look_ahead(self, s: State, island: int, beach: int, colours: int) -> None:
        """Set `safe`, `unsafe`, `brave` and `leads`: what becomes of a fleet of so many colours from this beach."""
        self.safe, self.unsafe, self.brave, self.n_leads = 0.0, 1.0, 0.0, 0
        for pier in range(TABLES.first_pier[beach], TABLES.first_pier[beach + 1]):
            way = trace(s, island, (TABLES.pier_edge[pier] + s.rotation[island]) % 6, -1)
            kept = self._kept(way, colours)
            if kept > self.safe:
                self.safe = kept
            if kept < self.unsafe:
                self.unsafe = kept
            if kept > 0.0 and way & 3 == ISLAND:
                self.leads[self.n_leads] = (way >> 2) & 63
                self.n_leads += 1
            kept = self._kept(way, colours + 1 if colours < 6 else 6)
            if kept > self.brave:
                self.brave = kept

    def _kept(self, way: int, colours: int) -> float:
        """How likely a fleet of so many colours lands whose known way (`trace`) is this."""
        if way >> (9 + colours):  # a number above the colours
            return 0.0
        return self.hope[colours] if way & 3 == UNKNOWN else 1.0

    def _gained(self, s: State, player: int) -> int:
        """The points of the best of `leads` where a player has no boat."""
        best = 0
        for n in range(self.n_leads):
            there, has = self.leads[n], 0
            for colour in range(N_COLOURS):
                if s.player[colour] == player:
                    has += s.own[there * N_COLOURS + colour]
            if has == 0 and TABLES.value[there] > best:
                best = TABLES.value[there]
        return best

    def _weigh(self, s: State, at: int, player: int, free: int, boats: float, colours: int) -> None:
        """What a beach of a player that is full, or nearly, brings."""
        x = self.own
        if free == 2:
            x[at + 103] += boats * self.safe / 5.0
            x[at + 104] += boats * (1.0 - self.safe) / 5.0
            return
        x[at + 96 + 3 * free] += boats * self.safe / 4.0
        x[at + 97 + 3 * free] += boats * (1.0 - self.safe) / 4.0
        x[at + 98 + 3 * free] += boats * (1.0 - self.unsafe) / 4.0
        x[at + 105 + free] += self._gained(s, player) / 5.0
        if free:
            x[at + 102] += boats * self.brave / 4.0
        if colours == 1:
            x[at + 108] += boats * (1.0 - self.safe) / 4.0

    def _sum_up(self, s: State, island: int, player: int) -> None:
        x, at, mine = self.own, player * OWN, self.mine[player]
        value, others = 1.0 * TABLES.value[island], s.crowd[island] - mine
        x[at + 1] += 0.125
        if others == 0:
            x[at + 25] += value / 10.0
            x[at + 27] += 0.25
            if island and value / 5.0 > x[at + 26]:  # Tonga is never royal
                x[at + 26] = value / 5.0
        elif self.roomy[player]:
            x[at + 28] += value / 12.0
        else:
            x[at + 29] += value / 12.0
        x[at + 29 + (self.beaches[player] if self.beaches[player] < 3 else 3)] += value / 12.0
        if mine > 1:
            x[at + 33] += 0.2
        if mine / 6.0 > x[at + 34]:
            x[at + 34] = mine / 6.0
        x[at + 35] = self.best[player] / 4.0
        x[at + 36] += free_berths(s, island) / 20.0
        x[at + 37] += s.crowd[island] / 30.0
        if island == 0:
            x[at + 38] = mine / 4.0
        x[at + 48 + island] = 1.0
        x[at + 64 + island] = mine / 4.0
        x[at + 80 + island] = others / 8.0

    def _compare(self, s: State, shared: bool) -> None:
        """How a player stands against the others."""
        x = self.own
        best, winners = -1, 0
        for player in range(s.players):
            stands = standing(s, player, shared)
            if stands > best:
                best, winners = stands, 0
            if stands == best:
                winners += 1
        for player in range(s.players):
            at = player * OWN
            most, points, boats = 0.0, 0.0, 0.0
            for other in range(s.players):
                if other != player:
                    points += x[other * OWN]
                    boats += x[other * OWN + 2]
                    if x[other * OWN] > most:
                        most = x[other * OWN]
            x[at + 39] = 2.0 * (x[at] - most)
            x[at + 40] = 4.0 * (x[at] - most) * self.common[3]
            if standing(s, player, shared) == best:
                x[at + 41] = 1.0 / winners
                x[at + 42] = 2.0 * self.common[3] / winners
                x[at + 46] = self.common[4] / winners
            x[at + 43] = points / (s.players - 1)
            x[at + 44] = most
            if x[at] + points > 0.0:
                x[at + 109] = x[at] / (x[at] + points)
            x[at + 45] = boats / (s.players - 1)
            if x[at + 37] > 0.0:
                x[at + 37] = 0.5 * x[at + 2] / x[at + 37]
