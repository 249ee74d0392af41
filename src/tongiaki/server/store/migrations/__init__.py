"""Alembic migrations, run at a start of the server that finds an older schema."""

HEAD = "0013"
"""The newest revision."""
