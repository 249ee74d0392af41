"""The one error with which the server does not start."""


class CannotServe(Exception):
    """Why the server cannot start, in one line for the person who started it."""
