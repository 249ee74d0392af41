"""Games, their logs, plays and decks."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes the first four tables."""
    op.create_table(
        "game",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("session", sa.String, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("start_seat", sa.Integer, nullable=False),
        sa.Column("commitment", sa.String, nullable=False),
        sa.Column("created", sa.String, nullable=False),
        sa.Column("changed", sa.String, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("active_seat", sa.Integer),
    )
    op.create_index("game_by_session", "game", ["session", "changed"])
    op.create_table(
        "event",
        sa.Column("game", sa.String, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("line", sa.String),
        sa.Column("tile", sa.String),
        sa.Column("forced", sa.Boolean, nullable=False),
        sa.Column("at", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "play",
        sa.Column("game", sa.String, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "deck",
        sa.Column("game", sa.String, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("tiles", sa.Text, nullable=False),
        sa.Column("salt", sa.String, nullable=False),
    )
