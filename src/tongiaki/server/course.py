"""The course of a game: the fold of its log (what happened so far, and the position it led to)."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from tongiaki.engine import Game, move_of
from tongiaki.engine.effects import Effect
from tongiaki.server.protocol import EFFECTS, Event
from tongiaki.server.seating import Seating
from tongiaki.server.store.kept import Entry, Standing

TURN_BEGAN, FLEET_SAILED, ISLAND_REMOVED = (
    EFFECTS[name] for name in ("TurnBegan", "FleetSailed", "IslandRemoved")
)


class Course:
    """A game and its events. Position and events follow from the entries of the log alone."""

    def __init__(self, seating: Seating, game: Game, events: list[Event]) -> None:
        self.seating = seating
        self.game = game
        self.events = events
        """The whole log, also what was taken back."""
        self.in_effect: list[int] = []
        """The numbers of the events that led to the position, in order: start, moves and draws."""
        self.ply = 0
        self.drawn = 0
        self.departures: list[tuple[str, str]] = []
        """The island and beach from which fleets have left in this turn, in order."""
        self.removed: list[str] = []
        """R-6.2: the islands that left the game, in order."""

    @classmethod
    def begin(cls, seating: Seating) -> "Course":
        """The course of a game before its first boat: event 0."""
        game = seating.start()
        game.watch(True)
        course = cls(seating, game, [])
        course._append(kind="start")
        return course

    @classmethod
    def fold(cls, seating: Seating, entries: Iterable[Entry]) -> "Course":
        """The course that a log tells."""
        course = cls.begin(seating)
        for entry in entries:
            if entry.kind == "move" and entry.line is not None:
                course.play(entry.line, entry.forced)
            elif entry.kind == "draw" and entry.tile is not None:
                course.reveal(entry.tile)
            elif entry.kind == "undo" and entry.back_to is not None:
                course.go_back(entry.back_to, entry.commitment)
        return course

    def branch(self) -> "Course":
        """An independent course from here on."""
        game = self.game.copy()
        game.watch(True)
        branch = Course(self.seating, game, list(self.events))
        branch.in_effect = list(self.in_effect)
        branch.ply, branch.drawn = self.ply, self.drawn
        branch.departures, branch.removed = list(self.departures), list(self.removed)
        return branch

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

    def _who_takes_back(self, taken: list[Event]) -> tuple[int | None, str | None]:
        """The first person whose decision is taken back, else whoever is on the move."""
        for event in taken:
            if event.kind == "move" and event.seat is not None and self.is_person(event.seat):
                return event.seat, event.colour
        return self.active_seat, self.game.active_colour

    # -- looking back ------------------------------------------------------------------------------------------

    def at(self, seq: int) -> "Course":
        """The course as it stood after event `seq`, to look at or to branch from."""
        course = Course(self.seating, self.game, self.events[: seq + 1])
        course._fold_again(self.in_effect_at(seq))
        return course

    def past(self, first: int, last: int) -> Iterator["Course"]:
        """The course as it stood after each event from `first` to `last`: one course, which goes on."""
        course = self.at(first)
        yield course
        for event in self.events[first + 1 : last + 1]:
            course.events.append(event)
            if event.back_to is None:
                course._do(event)
            else:
                course._fold_again(course.in_effect[: course.in_effect.index(event.back_to) + 1])
            yield course

    def in_effect_at(self, seq: int) -> list[int]:
        """The numbers of the events that were in effect after event `seq`."""
        numbers: list[int] = []
        for event in self.events[: seq + 1]:
            if event.back_to is None:
                numbers.append(event.seq)
            else:
                del numbers[numbers.index(event.back_to) + 1 :]
        return numbers

    @property
    def line(self) -> list[Event]:
        """The events that led to the position."""
        return [self.events[seq] for seq in self.in_effect]

    # -- how it stands -----------------------------------------------------------------------------------------

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return len(self.events) - 1

    @property
    def active_seat(self) -> int | None:
        """The seat that decides, or for which a tile is drawn; none when the game is over."""
        player = self.game.active_player
        return None if player is None else self.seating.seat_of(player)

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
        return Standing(self.game.is_over, int(self.game.facts()["turn"]), self.active_seat)

    def is_person(self, seat: int) -> bool:
        """Whether a person decides for the seat."""
        return self.seating.seats[seat].bot is None

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

    def _fold_again(self, in_effect: list[int]) -> None:
        """The position after these events, which were legal when they were played. Nobody watches the game."""
        self.game = self.seating.start()
        self.in_effect, self.ply, self.drawn = [], 0, 0
        self.departures, self.removed = [], []
        for seq in in_effect:
            self._do(self.events[seq])

    def _do(self, event: Event) -> None:
        if event.line is not None:
            self.game.apply(move_of(event.line))
        elif event.tile is not None:
            self.game.reveal(event.tile)
        self._note(event)

    def _note(self, event: Event) -> None:
        self.in_effect.append(event.seq)
        self.ply += event.kind == "move"
        self.drawn += event.kind == "draw"
        for effect in event.effects:
            self._note_effect(effect)

    def _note_effect(self, effect: Any) -> None:
        kind = type(effect)
        if kind is TURN_BEGAN:
            self.departures.clear()
        elif kind is FLEET_SAILED:
            self.departures.append((effect.island, effect.beach))
        elif kind is ISLAND_REMOVED:
            self.removed.append(effect.island)


def _entry(e: Event) -> Entry:
    return Entry(e.seq, e.kind, e.line, e.tile, e.forced, e.back_to, e.commitment)


def _message(effect: Effect) -> msgspec.Struct:
    """The engine's effect as the protocol sends it."""
    message: msgspec.Struct = EFFECTS[type(effect).__name__](*effect)
    return message
