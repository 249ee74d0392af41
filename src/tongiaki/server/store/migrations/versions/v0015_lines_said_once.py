"""By which command a line was said: sent again after the server was killed it is not said twice."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Adds a column; older lines are not sent again any more."""
    op.add_column("talk", sa.Column("command", sa.String))
