"""Voyages over random decks, sailed by the engine itself: what the exact odds are held against."""

import cython

from tongiaki.engine.catalogue import ISLANDS
from tongiaki.engine.game import Game
from tongiaki.engine.rollout import Random
from tongiaki.engine.state import Notes

if not cython.compiled:
    from tongiaki.engine.constants import FLEET_ARRIVED, FLEET_LOST, FLEET_TURNED_BACK, ROW
    from tongiaki.engine.rollout import draw_tile
    from tongiaki.engine.state import State, copy_numbers
    from tongiaki.engine.tables import TABLES
    from tongiaki.engine.turn import play_move, turn_up


class Trial:
    """How often voyages from one pier ended how."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.new, self.known, self.royal = [0] * 16, [0] * 16, [0] * 16
            self.lost, self.tiles = [0] * 3, [0] * 32

    def sail_all(self, start: Game, s: Game, random: Random, pier: int, decks: int) -> None:
        """So many voyages from a chain, each over a deck of its own."""
        s.watched = True
        with cython.nogil:
            for _ in range(decks):
                copy_numbers(start, s)
                s.notes.count = 0
                self._sail(start, s, random, pier)

    def _sail(self, start: State, s: State, random: Random, pier: int) -> None:
        """One voyage, up to the first effect that tells its end; the engine may have gone on from there."""
        drawn = 0
        play_move(s, TABLES.sail0 + pier)
        while not self._ended(start, s.notes):
            turn_up(s, draw_tile(s, random))
            drawn += 1
        self.tiles[drawn] += 1

    def _ended(self, start: State, notes: Notes) -> bool:
        """Whether the effects tell how the voyage ended; it is then counted."""
        for n in range(notes.count):
            row = n * ROW
            kind, what = notes.data[row], notes.data[row + 1]
            if kind == FLEET_LOST:
                self.lost[what] += 1
                return True
            if kind == FLEET_TURNED_BACK:
                self.royal[what] += 1
                return True
            if kind == FLEET_ARRIVED:
                if start.laid[what]:
                    self.known[what] += 1
                else:
                    self.new[what] += 1
                return True
        return False

    def counts(self) -> dict[tuple[str, object], int]:
        """By end: ("new", island), ("known", island), ("royal", island), ("lost", cause), ("tiles", number drawn)."""
        found: dict[tuple[str, object], int] = {}
        for n in range(16):
            found["new", ISLANDS[n]] = self.new[n]
            found["known", ISLANDS[n]] = self.known[n]
            found["royal", ISLANDS[n]] = self.royal[n]
        for n in range(3):
            found["lost", ("number", "deck", "end")[n]] = self.lost[n]
        for n in range(32):
            found["tiles", n] = self.tiles[n]
        return {end: count for end, count in found.items() if count}


def trial(game: Game, pier: int, decks: int, seed: int) -> dict[tuple[str, object], int]:
    """How voyages from a pier (its number) ended, over so many random decks; keys as in `Trial.counts`."""
    found, random, voyage = Trial(), Random(), game.copy()
    voyage.watch(True)
    random.start(seed, pier)
    found.sail_all(game, voyage, random, pier, decks)
    return found.counts()
