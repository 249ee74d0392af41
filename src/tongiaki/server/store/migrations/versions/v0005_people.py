"""Claimed names, and where they are logged in."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Makes the tables of persons and logins."""
    op.create_table(
        "person",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("name_key", sa.String, nullable=False),
        sa.Column("password", sa.String, nullable=False),
        sa.Column("created", sa.String, nullable=False),
        sa.Column("used", sa.String, nullable=False),
    )
    op.create_index("person_by_name", "person", ["name_key"], unique=True)
    op.create_table(
        "login",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("person.id"), nullable=False),
        sa.Column("device", sa.String, nullable=False),
        sa.Column("created", sa.String, nullable=False),
        sa.Column("used", sa.String, nullable=False),
    )
    op.create_index("login_by_person", "login", ["person"])
