"""What has happened at a room's table since it was looked last, as notices for the talk."""

import msgspec

from tongiaki.server.problems import text
from tongiaki.server.protocol import Text
from tongiaki.server.rooms.arrangement import Arrangement
from tongiaki.server.rooms.live_room import LiveRoom
from tongiaki.server.rooms.votes import lapsed


def news_of(room: LiveRoom) -> tuple[Arrangement, list[Text]]:
    """The arrangement as it is now, and what is to be told; the room has looked then."""
    room.look()
    table, arrangement = room.table, room.arrangement
    if table is None:
        return arrangement, []
    before, now = room.stood_in, room.deciders()
    news = [_seat_news(arrangement, seat, now) for seat in now if before.get(seat) != now[seat]]
    news += [text("notice_back", name=arrangement.name_at(seat)) for seat in before if seat not in now]
    room.stood_in = now
    news = [*_flags(room), *news]
    arrangement = lapsed(arrangement, table.course.seq)
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


def _flags(room: LiveRoom) -> list[Text]:
    """Whose time has run out since it was looked last."""
    assert room.table is not None
    new = room.table.course.after(room.looked_until)
    room.looked_until = room.table.course.seq
    flags = [event.seat for event in new if event.kind == "flag" and event.seat is not None]
    return [text("notice_flag", name=room.arrangement.name_at(seat)) for seat in flags]


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
