"""Random games in compiled code, without the GIL: for statistics, benchmarks and soak runs."""

import cython

from tongiaki.engine.game import Game
from tongiaki.engine.rules import Rules

if not cython.compiled:
    from tongiaki.engine.constants import (
        BOATS_EACH,
        DRAW,
        N_BEACHES,
        N_COLOURS,
        N_ISLANDS,
        OVER,
        TURN,
    )
    from tongiaki.engine.score import points_of, standing
    from tongiaki.engine.state import State, copy_numbers
    from tongiaki.engine.tables import TABLES, Moves, lowest
    from tongiaki.engine.turn import legal_moves, play_move, turn_up


class Random:
    """PCG32 (M. E. O'Neill, 2014): 64 bits of state, 32 bits a draw; the same numbers compiled and uncompiled."""

    def __init__(self) -> None:
        self.multiplier = 6364136223846793005
        self.word = 4294967295
        self.long_word = 18446744073709551615

    def start(self, seed: int, stream: int) -> None:
        """Begin the sequence of a seed and a stream; streams are independent."""
        self.increment = (2 * stream + 1) & self.long_word
        self.at = 0
        self.draw(1)
        self.at = (self.at + seed) & self.long_word
        self.draw(1)

    def draw(self, n: int) -> int:
        """A number from 0 to n − 1 (bias below n / 2³²)."""
        old = self.at
        self.at = (old * self.multiplier + self.increment) & self.long_word
        mixed = (((old >> 18) ^ old) >> 27) & self.word
        turn = old >> 59
        mixed = ((mixed >> turn) | (mixed << ((32 - turn) & 31))) & self.word
        return (mixed * n) >> 32


def draw_tile(s: State, random: Random) -> int:
    """One of the tiles left, each as likely."""
    left = random.draw(s.islands_left + s.waters_left)
    deck = s.deck
    for _ in range(left):
        deck &= deck - 1
    return lowest(deck)


def play_out(s: State, moves: Moves, random: Random, most: int, check: bool) -> int:
    """Play random moves to the end, at most so many; how many they were, or −1 − n after an unsound position."""
    plies = 0
    while s.stage != OVER and plies < most:
        if s.stage == DRAW:
            turn_up(s, draw_tile(s, random))
        else:
            legal_moves(s, moves)
            if check and (moves.count == 0 or not sound(s)):
                return -1 - plies
            play_move(s, moves.move[random.draw(moves.count)])
            plies += 1
    return plies


def sound(s: State) -> bool:
    """Whether a position is whole: 15 boats a colour, every sum right, no full beach at the start of a turn."""
    for colour in range(N_COLOURS):
        if s.player[colour] < N_COLOURS:
            boats = s.supply[colour] + s.fleet[colour] + s.royals[colour]
            for beach in range(N_BEACHES):
                boats += s.boats[beach * N_COLOURS + colour]
            if boats != BOATS_EACH:
                return False
    for island in range(N_ISLANDS):
        crowd = 0
        for beach in range(TABLES.first_beach[island], TABLES.first_beach[island + 1]):
            filled = 0
            for colour in range(N_COLOURS):
                filled += s.boats[beach * N_COLOURS + colour]
            crowd += filled
            is_full = filled == TABLES.berths[beach]
            if (
                filled != s.filled[beach]
                or filled > TABLES.berths[beach]
                or is_full != ((s.full & TABLES.bit[beach]) != 0)
            ):
                return False
        if crowd != s.crowd[island] or (crowd and (not s.laid[island] or s.royal[island])):
            return False
    return not (s.stage == TURN and s.full)


class Tally:
    """Sums over random games."""

    def __init__(self) -> None:
        self.games = self.plies = self.unsound = self.unfinished = 0
        self.longest = 0
        if not cython.compiled:
            self.reasons = [0] * 4
            self.points = [0] * 6
            self.squares = [0] * 6
            self.wins = [0.0] * 6


def _count(tally: Tally, s: State, plies: int, shared: bool) -> None:
    tally.games += 1
    if plies < 0:
        tally.unsound += 1
        return
    if s.stage != OVER:
        tally.unfinished += 1
        return
    tally.plies += plies
    if plies > tally.longest:
        tally.longest = plies
    tally.reasons[s.reason] += 1
    best, winners = -1, 0
    for player in range(s.players):
        points = points_of(s, player)
        tally.points[player] += points
        tally.squares[player] += points * points
        mine = standing(s, player, shared)
        if mine > best:
            best, winners = mine, 0
        if mine == best:
            winners += 1
    for player in range(s.players):
        if standing(s, player, shared) == best:
            tally.wins[player] += 1.0 / winners


def random_games(
    games: int,
    players: list[list[str]],
    rules: Rules | None = None,
    seed: int = 0,
    first: int = 0,
    check: bool = False,
    most: int = 1000000,
) -> dict[str, object]:
    """Sums over random games, played in compiled code without the GIL.

    players: colour lists in turn order, as for `Game.start`. Game number n (from `first`) depends on seed and n alone,
    so ranges can be shared between processes and added. `check` looks at every position (`unsound` counts games that
    fail); `most` bounds the decisions of a game (`unfinished`). Returns games, plies, longest, unsound, unfinished,
    reasons (by name), and by player points, squares (of points) and wins (a shared win counts its part).
    """
    rules = rules or Rules()
    start = Game.start(players, rules)
    tally = Tally()
    _play_games(
        tally,
        start,
        start.copy(),
        Moves(),
        Random(),
        games,
        seed,
        first,
        check,
        most,
        rules.tie_break == "shared",
    )
    seats = range(len(players))
    reasons = ("last water tile", "last island tile", "idle")
    return {
        "games": tally.games,
        "plies": tally.plies,
        "longest": tally.longest,
        "unsound": tally.unsound,
        "unfinished": tally.unfinished,
        "reasons": {reason: tally.reasons[n + 1] for n, reason in enumerate(reasons)},
        "points": [tally.points[n] for n in seats],
        "squares": [tally.squares[n] for n in seats],
        "wins": [tally.wins[n] for n in seats],
    }


def _play_games(
    tally: Tally,
    start: Game,
    s: Game,
    moves: Moves,
    random: Random,
    games: int,
    seed: int,
    first: int,
    check: bool,
    most: int,
    shared: bool,
) -> None:
    with cython.nogil:
        for n in range(games):
            random.start(seed, first + n)
            copy_numbers(start, s)
            _count(tally, s, play_out(s, moves, random, most, check), shared)
