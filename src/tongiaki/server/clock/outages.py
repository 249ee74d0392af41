"""When the server was down: a mark is set again and again while clocks run, and what is missing is not counted."""

from collections.abc import Callable

from tongiaki.server.clock.rest import Stretch
from tongiaki.server.clock.time import Time, Timer, read, written
from tongiaki.server.logs import log
from tongiaki.server.store.store import NotKept, Store
from tongiaki.server.tasks import Tasks

BEAT = 2.0
"""Seconds between two marks: so much time at most is counted wrongly."""
REMEMBERED = 90 * 24 * 3600
"""Seconds after which an outage matters to no clock any more."""


class Outages:
    """The stretches of time in which no server ran, as far as it matters to clocks."""

    def __init__(self, store: Store, time: Time, runs: Callable[[], bool]) -> None:
        self.stretches: list[Stretch] = []
        self._store = store
        self._time = time
        self._runs = runs
        self._tasks = Tasks()
        self._timer: Timer | None = None

    async def begin(self) -> None:
        """Takes up what was, notes how long the server was down, and begins to set marks."""
        now = self._time.now()
        alive, kept = await self._store.outages(written(now - REMEMBERED))
        self.stretches += [(read(began), read(ended)) for began, ended in kept]
        if alive is not None and read(alive) < now:
            self.stretches.append((read(alive), now))
            await self._store.note_outage(alive, written(now))
        self._beat_later()

    def note(self, seconds: float) -> None:
        """Nothing was possible at some tables for so many seconds until now."""
        now = self._time.now()
        self.stretches.append((now - seconds, now))
        self._tasks.begin(self._store.note_outage(written(now - seconds), written(now)))

    async def close(self) -> None:
        """The last mark: from here on the server is down."""
        if self._timer is not None:
            self._timer.cancel()
        await self._tasks.all_ended()
        await self._beat()

    def _beat_later(self) -> None:
        self._timer = self._time.call_at(self._time.now() + BEAT, self._on)

    def _on(self) -> None:
        if self._runs():
            self._tasks.begin(self._beat())
        self._beat_later()

    async def _beat(self) -> None:
        try:
            await self._store.note_alive(written(self._time.now()))
        except NotKept as error:
            log.warning("not_kept", why=str(error))
