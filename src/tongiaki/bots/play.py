"""A whole game between bots, written down."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tongiaki.bots.bot import Limits
from tongiaki.bots.seat import SeatedBot
from tongiaki.engine import Rules
from tongiaki.records.catalogue import DECK
from tongiaki.records.record import GameRecord, Player
from tongiaki.records.recording import Recording


class PlayedGame(NamedTuple):
    """A game that bots have played: its record, and for each seat the seconds of its decisions."""

    record: GameRecord
    times: list[list[float]]


def play(
    players: Sequence[Player],
    bots: Sequence[str],
    rules: Rules,
    *,
    deck: str,
    chance: str,
    limits: Limits | None = None,
    other: Mapping[str, Any] | None = None,
) -> PlayedGame:
    """A game between bots by name, one a player, from a seed for the deck and one for the bots.

    Decisions that a bot has lost are in the record, under `faults`.
    """
    tiles = list(DECK)
    random.Random(deck).shuffle(tiles)
    seats = [SeatedBot(name, f"{chance}/{seat}", limits) for seat, name in enumerate(bots)]
    recording = Recording(players, rules, tiles)
    game = recording.game
    try:
        while not game.is_over:
            player = game.active_player
            assert player is not None
            recording.play(seats[player].choose(game, len(recording.moves)))
    finally:
        for seat in seats:
            seat.close()
    faults = [fault for number, seat in enumerate(seats) for fault in seat.told(number)]
    record = recording.record({**(other or {}), **({"faults": faults} if faults else {})})
    return PlayedGame(record, [seat.times for seat in seats])


def played(
    players: Sequence[Player],
    bots: Sequence[str],
    rules: Rules,
    seed: str,
    other: Mapping[str, Any] | None = None,
) -> GameRecord:
    """The record of a game between bots by name, one a player; the same seed gives the same record."""
    return play(players, bots, rules, deck=f"{seed}/deck", chance=seed, other=other).record
