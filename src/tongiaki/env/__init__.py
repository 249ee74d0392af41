"""Environments for learning: PettingZoo (`aec`), Gymnasium (`solo`), OpenSpiel (`spiel`); see docs/env.md."""
