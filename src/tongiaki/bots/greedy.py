"""The bot `greedy`: plays the move after which it expects to stand best, and looks no further."""

import random
from typing import NamedTuple

from tongiaki.engine import LINES, Game
from tongiaki.engine.catalogue import COLOURS, ISLANDS, TILE_OF, VALUES

ISLAND_WORTH = 0.3
"""What an occupied island is worth beyond its points: boats on many islands are hard to drive away (and R-10.2)."""

BOAT_WORTH = 0.3
"""What a boat on the board is worth: more boats on an island let one expand faster and are not lost at once."""

MOST_TILES = 6
"""So many tiles, chosen by chance, stand for all that may be drawn where one tile was drawn before."""

KINGS = {move: VALUES[TILE_OF[line[5:]]] for move, line in enumerate(LINES) if line.startswith("king ")}
"""The points of the island that each such move makes royal."""

LANDS = {move: line.rpartition(" ")[2] for move, line in enumerate(LINES) if line.startswith("land ")}
"""The colour that each landing puts ashore."""


class Taste(NamedTuple):
    """What somebody likes, in points."""

    royal: float = 0.5
    """A new royal island, for each of its points: nobody can drive it away (R-7.3)."""
    company: float = 0.0
    """A boat of his on a beach where others have boats."""


class Greedy:
    """One move ahead, chance averaged, ties broken by chance.

    A move is worth what the position after it is worth: own points less those of the best opponent, and a little
    for islands and boats. Where a tile must be drawn first the worth is the average over what may come; where a
    fleet has to land it lands its own boats first; where a voyage has to be chosen, the best one counts.
    """

    taste = Taste()

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def choose(self, game: Game) -> int:
        """The move with the greatest expected worth."""
        moves: list[int] = game.legal()
        if len(moves) == 1:
            return moves[0]
        self._chance.shuffle(moves)
        look = Look(game, self._chance, self.taste)
        return max(moves, key=look.after)


class Look:
    """A look ahead for the player and colour that decide in a game."""

    def __init__(self, game: Game, chance: random.Random, taste: Taste) -> None:
        assert game.active_player is not None
        self._game, self._chance, self._taste = game, chance, taste
        self._player, self._colour = game.active_player, game.active_colour

    def after(self, move: int) -> float:
        """The expected worth of a move."""
        later = self._game.copy()
        later.apply(move)
        return self._expected(later, voyages=1, draws=2) + self._taste.royal * KINGS.get(move, 0)

    def _expected(self, game: Game, voyages: int, draws: int) -> float:
        """The worth of a position in the middle of a turn, so many voyages and draws being looked through.

        The game is used up.
        """
        phase = game.phase
        if phase == "landing":
            self._go_ashore(game)
            phase = game.phase
        if phase == "draw" and draws:
            return self._average(game, voyages, draws - 1)
        if phase == "chain" and voyages:
            return max(self._expected(sailing, voyages - 1, draws - 1) for sailing in voyages_of(game))
        return self._worth(game)

    def _go_ashore(self, game: Game) -> None:
        """R-5.6: own boats first."""
        while game.phase == "landing":
            moves = game.legal()
            game.apply(next((move for move in moves if LANDS[move] == self._colour), moves[0]))

    def _average(self, game: Game, voyages: int, draws: int) -> float:
        """The mean over the tiles that may be drawn; over a few of them where it is the second draw."""
        tiles = [tile for tile, _ in game.outcomes()]
        if not draws and len(tiles) > MOST_TILES:
            tiles = self._chance.sample(tiles, MOST_TILES)
        total = 0.0
        for tile in tiles:
            later = game.copy()
            later.reveal(tile)
            total += self._expected(later, 0, draws)
        return total / len(tiles)

    def _worth(self, game: Game) -> float:
        """How the player stands: points and a little more, less those of the best opponent."""
        standing = [
            score["points"] + ISLAND_WORTH * score["islands"] + BOAT_WORTH * score["boats"]
            for score in game.scores()
        ]
        own = standing.pop(self._player)
        if self._taste.company:
            own += self._taste.company * in_company(game, self._player)
        return own - max(standing) + (to_be_settled(game) if game.phase in ("draw", "lay", "settle") else 0.0)


def in_company(game: Game, player: int) -> int:
    """Boats of a player on beaches where others have boats too."""
    numbers = game.numbers()
    owner, boats, count = numbers["player"], numbers["boats"], 0
    for first in range(0, len(boats), len(COLOURS)):
        here = boats[first : first + len(COLOURS)]
        own = sum(boat for boat, whose in zip(here, owner, strict=True) if whose == player)
        if own and own < sum(here):
            count += own
    return count


def voyages_of(game: Game) -> list[Game]:
    """The game after each voyage that can be chosen."""
    later = [game.copy() for _ in game.legal()]
    for sailing, move in zip(later, game.legal(), strict=True):
        sailing.apply(move)
    return later


def to_be_settled(game: Game) -> float:
    """R-8: what an island to be settled will bring; while only water is drawn, the mean of the islands left."""
    facts = game.facts()
    if "fleet" in facts:
        return 0.0
    settled = facts.get("hand") or facts.get("island")
    if settled in ISLANDS:
        return VALUES[TILE_OF[settled]] + ISLAND_WORTH
    left = [VALUES[TILE_OF[tile]] for tile in game.deck_left if tile in ISLANDS]
    return sum(left) / len(left) + ISLAND_WORTH if left else 0.0
