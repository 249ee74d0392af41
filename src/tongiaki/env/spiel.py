"""The game for OpenSpiel, with explicit chance; importing this module registers it as `tongiaki`.

import pyspiel
import tongiaki.env.spiel
game = pyspiel.load_game("tongiaki(players=4,preset=NL-1)")
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from tongiaki.engine import MOVE_COUNT, TILES, Game, Rules, line_of
from tongiaki.env.dealt import players_of, utilities
from tongiaki.env.observation import LAYOUT, SIZE, Observer

MOST_DECISIONS = 100_000
"""No game has come near; with `idle_rounds` 0 there is no limit (R-9.2)."""

GAME_TYPE = pyspiel.GameType(
    short_name="tongiaki",
    long_name="Tongiaki",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 2, "preset": "BrettspielWelt", "options": ""},
)


class TongiakiGame(pyspiel.Game):  # type: ignore[misc]
    """`players` (2 to 6), `preset` (of the rules, section 12), `options` (`idle_rounds:10;royal_limit:3`)."""

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        given = dict(parameters or {})
        self.players = int(given.get("players", 2))
        self.rules = _rules(str(given.get("preset", "BrettspielWelt")), str(given.get("options", "")))
        Game.start(players_of(self.players, self.rules), self.rules)  # refuses what the rules do not allow
        info = pyspiel.GameInfo(
            num_distinct_actions=MOVE_COUNT,
            max_chance_outcomes=len(TILES),
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(GAME_TYPE, info, given)

    def new_initial_state(self) -> "TongiakiState":
        """Before the first boat."""
        return TongiakiState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "TongiakiObserver":
        """All is public, so it sees the same whatever it is asked for."""
        if params:
            raise ValueError(f"there are no parameters of an observation, but {params} were given")
        return TongiakiObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class _Held:
    """A game of the engine; OpenSpiel clones states by `deepcopy`."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __deepcopy__(self, memo: dict[int, Any]) -> "_Held":
        return _Held(self.game.copy())


class TongiakiState(pyspiel.State):  # type: ignore[misc]
    """A position. A player's action is the number of a move; a chance outcome that of a tile (`TILES`)."""

    def __init__(self, game: TongiakiGame) -> None:
        super().__init__(game)
        self._held = _Held(Game.start(players_of(game.players, game.rules), game.rules))

    @property
    def position(self) -> Game:
        """The position as the engine has it; not to be changed."""
        return self._held.game

    def current_player(self) -> int:
        """Who decides."""
        game = self._held.game
        if game.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        if game.phase == "draw":
            return int(pyspiel.PlayerId.CHANCE)
        assert game.active_player is not None
        return game.active_player

    def _legal_actions(self, player: int) -> list[int]:
        """Ascending."""
        return sorted(self._held.game.legal()) if player == self._held.game.active_player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every tile left, each as likely (R-1.4)."""
        return [(TILES.index(tile), chance) for tile, chance in self._held.game.outcomes()]

    def _apply_action(self, action: int) -> None:
        game = self._held.game
        if game.phase == "draw":
            game.reveal(TILES[action])
        else:
            game.play(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        """The line of the notation, or the tile."""
        return f"draw {TILES[action]}" if player == pyspiel.PlayerId.CHANCE else line_of(action)

    def is_terminal(self) -> bool:
        """R-9."""
        return self._held.game.is_over

    def returns(self) -> list[float]:
        """What the end is worth to each player; 0 before."""
        result = self._held.game.result()
        return [0.0] * self.num_players() if result is None else utilities(result)

    def __str__(self) -> str:
        return str(self._held.game.state())


class TongiakiObserver:
    """The bytes of `tongiaki.env.observation` as floats; `dict` has the parts by name."""

    def __init__(self, wanted: Any) -> None:
        self._recalls = bool(wanted.perfect_recall)
        self._observer = Observer()
        self.tensor = np.zeros(SIZE, np.float32)
        self.dict = {
            name: self.tensor[begin:end].reshape(shape) for name, (begin, end, shape) in LAYOUT.items()
        }

    def set_from(self, state: TongiakiState, player: int) -> None:
        """Sets `tensor` to what a player sees."""
        self.tensor[:] = np.frombuffer(self._observer.observed(state.position, player), np.uint8)

    def string_from(self, state: TongiakiState, player: int) -> str:
        """The state as text; with perfect recall all that has happened."""
        return state.history_str() if self._recalls else str(state)


def _rules(preset: str, options: str) -> Rules:
    given: dict[str, Any] = {}
    for part in filter(None, options.split(";")):
        name, _, value = part.partition(":")
        given[name] = int(value) if value.isdecimal() else {"true": True, "false": False}.get(value, value)
    return Rules.preset(preset, **given)


pyspiel.register_game(GAME_TYPE, TongiakiGame)
