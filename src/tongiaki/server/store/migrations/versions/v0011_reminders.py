"""Of which turns somebody was reminded, and the words for it."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Adds the columns."""
    op.add_column("game", sa.Column("reminded", sa.Integer))
    op.add_column("notice", sa.Column("reminder", sa.String, nullable=False, server_default=""))
