"""Persons with a claimed name, and where they are logged in, in the store."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, or_, select

from tongiaki.server.store import schema
from tongiaki.server.store.store import Store
from tongiaki.server.store.writer import Statement

_INSERT_PERSON = (
    "INSERT INTO person (id, name, name_key, password, created, used, look) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_KEEP_FORMER = (
    "INSERT INTO former_name (name_key, look, name, person, until) VALUES (?, ?, ?, ?, ?) ON CONFLICT (name_key) "
    "DO UPDATE SET person = excluded.person, until = excluded.until"
)
_INSERT_LOGIN = "INSERT INTO login (id, person, device, created, used) VALUES (?, ?, ?, ?, ?)"
_MOVE_NOTICES = (
    "UPDATE notice SET session = ? WHERE session = ? "
    "AND address NOT IN (SELECT address FROM notice WHERE session = ?)"
)
_MOVE_BLOCKS = (
    "INSERT INTO block (session, other, name) SELECT {}, name FROM block WHERE {} = ? "
    "ON CONFLICT (session, other) DO NOTHING"
)
_MOVE_REPORTS = (
    "UPDATE report SET reporter = ? WHERE reporter = ? AND NOT EXISTS (SELECT 1 FROM report AS other "
    "WHERE other.room = report.room AND other.n = report.n AND other.reporter = ?)"
)
_MOVE_BANS = (
    "UPDATE ban SET session = ? WHERE session = ? "
    "AND NOT EXISTS (SELECT 1 FROM ban AS other WHERE other.session = ?)"
)


@dataclass(frozen=True)
class Name:
    """A name, as it is compared, and what it looks like."""

    name: str
    key: str
    look: str


@dataclass(frozen=True)
class KeptPerson:
    """A claimed name. `id` stands where a guest's session stands elsewhere; `password` is a hash."""

    id: str
    name: str
    password: str
    created: str
    used: str
    renamed: str | None = None


@dataclass(frozen=True)
class KeptLogin:
    """A browser where somebody is logged in: `id` is the hash of its cookie, `used` a day."""

    id: str
    person: str
    name: str
    device: str
    created: str
    used: str


class PeopleStore:
    """Persons beside the games of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def called(self, name_key: str) -> KeptPerson | None:
        """The person with this name, as it is compared."""
        query = _PERSONS.where(schema.person.c.name_key == name_key)
        return await self._store.read(lambda connection: _person(connection, query))

    async def person(self, id: str) -> KeptPerson | None:
        """The person."""
        query = _PERSONS.where(schema.person.c.id == id)
        return await self._store.read(lambda connection: _person(connection, query))

    async def has(self, name_key: str, look: str, day: str, but: str = "") -> bool:
        """Whether anybody but one is called so, looks so, or was or did until after that day."""
        person, former = schema.person.c, schema.former_name.c
        now = select(person.id).where(or_(person.name_key == name_key, person.look == look), person.id != but)
        before = select(former.person).where(
            or_(former.name_key == name_key, former.look == look),
            former.person != but,
            former.until > day,
        )
        return await self._store.read(
            lambda connection: any(connection.execute(query.limit(1)).first() for query in (now, before))
        )

    async def former(self, person: str) -> list[tuple[str, str]]:
        """What a person was called before, and until when nobody else may be."""
        query = select(schema.former_name.c.name, schema.former_name.c.until).filter_by(person=person)
        return await self._store.read(
            lambda connection: [(row.name, row.until) for row in connection.execute(query)]
        )

    async def rename(self, person: KeptPerson, name: Name, old: Name, day: str, until: str) -> None:
        """The person is called otherwise from that day on, and nobody else as before until another; `NotKept`."""
        await self._store.write(
            [
                (_KEEP_FORMER, (old.key, old.look, old.name, person.id, until)),
                ("DELETE FROM former_name WHERE name_key = ?", (name.key,)),
                (
                    "UPDATE person SET name = ?, name_key = ?, look = ?, renamed = ? WHERE id = ?",
                    (name.name, name.key, name.look, day, person.id),
                ),
                ("UPDATE talk SET name = ? WHERE session = ?", (name.name, person.id)),
            ]
        )

    async def login(self, id: str) -> KeptLogin | None:
        """The login with this hash of a cookie."""
        query = _LOGINS.where(schema.login.c.id == id)

        def find(connection: Connection) -> KeptLogin | None:
            row = connection.execute(query).first()
            return None if row is None else KeptLogin(*row)

        return await self._store.read(find)

    async def logins(self, person: str) -> list[KeptLogin]:
        """Where a person is logged in, the latest first."""
        query = _LOGINS.where(schema.login.c.person == person).order_by(schema.login.c.created.desc())
        return await self._store.read(
            lambda connection: [KeptLogin(*row) for row in connection.execute(query)]
        )

    async def unused(self, before: str) -> list[KeptPerson]:
        """The persons who have not been here since a day."""
        query = _PERSONS.where(schema.person.c.used < before)
        return await self._store.read(
            lambda connection: [KeptPerson(*row) for row in connection.execute(query)]
        )

    async def rooms_with(self, session: str) -> list[str]:
        """The rooms that know a session, also as that of somebody who only looked on."""
        query = select(schema.room.c.id).where(schema.room.c.arrangement.contains(session, autoescape=True))
        return await self._store.read(lambda connection: list(connection.scalars(query)))

    async def add(self, person: KeptPerson, name: Name, login: KeptLogin) -> None:
        """A new person, logged in; `NotKept`, also if the name is taken."""
        row = (person.id, name.name, name.key, person.password, person.created, person.used, name.look)
        former = ("DELETE FROM former_name WHERE name_key = ?", (name.key,))
        await self._store.write([former, (_INSERT_PERSON, row), _login(login)])

    async def log_in(self, login: KeptLogin) -> None:
        """Another browser; `NotKept`."""
        await self._store.write([_login(login), _used(login.person, login.used)])

    async def note_use(self, login: KeptLogin, day: str) -> None:
        """A browser was used today; `NotKept`."""
        statement = ("UPDATE login SET used = ? WHERE id = ?", (day, login.id))
        await self._store.write([statement, _used(login.person, day)])

    async def log_out(self, logins: Sequence[str]) -> None:
        """These logins end; `NotKept`."""
        await self._store.write([("DELETE FROM login WHERE id = ?", (id,)) for id in logins])

    async def set_password(self, person: str, password: str, keep: str = "") -> None:
        """A new hash of a password; all logins but one end; `NotKept`."""
        await self._store.write(
            [
                ("UPDATE person SET password = ? WHERE id = ?", (password, person)),
                ("DELETE FROM login WHERE person = ? AND id <> ?", (person, keep)),
            ]
        )

    async def rehash(self, person: str, password: str) -> None:
        """The same password, hashed with newer parameters; `NotKept`."""
        await self._store.write([("UPDATE person SET password = ? WHERE id = ?", (password, person))])

    async def move(self, old: str, new: str, but: Sequence[str] = ()) -> None:
        """What games, talk and ratings have under a session they have under another from now on; `NotKept`.

        but: not in these rooms.
        """
        rooms = ", ".join("?" for _ in but)
        elsewhere = f" AND (room IS NULL OR room NOT IN ({rooms}))" if but else ""
        games = f" AND game IN (SELECT id FROM game WHERE 1 = 1{elsewhere})" if but else ""
        await self._store.write(
            [
                (f"UPDATE seat_owner SET session = ? WHERE session = ?{games}", (new, old, *but)),
                (f"UPDATE seat_before SET session = ? WHERE session = ?{games}", (new, old, *but)),
                (f"UPDATE game SET session = ? WHERE session = ?{elsewhere}", (new, old, *but)),
                (f"UPDATE talk SET session = ? WHERE session = ?{elsewhere}", (new, old, *but)),
                ("UPDATE rating_change SET player = ? WHERE player = ?", (new, old)),
                ("UPDATE rating SET player = ? WHERE player = ?", (new, old)),
                (_MOVE_NOTICES, (new, old, new)),
                ("DELETE FROM notice WHERE session = ?", (old,)),
                (_MOVE_BLOCKS.format("?, other", "session"), (new, old)),
                (_MOVE_BLOCKS.format("session, ?", "other"), (new, old)),
                ("DELETE FROM block WHERE session = ? OR other = ?", (old, old)),
                ("UPDATE report SET session = ? WHERE session = ?", (new, old)),
                (_MOVE_REPORTS, (new, old, new)),
                (_MOVE_BANS, (new, old, new)),
            ]
        )

    async def remove(self, person: str, nobody: str) -> None:
        """The person is gone, with logins, notices, blocks and bans; reports are by or about `nobody`; `NotKept`."""
        await self._store.write(
            [
                ("DELETE FROM notice WHERE session = ?", (person,)),
                ("DELETE FROM block WHERE session = ? OR other = ?", (person, person)),
                ("DELETE FROM ban WHERE session = ?", (person,)),
                ("UPDATE report SET by_name = ? WHERE reporter = ?", (nobody, person)),
                ("UPDATE report SET name = ? WHERE session = ?", (nobody, person)),
                ("DELETE FROM login WHERE person = ?", (person,)),
                ("DELETE FROM former_name WHERE person = ?", (person,)),
                ("DELETE FROM person WHERE id = ?", (person,)),
            ]
        )

    async def forget_old(
        self, logins_before: str, talk_before: str, reports_before: str, today: str = ""
    ) -> None:
        """Logins not used since a day end; the talk of rooms without a change since then, and older reports, are gone,
        and former names whose time is over; `NotKept`."""
        playing = "SELECT 1 FROM game WHERE game.room = room.id AND game.changed >= ?"
        quiet = f"SELECT id FROM room WHERE changed < ? AND NOT EXISTS ({playing})"
        await self._store.write(
            [
                ("DELETE FROM login WHERE used < ?", (logins_before,)),
                (f"DELETE FROM talk WHERE room IN ({quiet})", (talk_before, talk_before)),
                ("DELETE FROM report WHERE at < ?", (reports_before,)),
                ("DELETE FROM former_name WHERE until <= ?", (today,)),
            ]
        )


_PERSONS = select(
    schema.person.c.id,
    schema.person.c.name,
    schema.person.c.password,
    schema.person.c.created,
    schema.person.c.used,
    schema.person.c.renamed,
)
_LOGINS = select(
    schema.login.c.id,
    schema.login.c.person,
    schema.person.c.name,
    schema.login.c.device,
    schema.login.c.created,
    schema.login.c.used,
).join(schema.person, schema.person.c.id == schema.login.c.person)


def _person(connection: Connection, query: "Select[Any]") -> KeptPerson | None:
    row = connection.execute(query).first()
    return None if row is None else KeptPerson(*row)


def _login(login: KeptLogin) -> Statement:
    return _INSERT_LOGIN, (login.id, login.person, login.device, login.created, login.used)


def _used(person: str, day: str) -> Statement:
    return "UPDATE person SET used = ? WHERE id = ?", (day, person)
