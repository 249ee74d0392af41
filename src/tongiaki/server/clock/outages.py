"""When nobody could play: a mark is set again and again while clocks run, and what is missing is not counted.

No server ran, or the database took nothing.
"""

import time
from collections.abc import Callable

from tongiaki.server.clock.rest import Stretch
from tongiaki.server.clock.time import Time, Timer, read, written
from tongiaki.server.logs import log
from tongiaki.server.store.store import NotKept, Store
from tongiaki.server.tasks import Tasks

BEAT = 2.0
"""Seconds between two marks: so much time at most is counted wrongly."""
LATE = 2.0
"""Seconds after which a mark that has not been kept is an outage."""
TOGETHER = 5.0
"""Seconds between two moves that could not be kept, within which none could be; bots try again sooner."""
REMEMBERED = 90 * 24 * 3600
"""Seconds after which an outage matters to no clock any more."""


class Outages:
    """The stretches of time in which nobody could play, as far as it matters to clocks.

    noted: called when the database has taken nothing for a while, and does again.
    """

    def __init__(
        self, store: Store, time: Time, runs: Callable[[], bool], noted: Callable[[], None] = lambda: None
    ) -> None:
        self.stretches: list[Stretch] = []
        self._store = store
        self._time = time
        self._runs = runs
        self._noted = noted
        self._waits_since: float | None = None
        """Since when a mark could not be kept."""
        self._refused: list[Stretch] = []
        """In which moves could not be kept, whatever was of the marks: not written yet."""
        self._latest_refused = False
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

    def refused(self) -> None:
        """A move could not be kept. A full disk may take a mark, which has its place already, and nothing new."""
        began = now = self._time.now()
        self._latest_refused = True
        if self._goes_on:
            began, _ = last = self._refused.pop()
            self.stretches.remove(last)
        self._refused.append((began, now))
        self.stretches.append((began, now))

    def kept(self) -> None:
        """A move could be kept."""
        self._latest_refused = False

    @property
    def refuses(self) -> bool:
        """Whether moves cannot be kept just now, as far as it is known: the latest one could not, a moment ago."""
        return self._latest_refused and self._goes_on

    @property
    def _goes_on(self) -> bool:
        return bool(self._refused) and self._time.now() - self._refused[-1][1] <= TOGETHER

    async def _write_refused(self) -> None:
        """What is over is written, and told."""
        over = self._refused[:-1] if self._goes_on else list(self._refused)
        for stretch in over:
            await self._store.note_outage(*map(written, stretch))
            if stretch in self._refused:
                self._refused.remove(stretch)
        if over:
            self._noted()

    async def take_up(self) -> None:
        """What other processes have noted since this one began."""
        _, kept = await self._store.outages(written(self._time.now() - REMEMBERED))
        known = set(self.stretches)
        self.stretches += [seen for began, ended in kept if (seen := (read(began), read(ended))) not in known]

    async def close(self) -> None:
        """The last mark: from here on the server is down."""
        if self._timer is not None:
            self._timer.cancel()
        await self._tasks.all_ended()
        await self.mark()

    def _beat_later(self) -> None:
        self._timer = self._time.call_at(self._time.now() + BEAT, self._on)

    def _on(self) -> None:
        if self._runs():
            self._tasks.begin(self.mark())
        self._beat_later()

    async def mark(self) -> bool:
        """Sets a mark; whether that could be done. The time for which it could not is noted as an outage."""
        if self._waits_since is None:
            self._waits_since = time.monotonic()
        try:
            await self._write_refused()
            await self._store.note_alive(written(self._time.now()))
        except NotKept as error:
            log.warning("not_kept", why=str(error))
            return False
        waited = 0.0 if self._waits_since is None else time.monotonic() - self._waits_since
        self._waits_since = None
        if waited > LATE:
            self.note(waited)
            self._noted()
        return True
