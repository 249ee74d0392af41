"""Where somebody wants to be told of the own turn, and the keys of the server."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "notice",
        sa.Column("session", sa.String, primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("address", sa.String, primary_key=True),
        sa.Column("keys", sa.String, nullable=False),
        sa.Column("words", sa.String, nullable=False),
        sa.Column("origin", sa.String, nullable=False),
        sa.Column("created", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "server_key",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
