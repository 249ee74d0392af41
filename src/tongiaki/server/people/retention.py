"""What is kept for how long: said on the page about it, and done here, once a day."""

import asyncio
from datetime import UTC, datetime, timedelta

from tongiaki.server.logs import log
from tongiaki.server.people.leaving import Leaving
from tongiaki.server.people.people import People
from tongiaki.server.store.leases import HOUSE, Leases
from tongiaki.server.store.store import NotKept, NotRead

LOGIN_DAYS = 180
"""A browser that was not used so long is logged out."""
TALK_DAYS = 365
"""What was said at a table where nothing happened so long is deleted."""
REPORT_DAYS = 90
"""What was reported to the operator is deleted so long after."""
PERSON_DAYS = 730
"""A claimed name that was not used so long is free again, as if its person had deleted it."""
EVERY = 24 * 3600.0


class Retention:
    """Deletes what is older than is said."""

    def __init__(self, people: People, leaving: Leaving, leases: Leases) -> None:
        self._people = people
        self._leaving = leaving
        self._leases = leases

    async def run(self) -> None:
        """Now and once a day, until it is cancelled. Of several processes one does it."""
        while True:
            try:
                if await self._leases.take([HOUSE]):
                    await self.forget(datetime.now(UTC))
            except (NotKept, NotRead) as error:
                log.error("not_kept", why=str(error))
            await asyncio.sleep(EVERY)

    async def forget(self, now: datetime) -> None:
        """Deletes what is too old at that time; `NotKept`."""
        await self._people.store.forget_old(
            *(_day(now, LOGIN_DAYS), _day(now, TALK_DAYS), _day(now, REPORT_DAYS), _day(now, 0))
        )
        for person in await self._people.store.unused(_day(now, PERSON_DAYS)):
            await self._leaving.leave(person.id, person.name)


def _day(now: datetime, days: int) -> str:
    return (now - timedelta(days=days)).date().isoformat()
