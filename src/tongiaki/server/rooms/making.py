"""A new room as it was asked for."""

from tongiaki.records.catalogue import COLOURS
from tongiaki.server.clock.checking import checked_clock
from tongiaki.server.room_protocol import NewRoom
from tongiaki.server.rooms.arrangement import Arrangement, Place, checked_rules, fitted, refusal
from tongiaki.server.rooms.changes import LEAST_SEATS, MOST_SEATS, check_bot, checked_patience
from tongiaki.server.rooms.names import bot_name, named
from tongiaki.server.rooms.rated import check_rated


def arrangement_of(session: str, new: NewRoom) -> Arrangement:
    """The arrangement; `Refusal` says what is wrong. The first seat marked as theirs is that of who makes the room."""
    number = len(new.seats)
    if not LEAST_SEATS <= number <= MOST_SEATS:
        raise refusal("wrong", "refused_seats", least=LEAST_SEATS, most=MOST_SEATS)
    rules = checked_rules(new.rules, number)
    if isinstance(new.start, int) and not 0 <= new.start < number:
        raise refusal("wrong", "refused_start", start=str(new.start)[:20], most=number - 1)
    made = Arrangement(
        host=session,
        places=fitted([Place((colour,)) for colour in _colours(new)], rules.two_colours),
        rules=rules.differences(),
        start=new.start,
        public=new.public,
        patience=checked_patience(new.patience),
        stand_in=check_bot(new.stand_in),
        odds=new.odds,
        clock=checked_clock(new.clock),
        rated=new.rated,
        at_once=new.at_once,
    )
    made = _seated(named(made, session, new.name), session, new)
    if made.rated:
        check_rated(made)
    return made


def _seated(made: Arrangement, session: str, new: NewRoom) -> Arrangement:
    for seat, asked in enumerate(new.seats):
        colours = made.places[seat].colours
        if asked.kind == "you" and made.seat_of(session) is None:
            made = made.with_place(seat, Place(colours, session))
        elif asked.kind == "bot":
            bot = check_bot(asked.bot or "")
            made = made.with_place(seat, Place(colours, bot=bot, bot_name=bot_name(made, bot)))
    return made


def _colours(new: NewRoom) -> list[str]:
    """One for each seat: the one that was asked for, else the first that is free."""
    wanted = [seat.colour for seat in new.seats if seat.colour]
    for colour in wanted:
        if colour not in COLOURS:
            raise refusal("wrong", "refused_colour", colour=colour[:40], allowed=", ".join(COLOURS))
        if wanted.count(colour) > 1:
            raise refusal("taken", "refused_colour_taken", colour=colour)
    free = iter([colour for colour in COLOURS if colour not in wanted])
    return [seat.colour or next(free) for seat in new.seats]
