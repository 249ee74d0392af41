"""The clocks of a game: how much time each seat has left. They follow from the log, where it is written down."""

from tongiaki.server.clock.rest import Holiday, Rest, Stretch, rest_of
from tongiaki.server.clock.time import written
from tongiaki.server.course import Course, begins_turn
from tongiaki.server.protocol import Clock, ClockView

Holidays = dict[int, tuple[Holiday, ...]]
"""Between which days somebody's time is not counted, by seat."""

A_DAY = 24 * 3600
RESPITE = 15
"""Seconds that somebody has at least who comes back to the own seat."""
WARNING = 0.25, 3600
"""Where there are days for a turn, who is away is reminded when this part of it is left, or so many seconds."""


class Clocks:
    """left: milliseconds by seat, as they stood at `since`, when something last happened. outages: the server's."""

    def __init__(self, clock: Clock, left: list[int], since: float, outages: list[Stretch]) -> None:
        self.clock = clock
        self.left = left
        self.since = since
        self.holidays: Holidays = {}
        self._outages = outages

    @classmethod
    def wound(cls, clock: Clock, seats: int, since: float, outages: list[Stretch]) -> "Clocks":
        """The clocks at the start of a game."""
        return cls(clock, [budget(clock)] * seats, since, outages)

    def running(self, course: Course) -> int | None:
        """The seat whose time runs: that of a person who decides."""
        seat = course.active_seat
        return None if seat is None or course.paused or course.bot_of(seat) is not None else seat

    def spent(self, course: Course, now: float) -> int:
        """Milliseconds that whoever decides has used since something last happened."""
        seat = self.running(course)
        return 0 if seat is None else round(self._rest(seat).counted(self.since, now) * 1000)

    def runs_out(self, course: Course) -> float | None:
        """When the time of who decides is over, if nothing happens."""
        seat = self.running(course)
        return None if seat is None else self.ends(seat)

    def ends(self, seat: int) -> float:
        """When the time of this seat is over, if it runs and nothing happens."""
        return self._rest(seat).until(self.since, self.left[seat] / 1000)

    def warns(self, course: Course, now: float) -> float | None:
        """When who decides is to be reminded that the time runs out; never while it is not counted."""
        seat = self.running(course)
        if seat is None or self.clock.kind != "days":
            return None
        part, least = WARNING
        rest, left = self._rest(seat), self.left[seat] - max(part * budget(self.clock), least * 1000)
        at = rest.until(self.since, max(1.0, left / 1000))
        return rest.until(now, 1.0) if at <= now and rest.rests(now) else at

    def after(self, before: Course, after: Course, now: float) -> list[int]:
        """What is left to each when the game has gone on from one course to the next."""
        left, seat = list(self.left), self.running(before)
        if seat is not None:
            left[seat] = max(0, left[seat] - self.spent(before, now))
        for event in after.events[before.seq + 1 :]:
            decides_again = event.kind in ("seat", "handed_over") and event.bot is None
            if decides_again and event.seat is not None:
                left[event.seat] = max(left[event.seat], self._respite())
        if _passes(before, after):
            if self.clock.kind == "bank" and seat is not None and after.events[-1].kind != "undo":
                left[seat] += self.clock.increment * 1000
            for turn in (before.active_seat, after.active_seat):
                if self.clock.kind == "days" and turn is not None:
                    left[turn] = budget(self.clock)
        return left

    def _respite(self) -> int:
        seconds = RESPITE if self.clock.kind == "bank" else self.clock.days * A_DAY
        return max(seconds, self.clock.increment) * 1000

    def set(self, left: list[int], now: float) -> None:
        """This is how it stands now, as it is written down."""
        self.left, self.since = left, now

    def view(self, course: Course, now: float) -> ClockView:
        """The clocks as they are shown."""
        left, seat = list(self.left), self.running(course)
        ends = None if seat is None else self.ends(seat)
        if seat is not None:
            left[seat] = max(0, left[seat] - self.spent(course, now))
        return ClockView(
            kind=self.clock.kind,
            left=[None if course.bot_of(n) is not None else time for n, time in enumerate(left)],
            runs=seat,
            until=written(ends) if ends is not None and self.clock.kind == "days" else None,
            rests=seat is not None and self._rest(seat).rests(now),
        )

    def _rest(self, seat: int) -> Rest:
        recent = [outage for outage in self._outages if outage[1] > self.since]
        return rest_of(self.clock, recent, self.holidays.get(seat, ()))


def budget(clock: Clock) -> int:
    """Milliseconds at the start: of the game, or of each turn."""
    return (clock.bank if clock.kind == "bank" else clock.days * A_DAY) * 1000


def _passes(before: Course, after: Course) -> bool:
    """Whether a turn is over: another seat decides, or the same one again in a new turn."""
    began = any(map(begins_turn, after.events[before.seq + 1 :]))
    return began or before.active_seat != after.active_seat
