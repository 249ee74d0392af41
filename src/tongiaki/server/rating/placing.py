"""Who came in where: from the end of a game to the places of its players."""

from collections.abc import Mapping
from dataclasses import dataclass

from tongiaki.server.course import Course
from tongiaki.server.rating.players import bot_player


@dataclass(frozen=True)
class Placed:
    """A seat, its player, and the place: 1 is the winner, equal ones are shared."""

    seat: int
    player: str
    place: int


def standings(owners: Mapping[int, str], course: Course) -> list[Placed]:
    """The seats of a game that is over. R-10: points, islands, boats; who has resigned comes after all others."""
    assert course.result is not None
    seating = course.seating
    keys = {
        seating.seat_of(player): (
            seating.seat_of(player) in course.resigned,
            -int(score["points"]),
            -int(score["islands"]),
            int(score["boats"]),
        )
        for player, score in enumerate(course.result["scores"])
    }
    ranked = sorted(keys.values())
    return [
        Placed(seat, _player(owners, course, seat), 1 + ranked.index(keys[seat])) for seat in sorted(keys)
    ]


def _player(owners: Mapping[int, str], course: Course, seat: int) -> str:
    bot = course.seating.seats[seat].bot
    return owners[seat] if bot is None else bot_player(bot)
