"""The game for Gymnasium: one player learns, bots by name play the others.

import gymnasium
env = gymnasium.make("tongiaki.env.solo:Tongiaki-v0", opponents=["greedy"])
"""

from collections.abc import Sequence
from typing import Any, SupportsInt

import gymnasium

from tongiaki.bots import make_bot
from tongiaki.bots.bot import Bot, Closing
from tongiaki.engine import Rules
from tongiaki.env.dealt import DealtGame, Observation, action_space, observation_space


class Tongiaki(gymnasium.Env[Any, Any]):
    """One player against bots.

    opponents: the bots by name (1 to 5), in turn order from the player on. seat: when the player is on the move, 0
    first; `None`: by chance for each game. rules: options that differ from the default (section 12).

    A step is one decision of the player; bots and tiles follow until it decides again. An illegal move ends the game
    with the reward -1 (`info["illegal"]`); else all reward comes at the end (`utilities`).
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 2}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        opponents: Sequence[str] = ("greedy",),
        seat: int | None = None,
        rules: dict[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode
        self._opponents, self._fixed_seat, self._rules = list(opponents), seat, Rules.of(rules or {})
        self._players = len(self._opponents) + 1
        self.observation_space = observation_space()
        self.action_space = action_space()
        self._bots: dict[int, Bot] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, up to the player's first decision. options: `seat`, for this game."""
        super().reset(seed=seed)
        seat = (options or {}).get("seat", self._fixed_seat)
        self._seat = int(self.np_random.integers(self._players)) if seat is None else int(seat)
        self._dealt = DealtGame(self._players, self._rules, self.np_random)
        self._sit_down()
        self._over = False
        self._let_bots_play()
        return self._dealt.observed(self._seat), {"seat": self._seat}

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The player's decision, then all that follows up to its next."""
        move = int(action)
        if self._over:
            raise RuntimeError("the game is over; call reset")
        if not self._dealt.mask()[move]:
            self._over = True
            return self._dealt.observed(self._seat), -1.0, True, False, {"illegal": True}
        self._dealt.play(move)
        self._let_bots_play()
        self._over = self._dealt.game.is_over
        return self._dealt.observed(self._seat), self._dealt.worth()[self._seat], self._over, False, {}

    def _sit_down(self) -> None:
        self._leave()
        for distance, name in enumerate(self._opponents, 1):
            seed = int(self.np_random.integers(1 << 62))
            self._bots[(self._seat + distance) % self._players] = make_bot(name, seed)

    def _leave(self) -> None:
        for bot in self._bots.values():
            if isinstance(bot, Closing):
                bot.close()
        self._bots = {}

    def _let_bots_play(self) -> None:
        game = self._dealt.game
        while (player := game.active_player) is not None and player != self._seat:
            legal = game.legal()
            self._dealt.play(legal[0] if len(legal) == 1 else self._bots[player].choose(game))

    def render(self) -> Any:
        """The position in words."""
        return self._dealt.shown() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """The bots leave."""
        self._leave()


gymnasium.register("Tongiaki-v0", entry_point="tongiaki.env.solo:Tongiaki")
