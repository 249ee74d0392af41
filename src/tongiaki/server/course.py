"""The course of a game: the fold of its log (what happened so far, and the position it led to)."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from tongiaki.engine import Game, move_of
from tongiaki.engine.effects import Effect
from tongiaki.records.replay import agreed_result
from tongiaki.server.encoding import packed, unpacked
from tongiaki.server.log import Log
from tongiaki.server.protocol import EFFECTS, Event
from tongiaki.server.seating import Seating
from tongiaki.server.store.kept import Entry, Outcome, Standing

TURN_BEGAN, FLEET_SAILED, ISLAND_REMOVED = (
    EFFECTS[name] for name in ("TurnBegan", "FleetSailed", "IslandRemoved")
)

BESIDE = ("seat", "end", "flag", "pause", "resume", "handed_over")
"""Events that change no position."""


_ASK = -1


class Course:
    """A game and its events. Position and events follow from the entries of the log alone."""

    def __init__(self, seating: Seating, game: Game, events: Log[Event]) -> None:
        self.seating = seating
        self.game = game
        self._events: Log[Event] | None = events
        self._packed: tuple[bytes, int] | None = None
        self.in_effect: Log[int] = Log()
        """The numbers of the events that led to the position, in order: start, moves and draws."""
        self._active: int | None = _ASK
        """The active seat, as soon as somebody has asked; many do after each move."""
        self.ply = 0
        self.drawn = 0
        self.departures: list[tuple[str, str]] = []
        """The island and beach from which fleets have left in this turn, in order."""
        self.removed: list[str] = []
        """R-6.2: the islands that left the game, in order."""
        self.stand_ins: dict[int, str] = {}
        """The bots that play in place of persons, by seat."""
        self.resigned: set[int] = set()
        """The seats whose persons do not come back."""
        self.agreed = False
        """All agreed to end the game as it stands."""
        self.paused = False
        """All agreed to a pause, and nobody has gone on yet."""

    @classmethod
    def begin(cls, seating: Seating) -> "Course":
        """The course of a game before its first boat: event 0."""
        game = seating.start()
        game.watch(True)
        course = cls(seating, game, Log())
        course._append(kind="start")
        return course

    @classmethod
    def fold(cls, seating: Seating, entries: Iterable[Entry]) -> "Course":
        """The course that a log tells."""
        course = cls.begin(seating)
        course.go_on(entries)
        return course

    def go_on(self, entries: Iterable[Entry]) -> None:
        """What the next entries of the log tell."""
        for entry in entries:
            if entry.kind == "move" and entry.line is not None:
                self.play(entry.line, entry.forced)
            elif entry.kind == "draw" and entry.tile is not None:
                self.reveal(entry.tile)
            elif entry.kind == "undo" and entry.back_to is not None:
                self.go_back(entry.back_to, entry.commitment)
            elif entry.kind == "seat" and entry.seat is not None:
                self.give_seat(entry.seat, entry.bot, entry.resigned)
            elif entry.kind == "handed_over" and entry.seat is not None:
                self.hand_over(entry.seat)
            elif entry.kind == "end":
                self.agree()
            elif entry.kind == "flag" and entry.seat is not None:
                self.run_out(entry.seat)
            elif entry.kind in ("pause", "resume"):
                self.pause(entry.kind == "pause")

    def branch(self) -> "Course":
        """An independent course from here on."""
        game = self.game.copy()
        game.watch(True)
        branch = Course(self.seating, game, self.events.branch())
        branch.in_effect = self.in_effect.branch()
        branch.ply, branch.drawn = self.ply, self.drawn
        branch.departures, branch.removed = list(self.departures), list(self.removed)
        branch.stand_ins, branch.resigned = dict(self.stand_ins), set(self.resigned)
        branch.agreed, branch.paused = self.agreed, self.paused
        return branch

    def rest(self) -> None:
        """Nothing is played on this course itself from now on, only on branches: it takes less memory."""
        self.game.watch(False)

    def pack(self) -> None:
        """Nobody looks at it now: the events take a tenth of the memory until somebody asks for them."""
        if self._events is not None:
            self._packed, self._events = (packed(self._events.all()), len(self._events)), None

    @property
    def events(self) -> Log[Event]:
        """The whole log, also what was taken back."""
        if self._events is None:
            assert self._packed is not None
            self._events, self._packed = Log(unpacked(self._packed[0], list[Event])), None
        return self._events

    # -- going on ----------------------------------------------------------------------------------------------

    def play(self, line: str, forced: bool = False) -> None:
        """Plays a decision; `IllegalMove` or `NotationError` leave everything as it was."""
        seat, colour = self.active_seat, self.game.active_colour
        self.game.play(line)
        self._append(kind="move", seat=seat, colour=colour, line=line, forced=forced)

    def reveal(self, tile: str) -> None:
        """Turns up a tile; `IllegalReveal` leaves everything as it was."""
        seat, colour = self.active_seat, self.game.active_colour
        self.game.reveal(tile)
        self._append(kind="draw", seat=seat, colour=colour, tile=tile)

    def go_back(self, to: int, commitment: str | None = None) -> None:
        """What came after event `to`, which is in effect, is no longer: the rest is folded again.

        commitment: the hash of a deck shuffled anew.
        """
        kept = self.in_effect[: self.in_effect.index(to) + 1]
        taken = [self.events[seq] for seq in self.in_effect[len(kept) :]]
        seat, colour = self._who_takes_back(taken)
        decisions = sum(event.kind == "move" and not event.forced for event in taken)
        self._fold_again(kept)
        self.game.watch(True)
        self.events.append(
            Event(self.seq + 1, "undo", seat, colour, back_to=to, taken=decisions, commitment=commitment)
        )

    def give_seat(self, seat: int, bot: str | None, resigned: bool = False) -> None:
        """From here on a bot decides for the seat, or (without) its person again; the position stays."""
        colour = self.seating.seats[seat].colours[0]
        self._decide(Event(self.seq + 1, "seat", seat, colour, bot=bot, resigned=resigned))

    def hand_over(self, seat: int) -> None:
        """From here on another person decides for the seat, in place of its person and of a bot; the position stays."""
        self._decide(Event(self.seq + 1, "handed_over", seat, self.seating.seats[seat].colours[0]))

    def agree(self) -> None:
        """R-9: the game ends as it stands, by consent of all."""
        self._decide(Event(self.seq + 1, "end"))

    def run_out(self, seat: int) -> None:
        """The time of a seat has run out."""
        self._decide(Event(self.seq + 1, "flag", seat, self.seating.seats[seat].colours[0]))

    def pause(self, on: bool) -> None:
        """By consent of all nobody decides any more, or the game goes on."""
        self._decide(Event(self.seq + 1, "pause" if on else "resume"))

    def _decide(self, event: Event) -> None:
        """Takes up an event that says who decides, or that nobody does any more."""
        self.events.append(event)
        self._note_decider(event)

    def _note_decider(self, event: Event) -> None:
        self._active = _ASK
        if event.kind == "end":
            self.agreed, self.paused = True, False
        elif event.kind == "undo":
            self.agreed = False
        elif event.kind in ("pause", "resume"):
            self.paused = event.kind == "pause"
        elif event.kind in ("seat", "handed_over") and event.seat is not None:
            self.stand_ins.pop(event.seat, None)
            self.resigned.discard(event.seat)
            if event.bot is not None:
                self.stand_ins[event.seat] = event.bot
            if event.resigned:
                self.resigned.add(event.seat)

    def _who_takes_back(self, taken: list[Event]) -> tuple[int | None, str | None]:
        """The first person whose decision is taken back, else whoever is on the move."""
        for event in taken:
            if event.kind == "move" and event.seat is not None and self.is_person(event.seat):
                return event.seat, event.colour
        return self.active_seat, self.game.active_colour

    # -- looking back ------------------------------------------------------------------------------------------

    def at(self, seq: int) -> "Course":
        """The course as it stood after event `seq`, to look at or to branch from."""
        course = Course(self.seating, self.game, Log(self.events[: seq + 1]))
        course._fold_again(self.in_effect_at(seq))
        for event in course.events:
            course._note_decider(event)
        return course

    def past(self, first: int, last: int) -> Iterator["Course"]:
        """The course as it stood after each event from `first` to `last`: one course, which goes on."""
        course = self.at(first)
        yield course
        for event in self.events[first + 1 : last + 1]:
            course.events.append(event)
            if event.back_to is not None:
                course._fold_again(course.in_effect[: course.in_effect.index(event.back_to) + 1])
            elif event.kind in BESIDE:
                course._note_decider(event)
            else:
                course._do(event)
            yield course

    def in_effect_at(self, seq: int) -> list[int]:
        """The numbers of the events that were in effect after event `seq`."""
        numbers: list[int] = []
        for event in self.events[: seq + 1]:
            if event.back_to is not None:
                del numbers[numbers.index(event.back_to) + 1 :]
            elif event.kind not in BESIDE:
                numbers.append(event.seq)
        return numbers

    def nth(self, at: int) -> Event:
        """One of the events that led to the position, by its place among them."""
        return self.events[self.in_effect[at]]

    @property
    def line(self) -> list[Event]:
        """The events that led to the position."""
        events = self.events.all()
        return [events[seq] for seq in self.in_effect]

    # -- how it stands -----------------------------------------------------------------------------------------

    def after(self, seq: int) -> list[Event]:
        """The events with higher numbers."""
        return self.events[seq + 1 :] if seq < self.seq else []

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return (self._packed[1] if self._packed is not None else len(self.events)) - 1

    @property
    def active_seat(self) -> int | None:
        """The seat that decides, or for which a tile is drawn; none when the game is over."""
        if self._active == _ASK:
            player = None if self.agreed else self.game.active_player
            self._active = None if player is None else self.seating.seat_of(player)
        return self._active

    @property
    def turn_began(self) -> int:
        """The event since which whoever decides has the turn."""
        for event in reversed(self.events):
            others = event.kind in ("move", "draw") and event.seat != self.active_seat
            if event.kind == "undo" or others or begins_turn(event):
                return event.seq
        return 0

    @property
    def over(self) -> bool:
        """By the rules, or by consent."""
        return self.agreed or self.game.is_over

    @property
    def counts(self) -> bool:
        """Whether it is over as a rated game is: by the rules, or among persons after one has left for good."""
        persons = all(map(self.is_person, range(len(self.seating.seats))))
        return self.over and (not self.agreed or (bool(self.resigned) and persons))

    @property
    def result(self) -> dict[str, Any] | None:
        """R-10, in the order of the engine's players; none while the game runs."""
        return agreed_result(self.game) if self.agreed else self.game.result()

    @property
    def crumbs(self) -> list[str]:
        """The islands from which fleets have left in this turn, in order."""
        return [island for island, _ in self.departures]

    @property
    def circling(self) -> bool:
        """Whether a beach has been left twice in this turn: the chain comes back to where it was."""
        return len(set(self.departures)) < len(self.departures)

    @property
    def standing(self) -> Standing:
        """How the game stands, for lists."""
        turn = self.game.turn_number
        return Standing(self.over, turn, self.active_seat, self._outcome())

    def _outcome(self) -> Outcome | None:
        result, seat_of = self.result, self.seating.seat_of
        if result is None:
            return None
        points = {seat_of(player): int(score["points"]) for player, score in enumerate(result["scores"])}
        winners = sorted(seat_of(player) for player in result["winners"])
        return Outcome(str(result["reason"]), [points[seat] for seat in sorted(points)], winners)

    def is_person(self, seat: int) -> bool:
        """Whether it is a person's seat, also while a bot stands in."""
        return self.seating.seats[seat].bot is None

    @property
    def deserted(self) -> bool:
        """All persons have left for good."""
        return all(seat in self.resigned or sits.bot for seat, sits in enumerate(self.seating.seats))

    def bot_of(self, seat: int) -> str | None:
        """The bot that decides for the seat now, its own or one that stands in."""
        return self.stand_ins.get(seat) or self.seating.seats[seat].bot

    def entries(self, after: int = -1) -> list[Entry]:
        """The log after a number, as it is kept."""
        return [_entry(event) for event in self.events[after + 1 :]]

    def effective_entries(self) -> list[Entry]:
        """What led to the position, as it is kept: the beginning of another game that starts here."""
        return [_entry(event) for event in self.line]

    # -- the fold ----------------------------------------------------------------------------------------------

    def _append(self, **parts: Any) -> None:
        """What the game has just done is the next event."""
        effects = [_message(effect) for effect in self.game.effects()]
        event = Event(len(self.events), **parts, effects=effects)
        self.events.append(event)
        self._note(event)

    def _fold_again(self, in_effect: Iterable[int]) -> None:
        """The position after these events, which were legal when they were played. Nobody watches the game."""
        self.game, self._active = self.seating.start(), _ASK
        self.in_effect, self.ply, self.drawn = Log(), 0, 0
        self.departures, self.removed = [], []
        self.agreed = False
        for seq in in_effect:
            self._do(self.events[seq])

    def _do(self, event: Event) -> None:
        if event.line is not None:
            self.game.apply(move_of(event.line))
        elif event.tile is not None:
            self.game.reveal(event.tile)
        self._note(event)

    def _note(self, event: Event) -> None:
        self._active = _ASK
        self.in_effect.append(event.seq)
        self.ply += event.kind == "move"
        self.drawn += event.kind == "draw"
        effect: Any
        for effect in event.effects:
            kind = type(effect)
            if kind is TURN_BEGAN:
                self.departures.clear()
            elif kind is FLEET_SAILED:
                self.departures.append((effect.island, effect.beach))
            elif kind is ISLAND_REMOVED:
                self.removed.append(effect.island)


def begins_turn(event: Event) -> bool:
    """Whether a turn has begun with it."""
    return TURN_BEGAN in map(type, event.effects)


def _entry(e: Event) -> Entry:
    seat = e.seat if e.kind in ("seat", "flag", "handed_over") else None
    return Entry(e.seq, e.kind, e.line, e.tile, e.forced, e.back_to, e.commitment, seat, e.bot, e.resigned)


def _message(effect: Effect) -> msgspec.Struct:
    """The engine's effect as the protocol sends it."""
    message: msgspec.Struct = EFFECTS[type(effect).__name__](*effect)
    return message
