"""The game for PettingZoo: one agent a player, one step a decision.

from tongiaki.env import aec
env = aec.env(players=4)
"""

from typing import Any

import numpy as np
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tongiaki.engine import Rules
from tongiaki.env.dealt import DealtGame, Observation, action_space, observation_space

METADATA = {"render_modes": ["ansi"], "render_fps": 2, "name": "tongiaki_v0", "is_parallelizable": False}


def env(**options: Any) -> AECEnv:
    """The environment with PettingZoo's wrappers: who plays an illegal move loses 1, and the game ends."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # PettingZoo's name for it
    """The environment itself; an illegal move is an `AssertionError`.

    players: 2 to 6. rules: options that differ from the default (rules, section 12). render_mode: `ansi` or None.
    Agents are `player_0` (who starts), `player_1`, …; the same agent may decide several times in a row. Tiles are
    drawn by chance in between. All rewards come at the end (`utilities`).
    """

    metadata = METADATA

    def __init__(
        self, players: int = 2, rules: dict[str, Any] | None = None, render_mode: str | None = None
    ) -> None:
        EzPickle.__init__(self, players, rules, render_mode)
        super().__init__()
        self.render_mode = render_mode
        self._players, self._rules = players, Rules.of(rules or {})
        self.possible_agents = [f"player_{number}" for number in range(players)]
        self._number = {agent: number for number, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self._rng: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Any:
        """The same object for each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same object for each call."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; without a seed the chance goes on from the game before."""
        if seed is not None or self._rng is None:
            self._rng, _ = seeding.np_random(seed)
        self.dealt = DealtGame(self._players, self._rules, self._rng)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._mask = self.dealt.mask()
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        """What an agent sees, at any time; its mask is all 0 unless it decides."""
        return self.dealt.observed(self._number[agent])

    def step(self, action: int | None) -> None:
        """A decision of the agent selected; after the end `None`, once for each agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "a decision is the number of a move"
        assert self._mask[action], f"move {action} is not legal"
        self.dealt.play(int(action))
        game = self.dealt.game
        if game.active_player is None:
            self._end()
            return
        self._mask = self.dealt.mask()
        self.agent_selection = self.possible_agents[game.active_player]

    def _end(self) -> None:
        self.rewards = dict(zip(self.agents, self.dealt.worth(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """The position in words."""
        return self.dealt.shown() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""
