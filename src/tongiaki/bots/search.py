"""The bot that searches: a Monte-Carlo tree over the learned value, with a budget of nodes, of seconds, or both."""

import random
import time
from math import inf
from typing import NamedTuple

from tongiaki.bots.bot import Limits
from tongiaki.bots.tree import Tree
from tongiaki.bots.value import learned
from tongiaki.engine import TILES, Game
from tongiaki.engine.catalogue import TILE_OF

BATCH = 50
"""Nodes between two looks at the clock: a few milliseconds."""

EVEN = 8
"""One node of so many is shared out evenly among the moves: the network may be wrong about one."""

MOST_ROOM = 1 << 20
"""Nodes of a tree, those not looked at yet included: 60 MB for two players."""

FARTHEST = 12
"""Draws and forced moves between two decisions, at most, over which a tree is kept."""

MOST_DRAWN = 3
"""Tiles between two decisions, at most, over which a tree is kept: every order of them has to be tried."""


class Considered(NamedTuple):
    """What a search has found of a legal move."""

    move: int
    chance: float
    """Of victory, for the player who decides."""
    visits: int
    """Simulations that went this way."""


def move_chances(game: Game, nodes: int = 1000, seed: int = 0) -> list[Considered]:
    """What each legal move of a decision is worth to the player who decides, the best first.

    nodes: the budget; half of it is shared out evenly, so that bad moves are known as well, half goes to the
    promising ones. The same game, budget and seed give the same answer. Empty at a draw and after the end.
    """
    legal = game.legal()
    if not legal:
        return []
    tree = Tree(game, seed, learned(), _room(nodes), merged=False)
    tree.run(max(1, nodes), least=nodes // (2 * len(legal)))
    found = [Considered(move, chance, visits) for move, visits, chance in tree.children()]
    return sorted(found, key=lambda one: (-one.chance, one.move))


class Search:
    """Plays the move that its search came back to most; keeps the tree for the next decision of the same turn."""

    def __init__(
        self, chance: random.Random, nodes: int = 1000, seconds: float = 0.0, exploration: float = 0.1
    ) -> None:
        """nodes: positions whose choices are looked at for a decision; those of the kept tree are counted.

        seconds: after so many the best so far is played; 0: no limit. Without it the same seed and the same games
        give the same moves. exploration: the factor of UCB1.
        """
        self.value = learned()
        self._chance, self._exploration = chance, exploration
        self._usual_nodes, self._usual_seconds = nodes, seconds or inf
        self._tree: Tree | None = None
        self.limit(Limits())

    def limit(self, limits: Limits) -> None:
        """Hold to these limits from the next decision on. A number of nodes takes the place of the usual budget."""
        self._nodes = limits.nodes or max(1, round(self._usual_nodes * limits.share))
        self._seconds = inf if limits.nodes else self._usual_seconds * limits.share
        if limits.seconds is not None:
            self._seconds = min(self._seconds, limits.seconds)
        self._halt = limits.halt

    def choose(self, game: Game) -> int:
        """A legal move."""
        legal: list[int] = game.legal()
        if len(legal) == 1:
            return legal[0]
        tree = self._kept(game) or self._fresh(game)
        self._think(tree)
        move: int = max(tree.children(), key=lambda child: child[1:])[0]
        tree.advance(move)
        self._tree = tree
        return move

    def _fresh(self, game: Game) -> Tree:
        return Tree(game, self._chance.getrandbits(32), self.value, _room(self._nodes), self._exploration)

    def _kept(self, game: Game) -> Tree | None:
        """The last tree, moved on to this position, if that is the next decision of the same turn."""
        tree = self._tree
        if tree is None:
            return None
        root = tree.position()
        if len(root.deck_left) - len(game.deck_left) > MOST_DRAWN:
            return None
        way = _way(root, game, game.key(), FARTHEST)
        if way is None:
            return None
        for step in way:
            tree.advance(step)
        return tree

    def _think(self, tree: Tree) -> None:
        end = time.monotonic() + self._seconds
        if not tree.children():
            tree.run(1)  # enough for a move, whatever the limits
        least = self._nodes // (EVEN * len(tree.children()))
        while (left := self._nodes - tree.simulations()) > 0:
            tree.run(min(left, BATCH), least)
            if self._halt.is_set() or time.monotonic() >= end:
                return


def _way(game: Game, to: Game, key: bytes, farthest: int) -> list[int] | None:
    """The tiles and forced moves that lead from one position to another (whose key is given); None if they do not."""
    if game.key() == key:
        return []
    if farthest == 0 or game.is_over or game.facts()["turn"] != to.facts()["turn"]:
        return None
    if game.phase == "draw":
        left = set(to.deck_left)
        steps = [TILE_OF[tile] for tile in game.deck_left if tile not in left]
    else:
        legal = game.legal()
        steps = legal if len(legal) == 1 else []
    for step in steps:
        later = game.copy()
        if game.phase == "draw":
            later.reveal(TILES[step])
        else:
            later.apply(step)
        rest = _way(later, to, key, farthest - 1)
        if rest is not None:
            return [step, *rest]
    return None


def _room(nodes: int) -> int:
    return min(MOST_ROOM, 40 * nodes + 5000)
