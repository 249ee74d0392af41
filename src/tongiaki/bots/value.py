"""What a position is worth: every player's chance of victory, by a small network that learned it from its own games.

One network looks at the position with the eyes of each player in turn (`features`); the softmax of the numbers it says
are the chances. So it knows any number of players and does not mind who sits where. The weights are made by
`python -m tongiaki.bots.training` and lie beside this file; docs/bots.md says how.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import cython

from tongiaki.bots.features import Features
from tongiaki.engine import Game
from tongiaki.engine.state import State

if not cython.compiled:
    from math import exp

    from tongiaki.bots.sizes import COMMON, HIDDEN, OWN, WEIGHTS
    from tongiaki.engine.constants import OVER
    from tongiaki.engine.score import standing

LEARNED = Path(__file__).with_name("value.json")
"""The weights, and how they were made."""


def win_chances(game: Game) -> tuple[float, ...]:
    """Every player's chance of victory, in the order of play; they sum to 1.

    Any position: to be decided, to be drawn, or over – then it is the result, a shared victory in equal parts
    (R-10.2). The same position always gets the same answer, in a few microseconds.
    """
    return tuple(learned().chances(game))


@cache
def learned() -> "Value":
    """The network with the weights of the package; one for the process."""
    value = Value()
    value.set_weights(json.loads(LEARNED.read_text("utf-8"))["weights"])
    return value


class Value:
    """The network. `win` holds what it said last."""

    def __init__(self) -> None:
        self.features = Features()
        if not cython.compiled:
            self.weight, self.base, self.hidden = [0.0] * WEIGHTS, [0.0] * HIDDEN, [0.0] * (6 * HIDDEN)
            self.win = [0.0] * 6

    def set_weights(self, weights: Any) -> None:
        """Take these weights: for each feature (common, then own) one a unit, then one for each unit."""
        if len(weights) != WEIGHTS:
            raise ValueError(f"{len(weights)} weights; it takes {WEIGHTS}")
        for n in range(WEIGHTS):
            self.weight[n] = weights[n]

    def weights(self) -> list[float]:
        """All weights, as `set_weights` takes them."""
        return [self.weight[n] for n in range(WEIGHTS)]

    def chances(self, game: Game) -> list[float]:
        """Every player's chance of victory, in the order of play; they sum to 1."""
        self.judge(game, game.rules.tie_break == "shared")
        return [self.win[player] for player in range(game.players)]

    def judge(self, s: State, shared: bool) -> None:
        """Set `win`: what is expected, or at the end what it was. shared: a tie is a shared victory (R-10.2)."""
        if s.stage == OVER:
            self._result(s, shared)
        else:
            self.look(s, shared)
            self.think(s.players)

    def _result(self, s: State, shared: bool) -> None:
        best, winners = -1, 0.0
        for player in range(s.players):
            stands = standing(s, player, shared)
            if stands > best:
                best, winners = stands, 0.0
            if stands == best:
                winners += 1.0
        for player in range(s.players):
            self.win[player] = 1.0 / winners if standing(s, player, shared) == best else 0.0

    def look(self, s: State, shared: bool) -> None:
        """Set the features."""
        self.features.look(s, shared)

    def think(self, players: int) -> None:
        """Set `hidden` and `win` by the features."""
        for unit in range(HIDDEN):
            self.base[unit] = 0.0
        for feature in range(COMMON):
            seen = self.features.common[feature]
            if seen != 0.0:
                for unit in range(HIDDEN):
                    self.base[unit] += seen * self.weight[feature * HIDDEN + unit]
        most = -1000.0
        for player in range(players):
            at = player * HIDDEN
            for unit in range(HIDDEN):
                self.hidden[at + unit] = self.base[unit]
            for feature in range(OWN):
                seen = self.features.own[player * OWN + feature]
                if seen != 0.0:
                    row = (COMMON + feature) * HIDDEN
                    for unit in range(HIDDEN):
                        self.hidden[at + unit] += seen * self.weight[row + unit]
            said = 0.0
            for unit in range(HIDDEN):
                if self.hidden[at + unit] < 0.0:
                    self.hidden[at + unit] *= 0.01  # leaky: a unit never dies
                said += self.hidden[at + unit] * self.weight[(COMMON + OWN) * HIDDEN + unit]
            self.win[player] = said
            if said > most:
                most = said
        whole = 0.0
        for player in range(players):
            self.win[player] = exp(self.win[player] - most)
            whole += self.win[player]
        for player in range(players):
            self.win[player] = self.win[player] / whole
