"""Notation and records: what a game is when it is written down (`docs/notation.md`)."""

from tongiaki.records.notation import Decision, NotationError, parse
from tongiaki.records.record import FORMAT, GameRecord, Player, RecordError

__all__ = ["FORMAT", "Decision", "GameRecord", "NotationError", "Player", "RecordError", "parse"]
