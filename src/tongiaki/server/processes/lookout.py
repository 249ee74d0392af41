"""Who else runs, and who does no more: looked at five times a second, over a connection of its own."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tongiaki.server.logs import log
from tongiaki.server.processes.asking import Unreached, opened
from tongiaki.server.store.address import Address
from tongiaki.server.store.leasing import LOCK, InProcesses, Peer, end_connections, name_of
from tongiaki.server.store.postgres import connect, in_short

LOOKS_EVERY = 0.2
"""Seconds."""

GRACE = 3.0
"""So long a process may be without its lock that still answers the door: it makes its connection anew."""

OPENS_WITHIN = 0.3
"""Seconds for the door."""

HUNG = 5.0
"""A process that has a lock, but has not written so long, is frozen or cut off: its connections are ended."""

OLD = 1.0
"""After so many seconds without a look, what was seen of others before says nothing."""

LEAST_SHARE = 20
"""So many leases at least of a dead process are taken over at a time; the other processes take some too."""

_LOOK = """
SELECT id, reached_at, beat,
    EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = $1::bigint::oid
        AND objid = process.id::bigint::oid
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS lives,
    (SELECT count(*) FROM lease WHERE holder = process.id) AS leases
FROM process
"""
_TIDY = "DELETE FROM process WHERE seen < now() - interval '1 day' AND id NOT IN (SELECT holder FROM lease)"


@dataclass
class _Seen:
    """How a process looked, and since when."""

    how: tuple[bool, int]
    since: float


class Lookout:
    """Knows the others; takes over what a dead one had. taken: is told what; listen: of each new connection."""

    def __init__(
        self,
        address: Address,
        leases: InProcesses,
        taken: Callable[[set[str]], Awaitable[None]],
        listen: Callable[[Any], Awaitable[None]],
    ) -> None:
        self._address = address
        self._leases = leases
        self._taken = taken
        self._listen = listen
        self._connection: Any = None
        self._seen: dict[int, _Seen] = {}
        self._looked = 0.0
        self.others: dict[int, Peer] = {}
        """The other processes that live."""

    async def run(self) -> None:
        """Until it is cancelled."""
        try:
            while True:
                try:
                    await self.look()
                except Exception as error:
                    log.warning("database_gone", why=in_short(error))
                    self._drop()
                await asyncio.sleep(LOOKS_EVERY)
        finally:
            self._drop()

    async def look(self) -> None:
        """Once."""
        if self._connection is None:
            self._connection = await connect(self._address, f"{self._leases.name} looks out")
            await self._connection.execute(_TIDY)
            await self._listen(self._connection)
        rows = await self._connection.fetch(_LOOK, LOCK)
        now = asyncio.get_running_loop().time()
        if now - self._looked > OLD:
            self._seen.clear()  # this process itself was held up: what it believes of others is old
        self._looked = now
        rows = [row for row in rows if row["id"] != self._leases.process]
        self.others = {row["id"]: Peer(row["id"], row["reached_at"]) for row in rows if row["lives"]}
        for row in rows:
            await self._judge(row, now)

    async def _judge(self, row: Any, now: float) -> None:
        how = row["lives"], row["beat"]
        seen = self._seen.setdefault(row["id"], _Seen(how, now))
        if seen.how != how:
            self._seen[row["id"]] = seen = _Seen(how, now)
        if row["lives"] and now - seen.since > HUNG:
            log.warning("process_hangs", process=row["id"])
            await end_connections(self._connection, name_of(row["id"]))
            return
        nobody_cares = row["leases"] and not row["lives"]
        if nobody_cares and (now - seen.since >= GRACE or not await _opens(row["reached_at"])):
            await self._take_over(row)

    async def _take_over(self, row: Any) -> None:
        share = max(LEAST_SHARE, -(-row["leases"] // (len(self.others) + 1)))
        taken = await self._leases.take_over(row["id"], share)
        if taken:
            log.warning("taken_over", process=row["id"], leases=len(taken))
            await self._taken(taken)

    def _drop(self) -> None:
        self._seen.clear()
        if self._connection is not None:
            with suppress(Exception):
                self._connection.terminate()
            self._connection = None


async def _opens(reached_at: str) -> bool:
    """Whether there is a process at this address."""
    try:
        _, writer = await opened(reached_at, OPENS_WITHIN)
    except Unreached:
        return False
    writer.close()
    return True
