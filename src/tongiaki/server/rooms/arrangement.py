"""What holds in a room: who sits where, what is played, who is called what. Plain values, kept as JSON."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from tongiaki.engine import RuleError, Rules
from tongiaki.records.catalogue import COLOURS
from tongiaki.server.clock.rest import Holiday
from tongiaki.server.problems import Refusal, text
from tongiaki.server.protocol import Clock, RefusalCode, Seat
from tongiaki.server.room_protocol import Start, VoteAbout

Options = dict[str, str | int | bool]

MOST_KNOWN = 200
"""Names that a room remembers."""


class Place(msgspec.Struct, frozen=True):
    """A seat: a person's (`session`), a bot's, or open. Its colours are reserved in any case.

    holidays: first and last days between which the time of the person is not counted.
    """

    colours: tuple[str, ...]
    session: str | None = None
    bot: str | None = None
    bot_name: str = ""
    holidays: tuple[Holiday, ...] = ()

    @property
    def is_open(self) -> bool:
        """Nobody sits here."""
        return self.session is None and self.bot is None


class Vote(msgspec.Struct, frozen=True):
    """A question, who asks it, and the sessions that said yes. An undo: after which event, and back to which."""

    about: VoteAbout
    session: str
    seat: int | None = None
    yes: tuple[str, ...] = ()
    seq: int | None = None
    to: int | None = None


RATED_CLOCK = Clock("days", days=3)
"""Of a rated game for which none was chosen: nobody keeps the place by letting the others wait for ever."""


class Arrangement(msgspec.Struct, frozen=True):
    """Everything about a room but its games and its talk. `names`: by session, also of those who only look on."""

    host: str
    places: tuple[Place, ...]
    rules: Options = msgspec.field(default_factory=dict)
    start: Start = "random"
    public: bool = False
    patience: int = 120
    stand_in: str = "greedy"
    odds: bool = True
    rated: bool = False
    clock: Clock = Clock()
    at_once: bool = False
    names: dict[str, str] = msgspec.field(default_factory=dict)
    muted: tuple[str, ...] = ()
    quiet: bool = False
    votes: tuple[Vote, ...] = ()

    def clock_of(self, rated: bool) -> Clock:
        """The clock of a game that is begun now."""
        return RATED_CLOCK if rated and self.clock.kind == "none" else self.clock

    def seat_of(self, session: str | None) -> int | None:
        """Where a person sits."""
        seats = (n for n, place in enumerate(self.places) if session is not None and place.session == session)
        return next(seats, None)

    def called(self, session: str | None) -> str:
        """A person's name; "" if none is chosen."""
        return self.names.get(session or "", "")

    def name_at(self, seat: int) -> str:
        """The name of whoever sits there."""
        place = self.places[seat]
        return place.bot_name if place.bot is not None else self.called(place.session)

    def session_called(self, name: str) -> str:
        """The person with this name; `Refusal` if there is none."""
        wanted = name.strip().casefold()
        for session, called in self.names.items():
            if called.casefold() == wanted:
                return session
        raise refusal("not_there", "refused_nobody", name=name[:40])

    @property
    def open_seats(self) -> list[int]:
        """Where nobody sits."""
        return [seat for seat, place in enumerate(self.places) if place.is_open]

    @property
    def holidays(self) -> dict[int, tuple[Holiday, ...]]:
        """The holidays of those who have some, by seat."""
        return {n: place.holidays for n, place in enumerate(self.places) if place.holidays}

    @property
    def persons(self) -> dict[int, str]:
        """The sessions that sit here, by seat."""
        return {n: place.session for n, place in enumerate(self.places) if place.session is not None}

    def seated(self) -> tuple[Seat, ...]:
        """The seats as a game knows them."""
        return tuple(
            Seat(self.name_at(seat), list(place.colours), place.bot) for seat, place in enumerate(self.places)
        )

    def with_place(self, seat: int, place: Place) -> "Arrangement":
        """Somebody else sits there now."""
        places = self.places[:seat] + (place,) + self.places[seat + 1 :]
        return msgspec.structs.replace(self, places=places)

    def with_name(self, session: str, name: str) -> "Arrangement":
        """A person is called so from now on; the oldest of those who only looked on are forgotten."""
        kept = dict(self.names)
        kept[session] = name
        seated = {*self.persons.values(), self.host, session}
        for known in list(kept):
            if len(kept) > MOST_KNOWN and known not in seated:
                del kept[known]
        return msgspec.structs.replace(self, names=kept)


@dataclass(frozen=True)
class Situation:
    """How it stands around the arrangement: does a game run, is one over, who is present, for whom does a bot play.

    rated: the game that runs is; gone: for whom a bot plays for good.
    """

    playing: bool
    over: bool
    present: frozenset[str]
    replaced: frozenset[int] = frozenset()
    rated: bool = False
    gone: frozenset[int] = frozenset()

    def host(self, arrangement: Arrangement) -> str:
        """The session that may do what the host may: while the host is absent, the first person present."""
        if arrangement.host in self.present:
            return arrangement.host
        present = (session for session in arrangement.persons.values() if session in self.present)
        return next(present, arrangement.host)


def refusal(code: RefusalCode, key: str, **params: str | int) -> Refusal:
    """What a command is refused with."""
    return Refusal(code, text(key, **params))


def checked_rules(options: Options, seats: int) -> Rules:
    """The rules, possible for so many seats; `Refusal`."""
    try:
        rules = Rules.of(options)
    except RuleError as error:
        raise refusal("wrong", "refused_rules", reason=str(error)[:300]) from None
    if rules.two_colours and seats > 3:
        raise refusal("wrong", "refused_two_colours", number=seats)
    return rules


def fitted(places: Sequence[Place], two_colours: bool) -> tuple[Place, ...]:
    """The seats with one colour each, or two: the first ones stay, second ones are those that are free."""
    first = [place.colours[0] for place in places]
    if not two_colours:
        return tuple(
            msgspec.structs.replace(place, colours=(colour,))
            for place, colour in zip(places, first, strict=True)
        )
    free = [colour for colour in COLOURS if colour not in first]
    return tuple(
        msgspec.structs.replace(place, colours=(colour, free.pop(0)))
        for place, colour in zip(places, first, strict=True)
    )


def free_colour(places: Sequence[Place]) -> str:
    """The first colour that no seat has."""
    taken = {colour for place in places for colour in place.colours}
    return next(colour for colour in COLOURS if colour not in taken)
