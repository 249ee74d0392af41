"""What names look like, when a name was changed, and names that somebody had before."""

import sqlalchemy as sa
from alembic import op

from tongiaki.server.looks import look_of

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Adds columns and a table; names that are there get their looks."""
    op.add_column("person", sa.Column("look", sa.String, nullable=False, server_default=""))
    op.add_column("person", sa.Column("renamed", sa.String))
    connection = op.get_bind()
    for id, name in connection.execute(sa.text("SELECT id, name FROM person")).all():
        statement = sa.text("UPDATE person SET look = :look WHERE id = :id")
        connection.execute(statement, {"look": look_of(name), "id": id})
    op.create_index("person_by_look", "person", ["look"])
    op.create_table(
        "former_name",
        sa.Column("name_key", sa.String, primary_key=True),
        sa.Column("look", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("person", sa.String, sa.ForeignKey("person.id"), nullable=False),
        sa.Column("until", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("former_name_by_look", "former_name", ["look"])
