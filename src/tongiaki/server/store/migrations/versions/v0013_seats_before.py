"""Who had a seat of a game before somebody else took it over, and until when."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Adds a table; of the seats that have changed hands so far nobody knows it any more."""
    op.create_table(
        "seat_before",
        sa.Column("game", sa.String, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("until", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("session", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("seat_before_by_session", "seat_before", ["session"])
