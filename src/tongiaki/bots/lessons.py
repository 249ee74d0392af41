"""Games from which the value network learns: TD(λ) by self-play (R. Sutton, 1988; G. Tesauro, 1995), in compiled code.

Everybody plays the move after which the network likes his chances best, now and then a random one. After the game every
position's chances are pulled towards the λ-return: what was said a moment later, and in the end what happened. A step
of Adam (D. Kingma, J. Ba, 2015) on the cross-entropy after each `batch` of games.
"""

from array import array

import cython

from tongiaki.bots.value import Value
from tongiaki.engine.game import Game
from tongiaki.engine.rollout import Random
from tongiaki.engine.rules import Rules
from tongiaki.engine.tables import Moves

if not cython.compiled:
    from math import sqrt

    from tongiaki.bots.landings import merged_moves
    from tongiaki.bots.sizes import COMMON, HIDDEN, OWN, WEIGHTS
    from tongiaki.engine.constants import DRAW, OVER
    from tongiaki.engine.rollout import draw_tile
    from tongiaki.engine.state import State, active, copy_numbers
    from tongiaki.engine.turn import play_move, turn_up

LONGEST = 1500
"""Positions of a game that are kept; longer games are cut there."""


class Lessons:
    """The network, the source of chance, and what the optimiser remembers.

    rate: of Adam. trace: λ. stray: the part of moves that are random. batch: games a step. loss: of the last game,
    the mean squared distance from the λ-return.
    """

    def __init__(self, value: Value, seed: int) -> None:
        self.value, self.random, self.moves = value, Random(), Moves()
        self.random.start(seed, 1)
        self.at, self.after = (
            Game.start([["red"], ["blue"]], Rules()),
            Game.start([["red"], ["blue"]], Rules()),
        )
        self.common = array("f", bytes(4 * LONGEST * COMMON))
        self.own = array("f", bytes(4 * LONGEST * 6 * OWN))
        self.said = array("f", bytes(4 * (LONGEST + 1) * 6))
        self.aim = array("f", bytes(4 * (LONGEST + 1) * 6))
        self.fade_mean = self.fade_square = 1.0
        self.rate, self.trace, self.stray, self.loss = 0.002, 0.95, 0.03, 0.0
        self.batch, self.waiting, self.taken = 4, 0, 0
        if not cython.compiled:
            self.slope, self.mean, self.square = [0.0] * WEIGHTS, [0.0] * WEIGHTS, [0.0] * WEIGHTS
            self.steady = [0.0] * WEIGHTS
        for n in range(WEIGHTS):
            self.steady[n] = self.value.weight[n]

    def steady_weights(self) -> list[float]:
        """The weights, averaged over the last few hundred steps: what a step adds by chance is gone from them."""
        return [self.steady[n] for n in range(WEIGHTS)]

    def play(self, start: Game) -> int:
        """One game from a position, and the lesson of it; how many positions it had."""
        s, after = self.at, self.after
        self.shared = start.rules.tie_break == "shared"
        s.options, after.options = start.options, start.options
        copy_numbers(start, s)
        with cython.nogil:
            self._game(s, after)
        return self.steps

    def _game(self, s: State, after: State) -> None:
        self.steps = 0
        while s.stage != OVER and self.steps < 1500:
            if s.stage == DRAW:
                turn_up(s, draw_tile(s, self.random))
            else:
                play_move(s, self.decide(s, after))
            if s.stage != OVER:
                self.value.judge(s, self.shared)
                self._remember(s.players)
        self.value.judge(s, self.shared)
        for player in range(s.players):
            self.said[self.steps * 6 + player] = self.value.win[player]
        self._aims(s.players)
        self._slopes(s.players)
        self.waiting += 1
        if self.waiting >= self.batch:
            self._adam()
            self.waiting = 0

    def decide(self, s: State, after: State) -> int:
        """The move after which the network likes the player's chances best, or any."""
        merged_moves(s, self.moves, -1)
        if self.random.draw(10000) < self.stray * 10000:
            return self.moves.move[self.random.draw(self.moves.count)]
        player, best, high = s.player[active(s)], self.moves.move[0], -1.0
        for n in range(self.moves.count if self.moves.count > 1 else 0):
            chosen = self.moves.move[n]
            copy_numbers(s, after)
            play_move(after, chosen)
            self.value.judge(after, self.shared)
            if self.value.win[player] > high:
                best, high = chosen, self.value.win[player]
        return best

    def _remember(self, players: int) -> None:
        """Keep what the network saw and said last."""
        for n in range(COMMON):
            self.common[self.steps * COMMON + n] = self.value.features.common[n]
        for n in range(players * OWN):
            self.own[self.steps * 6 * OWN + n] = self.value.features.own[n]
        for player in range(players):
            self.said[self.steps * 6 + player] = self.value.win[player]
        self.steps += 1

    def _aims(self, players: int) -> None:
        """The λ-return of each position, from the last one back."""
        for player in range(players):
            to_come = self.said[self.steps * 6 + player]
            for n in range(self.steps):
                at = (self.steps - 1 - n) * 6 + player
                self.aim[at] = to_come
                to_come = self.trace * to_come + (1.0 - self.trace) * self.said[at]

    def _slopes(self, players: int) -> None:
        """Add the gradient of the mean cross-entropy over the positions of the game."""
        self.loss = 0.0
        for step in range(self.steps):
            for n in range(COMMON):
                self.value.features.common[n] = self.common[step * COMMON + n]
            for n in range(players * OWN):
                self.value.features.own[n] = self.own[step * 6 * OWN + n]
            self.value.think(players)
            self._slope_of(step, players)

    def _slope_of(self, step: int, players: int) -> None:
        last = (COMMON + OWN) * HIDDEN
        for unit in range(HIDDEN):
            self.value.base[unit] = 0.0
        for player in range(players):
            pull = (self.value.win[player] - self.aim[step * 6 + player]) / self.steps
            self.loss += pull * pull * self.steps
            at = player * HIDDEN
            for unit in range(HIDDEN):
                lit = self.value.hidden[at + unit]
                self.slope[last + unit] += pull * lit
                lit = 1.0 if lit > 0.0 else 0.01
                self.value.hidden[at + unit] = pull * lit * self.value.weight[last + unit]
                self.value.base[unit] = self.value.base[unit] + self.value.hidden[at + unit]
            for feature in range(OWN):
                seen = self.value.features.own[player * OWN + feature]
                if seen != 0.0:
                    row = (COMMON + feature) * HIDDEN
                    for unit in range(HIDDEN):
                        self.slope[row + unit] += seen * self.value.hidden[at + unit]
        for feature in range(COMMON):
            seen = self.value.features.common[feature]
            if seen != 0.0:
                for unit in range(HIDDEN):
                    self.slope[feature * HIDDEN + unit] += seen * self.value.base[unit]

    def _adam(self) -> None:
        """β₁ 0.9, β₂ 0.999; the gradient starts anew; the averaged weights follow (B. Polyak, A. Juditsky, 1992)."""
        self.taken += 1
        follows = max(0.002, 4.0 / (3.0 + self.taken))
        self.fade_mean *= 0.9
        self.fade_square *= 0.999
        for n in range(WEIGHTS):
            self.mean[n] = 0.9 * self.mean[n] + 0.1 * self.slope[n]
            self.square[n] = 0.999 * self.square[n] + 0.001 * self.slope[n] * self.slope[n]
            away = self.square[n] / (1.0 - self.fade_square)
            step = self.rate * self.mean[n] / (1.0 - self.fade_mean) / (sqrt(away) + 1e-9)
            self.value.weight[n] = self.value.weight[n] - step
            self.steady[n] += follows * (self.value.weight[n] - self.steady[n])
            self.slope[n] = 0.0
