"""Recording: a game that is played and written down at the same time, a deck dealing the tiles."""

from collections.abc import Mapping, Sequence
from typing import Any

from tongiaki.engine import Game, Rules, line_of
from tongiaki.records.record import GameRecord, Player
from tongiaki.records.replay import deal


class Recording:
    """A running game with its players, its whole deck and the lines played so far.

    Tiles are dealt as soon as one is needed: between moves the game never stands at phase `draw`.
    """

    def __init__(self, players: Sequence[Player], rules: Rules, deck: Sequence[str]) -> None:
        self.players = list(players)
        self.rules = rules
        self.deck = list(deck)
        self.moves: list[str] = []
        self.drawn = 0
        self.game = Game.start([list(player.colours) for player in players], rules)

    def play(self, move: int | str) -> None:
        """Plays a move or a line, checked by the engine, and deals."""
        line = move if isinstance(move, str) else line_of(move)
        self.game.play(move)
        self.moves.append(line)
        self.drawn += deal(self.game, self.deck, self.drawn)

    def record(self, other: Mapping[str, Any] | None = None) -> GameRecord:
        """The record so far; its deck is whole if the game is over, else only the tiles drawn."""
        return GameRecord(
            players=self.players,
            deck=self.deck if self.game.is_over else self.deck[: self.drawn],
            moves=list(self.moves),
            rules=self.rules.differences(),
            result=self.game.result(),
            other=dict(other or {}),
        )
