"""In the store: whom somebody does not listen to, and reported lines of the talk."""

from sqlalchemy import Connection, func, select, union

from tongiaki.server.store import schema
from tongiaki.server.store.rooms import Line
from tongiaki.server.store.store import Store, now

_BLOCK = "INSERT INTO block (session, other, name) VALUES (?, ?, ?) ON CONFLICT (session, other) DO NOTHING"
_UNBLOCK = "DELETE FROM block WHERE session = ? AND other = ?"
_REPORT = (
    "INSERT INTO report (room, n, reporter, at, by_name, session, name, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (room, n, reporter) DO NOTHING"
)


def blocked_by_name(connection: Connection, session: str) -> list[tuple[str, str]]:
    """To whom somebody does not listen, with what they are called, or were when they had no name of their own."""
    block, person = schema.block.c, schema.person.c
    query = (
        select(block.other, func.coalesce(person.name, block.name))
        .outerjoin(schema.person, person.id == block.other)
        .where(block.session == session)
    )
    found = [(other, name) for other, name in connection.execute(query)]
    return sorted(found, key=lambda one: one[1].casefold())


class TalkStore:
    """Beside the rooms of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def blocked_by(self, session: str) -> set[str]:
        """The sessions to which somebody does not listen."""
        query = select(schema.block.c.other).where(schema.block.c.session == session)
        return await self._store.read(lambda connection: set(connection.execute(query).scalars()))

    async def apart(self, session: str) -> set[str]:
        """The sessions to which somebody does not listen, and those who do not listen to somebody."""
        block = schema.block.c
        query = union(
            select(block.other).where(block.session == session),
            select(block.session).where(block.other == session),
        )
        return await self._store.read(lambda connection: set(connection.execute(query).scalars()))

    async def blocked(self, session: str) -> list[tuple[str, str]]:
        """The same with what they are called, by name."""
        return await self._store.read(lambda connection: blocked_by_name(connection, session))

    async def block(self, session: str, other: str, name: str) -> None:
        """Somebody listens to another no more, who is called so; `NotKept`."""
        await self._store.write([(_BLOCK, (session, other, name))])

    async def unblock(self, session: str, other: str) -> None:
        """Somebody listens to another again; `NotKept`."""
        await self._store.write([(_UNBLOCK, (session, other))])

    async def report(self, room: str, line: Line, reporter: str, by: str) -> None:
        """A line is reported to the operator, with what it said; `NotKept`."""
        row = (
            room,
            line.n,
            reporter,
            now(),
            by,
            line.session or "",
            line.name,
            line.text or f"[{line.emote}]",
        )
        await self._store.write([(_REPORT, row)])
