"""Days on which somebody's time is not counted, where there are days for a turn."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import msgspec

from tongiaki.server.problems import text
from tongiaki.server.room_protocol import TakeHoliday
from tongiaki.server.rooms.arrangement import Arrangement, refusal
from tongiaki.server.rooms.changes import Change

LONGEST = 30
"""Days."""


def take_holiday(now: Arrangement, seat: int, command: TakeHoliday, moment: float) -> Change:
    """The holiday of who sits there, or none any more; `Refusal` if it is over already or too long."""
    name, place = now.name_at(seat), now.places[seat]
    if not command.first and not command.last:
        told = (text("notice_no_holiday", name=name),) if place.holiday else ()
        return Change(now.with_place(seat, msgspec.structs.replace(place, holiday=None)), told)
    first, last = _day(command.first), _day(command.last)
    today = datetime.fromtimestamp(moment, ZoneInfo(now.clock.zone)).date()
    if not (today <= last and 0 <= (last - first).days < LONGEST):
        raise refusal("wrong", "refused_holiday", most=LONGEST)
    days = max(first, today).isoformat(), last.isoformat()
    told = (text("notice_holiday", name=name, first=days[0], last=days[1]),)
    return Change(now.with_place(seat, msgspec.structs.replace(place, holiday=days)), told)


def _day(written: str) -> date:
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise refusal("wrong", "refused_holiday", most=LONGEST) from None
