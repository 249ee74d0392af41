"""Where games are kept: the log of each, the deck that nobody sees, and who may play.

`database` opens the file, `store` appends and reads, `kept` is what both speak of.
"""
