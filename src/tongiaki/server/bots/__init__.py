"""Bots think in processes of their own: a position goes in, a move comes out, before a deadline."""

from tongiaki.server.bots.pool import BotPool

__all__ = ["BotPool"]
