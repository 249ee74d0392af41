"""Whom somebody does not listen to, and lines of the talk that were reported."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "block",
        sa.Column("session", sa.String, primary_key=True),
        sa.Column("other", sa.String, primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "report",
        sa.Column("room", sa.String, primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("reporter", sa.String, primary_key=True),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("by_name", sa.String, nullable=False),
        sa.Column("session", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
