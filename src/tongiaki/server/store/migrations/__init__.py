"""Alembic migrations, run at every start of the server."""
