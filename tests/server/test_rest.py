"""Which time counts: not the nights, the holidays, nor when the server was down."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.own_time import OwnTime
from tongiaki.server.clock.outages import TOGETHER, Outages
from tongiaki.server.clock.rest import Rest, rest_of
from tongiaki.server.clock.time import read, written
from tongiaki.server.protocol import Clock

HOUR = 3600.0
DAYS = Clock("days", 0, 0, 2, 23, 7, "Europe/Amsterdam")


def at(text: str) -> float:
    return read(f"{text}:00+00:00")


def test_nights_are_not_counted_in_the_zone_of_the_table() -> None:
    rest = rest_of(DAYS, [])
    evening, noon = at("2026-12-01T20:00"), at("2026-12-02T11:00")
    assert rest.counted(evening, noon) == 15 * HOUR - 8 * HOUR
    assert rest.until(evening, 7 * HOUR) == noon
    assert [rest.rests(at(f"2026-12-01T{hour}:30")) for hour in ("21", "22", "05", "06")] == [
        False,
        True,
        True,
        False,
    ]
    assert rest.rests(at("2026-07-01T21:30")), "summer time"


def test_the_night_in_which_the_clocks_change_is_as_long_as_it_is() -> None:
    rest = rest_of(DAYS, [])
    day = at("2026-10-24T10:00"), at("2026-10-25T11:00")
    assert rest.counted(*day) == 25 * HOUR - 9 * HOUR


def test_holidays_and_outages_may_overlap_with_nights() -> None:
    outage = at("2026-12-24T20:00"), at("2026-12-25T02:00")
    rest = rest_of(DAYS, [outage], [("2026-12-25", "2026-12-26")])
    start, end = at("2026-12-24T18:00"), at("2026-12-27T08:00")
    assert rest.counted(start, end) == 2 * HOUR + 2 * HOUR  # from 18 to 20, and from 7 in Amsterdam on
    assert written(rest.until(start, 3 * HOUR)) == "2026-12-27T07:00:00.000+00:00"


def test_the_end_of_the_night_is_found_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not second by second: a reminder that is due at night waits for one second of the morning."""
    looks, rest = 0, rest_of(DAYS, [])
    resting = Rest._resting

    def counting(self: Rest, start: float, end: float) -> float:
        nonlocal looks
        looks += 1
        return resting(self, start, end)

    monkeypatch.setattr(Rest, "_resting", counting)
    assert written(rest.until(at("2026-12-01T22:30"), 1)) == "2026-12-02T06:00:01.000+00:00"
    assert looks < 5


def test_a_bank_knows_no_nights_and_no_holidays() -> None:
    rest = rest_of(Clock("bank", 300, 10), [(100.0, 160.0)], [("1970-01-01", "1970-01-02")])
    assert rest.counted(0.0, 200.0) == 140.0
    assert rest.until(0.0, 150.0) == 210.0


@given(
    start=st.integers(0, 10**9),
    seconds=st.integers(1, 40 * 24 * 3600),
    night=st.tuples(st.integers(0, 23), st.integers(0, 23)).filter(
        lambda night: (night[1] - night[0]) % 24 <= 20
    ),
    away=st.integers(0, 10**6),
)
def test_what_is_left_is_over_when_so_much_was_counted(
    start: int, seconds: int, night: tuple[int, int], away: int
) -> None:
    rest = Rest("Europe/Berlin", night, ((start + 10.0, start + 10.0 + away),))
    end = rest.until(start, seconds)
    assert abs(rest.counted(start, end) - seconds) < 1e-3
    assert rest.counted(start, end + 5) >= seconds


class _Kept:
    """A store that takes marks, and outages."""

    def __init__(self) -> None:
        self.outages: list[tuple[str, str]] = []

    async def note_alive(self, at: str) -> None:
        pass

    async def note_outage(self, began: str, ended: str) -> None:
        self.outages.append((began, ended))


async def test_the_time_in_which_no_move_could_be_kept_is_not_counted_although_marks_were() -> None:
    time, kept, told = OwnTime(), _Kept(), []
    outages = Outages(kept, time, lambda: True, lambda: told.append(True))  # type: ignore[arg-type]
    began = time.now()
    for _ in range(4):
        outages.refused()
        time.advance(2)
    assert outages.refuses
    outages.kept()
    assert not outages.refuses
    outages.refused()
    assert outages.refuses
    assert outages.stretches == [(began, began + 8)]
    assert await outages.mark()
    assert (kept.outages, told) == ([], [])  # it may go on
    time.advance(TOGETHER + 1)
    assert not outages.refuses
    assert await outages.mark()
    assert kept.outages == [(written(began), written(began + 8))]
    assert told == [True]
    outages.refused()
    assert outages.stretches == [(began, began + 8), (time.now(), time.now())]
