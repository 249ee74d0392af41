"""Times that are not counted: nights, holidays, and when the server was down."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from tongiaki.server.protocol import Clock

Stretch = tuple[float, float]
"""From a moment to another, in seconds since 1970."""

Holiday = tuple[str, str]
"""The first and the last day, as `2026-12-24`."""

A_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Rest:
    """A night of the same hours each day in a time zone (none where they are equal), and other stretches."""

    zone: str = "UTC"
    night: tuple[int, int] = (0, 0)
    stretches: tuple[Stretch, ...] = field(default=())

    def counted(self, start: float, end: float) -> float:
        """How many of the seconds between two moments count."""
        return max(0.0, end - start - self._resting(start, end))

    def until(self, start: float, seconds: float) -> float:
        """When so many counted seconds are over."""
        end = start + seconds
        while (later := start + seconds + self._resting(start, end)) > end:
            # A whole rest at a time, not second by second through the night.
            end = max(later, self._wakes(end))
        return end

    def rests(self, at: float) -> bool:
        """Whether this moment does not count."""
        return any(begins <= at < ends for begins, ends in self._between(at, at + 1))

    def _wakes(self, at: float) -> float:
        """The end of the rest in which a moment lies, or the moment."""
        return max((ends for begins, ends in self._between(at, at + 1) if begins <= at), default=at)

    def _resting(self, start: float, end: float) -> float:
        resting, last = 0.0, start
        for begins, ends in sorted(self._between(start, end)):
            resting += max(0.0, min(ends, end) - max(begins, last))
            last = max(last, min(ends, end))
        return resting

    def _between(self, start: float, end: float) -> Iterator[Stretch]:
        for begins, ends in self.stretches:
            if ends > start and begins < end:
                yield begins, ends
        if self.night[0] != self.night[1]:
            yield from self._nights(start, end)

    def _nights(self, start: float, end: float) -> Iterator[Stretch]:
        begins, ends = self.night
        zone = ZoneInfo(self.zone)
        day = datetime.fromtimestamp(start, zone).date() - A_DAY
        while day <= datetime.fromtimestamp(end, zone).date():
            morning = day if ends > begins else day + A_DAY
            yield _moment(day, begins, zone), _moment(morning, ends, zone)
            day += A_DAY


def rest_of(clock: Clock, outages: Iterable[Stretch], holidays: Iterable[Holiday] = ()) -> Rest:
    """What is not counted by a clock for somebody: nights and holidays where there are days for a turn."""
    stretches = tuple(outages)
    if clock.kind != "days":
        return Rest(stretches=stretches)
    days = tuple(_days(clock.zone, holiday) for holiday in holidays)
    return Rest(clock.zone, (clock.rest_from, clock.rest_to), stretches + days)


def _days(zone: str, holiday: Holiday) -> Stretch:
    first, last = map(date.fromisoformat, holiday)
    return _moment(first, 0, ZoneInfo(zone)), _moment(last + A_DAY, 0, ZoneInfo(zone))


def _moment(day: date, hour: int, zone: ZoneInfo) -> float:
    return datetime.combine(day, time(hour), zone).timestamp()
