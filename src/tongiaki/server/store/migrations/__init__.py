"""Alembic migrations, run at a start of the server that finds an older schema."""

HEAD = "0015"
"""The newest revision."""
