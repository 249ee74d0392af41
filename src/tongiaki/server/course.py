"""The course of a game: the fold of its log (what happened so far, and the position it led to)."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from tongiaki.engine import Game
from tongiaki.engine.effects import Effect, FleetSailed, IslandRemoved, TurnBegan
from tongiaki.server.protocol import EFFECTS, Event
from tongiaki.server.seating import Seating
from tongiaki.server.store.kept import Entry, Standing


class Course:
    """A game and its events. Position and events follow from the entries of the log alone."""

    def __init__(self, seating: Seating, game: Game, events: list[Event]) -> None:
        self.seating = seating
        self.game = game
        self.events = events
        self.ply = 0
        self.drawn = 0
        self.crumbs: list[str] = []
        """The islands from which fleets have left in this turn, in order."""
        self.removed: list[str] = []
        """R-6.2: the islands that left the game, in order."""

    @classmethod
    def begin(cls, seating: Seating) -> "Course":
        """The course of a game before its first boat: event 0."""
        game = seating.start()
        game.watch(True)
        course = cls(seating, game, [])
        course._append("start")
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
        return course

    def branch(self) -> "Course":
        """An independent course from here on."""
        game = self.game.copy()
        game.watch(True)
        branch = Course(self.seating, game, list(self.events))
        branch.ply, branch.drawn = self.ply, self.drawn
        branch.crumbs, branch.removed = list(self.crumbs), list(self.removed)
        return branch

    def play(self, line: str, forced: bool = False) -> None:
        """Plays a decision; `IllegalMove` or `NotationError` leave everything as it was."""
        seat, colour = self.active_seat, self.game.active_colour
        self.game.play(line)
        self.ply += 1
        self._append("move", seat, colour, line=line, forced=forced)

    def reveal(self, tile: str) -> None:
        """Turns up a tile; `IllegalReveal` leaves everything as it was."""
        seat, colour = self.active_seat, self.game.active_colour
        self.game.reveal(tile)
        self.drawn += 1
        self._append("draw", seat, colour, tile=tile)

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
    def standing(self) -> Standing:
        """How the game stands, for lists."""
        return Standing(self.game.is_over, int(self.game.facts()["turn"]), self.active_seat)

    def entries(self, after: int = -1) -> list[Entry]:
        """The log after a number, as it is kept."""
        return [Entry(e.seq, e.kind, e.line, e.tile, e.forced) for e in self.events[after + 1 :]]

    def _append(
        self,
        kind: Literal["start", "move", "draw"],
        seat: int | None = None,
        colour: str | None = None,
        line: str | None = None,
        tile: str | None = None,
        forced: bool = False,
    ) -> None:
        effects = self.game.effects()
        for effect in effects:
            self._note(effect)
        seq = len(self.events)
        self.events.append(Event(seq, kind, seat, colour, line, tile, forced, [_message(e) for e in effects]))

    def _note(self, effect: Effect) -> None:
        if isinstance(effect, TurnBegan):
            self.crumbs.clear()
        elif isinstance(effect, FleetSailed):
            self.crumbs.append(effect.island)
        elif isinstance(effect, IslandRemoved):
            self.removed.append(effect.island)


def _message(effect: Effect) -> msgspec.Struct:
    """The engine's effect as the protocol sends it."""
    message: msgspec.Struct = EFFECTS[type(effect).__name__](*effect)
    return message
