"""Notation and records: what a game is when it is written down."""

from tongiaki.records.notation import Decision, NotationError, parse

__all__ = ["Decision", "NotationError", "parse"]
