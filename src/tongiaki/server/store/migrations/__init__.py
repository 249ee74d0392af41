"""Alembic migrations, run at a start of the server that finds an older schema."""

HEAD = "0009"
"""The newest revision."""
