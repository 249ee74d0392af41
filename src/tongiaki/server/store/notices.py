"""In the store: where persons want to be told of their turn, and the key of the server."""

from dataclasses import dataclass

from sqlalchemy import select

from tongiaki.server.store import schema
from tongiaki.server.store.store import Store, now

_KEEP = (
    "INSERT INTO notice (session, kind, address, keys, words, origin, created, reminder) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (session, kind, address) DO UPDATE SET keys = excluded.keys, words = excluded.words, "
    "origin = excluded.origin, created = excluded.created, reminder = excluded.reminder"
)
_KEEP_KEY = "INSERT INTO server_key (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING"


@dataclass(frozen=True)
class KeptNotice:
    """Somebody is told somewhere: `kind` is `push` (with the keys of the browser) or `hook`.

    `words`: what is said, in the language of who asked, and `reminder` before the time runs out; `origin`: the address
    of the server, as it was reached.
    """

    session: str
    kind: str
    address: str
    keys: str
    words: str
    origin: str
    reminder: str = ""


class NoticeStore:
    """Beside the games of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of_session(self, session: str) -> list[KeptNotice]:
        """Where somebody is told, the latest first."""
        columns = schema.notice.c
        query = select(schema.notice).where(columns.session == session).order_by(columns.created.desc())
        return await self._store.read(
            lambda connection: [
                KeptNotice(
                    *(row.session, row.kind, row.address, row.keys, row.words, row.origin, row.reminder)
                )
                for row in connection.execute(query)
            ]
        )

    async def keep(self, notice: KeptNotice, without: list[KeptNotice]) -> None:
        """From now on somebody is told here, and not there any more; `NotKept`."""
        where = (notice.session, notice.kind, notice.address, notice.keys)
        row = (*where, notice.words, notice.origin, now(), notice.reminder)
        await self._store.write([*map(_forget, without), (_KEEP, row)])

    async def forget(self, notices: list[KeptNotice]) -> None:
        """Nobody is told there any more; `NotKept`."""
        if notices:
            await self._store.write(list(map(_forget, notices)))

    async def key(self, name: str, new: str) -> str:
        """The key of this name: the one that there is, else the new one."""
        await self._store.write([(_KEEP_KEY, (name, new))])
        query = select(schema.server_key.c.value).where(schema.server_key.c.name == name)
        return await self._store.read(lambda connection: str(connection.execute(query).scalar_one()))


def _forget(notice: KeptNotice) -> tuple[str, tuple[str, ...]]:
    sql = "DELETE FROM notice WHERE session = ? AND kind = ? AND address = ?"
    return sql, (notice.session, notice.kind, notice.address)
