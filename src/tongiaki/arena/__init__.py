"""Matches between bots by name: paired decks, rotated seats, ratings with intervals (docs/arena.md)."""

from tongiaki.arena.contest import Contest
from tongiaki.arena.summary import Summary, summed_up

__all__ = ["Contest", "Summary", "summed_up"]
