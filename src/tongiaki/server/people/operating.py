"""What an operator does about a person, on a connection to the database; the server may run meanwhile."""

import secrets

from argon2 import PasswordHasher
from sqlalchemy import Connection, delete, select, update

from tongiaki.server.people.names import key_of
from tongiaki.server.store import schema


def reset_password(connection: Connection, name: str) -> str | None:
    """A new password for the person with this name, who is logged out everywhere; `None` if nobody is called so."""
    person = person_called(connection, name)
    if person is None:
        return None
    password = secrets.token_urlsafe(12)
    kept = PasswordHasher().hash(password)
    connection.execute(update(schema.person).where(schema.person.c.id == person).values(password=kept))
    log_out(connection, person)
    return password


def log_out(connection: Connection, person: str) -> None:
    """All logins of a person end: from the next request on they are guests."""
    connection.execute(delete(schema.login).where(schema.login.c.person == person))


def person_called(connection: Connection, name: str) -> str | None:
    """The id of the person with this name: the session of all their browsers."""
    query = select(schema.person.c.id).where(schema.person.c.name_key == key_of(name))
    found: str | None = connection.execute(query).scalar_one_or_none()
    return found
