"""Tongiaki: the board game by Thomas Rauscher, as a rules engine, bots and a web game."""

__version__ = "0.1.0"
