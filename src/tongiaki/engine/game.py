"""A game as Python sees it: legal moves, moves, draws, effects, and the whole state in and out.

Names and calls are described in `docs/engine.md`. Rules are not here; they are in the steps that `turn` puts in order.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import cython

from tongiaki.engine import saved
from tongiaki.engine.catalogue import BEACH_NAMES, COLOURS, FIRST_BEACH, ISLANDS, PIERS, TILE_OF, TILES
from tongiaki.engine.distributions import is_forced, landings
from tongiaki.engine.effects import REASONS, Effect, decode
from tongiaki.engine.errors import IllegalMove, IllegalReveal, NotationError, nearest
from tongiaki.engine.moves import LINES, line_of, move_of
from tongiaki.engine.outlook import ENDS, Hop, Outlook
from tongiaki.engine.players import check_players
from tongiaki.engine.reading import read_state
from tongiaki.engine.rules import Rules
from tongiaki.engine.state import Notes, Options, State
from tongiaki.engine.tables import Moves

if not cython.compiled:
    from tongiaki.engine.constants import (
        BOATS_EACH,
        CENTRE,
        DRAW,
        LANDING,
        N_COLOURS,
        N_TILES,
        NONE,
        OVER,
        ROW,
    )
    from tongiaki.engine.landing import first_beaches
    from tongiaki.engine.score import boats_of, islands_of, points_of, standing
    from tongiaki.engine.shown import deck_of, details_of, position_of, sums_of
    from tongiaki.engine.state import active, copy_numbers, lay, put, remove
    from tongiaki.engine.tables import TABLES
    from tongiaki.engine.turn import legal_moves, play_move, turn_up
    from tongiaki.engine.voyage import crossing, passes, trace


class Game(State):
    """One game of Tongiaki: a position and whatever is needed to go on. Chance is outside (`reveal`)."""

    def __init__(self) -> None:
        """Nothing yet; use `Game.start`, `Game.from_state` or `Game.from_bytes`."""
        self.blank()

    @staticmethod
    def start(players: Sequence[Sequence[str]], rules: Rules | None = None) -> "Game":
        """A game before the first boat (R-2). players: colours of each player in turn order, the start player first.

        Raises `RuleError` (a number of players or colours that does not fit) and `StateError` (colours).
        """
        rules = rules or Rules()
        check_players(players, rules)
        game = Game()
        game.empty()
        game._seat_players(players, rules)
        return game

    def _seat_players(self, players: Any, rules: Any) -> None:
        """Players, the order of play (R-2.1, R-11.1), full supplies, and the rules."""
        self.rules, self.options = rules, Options(rules)
        self.players, self.colours = len(players), sum(map(len, players))
        for colour in range(N_COLOURS):
            self.player[colour], self.supply[colour] = NONE, 0
        for seat, (player, name) in enumerate(saved.turn_order(players)):
            colour = COLOURS.index(name)
            self.order[seat], self.player[colour], self.supply[colour] = colour, player, BOATS_EACH

    def copy(self) -> "Game":
        """An independent game; effects are not copied and nobody watches."""
        new = Game.__new__(Game)
        if not cython.compiled:
            new.blank()
        new.rules, new.options = self.rules, self.options
        copy_numbers(self, new)
        return new

    # -- what is to be decided -----------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """`setup`, `turn`, `chain`, `landing`, `lay`, `settle`, `draw` (chance) or `over`."""
        return saved.PHASES[self.stage]

    @property
    def is_over(self) -> bool:
        """R-9: whether the game has ended."""
        return self.stage == OVER

    @property
    def active_colour(self) -> str | None:
        """The colour that decides, or for which a tile is drawn; None after the end."""
        return None if self.stage == OVER else COLOURS[active(self)]

    @property
    def active_player(self) -> int | None:
        """The player (index in turn order) whose colour is active; None after the end."""
        return None if self.stage == OVER else self.player[active(self)]

    def legal(self) -> list[int]:
        """The legal moves, none at a draw and after the end."""
        moves = _MOVES if cython.compiled else Moves()  # compiled, the GIL keeps threads apart
        legal_moves(self, moves)
        return [moves.move[n] for n in range(moves.count)]

    def legal_lines(self) -> list[str]:
        """The legal moves as lines, in the same order."""
        return [LINES[move] for move in self.legal()]

    def apply(self, move: int) -> None:
        """Play a legal move, unchecked, up to the next decision or draw."""
        play_move(self, move)
        if self.watched:
            self._tell()

    def play(self, move: int | str) -> None:
        """Play a move or a line, checked. Raises `IllegalMove` or `NotationError`; the game is then untouched."""
        number = move_of(move) if isinstance(move, str) else move
        if number not in self.legal():
            raise IllegalMove(line_of(number), self.phase, self.legal_lines(), self.active_colour)
        self.apply(number)

    def distributions(self) -> list[list[int]]:
        """The distinct outcomes of the landing from here, each as one list of moves that leads there; else empty.

        Two lists differ in the boats on some beach or in the boats sent home (R-5.6).
        """
        if self.stage != LANDING:
            return []
        begin = FIRST_BEACH[self.here]
        return [
            [TABLES.land0 + (begin + j) * N_COLOURS + c for j, c in boats]
            for boats in landings(*self._to_land())
        ]

    def is_landing_forced(self) -> bool:
        """Whether there is exactly one distinct outcome of the landing from here: then every order leads to it."""
        return self.stage == LANDING and is_forced(*self._to_land())

    def _to_land(self) -> tuple[list[int], list[int], list[int]]:
        """Free berths of the island's beaches, those that must receive a boat first, boats of each colour."""
        begin, end = FIRST_BEACH[self.here], FIRST_BEACH[self.here + 1]
        free = [TABLES.berths[b] - self.filled[b] for b in range(begin, end)]
        due = [(self.first & ~self.received) >> j & 1 for j in range(end - begin)]
        fleet = [self.fleet[c] for c in range(N_COLOURS)]
        return free, due, fleet

    # -- chance --------------------------------------------------------------------------------------------------------

    @property
    def deck_left(self) -> list[str]:
        """The tiles not drawn, in the order of the catalogue: a set, for its order does not exist here (R-1.4)."""
        return deck_of(self)

    def outcomes(self) -> list[tuple[str, float]]:
        """At a draw: each tile left with its probability; else empty."""
        left = self.deck_left if self.stage == DRAW else []
        return [(tile, 1.0 / len(left)) for tile in left]

    def reveal(self, tile: str) -> None:
        """Go on with the tile that was drawn. Raises `IllegalReveal`; the game is then untouched."""
        number = TILE_OF.get(tile, -1)
        if self.stage != DRAW:
            raise IllegalReveal(f"no tile is drawn in phase {self.phase!r}")
        if number < 0:
            raise IllegalReveal(f"there is no tile {tile!r}{nearest(tile, TILES)}")
        if not self.deck & TABLES.bit[number]:
            raise IllegalReveal(f"{tile!r} has been drawn; left: {', '.join(self.deck_left)}")
        turn_up(self, number)
        if self.watched:
            self._tell()

    # -- what happened -------------------------------------------------------------------------------------------------

    def watch(self, on: bool = True) -> None:
        """Switch effects on or off; off forgets those not taken."""
        if on and not self.watched:
            self.notes = _SPARE.pop() if _SPARE else Notes()
        elif self.watched and not on and len(_SPARE) < MOST_SPARE:
            _SPARE.append(self.notes)
        if not on:
            self.notes = None  # type: ignore[assignment]
        self.watched, self.told = on, []

    def effects(self) -> list[Effect]:
        """The effects since the last call, oldest first."""
        told, self.told = self.told or [], []
        return told

    def _tell(self) -> None:
        for n in range(self.notes.count):
            self.told.append(decode([self.notes.data[n * ROW + i] for i in range(ROW)]))
        self.notes.count = 0

    # -- how it stands -------------------------------------------------------------------------------------------------

    def scores(self) -> list[dict[str, int]]:
        """R-10: points, islands and boats of each player, as they stand."""
        return [
            {"points": points_of(self, p), "islands": islands_of(self, p), "boats": boats_of(self, p)}
            for p in range(self.players)
        ]

    def leaders(self) -> list[int]:
        """R-10.2: the players who would win now."""
        shared = self.rules.tie_break == "shared"
        marks = [standing(self, p, shared) for p in range(self.players)]
        return [p for p, mark in enumerate(marks) if mark == max(marks)]

    def result(self) -> dict[str, Any] | None:
        """The reason for the end, scores and winners, as a record stores them; None while the game runs."""
        if self.stage != OVER:
            return None
        return {"reason": REASONS[self.reason], "scores": self.scores(), "winners": self.leaders()}

    def position(self) -> dict[str, Any]:
        """What is on the table (rules, section 13)."""
        return position_of(self)

    def outlook(self, island: str, pier: int) -> Outlook:
        """The way of the fleet at a pier (an edge) over what is laid (R-5.3, R-5.4), with the colours now on its beach.

        Raises `NotationError` if there is no such pier.
        """
        at = next((p for p in PIERS if ISLANDS[p.island] == island and p.edge == pier), None)
        if at is None:
            raise NotationError(f"there is no pier {pier} on {island!r}{nearest(island, ISLANDS)}")
        colours = sum(1 for c in range(N_COLOURS) if self.boats[at.beach * N_COLOURS + c])
        tile, direction = at.island, (pier + self.rotation[at.island]) % 6
        way = trace(self, tile, direction, colours)
        hops, ahead = [], self.near[tile * 6 + direction]
        while ahead != NONE and ahead >= len(ISLANDS):
            hop = self._hop(ahead, direction, colours)
            hops.append(hop)
            tile, direction = ahead, crossing(self, ahead, direction) & 7
            if not hop.passed:
                break
            ahead = self.near[tile * 6 + direction]
        q, r = (
            self.q[tile] + TABLES.step_q[direction] - CENTRE,
            self.r[tile] + TABLES.step_r[direction] - CENTRE,
        )
        return Outlook(tuple(hops), ENDS[way & 3], TILES[(way >> 2) & 63], q, r)

    def _hop(self, tile: int, direction: int, colours: int) -> Hop:
        entry = (direction + 9 - self.rotation[tile]) % 6
        number = TABLES.route_number[tile * 6 + entry]
        passed = bool(passes(self, number, colours))
        return Hop(TILES[tile], entry, TABLES.route_exit[tile * 6 + entry], number, passed)

    @property
    def turn_number(self) -> int:
        """How many turns have begun."""
        return int(self.turn)

    def facts(self) -> dict[str, Any]:
        """Details of the phase and the clock of turns; keys as in `tongiaki-state/1`, and a few sums for show."""
        return details_of(self) | sums_of(self)

    # -- in and out ----------------------------------------------------------------------------------------------------

    def numbers(self) -> dict[str, Any]:
        """Every field of the state by name, arrays as lists."""
        return {
            "boats": [self.boats[i] for i in range(282)],
            "filled": [self.filled[i] for i in range(47)],
            "own": [self.own[i] for i in range(96)],
            "crowd": [self.crowd[i] for i in range(16)],
            "ashore": [self.ashore[i] for i in range(6)],
            "supply": [self.supply[i] for i in range(6)],
            "royal": [self.royal[i] for i in range(16)],
            "royals": [self.royals[i] for i in range(6)],
            "q": [self.q[i] for i in range(32)],
            "r": [self.r[i] for i in range(32)],
            "rotation": [self.rotation[i] for i in range(32)],
            "laid": [self.laid[i] for i in range(32)],
            "near": [self.near[i] for i in range(192)],
            "order": [self.order[i] for i in range(6)],
            "player": [self.player[i] for i in range(6)],
            "fleet": [self.fleet[i] for i in range(6)],
            "landed": [self.landed[i] for i in range(36)],
            "full": self.full,
            "deck": self.deck,
            "islands_left": self.islands_left,
            "waters_left": self.waters_left,
            "stage": self.stage,
            "seat": self.seat,
            "colours": self.colours,
            "players": self.players,
            "placed": self.placed,
            "turn": self.turn,
            "voyages": self.voyages,
            "fleet_size": self.fleet_size,
            "fleet_colours": self.fleet_colours,
            "from_island": self.from_island,
            "at_tile": self.at_tile,
            "at_direction": self.at_direction,
            "here": self.here,
            "received": self.received,
            "first": self.first,
            "drew": self.drew,
            "sent": self.sent,
            "quiet": self.quiet,
            "draw_for": self.draw_for,
            "hand": self.hand,
            "tile_laid": self.tile_laid,
            "idle": self.idle,
            "passes": self.passes,
            "passed": self.passed,
            "reason": self.reason,
            "ended": self.ended,
        }

    def state(self) -> dict[str, Any]:
        """The whole state as JSON values (`tongiaki-state/1`)."""
        shown = {"position": position_of(self), **details_of(self)}
        return saved.state_of(saved.players_of(self.numbers()), self.rules, shown)

    @staticmethod
    def from_state(state: Mapping[str, Any]) -> "Game":
        """A game from a saved state. Raises `StateError` that names the rule an impossible state breaks."""
        rules, players, numbers = read_state(state)
        game = Game.start(players, rules)
        _build(game, numbers)
        return game

    def to_bytes(self) -> bytes:
        """The whole state as bytes, for another process (`tongiaki-state/1` packed)."""
        return saved.pack(self.numbers(), self.rules)

    @staticmethod
    def from_bytes(data: bytes) -> "Game":
        """A game from `to_bytes`. Raises `StateError` for bytes that are damaged or of another version."""
        rules, players, numbers = saved.unpack(data)
        game = Game.start(players, rules)
        _build(game, numbers)
        return game

    def key(self) -> bytes:
        """A hashable key: equal keys have equal futures (what is shown but decides nothing is left out)."""
        return saved.key_of(self.numbers(), self.rules)

    def __reduce__(self) -> Any:
        """Pickle and copy go through the bytes."""
        return Game.from_bytes, (self.to_bytes(),)


def _build(game: Game, numbers: Any) -> None:
    """Lay the tiles, put the boats, and set the rest; what can be derived is derived."""
    remove(game, 0)
    game.deck = numbers["deck"]  # `lay` looks at the tiles that are not in it
    for tile in range(N_TILES):
        if numbers["laid"][tile]:
            lay(game, tile, numbers["q"][tile], numbers["r"][tile], numbers["rotation"][tile])
    for beach in range(len(BEACH_NAMES)):
        for colour in range(N_COLOURS):
            for _ in range(numbers["boats"][beach * N_COLOURS + colour]):
                put(game, beach, colour)
    for i in range(16):
        game.royal[i] = numbers["royal"][i]
    for i in range(6):
        game.royals[i], game.supply[i] = numbers["royals"][i], numbers["supply"][i]
        game.fleet[i] = numbers["fleet"][i]
    for i in range(36):
        game.landed[i] = numbers["landed"][i]
    _set_scalars(game, numbers)
    if game.stage == LANDING and numbers["first"] < 0:
        game.first = first_beaches(game, game.here)


def _set_scalars(game: Game, numbers: Any) -> None:
    """The fields that are single numbers."""
    game.deck, game.islands_left, game.waters_left = (
        numbers["deck"],
        numbers["islands_left"],
        numbers["waters_left"],
    )
    game.stage, game.seat, game.placed, game.turn = (numbers[k] for k in ("stage", "seat", "placed", "turn"))
    game.voyages, game.fleet_size, game.fleet_colours = (
        numbers[k] for k in ("voyages", "fleet_size", "fleet_colours")
    )
    game.from_island, game.at_tile, game.at_direction = (
        numbers[k] for k in ("from_island", "at_tile", "at_direction")
    )
    game.here, game.received, game.first = (numbers[k] for k in ("here", "received", "first"))
    game.drew, game.sent, game.quiet = (numbers[k] for k in ("drew", "sent", "quiet"))
    game.draw_for, game.hand, game.tile_laid = (numbers[k] for k in ("draw_for", "hand", "tile_laid"))
    game.idle, game.passes, game.passed = (numbers[k] for k in ("idle", "passes", "passed"))
    game.reason, game.ended = numbers["reason"], numbers["ended"]


_MOVES = Moves()
_SPARE: list[Notes] = []
"""Buffers that nobody watches any more, empty: a new one is 22 kB to be cleared."""
MOST_SPARE = 4
