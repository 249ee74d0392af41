"""Alembic migrations, run at a start of the server that finds an older schema."""

HEAD = "0010"
"""The newest revision."""
