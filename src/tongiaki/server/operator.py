"""What an operator sees and asks for, on a connection to the database; `administration` does it in the server."""

import secrets
from collections.abc import Sequence
from typing import Any, Literal

from sqlalchemy import Connection, Row, delete, insert, select

from tongiaki.server.people.operating import person_called
from tongiaki.server.store import schema
from tongiaki.server.store.kept import KeptSummary
from tongiaki.server.store.store import now, summaries


def games(connection: Connection, over: bool = False) -> list[KeptSummary]:
    """The games, the latest change first; over: those that are over, too."""
    query = select(schema.game).order_by(schema.game.c.changed.desc())
    if not over:
        query = query.filter_by(over=False)
    return summaries(connection, query)


def reports(connection: Connection) -> Sequence["Row[Any]"]:
    """The lines that were reported, with who said and who reported them, the latest last."""
    return connection.execute(select(schema.report).order_by(schema.report.c.at)).all()


def bans(connection: Connection) -> Sequence["Row[Any]"]:
    """Who is kept out."""
    return connection.execute(select(schema.ban).order_by(schema.ban.c.at)).all()


def wish_for_the_end(connection: Connection, id: str) -> Literal["wished", "none runs", "unknown"]:
    """The game that runs at a table or in a room is to end as it stands."""
    game, room = schema.game.c, schema.room.c
    played = connection.scalars(select(game.over).where((game.id == id) | (game.room == id))).all()
    if not all(played):
        connection.execute(insert(schema.wish).values(id=secrets.token_hex(8), at=now(), target=id))
        return "wished"
    known = played or connection.execute(select(room.id).where(room.id == id)).first()
    return "none runs" if known else "unknown"


def ban(connection: Connection, who: str, why: str = "") -> str | None:
    """Keeps a person out, by name or by a reported line (`ROOM:LINE`); what they are called, `None`: there is none."""
    found = _said(connection, who) or _called(connection, who)
    if found is None:
        return None
    session, name = found
    connection.execute(delete(schema.ban).where(schema.ban.c.session == session))
    connection.execute(insert(schema.ban).values(session=session, name=name, at=now(), why=why))
    return name


def let_in(connection: Connection, name: str) -> int:
    """Those with this name may come again; how many they were."""
    return connection.execute(delete(schema.ban).where(schema.ban.c.name == name)).rowcount


def _said(connection: Connection, who: str) -> tuple[str, str] | None:
    """Who said a reported line."""
    room, _, line = who.rpartition(":")
    if not room or not line.isdecimal():
        return None
    row = connection.execute(select(schema.report).filter_by(room=room, n=int(line))).first()
    return None if row is None else (row.session, row.name)


def _called(connection: Connection, name: str) -> tuple[str, str] | None:
    """The person with this claimed name. The logins stay: logged out they would be guests, and let in."""
    person = person_called(connection, name)
    return None if person is None else (person, name)
