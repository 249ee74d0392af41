"""The exact worth of a position near the end: max^n over all moves and tiles, for tests only."""

from collections.abc import Iterable, Iterator
from random import Random

from tests.bots.positions import random_game, start
from tongiaki.engine import ISLANDS, Game

DEEPEST = 60
"""Moves and draws that a solver follows; longer games are too far."""


class TooFar(Exception):
    """More positions than were allowed."""


class Solver:
    """Chances of victory by looking at everything; positions with equal futures once."""

    def __init__(self, most: int = 20_000) -> None:
        self._most, self._seen = most, 0
        self._known: dict[bytes, tuple[float, ...]] = {}

    def chances(self, game: Game, depth: int = 0) -> tuple[float, ...]:
        """Every player's chance if everybody maximises his own; the first of equal moves is played."""
        if game.is_over:
            leaders = game.leaders()
            return tuple((player in leaders) / len(leaders) for player in range(len(game.scores())))
        key = game.key()
        if key not in self._known:
            self._seen += 1
            if self._seen > self._most or depth > DEEPEST:
                raise TooFar
            self._known[key] = self._looked(game, depth + 1)
        return self._known[key]

    def _looked(self, game: Game, depth: int) -> tuple[float, ...]:
        if game.phase == "draw":
            ends = [self.chances(_revealed(game, tile), depth) for tile in game.deck_left]
            return tuple(sum(column) / len(ends) for column in zip(*ends, strict=True))
        return max(
            (self.after(game, move, depth) for move in game.legal()),
            key=lambda chances: chances[_player(game)],
        )

    def after(self, game: Game, move: int, depth: int = 0) -> tuple[float, ...]:
        """Every player's chance after a move."""
        later = game.copy()
        later.apply(move)
        return self.chances(later, depth)

    def lost_by(self, game: Game, move: int) -> float:
        """What a move gives away of the chance of the player who decides."""
        player = _player(game)
        return self.chances(game)[player] - self.after(game, move)[player]


def endgames(
    seed: int, players: int = 2, turns: int = 1, most: int = 20_000
) -> Iterator[tuple[Game, Solver]]:
    """Turns with something at stake at the end of random games, with a solver that knows them.

    One island and one water tile are left, and the game is over after so many turns without a tile (R-9.1, R-9.2).
    """
    rng = Random(seed)
    while True:
        game = shortened(random_game(start(players), rng), rng, turns)
        if game is None:
            continue
        solver = Solver(most)
        try:
            worths = [solver.after(game, move)[_player(game)] for move in game.legal()]
        except TooFar:
            continue
        if max(worths) - min(worths) > 0.01:
            yield game, solver


def shortened(positions: Iterable[Game], rng: Random, turns: int) -> Game | None:
    """A turn of a game when one water tile is left, with all islands but one out of the game, and nearly idle."""
    choices = [
        game for game in positions if game.phase == "turn" and _waters(game) == 1 and len(game.legal()) > 1
    ]
    if not choices:
        return None
    state = rng.choice(choices).state()
    kept = rng.choice([tile for tile in state["deck_left"] if tile in ISLANDS])
    state["removed"] += [tile for tile in state["deck_left"] if tile in ISLANDS and tile != kept]
    state["deck_left"] = [tile for tile in state["deck_left"] if tile not in ISLANDS or tile == kept]
    state["idle"] = 20 * len(state["players"]) - turns
    return Game.from_state(state)


def _waters(game: Game) -> int:
    return sum(1 for tile in game.deck_left if tile not in ISLANDS)


def _revealed(game: Game, tile: str) -> Game:
    later = game.copy()
    later.reveal(tile)
    return later


def _player(game: Game) -> int:
    assert game.active_player is not None
    return game.active_player
