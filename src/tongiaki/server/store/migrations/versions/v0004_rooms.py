"""Rooms, their talk, and who decides for each seat of a game."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Makes the tables of rooms; all persons' seats of the games so far belong to who made the game."""
    op.add_column("game", sa.Column("outcome", sa.Text))
    op.add_column("game", sa.Column("room", sa.String))
    op.add_column("game", sa.Column("number", sa.Integer))
    op.create_index("game_by_room", "game", ["room", "number"], unique=True)
    op.add_column("event", sa.Column("seat", sa.Integer))
    op.add_column("event", sa.Column("bot", sa.String))
    op.add_column("event", sa.Column("resigned", sa.Boolean, nullable=False, server_default=sa.false()))
    _rooms()
    _owners()


def _rooms() -> None:
    op.create_table(
        "room",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("arrangement", sa.Text, nullable=False),
        sa.Column("created", sa.String, nullable=False),
        sa.Column("changed", sa.String, nullable=False),
    )
    op.create_table(
        "room_member",
        sa.Column("room", sa.String, sa.ForeignKey("room.id"), primary_key=True),
        sa.Column("session", sa.String, primary_key=True),
        sa.Column("host", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("room_member_by_session", "room_member", ["session"])
    op.create_table(
        "talk",
        sa.Column("room", sa.String, sa.ForeignKey("room.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("session", sa.String),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("emote", sa.String),
        sa.Column("notice", sa.Text),
        sa.Column("game", sa.String),
        sa.Column("seq", sa.Integer),
        sa.Column("removes", sa.Integer),
        sqlite_with_rowid=False,
    )


def _owners() -> None:
    op.create_table(
        "seat_owner",
        sa.Column("game", sa.String, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("session", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("seat_owner_by_session", "seat_owner", ["session"])
    connection = op.get_bind()
    insert = sa.text("INSERT INTO seat_owner (game, seat, session) VALUES (:game, :seat, :session)")
    for id, session, seats in connection.execute(sa.text("SELECT id, session, seats FROM game")).all():
        for seat, sits in enumerate(json.loads(seats)):
            if sits["bot"] is None:
                connection.execute(insert, {"game": id, "seat": seat, "session": session})
