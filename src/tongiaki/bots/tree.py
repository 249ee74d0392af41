"""The tree of a Monte-Carlo search: decisions of 2–6 players, explicit chance nodes, compiled, without the GIL.

A node is chosen by UCB1 as in UCT (L. Kocsis, C. Szepesvári, 2006). What is backed up is max^n (C. Luckhardt, K. Irani,
1986): a decision is worth what its best move is worth to the player who decides, for all players; a draw is worth the
mean of its tiles. A leaf is judged by the learned value of the positions one move or tile on, so no part of this is
left to luck, and many decisions in one turn are not worth less for all the bad moves that were tried in them. Without a
value a random game is played from each leaf, and means are backed up.

Positions are not kept: a simulation plays the moves of its path on a copy of the root, which is cheaper. At a draw the
least visited tile is next.
"""

from array import array

import cython

from tongiaki.bots.value import Value
from tongiaki.engine.game import Game
from tongiaki.engine.rollout import Random
from tongiaki.engine.tables import Moves

if not cython.compiled:
    from math import log, sqrt

    from tongiaki.bots.landings import merged_moves
    from tongiaki.engine.constants import DRAW, LAND, LANDING, N_TILES, OVER
    from tongiaki.engine.rollout import play_out
    from tongiaki.engine.score import points_of
    from tongiaki.engine.state import State, active, copy_numbers
    from tongiaki.engine.tables import TABLES
    from tongiaki.engine.turn import legal_moves, play_move, turn_up

DEEPEST = 1024
"""Moves and draws in a path; what lies beyond is judged as it is."""


class Tree:
    """A search tree over a game: `run` adds simulations, `children` says what they found, `advance` moves on."""

    def __init__(
        self,
        game: Game,
        seed: int,
        value: Value | None = None,
        capacity: int = 1 << 18,
        exploration: float = 0.1,
        merged: bool = True,
    ) -> None:
        """game: the position at the root, copied. value: None for random games. capacity: nodes at most; a full tree
        is used but does not grow. exploration: the factor of UCB1 for rewards from 0 to 1. merged: the root of a
        landing has one move for each distinct outcome; else all legal ones.
        """
        self.root, self.at, self.after = game.copy(), game.copy(), game.copy()
        self.learned, self.value = value is not None, value or Value()
        self.moves, self.random = Moves(), Random()
        self.random.start(seed, 0)
        self.capacity, self.exploration, self.merged = capacity, exploration, merged
        self.shared, self.players = game.rules.tie_break == "shared", self.root.players
        if not cython.compiled:
            self.reward = [0.0] * 6
            self.path, self.decider = [0] * DEEPEST, [0] * DEEPEST
        self._allot()

    def _allot(self) -> None:
        """An empty tree."""
        self.first = array("i", bytes(4 * self.capacity))
        self.count = array("h", bytes(2 * self.capacity))
        self.move = array("H", bytes(2 * self.capacity))
        self.visits = array("i", bytes(4 * self.capacity))
        self.win = array("f", bytes(4 * self.capacity * self.players))
        self.size = 1

    def run(self, simulations: int, least: int = 0) -> None:
        """So many simulations more. least: each move at the root is visited so often before the promising ones."""
        s, self.least = self.at, least
        with cython.nogil:
            for _ in range(simulations):
                copy_numbers(self.root, s)
                self.simulate(s)

    # -- a simulation --------------------------------------------------------------------------------------------------

    def simulate(self, s: State) -> None:
        """From the root, where the position is, to a leaf, and back."""
        node = self.depth = 0
        self.path[0] = 0
        while True:
            if s.stage == OVER or self.depth == 1023:
                self.end(node, s)
                break
            if self.count[node] == 0:
                grown = self.expand(node, s)
                if grown != 1:  # the only move is no choice: go on
                    if grown == 0 or not self.learned:
                        self.end(node, s)
                    break
            self.decider[self.depth] = -1 if s.stage == DRAW else s.player[active(s)]
            node = self.choose(node, s)
            self.depth += 1
            self.path[self.depth] = node
            if s.stage == DRAW:
                turn_up(s, self.move[node])
            else:
                play_move(s, self.move[node])
        self.back_up()

    def expand(self, node: int, s: State) -> int:
        """Give a node its children, in an order by chance; how many they are, 0 where the tree is full."""
        self._list_choices(node, s)
        first, count = self.size, self.moves.count
        if first + count > self.capacity:
            return 0
        for n in range(count):
            other = self.random.draw(n + 1)
            self.move[first + n] = self.move[first + other]
            self.move[first + other] = self.moves.move[n]
            self.first[first + n] = self.count[first + n] = self.visits[first + n] = 0
            for player in range(self.players):
                self.win[(first + n) * self.players + player] = 0.0
        self.first[node], self.count[node] = first, count
        self.size += count
        if self.learned and count > 1:
            self.foresee(node, s)
        return count

    def _list_choices(self, node: int, s: State) -> None:
        if s.stage == DRAW:
            self.moves.count = 0
            for tile in range(N_TILES):
                if s.deck & TABLES.bit[tile]:
                    self.moves.move[self.moves.count] = tile
                    self.moves.count += 1
        elif node == 0 and not self.merged:
            legal_moves(s, self.moves)
        else:
            last = -1
            if node and s.stage == LANDING and s.received and TABLES.kind[self.move[node]] == LAND:
                last = self.move[node]
            merged_moves(s, self.moves, last)

    def foresee(self, node: int, s: State) -> None:
        """Look at each child with the network; it then counts as visited once."""
        for child in range(self.first[node], self.first[node] + self.count[node]):
            copy_numbers(s, self.after)
            if s.stage == DRAW:
                turn_up(self.after, self.move[child])
            else:
                play_move(self.after, self.move[child])
            self.value.judge(self.after, self.shared)
            for player in range(self.players):
                self.win[child * self.players + player] = self.value.win[player]
            self.visits[child] = 1
        self.expect(node, -1 if s.stage == DRAW else s.player[active(s)])

    def expect(self, node: int, decider: int) -> None:
        """What a node promises: the best of its children for him who decides; the mean where nobody does (−1)."""
        first, count, players = self.first[node], self.count[node], self.players
        if decider < 0:
            for player in range(players):
                self.win[node * players + player] = 0.0
            for child in range(first, first + count):
                for player in range(players):
                    self.win[node * players + player] += self.win[child * players + player] / count
            return
        best = first
        for child in range(first + 1, first + count):
            if self.win[child * players + decider] > self.win[best * players + decider]:
                best = child
        for player in range(players):
            self.win[node * players + player] = self.win[best * players + player]

    def choose(self, node: int, s: State) -> int:
        """The child that is visited next."""
        first, last = self.first[node], self.first[node] + self.count[node] - 1
        if first == last:
            return first
        if s.stage == DRAW:
            return self._least_visited(first, last)
        if node == 0 and self.least:
            child = self._least_visited(first, last)
            if self.visits[child] < self.least:
                return child
        return self._promising(first, last, s.player[active(s)])

    def _promising(self, first: int, last: int, decider: int) -> int:
        """UCB1; a child never visited is next."""
        visits = 1
        for child in range(first, last + 1):
            visits += self.visits[child]
        spread = self.exploration * sqrt(log(1.0 * visits))
        chosen, best = first, -1.0
        for child in range(first, last + 1):
            if self.visits[child] == 0:
                return child
            bound = self.win[child * self.players + decider] + spread / sqrt(1.0 * self.visits[child])
            if bound > best:
                chosen, best = child, bound
        return chosen

    def _least_visited(self, first: int, last: int) -> int:
        least = first
        for child in range(first, last + 1):
            if self.visits[child] < self.visits[least]:
                least = child
        return least

    def end(self, node: int, s: State) -> None:
        """What a node without children brings: the result, the network's word, or the result of a random game."""
        if not self.learned and s.stage != OVER:
            play_out(s, self.moves, self.random, 5000, False)
        self.value.judge(s, self.shared)
        for player in range(self.players):
            self.reward[player] = self.value.win[player]
            if self.learned:
                self.win[node * self.players + player] = self.value.win[player]
        if not self.learned:
            self._add_points(s)

    def _add_points(self, s: State) -> None:
        """After a random game the share of all points counts for 30 %."""
        points = 0.0
        for player in range(self.players):
            points += points_of(s, player)
        for player in range(self.players):
            self.reward[player] *= 0.7
            if points > 0.0:
                self.reward[player] += 0.3 * points_of(s, player) / points

    def back_up(self) -> None:
        """From the leaf to the root."""
        for up in range(self.depth + 1):
            depth = self.depth - up
            node = self.path[depth]
            self.visits[node] += 1
            if not self.learned:
                for player in range(self.players):
                    at = node * self.players + player
                    self.win[at] += (self.reward[player] - self.win[at]) / self.visits[node]
            elif depth < self.depth:
                self.expect(node, self.decider[depth])

    # -- for Python ----------------------------------------------------------------------------------------------------

    def simulations(self) -> int:
        """Simulations of the root, those before it was moved on to included."""
        return self.visits[0]

    def position(self) -> Game:
        """A copy of the position at the root."""
        return self.root.copy()

    def children(self) -> list[tuple[int, int, float]]:
        """Of each child of the root: move (at a draw: tile), visits, and what it brings the player who decides."""
        first, decider = self.first[0], self.root.player[active(self.root)]
        return [
            (self.move[n], self.visits[n], self.win[n * self.players + decider])
            for n in range(first, first + self.count[0])
        ]

    def advance(self, move: int) -> bool:
        """Play a move at the root (at a draw: turn up a tile) and keep what the tree knows after it.

        False, and an empty tree, where the tree does not know the move.
        """
        known = 0
        for child in range(self.first[0], self.first[0] + self.count[0]):
            if self.move[child] == move:
                known = child
        if self.root.stage == DRAW:
            turn_up(self.root, move)
        else:
            play_move(self.root, move)
        if known:
            self._keep(known)
        else:
            self._allot()
        return known > 0

    def _keep(self, root: int) -> None:
        """Copy what hangs on a node, level by level, to the front of fresh arrays."""
        first, count, move, visits = self.first, self.count, self.move, self.visits
        win, players = self.win, self.players
        self._allot()
        old = array("i", bytes(4 * self.capacity))
        old[0], self.visits[0], self.move[0] = root, visits[root], move[root]
        for p in range(players):
            self.win[p] = win[root * players + p]
        node = 0
        while node < self.size:
            here = old[node]
            self.first[node], self.count[node] = self.size, count[here]
            for n in range(count[here]):
                child, new = first[here] + n, self.size + n
                old[new] = child
                self.visits[new], self.move[new] = visits[child], move[child]
                for p in range(players):
                    self.win[new * players + p] = win[child * players + p]
            self.size += count[here]
            node += 1
