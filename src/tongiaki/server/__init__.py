"""The web server: tables, the log of each game, and who may see and do what."""
