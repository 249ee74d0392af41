"""The tables of the database, as SQLAlchemy Core knows them; `migrations` makes them."""

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

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
    Column("outcome", Text),
    Column("rated", Boolean, nullable=False),
    Column("room", String),
    Column("number", Integer),
    Column("clock", Text),
    Column("reminded", Integer),
    Index("game_by_session", "session", "changed"),
    Index("game_by_room", "room", "number", unique=True),
)
"""One game. `session` is the hash of the cookie that made it.

`changed`, `over`, `turn`, `active_seat`, `outcome` follow from the log. `room`, `number`: where it is played, and its
how-manieth there; none for a game at one screen. `clock`: how much time there is, as JSON. `reminded`: the event that
began the turn of which somebody was reminded last.
"""

seat_owner = Table(
    "seat_owner",
    metadata,
    Column("game", String, ForeignKey("game.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("session", String, nullable=False),
    Index("seat_owner_by_session", "session"),
    sqlite_with_rowid=False,
)
"""Who decides for each person's seat, as the hash of a cookie."""

seat_before = Table(
    "seat_before",
    metadata,
    Column("game", String, ForeignKey("game.id"), primary_key=True),
    Column("until", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("session", String, nullable=False),
    Column("name", String, nullable=False),
    Index("seat_before_by_session", "session"),
    sqlite_with_rowid=False,
)
"""Who decided for a seat before somebody else took it over, and was called how. `until`: the event that says so."""

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
    Column("seat", Integer),
    Column("bot", String),
    Column("resigned", Boolean, nullable=False),
    Column("clock", Text),
    sqlite_with_rowid=False,
)
"""The log, append-only: nothing here is ever changed, and a number is never used twice.

`clock`: what is left to each seat then, in milliseconds, as JSON.
"""

alive = Table(
    "alive", metadata, Column("id", Integer, primary_key=True), Column("at", String, nullable=False)
)
"""One row: when a server has run last while clocks ran."""

outage = Table(
    "outage",
    metadata,
    Column("began", String, primary_key=True),
    Column("ended", String, nullable=False),
    sqlite_with_rowid=False,
)
"""When no server ran: this time is not counted by any clock."""

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

room = Table(
    "room",
    metadata,
    Column("id", String, primary_key=True),
    Column("arrangement", Text, nullable=False),
    Column("created", String, nullable=False),
    Column("changed", String, nullable=False),
)
"""The place behind one link. `arrangement`: who sits where and what is played, as JSON, changed as a whole."""

room_member = Table(
    "room_member",
    metadata,
    Column("room", String, ForeignKey("room.id"), primary_key=True),
    Column("session", String, primary_key=True),
    Column("host", Boolean, nullable=False),
    Index("room_member_by_session", "session"),
    sqlite_with_rowid=False,
)
"""Who sits in a room or made it: follows from the arrangement, written with it."""

talk = Table(
    "talk",
    metadata,
    Column("room", String, ForeignKey("room.id"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("at", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("session", String),
    Column("name", String, nullable=False),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
    Column("emote", String),
    Column("notice", Text),
    Column("game", String),
    Column("seq", Integer),
    Column("removes", Integer),
    Column("command", String),
    sqlite_with_rowid=False,
)
"""The talk of a room, append-only: taking a line out is a line of its own (`removes`).

It was said after event `seq` of `game`. `command`: the id the client gave; the same line is never said twice.
"""

person = Table(
    "person",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("name_key", String, nullable=False),
    Column("password", String, nullable=False),
    Column("created", String, nullable=False),
    Column("used", String, nullable=False),
    Column("look", String, nullable=False),
    Column("renamed", String),
    Index("person_by_name", "name_key", unique=True),
    Index("person_by_look", "look"),
)
"""A claimed name. `id` stands wherever a guest has the hash of a cookie; `name_key` is the name as it is compared.

`password`: argon2's hash with its salt and parameters. `used`: the day of the last visit. `look`: what the name looks
like. `renamed`: the day on which the name was changed last.
"""

former_name = Table(
    "former_name",
    metadata,
    Column("name_key", String, primary_key=True),
    Column("look", String, nullable=False),
    Column("name", String, nullable=False),
    Column("person", String, ForeignKey("person.id"), nullable=False),
    Column("until", String, nullable=False),
    Index("former_name_by_look", "look"),
    sqlite_with_rowid=False,
)
"""What somebody was called before: nobody else may be until that day."""

login = Table(
    "login",
    metadata,
    Column("id", String, primary_key=True),
    Column("person", String, ForeignKey("person.id"), nullable=False),
    Column("device", String, nullable=False),
    Column("created", String, nullable=False),
    Column("used", String, nullable=False),
    Index("login_by_person", "person"),
)
"""A browser where somebody is logged in. `id`: the hash of its cookie; `device`: browser and system by name."""

rated_game = Table(
    "rated_game",
    metadata,
    Column("game", String, ForeignKey("game.id"), primary_key=True),
    Column("number", Integer, nullable=False),
    Index("rated_game_by_number", "number", unique=True),
)
"""The games that have been rated, numbered in the order in which that was done: written when the game ends."""

rating_change = Table(
    "rating_change",
    metadata,
    Column("game", String, ForeignKey("game.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String, nullable=False),
    Column("place", Integer, nullable=False),
    Column("mu_before", Float, nullable=False),
    Column("sigma_before", Float, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Index("rating_change_by_player", "player"),
)
"""What a rated game has changed. `player`: the id of a person, or `bot:` and its name. Follows from the logs."""

rating = Table(
    "rating",
    metadata,
    Column("player", String, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
)
"""The ratings as they stand: they follow from the changes, written with them."""

notice = Table(
    "notice",
    metadata,
    Column("session", String, primary_key=True),
    Column("kind", String, primary_key=True),
    Column("address", String, primary_key=True),
    Column("keys", String, nullable=False),
    Column("words", String, nullable=False),
    Column("origin", String, nullable=False),
    Column("created", String, nullable=False),
    Column("reminder", String, nullable=False),
    sqlite_with_rowid=False,
)
"""Where somebody wants to be told of the own turn: a browser (`push`) or an address (`hook`)."""

server_key = Table(
    "server_key",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
    sqlite_with_rowid=False,
)
"""Keys that the server has made for itself. Secret."""

block = Table(
    "block",
    metadata,
    Column("session", String, primary_key=True),
    Column("other", String, primary_key=True),
    Column("name", String, nullable=False, server_default=""),
    sqlite_with_rowid=False,
)
"""Whom somebody does not listen to, and what that one was called."""

report = Table(
    "report",
    metadata,
    Column("room", String, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("reporter", String, primary_key=True),
    Column("at", String, nullable=False),
    Column("by_name", String, nullable=False),
    Column("session", String, nullable=False),
    Column("name", String, nullable=False),
    Column("text", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""Lines of the talk that were reported to the operator, with what was said: it may be gone by then."""

ban = Table(
    "ban",
    metadata,
    Column("session", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("at", String, nullable=False),
    Column("why", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""Who is kept out by the operator, and what they were called."""

wish = Table(
    "wish",
    metadata,
    Column("id", String, primary_key=True),
    Column("at", String, nullable=False),
    Column("target", String, nullable=False),
    sqlite_with_rowid=False,
)
"""Rooms and tables whose game the operator wants to end; gone when it is done."""
