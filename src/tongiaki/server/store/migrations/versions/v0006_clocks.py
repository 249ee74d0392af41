"""Clocks: how much time a game has, what is left to each seat after an event, and when no server ran."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Adds what clocks need; games that were there have none."""
    op.add_column("game", sa.Column("clock", sa.Text))
    op.add_column("event", sa.Column("clock", sa.Text))
    op.create_table(
        "alive", sa.Column("id", sa.Integer, primary_key=True), sa.Column("at", sa.String, nullable=False)
    )
    op.create_table(
        "outage",
        sa.Column("began", sa.String, primary_key=True),
        sa.Column("ended", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
