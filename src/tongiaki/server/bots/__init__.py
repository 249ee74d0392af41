"""Bots think in processes of their own: a position goes in, a move comes out, before a deadline.

`pool` is the server's side, `worker` the process; the latter loads nothing of the server but `frames`.
"""
