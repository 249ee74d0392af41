"""Which clocks there can be."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tongiaki.server.problems import Refusal, text
from tongiaki.server.protocol import Clock

BANK = (30, 4 * 3600)
INCREMENT = (0, 600)
DAYS = (1, 14)
LEAST_AWAKE = 4
"""Hours of a day that are counted at least."""


def checked_clock(clock: Clock) -> Clock:
    """The clock with nothing in it that does not belong to its kind; `Refusal`."""
    if clock.kind == "none":
        return Clock()
    if clock.kind == "bank":
        _within("bank", clock.bank, *BANK)
        _within("increment", clock.increment, *INCREMENT)
        return Clock("bank", clock.bank, clock.increment)
    _within("days", clock.days, *DAYS)
    _within("rest_from", clock.rest_from, 0, 23)
    _within("rest_to", clock.rest_to, 0, 23)
    _within("rest", (clock.rest_to - clock.rest_from) % 24, 0, 24 - LEAST_AWAKE)
    _check_zone(clock.zone)
    return Clock("days", 0, 0, clock.days, clock.rest_from, clock.rest_to, clock.zone)


def _within(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise Refusal("wrong", text("refused_clock", name=name, least=least, most=most))


def _check_zone(zone: str) -> None:
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refusal("wrong", text("refused_zone", zone=zone[:60])) from None
