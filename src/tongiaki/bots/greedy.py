"""The bot `greedy`: plays the move after which it expects to stand best, and looks no further."""

import random
from collections.abc import Iterable

from tongiaki.engine import Game
from tongiaki.engine.catalogue import ISLANDS, TILE_OF, VALUES

ISLAND_WORTH = 0.3
"""What an occupied island is worth beyond its points: boats on many islands are hard to drive away (and R-10.2)."""

BOAT_WORTH = 0.02
"""What a boat on the board is worth: more boats on an island let one expand faster."""

MOST_TILES = 8
"""So many tiles, chosen by chance, stand for all that may be drawn where the look is a second one."""


class Greedy:
    """One move ahead, chance averaged, ties broken by chance.

    A move is worth what the position after it is worth: own points less those of the best opponent, and a little
    for islands and boats. Where a tile must be drawn first the worth is the average over what may come; where a
    fleet has to land it is that of the best landing; where a voyage has to be chosen, that of the best voyage.
    """

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def choose(self, game: Game) -> int:
        """The move with the greatest expected worth."""
        moves: list[int] = game.legal()
        if len(moves) == 1:
            return moves[0]
        player = game.active_player
        assert player is not None
        if game.phase == "landing":
            return self._best_landing(game, player)
        self._chance.shuffle(moves)
        return max(moves, key=lambda move: self._worth_after(game, move, player))

    def _best_landing(self, game: Game, player: int) -> int:
        landings = game.distributions()
        self._chance.shuffle(landings)
        first: int = max(landings, key=lambda landing: worth(after(game, landing), player))[0]
        return first

    def _worth_after(self, game: Game, move: int, player: int) -> float:
        return self._expected(after(game, (move,)), player, 2)

    def _expected(self, game: Game, player: int, looks: int) -> float:
        """The worth of a position in the middle of a turn; `looks` says how many voyages may still be looked at."""
        if game.phase == "landing":
            return max(worth(after(game, landing), player) for landing in game.distributions())
        if game.phase == "draw" and looks:
            return self._average(game, player, looks - 1)
        if game.phase == "chain" and looks:
            voyages = (after(game, (move,)) for move in game.legal())
            return max(self._expected(voyage, player, looks - 1) for voyage in voyages)
        return worth(game, player)

    def _average(self, game: Game, player: int, looks: int) -> float:
        tiles = [tile for tile, _ in game.outcomes()]
        if not looks and len(tiles) > MOST_TILES:
            tiles = self._chance.sample(tiles, MOST_TILES)
        return sum(self._expected(turned_up(game, tile), player, looks) for tile in tiles) / len(tiles)


def after(game: Game, moves: Iterable[int]) -> Game:
    """A copy of the game with these moves played."""
    later = game.copy()
    for move in moves:
        later.apply(move)
    return later


def turned_up(game: Game, tile: str) -> Game:
    """A copy of the game that goes on with this tile."""
    later = game.copy()
    later.reveal(tile)
    return later


def worth(game: Game, player: int) -> float:
    """How a player stands: points and a little more, less those of the best opponent."""
    standing = [
        score["points"] + ISLAND_WORTH * score["islands"] + BOAT_WORTH * score["boats"]
        for score in game.scores()
    ]
    own = standing.pop(player)
    return own - max(standing) + (to_be_settled(game) if game.phase in ("draw", "lay", "settle") else 0.0)


def to_be_settled(game: Game) -> float:
    """R-8: what an island to be settled will bring; while only water is drawn, the mean of the islands left."""
    hand = game.facts().get("hand")
    if hand in ISLANDS:
        return VALUES[TILE_OF[hand]] + ISLAND_WORTH
    left = [VALUES[TILE_OF[tile]] for tile in game.deck_left if tile in ISLANDS]
    return sum(left) / len(left) + ISLAND_WORTH if left else 0.0
