"""Of all processes on a database one at a time looks for a room for somebody, and makes one where there is none."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from tongiaki.server.logs import log
from tongiaki.server.store.address import Address
from tongiaki.server.store.keeping import NotRead
from tongiaki.server.store.leasing import LOCK
from tongiaki.server.store.postgres import GONE, connect, in_short

WAITS = 5.0
"""Seconds; if another process stands still just now, two rooms are better than none."""

_LOCKED = f"SELECT pg_advisory_lock({LOCK}, 0)"
"""No process has the number 0 (`leasing.LOCK`)."""


@asynccontextmanager
async def alone(address: Address, name: str) -> AsyncIterator[None]:
    """While the block runs nobody else seeks, in any process; `NotRead`.

    The lock is that of a connection of its own, under this name: the one that writes has to write the room meanwhile.
    """
    try:
        connection = await connect(address, name)
    except (*GONE, asyncpg.PostgresError) as error:
        raise NotRead(str(error)) from error
    try:
        try:
            await connection.execute(_LOCKED, timeout=WAITS)
        except GONE as error:
            log.warning("seeks_beside_others", why=in_short(error))
        yield
    finally:
        connection.terminate()
