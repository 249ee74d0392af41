"""What has happened at a room's table since it was looked last, as notices for the talk."""

import msgspec

from tongiaki.server.problems import text
from tongiaki.server.protocol import Event, Text
from tongiaki.server.rooms.arrangement import Arrangement
from tongiaki.server.rooms.live_room import LiveRoom
from tongiaki.server.rooms.votes import lapsed


def news_of(room: LiveRoom) -> tuple[Arrangement, list[Text]]:
    """The arrangement as it is now, and what is to be told; the room has looked then."""
    room.look()
    table, arrangement = room.table, room.arrangement
    if table is None:
        return arrangement, []
    new = table.course.after(room.looked_until)
    room.looked_until = table.course.seq
    news = [*_flags(arrangement, new), *_seats(room, new)]
    arrangement = lapsed(arrangement, room.situation, table.course.seq)
    if table.course.paused != room.was_paused and not table.course.over:
        news.append(text("notice_paused" if table.course.paused else "notice_goes_on"))
    room.was_paused = table.course.paused
    over = table.course.over
    if over and not room.was_over:
        news.append(_end(room))
        arrangement = msgspec.structs.replace(arrangement, votes=())
        room.tell_watch_lines()
    room.was_over = over
    return arrangement, news


def _flags(arrangement: Arrangement, new: list[Event]) -> list[Text]:
    """Whose time has run out."""
    flags = [event.seat for event in new if event.kind == "flag" and event.seat is not None]
    return [text("notice_flag", name=arrangement.name_at(seat)) for seat in flags]


def _seats(room: LiveRoom, new: list[Event]) -> list[Text]:
    """For whom a bot decides now, and who is back."""
    arrangement, before, now = room.arrangement, room.stood_in, room.deciders()
    room.stood_in = now
    taken_over = {event.seat for event in new if event.kind == "handed_over"}  # that was told with the vote
    back = [seat for seat in before if seat not in now and seat not in taken_over]
    return [
        *[_seat_news(arrangement, seat, now) for seat in now if before.get(seat) != now[seat]],
        *[text("notice_back", name=arrangement.name_at(seat)) for seat in back],
    ]


def _seat_news(arrangement: Arrangement, seat: int, now: dict[int, tuple[str, bool]]) -> Text:
    bot, resigned = now[seat]
    key = "notice_resigned" if resigned else "notice_stand_in"
    return text(key, name=arrangement.name_at(seat), bot=bot)


def _end(room: LiveRoom) -> Text:
    assert room.table is not None
    outcome = room.table.course.standing.outcome
    assert outcome is not None
    names = ", ".join(room.table.seating.seats[seat].name for seat in outcome.winners)
    key = "notice_ended" if outcome.reason == "agreed" else "notice_over"
    return text(key, names=names, points=max(outcome.points))
