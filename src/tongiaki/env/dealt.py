"""A game whose tiles are dealt by chance as soon as one is needed; what all environments share."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from tongiaki.engine import COLOURS, MOVE_COUNT, Game, Rules
from tongiaki.env.observation import LAYOUT, SIZE, Observer

Observation = dict[str, np.ndarray]


def observation_space() -> spaces.Dict:
    """`observation`: bytes as in `LAYOUT`; `action_mask`: 1 for each legal move, all 0 where another player decides."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (SIZE,), np.uint8),
            "action_mask": spaces.Box(0, 1, (MOVE_COUNT,), np.int8),
        }
    )


def action_space() -> spaces.Discrete:
    """The moves, numbered as in the engine: the same for all options and numbers of players."""
    return spaces.Discrete(MOVE_COUNT)


def parts(observation: np.ndarray) -> dict[str, np.ndarray]:
    """The parts of an observation by name, in their shapes; views, not copies."""
    return {name: observation[begin:end].reshape(shape) for name, (begin, end, shape) in LAYOUT.items()}


def players_of(count: int, rules: Rules) -> list[list[str]]:
    """Colours for so many players in turn order (R-11.1)."""
    each = 2 if rules.two_colours else 1
    return [list(COLOURS[seat::count][:each]) for seat in range(count)]


def utilities(result: Mapping[str, Any]) -> list[float]:
    """What the end is worth to each player: 1 for a win alone, the others lose it in equal parts; the sum is 0.

    A win shared by k of n players is worth (n / k - 1) / (n - 1) to each of them (R-10.3).
    """
    n, winners = len(result["scores"]), result["winners"]
    won, lost = (n / len(winners) - 1) / (n - 1), -1 / (n - 1)
    return [won if player in winners else lost for player in range(n)]


class DealtGame:
    """A game, its chance, and its observer."""

    def __init__(self, players: int, rules: Rules, rng: np.random.Generator) -> None:
        self.game = Game.start(players_of(players, rules), rules)
        self._rng = rng
        self._observer = Observer()
        self._nothing = np.zeros(MOVE_COUNT, np.int8)

    def play(self, move: int) -> None:
        """A legal move, unchecked, and the tiles it needs."""
        game = self.game
        game.apply(move)
        while game.phase == "draw":
            left = game.deck_left
            game.reveal(left[int(self._rng.integers(len(left)))])

    def mask(self) -> np.ndarray:
        """The legal moves."""
        return np.frombuffer(self._observer.mask(self.game), np.int8)

    def observed(self, player: int) -> Observation:
        """What a player sees; only who decides has legal moves."""
        game = self.game
        return {
            "observation": np.frombuffer(self._observer.observed(game, player), np.uint8),
            "action_mask": self.mask() if game.active_player == player else self._nothing.copy(),
        }

    def worth(self) -> list[float]:
        """What the game has brought to each player; 0 while it runs."""
        result = self.game.result()
        return [0.0] * len(self.game.scores()) if result is None else utilities(result)

    def shown(self) -> str:
        """The position in words, for `render`."""
        game = self.game
        lines = [f"{game.phase}, {game.active_colour or 'nobody'} decides, tiles left: {len(game.deck_left)}"]
        for player, score in enumerate(game.scores()):
            told = ", ".join(f"{value} {what}" for what, value in score.items())
            lines.append(f"player_{player}: {told}")
        for beach, boats in game.position()["boats"].items():
            told = ", ".join(f"{count} {colour}" for colour, count in boats.items())
            lines.append(f"{beach}: {told}")
        return "\n".join(lines)
