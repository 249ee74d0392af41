"""What a command changes in a room: from one arrangement to the next, with what is told about it; or `Refusal`."""

from dataclasses import dataclass

import msgspec

from tongiaki.bots import BOTS
from tongiaki.records.catalogue import COLOURS
from tongiaki.server.clock.checking import checked_clock
from tongiaki.server.problems import text
from tongiaki.server.protocol import Text
from tongiaki.server.room_protocol import (
    AddBot,
    ChangeRoom,
    ChooseColour,
    Mute,
    Quiet,
    RemoveSeat,
    Rename,
    Sit,
    Stand,
)
from tongiaki.server.rooms.arrangement import (
    Arrangement,
    Place,
    Situation,
    checked_rules,
    fitted,
    free_colour,
    refusal,
)
from tongiaki.server.rooms.names import bot_name, named
from tongiaki.server.rooms.rated import can_be_rated, check_rated
from tongiaki.server.rooms.votes import ask

LEAST_SEATS, MOST_SEATS = 2, 6
LONGEST_PATIENCE = 7 * 24 * 3600

Changing = Sit | Stand | Rename | ChooseColour | AddBot | RemoveSeat | ChangeRoom | Mute | Quiet


@dataclass(frozen=True)
class Change:
    """The new arrangement, and what is told in the talk."""

    arrangement: Arrangement
    notices: tuple[Text, ...] = ()


def change(now: Arrangement, at: Situation, session: str, command: Changing) -> Change:
    """What the command of a person makes of the room; `Refusal`."""
    changed = _changed(now, at, session, command)
    if changed.arrangement.rated and not at.playing and (not now.rated or can_be_rated(now)):
        check_rated(changed.arrangement)
    return changed


def _changed(now: Arrangement, at: Situation, session: str, command: Changing) -> Change:
    match command:
        case Sit():
            return _sit(now, at, session, command)
        case Stand():
            return _stand(now, at, session)
        case Rename(name=name):
            return _rename(now, at, session, name)
        case ChooseColour(colour=colour):
            return _colour(now, at, _seat(now, session), colour)
        case AddBot():
            return _add_bot(now, at, session, command)
        case RemoveSeat(seat=seat):
            return _remove(now, at, session, seat)
        case ChangeRoom():
            return _options(now, at, session, command)
        case Mute(name=name, on=on):
            return _mute(now, at, session, name, on)
        case Quiet(on=on):
            check_host(now, at, session)
            notice = text("notice_quiet" if on else "notice_loud")
            return Change(msgspec.structs.replace(now, quiet=on), (notice,))


def check_host(now: Arrangement, at: Situation, session: str) -> None:
    """`Refusal` for all but the host."""
    if at.host(now) != session:
        raise refusal("not_host", "refused_not_host")


def check_waiting(at: Situation) -> None:
    """`Refusal` while a game runs."""
    if at.playing:
        raise refusal("not_now", "refused_playing")


def check_seat(now: Arrangement, seat: int) -> int:
    """The seat, if there is one with this number; `Refusal`."""
    if not 0 <= seat < len(now.places):
        raise refusal("not_there", "refused_seat", seat=seat + 1, most=len(now.places))
    return seat


def _seat(now: Arrangement, session: str) -> int:
    seat = now.seat_of(session)
    if seat is None:
        raise refusal("not_there", "refused_not_seated")
    return seat


# -- sitting -------------------------------------------------------------------------------------------------


def _sit(now: Arrangement, at: Situation, session: str, command: Sit) -> Change:
    if command.name:
        now = named(now, session, command.name)
    if not now.called(session):
        raise refusal("name", "refused_name_needed")
    if at.playing:
        return Change(*_sit_later(now, at, session, command.seat))
    seat = _place_for(now, session, command.seat)
    before = now.seat_of(session)
    if before is not None:
        now = now.with_place(before, msgspec.structs.replace(now.places[before], session=None))
    now = now.with_place(seat, msgspec.structs.replace(now.places[seat], session=session))
    now = msgspec.structs.replace(now, votes=())
    if command.colour:
        now = _colour(now, at, seat, command.colour).arrangement
    return Change(now, (text("notice_sat", name=now.called(session), seat=seat + 1),))


def _sit_later(
    now: Arrangement, at: Situation, session: str, seat: int | None
) -> tuple[Arrangement, tuple[Text, ...]]:
    """While a game runs: the others are asked whether the seat of somebody absent may be taken."""
    if seat is None or now.seat_of(session) is not None:
        raise refusal("not_now", "refused_playing")
    if at.rated:
        raise refusal("not_now", "refused_rated_seat")
    sits = now.places[check_seat(now, seat)].session
    if sits is None or sits in at.present:
        raise refusal("taken", "refused_seat_taken", seat=seat + 1)
    return ask(now, at, session, "seat", seat)


def _place_for(now: Arrangement, session: str, seat: int | None) -> int:
    if seat is None:
        if not now.open_seats:
            raise refusal("taken", "refused_no_seat")
        return now.open_seats[0]
    place = now.places[check_seat(now, seat)]
    if not place.is_open and place.session != session:
        raise refusal("taken", "refused_seat_taken", seat=seat + 1)
    return seat


def _stand(now: Arrangement, at: Situation, session: str) -> Change:
    check_waiting(at)
    seat = _seat(now, session)
    return Change(_left(now, seat), (text("notice_stood", name=now.called(session)),))


def _left(now: Arrangement, seat: int) -> Arrangement:
    """The seat is open."""
    return msgspec.structs.replace(now.with_place(seat, Place(now.places[seat].colours)), votes=())


def _rename(now: Arrangement, at: Situation, session: str, name: str) -> Change:
    if now.seat_of(session) is not None:
        check_waiting(at)
    before, now = now.called(session), named(now, session, name)
    after = now.called(session)
    told = before and before != after
    return Change(now, (text("notice_renamed", old=before, name=after),) if told else ())


def _colour(now: Arrangement, at: Situation, seat: int, colour: str) -> Change:
    check_waiting(at)
    if colour not in COLOURS:
        raise refusal("wrong", "refused_colour", colour=colour[:40], allowed=", ".join(COLOURS))
    mine = now.places[seat].colours[0]
    for other, place in enumerate(now.places):
        if other != seat and place.session is not None and colour == place.colours[0]:
            raise refusal("taken", "refused_colour_taken", colour=colour)
    swapped = {colour: mine, mine: colour}
    places = [_recoloured(place, swapped) for place in now.places]
    two = len(now.places[seat].colours) > 1
    return Change(msgspec.structs.replace(now, places=fitted(places, two)))


def _recoloured(place: Place, swapped: dict[str, str]) -> Place:
    return msgspec.structs.replace(place, colours=tuple(swapped.get(c, c) for c in place.colours))


# -- what the host does --------------------------------------------------------------------------------------


def check_bot(bot: str) -> str:
    """The bot, if there is one of this name; `Refusal`."""
    if bot not in BOTS:
        raise refusal("wrong", "refused_bot", bot=bot[:40], allowed=", ".join(BOTS))
    return bot


def _add_bot(now: Arrangement, at: Situation, session: str, command: AddBot) -> Change:
    check_host(now, at, session)
    check_waiting(at)
    bot = check_bot(command.bot)
    seat = _place_for(now, "", None) if command.seat is None else check_seat(now, command.seat)
    if now.places[seat].session is not None:
        raise refusal("taken", "refused_seat_taken", seat=seat + 1)
    now = now.with_place(seat, Place(now.places[seat].colours))
    name = bot_name(now, bot)
    now = now.with_place(seat, Place(now.places[seat].colours, bot=bot, bot_name=name))
    notice = text("notice_sat", name=name, seat=seat + 1)
    return Change(msgspec.structs.replace(now, votes=()), (notice,))


def _remove(now: Arrangement, at: Situation, session: str, seat: int) -> Change:
    place, mine = now.places[check_seat(now, seat)], now.seat_of(session)
    if place.is_open or mine == seat:
        raise refusal("not_there", "refused_nobody_there", seat=seat + 1)
    if not at.playing and at.host(now) == session:
        return Change(removed(now, seat), (text("notice_removed", name=now.name_at(seat)),))
    if mine is None or place.bot is not None:
        raise refusal("not_host", "refused_not_host")
    if at.rated:
        raise refusal("not_now", "refused_rated_seat")
    return Change(*ask(now, at, session, "remove", seat))


def removed(now: Arrangement, seat: int) -> Arrangement:
    """The seat is open again."""
    return _left(now, seat)


def _options(now: Arrangement, at: Situation, session: str, command: ChangeRoom) -> Change:
    check_host(now, at, session)
    chosen = (
        *(command.rules, command.start, command.seats),
        *(command.odds, command.clock, command.rated),
        *(command.patience, command.stand_in),
    )
    if any(x is not None for x in chosen):
        check_waiting(at)
    places = _numbered(now, command.seats)
    rules = checked_rules(now.rules if command.rules is None else command.rules, len(places))
    start = now.start if command.start is None else command.start
    if isinstance(start, int) and not 0 <= start < len(places):
        if command.start is not None:
            raise refusal("wrong", "refused_start", start=start, most=len(places) - 1)
        start = "random"
    changed = msgspec.structs.replace(
        now,
        places=fitted(places, rules.two_colours),
        rules=rules.differences(),
        start=start,
        public=now.public if command.public is None else command.public,
        patience=now.patience if command.patience is None else checked_patience(command.patience),
        stand_in=now.stand_in if command.stand_in is None else check_bot(command.stand_in),
        odds=now.odds if command.odds is None else command.odds,
        clock=now.clock if command.clock is None else checked_clock(command.clock),
        rated=now.rated if command.rated is None else command.rated,
        votes=now.votes if len(places) == len(now.places) else (),  # which are about seats by number
    )
    return Change(changed, (text("notice_options", name=now.called(session)),) if changed != now else ())


def checked_patience(seconds: int) -> int:
    """So many seconds, if it is not too long; `Refusal`."""
    if not 0 <= seconds <= LONGEST_PATIENCE:
        raise refusal("wrong", "refused_patience", most=LONGEST_PATIENCE)
    return seconds


def _numbered(now: Arrangement, number: int | None) -> tuple[Place, ...]:
    """So many seats: open ones are added, or taken away from the end."""
    places = list(now.places)
    if number is None:
        return now.places
    if not LEAST_SEATS <= number <= MOST_SEATS:
        raise refusal("wrong", "refused_seats", least=LEAST_SEATS, most=MOST_SEATS)
    for seat in reversed(now.open_seats):
        if len(places) > number:
            del places[seat]
    if len(places) > number:
        raise refusal("taken", "refused_seats_taken", number=len(places))
    single = [msgspec.structs.replace(place, colours=place.colours[:1]) for place in places]
    while len(single) < number:
        single.append(Place((free_colour(single),)))
    return tuple(single)


def _mute(now: Arrangement, at: Situation, session: str, name: str, on: bool) -> Change:
    check_host(now, at, session)
    muted = now.session_called(name)
    others = tuple(known for known in now.muted if known != muted)
    notice = text("notice_muted" if on else "notice_unmuted", name=now.called(muted))
    return Change(msgspec.structs.replace(now, muted=(*others, muted) if on else others), (notice,))
