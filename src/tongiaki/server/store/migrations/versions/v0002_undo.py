"""Undo: where it goes back to, and the decks that were shuffled anew."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds two columns to the log, and lets a game have several decks, each with the event from which it holds."""
    op.add_column("event", sa.Column("back_to", sa.Integer))
    op.add_column("event", sa.Column("commitment", sa.String))
    op.rename_table("deck", "only_deck")
    op.create_table(
        "deck",
        sa.Column("game", sa.String, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("since", sa.Integer, primary_key=True),
        sa.Column("tiles", sa.Text, nullable=False),
        sa.Column("salt", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
    op.execute("INSERT INTO deck (game, since, tiles, salt) SELECT game, 0, tiles, salt FROM only_deck")
    op.drop_table("only_deck")
