"""The tables of the database, as SQLAlchemy Core knows them; `migrations` makes them."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()

game = Table(
    "game",
    metadata,
    Column("id", String, primary_key=True),
    Column("session", String, nullable=False),
    Column("seats", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("start_seat", Integer, nullable=False),
    Column("commitment", String, nullable=False),
    Column("created", String, nullable=False),
    Column("changed", String, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("active_seat", Integer),
    Column("odds", Boolean, nullable=False),
    Index("game_by_session", "session", "changed"),
)
"""One game. `session` is the hash of the cookie that made it; what stands from `changed` on follows from the log."""

event = Table(
    "event",
    metadata,
    Column("game", String, ForeignKey("game.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("line", String),
    Column("tile", String),
    Column("forced", Boolean, nullable=False),
    Column("at", String, nullable=False),
    Column("back_to", Integer),
    Column("commitment", String),
    sqlite_with_rowid=False,
)
"""The log, append-only: nothing here is ever changed, and a number is never used twice."""

play = Table(
    "play",
    metadata,
    Column("game", String, ForeignKey("game.id"), primary_key=True),
    Column("id", String, primary_key=True),
    Column("seq", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""The plays and undos that are in the log, by the id the client gave: the same one is never made twice.

The id "" is that of the game's making.
"""

deck = Table(
    "deck",
    metadata,
    Column("game", String, ForeignKey("game.id"), primary_key=True),
    Column("since", Integer, primary_key=True),
    Column("tiles", Text, nullable=False),
    Column("salt", String, nullable=False),
    sqlite_with_rowid=False,
)
"""R-1.4: the only secret. It is in a table of its own, which no list or summary reads.

One row for each time the tiles were shuffled: it holds from event `since` on. The hash of the first stands in `game`,
that of a later one in the event that made it.
"""
