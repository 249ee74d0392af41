"""Ratings of those who play rated games: a strength with its uncertainty, changed with the end of a game."""
