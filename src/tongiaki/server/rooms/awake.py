"""Whether somebody whose connection is open is awake: the line of a phone that sleeps looks as if somebody were there.

A page that lives says something three times a minute; where it is hidden, so that its timers are slow, at once when its
turn begins. So who has said nothing for a while after the own turn began does not know of it, and is told as if away.
"""

from collections.abc import Callable, Collection

from tongiaki.server.clock.time import Time, Timer
from tongiaki.server.rooms.live_room import LiveRoom

LOOKS_EVERY = 5.0
"""Seconds between two looks at all rooms: so a move costs nothing."""


class Sleepers:
    """Looks for those who do not know that it is their turn. tell: what is done then."""

    def __init__(
        self, rooms: Callable[[], Collection[LiveRoom]], time: Time, tell: Callable[[LiveRoom, str], None]
    ) -> None:
        self._rooms = rooms
        self._time = time
        self._tell = tell
        self._timer: Timer | None = None

    def begin(self) -> None:
        """From now on."""
        self._timer = self._time.call_at(self._time.now() + LOOKS_EVERY, self._look)

    def close(self) -> None:
        """No more."""
        if self._timer is not None:
            self._timer.cancel()

    def _look(self) -> None:
        now = self._time.now()
        for room in list(self._rooms()):
            given = room.given
            if given is not None and not given.looked and given.doubted_at <= now:
                given.looked = True
                if room.mover == given.session and room.asleep(given.session):
                    self._tell(room, given.session)
        self.begin()
