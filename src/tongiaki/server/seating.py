"""Who sits at a table and by which rules: checked when a table is made."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from tongiaki.bots import BOTS
from tongiaki.engine import Game, RuleError, Rules
from tongiaki.records import GameRecord
from tongiaki.records.catalogue import COLOURS
from tongiaki.server.problems import BadRequest, text
from tongiaki.server.protocol import NewTable, Seat

LEAST_SEATS = 2
MOST_SEATS = 6
MOST_SEATS_TWO_COLOURS = 3
MOST_NAME = 40


@dataclass(frozen=True)
class Seating:
    """The seats clockwise, the rules, and the seat that starts. A *player* of the engine counts from the start seat."""

    seats: tuple[Seat, ...]
    rules: Rules
    start_seat: int

    def seat_of(self, player: int) -> int:
        """The index of the seat of the engine's player."""
        return (self.start_seat + player) % len(self.seats)

    def player_of(self, seat: int) -> int:
        """The engine's player who sits there."""
        return (seat - self.start_seat) % len(self.seats)

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats in turn order, the start player first."""
        return self.seats[self.start_seat :] + self.seats[: self.start_seat]

    @property
    def order(self) -> list[str]:
        """The colours in the order of play (R-2.1, R-11.1)."""
        rounds = range(len(self.seats[0].colours))
        return [seat.colours[index] for index in rounds for seat in self.players]

    def start(self) -> Game:
        """The game before its first boat."""
        return Game.start([list(seat.colours) for seat in self.players], self.rules)

    def rotated(self) -> "Seating":
        """For a rematch: the next seat starts."""
        return Seating(self.seats, self.rules, (self.start_seat + 1) % len(self.seats))


def seating_of(new: NewTable) -> Seating:
    """The seating that was asked for; `BadRequest` names what is wrong and what is allowed."""
    rules = _rules(new)
    _check_number(len(new.seats), rules.two_colours)
    for index, seat in enumerate(new.seats):
        _check_seat(index, seat, rules.two_colours)
    _check_colours_once(new.seats)
    return Seating(tuple(new.seats), rules, _start(new.start, len(new.seats)))


def seating_of_record(new: NewTable, record: GameRecord, rules: Rules) -> Seating:
    """The seating of a record; who decides (and the names) as asked for, else persons of the record's names."""
    seats = [Seat(player.name, list(player.colours)) for player in record.players]
    return Seating(_taken_over(new, seats, rules), rules, 0)


def seating_of_origin(new: NewTable, origin: Seating) -> Seating:
    """The seating of a table that is tried again; who decides (and the names) as asked for, else persons."""
    seats = [Seat(seat.name, seat.colours) for seat in origin.seats]
    return Seating(_taken_over(new, seats, origin.rules), origin.rules, origin.start_seat)


def _taken_over(new: NewTable, seats: list[Seat], rules: Rules) -> tuple[Seat, ...]:
    """The seats with the names and bots that are asked for, if any are."""
    if not new.seats:
        return tuple(seats)
    if len(new.seats) != len(seats):
        raise _wrong("problem_record_seats", number=len(new.seats), needed=len(seats))
    asked = [Seat(ask.name, seat.colours, ask.bot) for ask, seat in zip(new.seats, seats, strict=True)]
    for index, seat in enumerate(asked):
        _check_seat(index, seat, rules.two_colours)
    return tuple(asked)


def _wrong(key: str, **params: str | int) -> BadRequest:
    return BadRequest(400, key.removeprefix("problem_"), text(key, **params))


def _rules(new: NewTable) -> Rules:
    try:
        return Rules.of(new.rules)
    except RuleError as error:
        raise _wrong("problem_rules", reason=str(error)) from None


def _check_number(number: int, two_colours: bool) -> None:
    if not LEAST_SEATS <= number <= MOST_SEATS:
        raise _wrong("problem_seats", number=number, least=LEAST_SEATS, most=MOST_SEATS)
    if two_colours and number > MOST_SEATS_TWO_COLOURS:
        raise _wrong("problem_two_colours_seats", number=number)


def _check_seat(index: int, seat: Seat, two_colours: bool) -> None:
    if not 1 <= len(seat.name.strip()) <= MOST_NAME or not seat.name.isprintable():
        raise _wrong("problem_seat_name", seat=index, most=MOST_NAME)
    needed = 2 if two_colours else 1
    if len(seat.colours) != needed:
        raise _wrong("problem_seat_colours", seat=index, number=len(seat.colours), needed=needed)
    for colour in seat.colours:
        if colour not in COLOURS:
            raise _wrong("problem_colour", seat=index, colour=colour[:MOST_NAME], allowed=", ".join(COLOURS))
    if seat.bot is not None and seat.bot not in BOTS:
        raise _wrong("problem_bot", seat=index, bot=seat.bot[:MOST_NAME], allowed=", ".join(BOTS))


def _check_colours_once(seats: Sequence[Seat]) -> None:
    colours = [colour for seat in seats for colour in seat.colours]
    for colour in colours:
        if colours.count(colour) > 1:
            raise _wrong("problem_colour_twice", colour=colour)


def _start(start: int | str, seats: int) -> int:
    if isinstance(start, str):
        return secrets.randbelow(seats)
    if not 0 <= start < seats:
        raise _wrong("problem_start", start=str(start)[:MOST_NAME], most=seats - 1)
    return start
