"""Odds can be switched off at a table; at those that were there they are shown."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Adds a column to the games."""
    op.add_column("game", sa.Column("odds", sa.Boolean, nullable=False, server_default=sa.true()))
