"""What somebody was called to whom one does not listen: guests have no name but that."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Adds a column; of guests who are blocked already nobody knows it any more."""
    op.add_column("block", sa.Column("name", sa.String, nullable=False, server_default=""))
