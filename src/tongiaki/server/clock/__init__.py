"""Time: what it is, how much of it each seat has, and which of it is not counted."""
