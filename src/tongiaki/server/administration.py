"""What the operator has asked for by `tongiaki admin`: games to be ended, persons to be kept out.

It stands in the database. The server looks there every few seconds; what was asked while none ran is done at the start.
"""

import asyncio

from sqlalchemy import Connection, select
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket

from tongiaki.server.answers import problem_answer
from tongiaki.server.encoding import encoded
from tongiaki.server.guards import App, Receive, Scope, Send
from tongiaki.server.logs import log
from tongiaki.server.problems import Refusal, text
from tongiaki.server.protocol import Refused, Text
from tongiaki.server.rooms.rooms import Rooms
from tongiaki.server.sessions import session_of
from tongiaki.server.store import schema
from tongiaki.server.store.store import Damaged, NotKept, NotRead, Store
from tongiaki.server.tables import Tables

EVERY = 3.0
"""Seconds between two looks."""

BANNED = 4403

STILL_FREE = frozenset(f"/api/me/{what}" for what in ("logout", "logins/end", "password", "delete"))
"""Who is kept out may still take the own data along, and delete them; but not become somebody else with all of it."""


class Administration:
    """Does what is asked, and knows who is kept out."""

    def __init__(self, store: Store, tables: Tables, rooms: Rooms) -> None:
        self._store = store
        self._tables = tables
        self._rooms = rooms
        self.banned: dict[str, str] = {}
        """Who is kept out, and why."""

    async def run(self) -> None:
        """Looks again and again; a database that cannot be read now can be later."""
        while True:
            try:
                await self.look()
            except NotRead:
                pass  # the next time
            except Exception as error:
                log.error("fault", exc_info=error)
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Once: closes the connections of those who are kept out or logged out since, and ends what is to be ended."""
        persons = self._rooms.persons
        banned, wishes = await self._store.read(_asked)
        new, self.banned = banned.keys() - self.banned.keys(), banned
        gone = await self._logged_in_nowhere(persons)
        if new or gone:
            self._rooms.restart(
                new | gone
            )  # when they come back they are told why they may not, or are guests
        for id, target in wishes:
            try:
                if not await self._store.leases.take([await self._store.lease_of(target)]):
                    continue  # the server that has it does it
                await self._end(target)
                await self._store.write([("DELETE FROM wish WHERE id = ?", (id,))])
            except (NotKept, NotRead, Refusal):
                continue  # the next time

    async def _logged_in_nowhere(self, persons: set[str]) -> set[str]:
        """Of these persons: a password was set by the operator, or they are gone, and were told so by no process."""
        if not persons:
            return set()
        query = select(schema.login.c.person).where(schema.login.c.person.in_(persons)).distinct()
        return persons - set(await self._store.read(lambda connection: connection.scalars(query).all()))

    async def _end(self, target: str) -> None:
        """The game of a table or a room ends as it stands, if it still runs; `NotRead` if another process has it."""
        try:
            room = await self._rooms.find(target)
            table = await self._tables.find(target) if room is None else room.table
        except Damaged:
            return
        if table is None or table.course.over:
            return
        await self._tables.playing.agree(table)
        log.warning("ended_by_the_operator", table=table.id)


def _asked(connection: Connection) -> tuple[dict[str, str], list[tuple[str, str]]]:
    banned = {row.session: row.why for row in connection.execute(select(schema.ban))}
    wishes = connection.execute(select(schema.wish.c.id, schema.wish.c.target).order_by(schema.wish.c.at))
    return banned, [(row.id, row.target) for row in wishes]


class KeepsOut:
    """Lets those who are banned read, and nothing else."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        why = _why_banned(scope) if scope["type"] in ("http", "websocket") else None
        if why is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            socket = WebSocket(scope, receive, send)
            await socket.accept()
            await socket.send_text(encoded(Refused("", "banned", refusal_of(why))))
            await socket.close(BANNED)
        elif scope["method"] in ("GET", "HEAD") or scope["path"] in STILL_FREE:
            await self._app(scope, receive, send)
        else:
            await problem_answer(403, "banned", problem_of(why))(scope, receive, send)


def refusal_of(why: str) -> Text:
    """That somebody is kept out, and why, if the operator has said so."""
    return text("refused_banned_why", why=why) if why else text("refused_banned")


def problem_of(why: str) -> Text:
    """The same over HTTP."""
    return text("problem_banned_why", why=why) if why else text("problem_banned")


def _why_banned(scope: Scope) -> str | None:
    banned: dict[str, str] = scope["app"].state.administration.banned
    return banned.get(session_of(HTTPConnection(scope)) or "") if banned else None
