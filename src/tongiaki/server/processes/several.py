"""This process among the others: which of them has what, what they are asked, what happens when one takes over."""

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, suppress

import msgspec

from tongiaki.server.logs import log
from tongiaki.server.others import Asked, Bring, Leave, Public, Quick, Rename, Told
from tongiaki.server.processes.asking import Unreached, ask
from tongiaki.server.processes.following import Following
from tongiaki.server.processes.lookout import Lookout
from tongiaki.server.processes.seeking import alone
from tongiaki.server.processes.trust import FROM
from tongiaki.server.room_protocol import RoomSummary
from tongiaki.server.rooms.rooms import Rooms
from tongiaki.server.settings import Settings
from tongiaki.server.store.address import Address
from tongiaki.server.store.keeping import NotKept, NotRead
from tongiaki.server.store.leasing import InProcesses, Peer, lease_of, sits
from tongiaki.server.store.notices import NoticeStore
from tongiaki.server.store.store import Store
from tongiaki.server.tables import Tables
from tongiaki.server.tasks import end

BEAT = 0.5
"""Seconds between two signs of life, where nothing else is written."""

AGAIN_AFTER = 0.2
"""Seconds until the database is tried again."""

TELLS = 3
"""So often a process is told something before it is left alone."""

BETWEEN = "/between"
"""Where processes ask each other."""


class Several:
    """The others on the same PostgreSQL, as `Others`."""

    def __init__(
        self, address: Address, store: Store, leases: InProcesses, settings: Settings, secret: str
    ) -> None:
        self._address = address
        self._store = store
        self._leases = leases
        self._lookout: Lookout
        self._tasks: list[asyncio.Task[None]] = []
        self._tables: Tables
        self._rooms: Rooms
        self.following: Following
        """The tables of other processes at which people look on here."""
        self.secret = secret
        self.most_body = settings.most_body
        self.passing: dict[str, set[asyncio.Task[None]]] = {}
        """The connections that are passed on, by lease: they end when it comes to this process."""

    @classmethod
    async def join(cls, address: Address, store: Store, settings: Settings) -> "Several":
        """This process is one of several from now on; `NotKept`."""
        leases = store.leases
        assert isinstance(leases, InProcesses)
        leases.reached_at = settings.reached_at
        secret = await NoticeStore(store).key("processes", secrets.token_urlsafe(24))
        return cls(address, store, leases, settings, secret)

    def begin(self, tables: Tables, rooms: Rooms) -> None:
        """From now on it gives signs of life and looks out."""
        self._tables, self._rooms = tables, rooms
        self.following = Following(tables, rooms.holidays_of)
        self._lookout = Lookout(self._address, self._leases, self._taken, self.following.listen)
        self._leases.lost = self._lost
        self._leases.unattended = tables.unattended
        self._tasks = [asyncio.create_task(self._beat()), asyncio.create_task(self._lookout.run())]

    async def close(self) -> None:
        """The others take over as soon as the store is closed."""
        self.following.close()
        await end(*self._tasks)

    async def _beat(self) -> None:
        while True:
            try:
                self.following.sweep()
                await self._store.write([])
                await asyncio.sleep(BEAT)
            except NotKept:
                await asyncio.sleep(AGAIN_AFTER)

    # -- who has what ------------------------------------------------------------------------------------------

    async def holder(self, kind: str, id: str) -> tuple[str, Peer | None]:
        """The lease of a "room" or "table", and who has it; `None`: this process, or there is no such thing.

        `NotRead`, `NotKept`.
        """
        if kind == "room" and self._leases.holds(id):
            return id, None
        if kind == "table" and (lease := self._tables.lease_of(id)) is not None:
            return lease, None
        for _ in range(2):
            held = await self._store.read(lambda connection: lease_of(connection, kind, id))
            if held is None or self._leases.holds(held.id):
                return id if held is None else held.id, None
            if held.by is not None and held.by.process != self._leases.process:
                return held.id, held.by
            await self.take(held.id)
        raise NotRead("it is going from one server to another")

    async def looks_on(self, table: str, session: str | None) -> bool:
        """Whether somebody has no seat at a table; `NotRead`."""
        return not await self._store.read(lambda connection: sits(connection, table, session))

    async def take(self, lease: str) -> bool:
        """Takes what is nobody's or a dead process's; `NotKept`."""
        return bool(await self._leases.take([lease]))

    def passed(self, lease: str, way: "asyncio.Task[None]") -> None:
        """A connection is passed on no more."""
        ways = self.passing[lease]
        ways.discard(way)
        if not ways:
            del self.passing[lease]

    def _lost(self, leases: set[str]) -> None:
        log.warning("lost_leases", leases=len(leases))
        self._rooms.lose(leases)
        self._tables.lose(leases)

    async def _taken(self, leases: set[str]) -> None:
        for lease in leases:
            for way in self.passing.get(lease, ()):
                way.cancel()
        await self._tables.take_over(leases)

    # -- what is said between them -----------------------------------------------------------------------------

    async def ask_holder(self, room: str, asked: Bring | Leave | Rename) -> bool | None:
        """As `Others`."""
        for _ in range(2):
            try:
                lease, peer = await self.holder("room", room)
                return None if peer is None else bool(msgspec.json.decode(await self._ask(peer, asked)))
            except Unreached:
                await self.take(lease)
        raise NotRead("the server that has the room is not reached")

    async def tell(self, asked: Told) -> None:
        """As `Others`. Who is not reached has lost its tables, or is about to."""
        await asyncio.gather(*(self._tell(peer, asked) for peer in self._lookout.others.values()))

    async def _tell(self, peer: Peer, asked: Asked) -> bytes | None:
        for _ in range(TELLS):
            try:
                return await self._ask(peer, asked)
            except NotRead as error:
                log.warning("not_told", why=str(error))
                await asyncio.sleep(AGAIN_AFTER)
        return None

    async def public(self) -> Sequence[RoomSummary]:
        """As `Others`."""
        peers = self._lookout.others.values()
        told = await asyncio.gather(*(self._ask(peer, Public()) for peer in peers), return_exceptions=True)
        rooms = [msgspec.json.decode(one, type=list[RoomSummary]) for one in told if isinstance(one, bytes)]
        return [room for its in rooms for room in its]

    def one_seeks(self) -> AbstractAsyncContextManager[None]:
        """As `Others`."""
        return alone(self._address, f"{self._leases.name} seeks")

    async def quick(self, asked: Quick) -> str | None:
        """As `Others`."""
        for peer in self._lookout.others.values():
            with suppress(NotRead):
                if (room := msgspec.json.decode(await self._ask(peer, asked), type=str | None)) is not None:
                    return room
        return None

    async def _ask(self, peer: Peer, asked: Asked) -> bytes:
        headers = [(b"host", b"between"), (FROM, f"{self.secret} - http".encode())]
        answer = await ask(peer.reached_at, "POST", BETWEEN.encode(), headers, msgspec.json.encode(asked))
        if answer.status != 200:
            raise NotRead(f"the server at {peer.reached_at} says {answer.status}")
        return answer.body
