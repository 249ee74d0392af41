"""A whole game between bots, written down."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from tongiaki.bots.bot import make_bot
from tongiaki.engine import Rules
from tongiaki.records.catalogue import DECK
from tongiaki.records.record import GameRecord, Player
from tongiaki.records.recording import Recording


def played(
    players: Sequence[Player],
    bots: Sequence[str],
    rules: Rules,
    seed: str,
    other: Mapping[str, Any] | None = None,
) -> GameRecord:
    """The record of a game between bots by name, one a player; the same seed gives the same record."""
    deck = list(DECK)
    random.Random(f"{seed}/deck").shuffle(deck)
    seats = [make_bot(name, f"{seed}/{seat}") for seat, name in enumerate(bots)]
    recording = Recording(players, rules, deck)
    game = recording.game
    while not game.is_over:
        player = game.active_player
        assert player is not None
        recording.play(seats[player].choose(game))
    return recording.record(other)
