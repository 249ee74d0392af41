"""Days on which somebody's time is not counted, where there are days for a turn."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec

from tongiaki.server.clock.rest import Holiday
from tongiaki.server.problems import text
from tongiaki.server.room_protocol import TakeHoliday
from tongiaki.server.rooms.arrangement import Arrangement, refusal
from tongiaki.server.rooms.changes import Change

MOST = 30
"""Days within a year, at one table."""
A_YEAR = timedelta(days=365)
"""A holiday is over within it."""


def take_holiday(now: Arrangement, seat: int, command: TakeHoliday, moment: float) -> Change:
    """The holiday of who sits there, or none any more; `Refusal` if it is over already or too long.

    What was is not forgotten: a clock that did not count then does not count it afterwards either.
    """
    today, name = _today(now, moment), now.name_at(seat)
    kept = _until_today(now.places[seat].holidays, today)
    if not command.first and not command.last:
        told = (text("notice_no_holiday", name=name),) if coming(now, seat, moment) else ()
        return Change(_with_holidays(now, seat, kept), told)
    first, last = max(_day(command.first), today), _day(command.last)
    too_far = last > today + A_YEAR  # the end of the calendar would be the end of the game
    if too_far or last < first or sum(map(_length, kept)) + (last - first).days + 1 > MOST:
        raise refusal("wrong", "refused_holiday", most=MOST)
    holiday = first.isoformat(), last.isoformat()
    told = (text("notice_holiday", name=name, first=holiday[0], last=holiday[1]),)
    return Change(_with_holidays(now, seat, (*kept, holiday)), told)


def coming(now: Arrangement, seat: int, moment: float) -> Holiday | None:
    """The holiday on which somebody is, or that comes."""
    holidays = now.places[seat].holidays
    return next((days for days in holidays if date.fromisoformat(days[1]) >= _today(now, moment)), None)


def _with_holidays(now: Arrangement, seat: int, holidays: tuple[Holiday, ...]) -> Arrangement:
    return now.with_place(seat, msgspec.structs.replace(now.places[seat], holidays=holidays))


def _until_today(holidays: tuple[Holiday, ...], today: date) -> tuple[Holiday, ...]:
    """What has begun, ended today at the latest; what is a year old is forgotten."""
    return tuple(
        (first, min(last, today.isoformat()))
        for first, last in holidays
        if first <= today.isoformat() and date.fromisoformat(last) > today - A_YEAR
    )


def _length(holiday: Holiday) -> int:
    return (date.fromisoformat(holiday[1]) - date.fromisoformat(holiday[0])).days + 1


def _today(now: Arrangement, moment: float) -> date:
    return datetime.fromtimestamp(moment, ZoneInfo(now.clock.zone)).date()


def _day(written: str) -> date:
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise refusal("wrong", "refused_holiday", most=MOST) from None
