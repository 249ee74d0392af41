"""Who is kept out, and what the operator wants done at a running server."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "ban",
        sa.Column("session", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "wish",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("target", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
