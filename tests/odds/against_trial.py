"""Odds against random decks: how far off, in standard deviations."""

from collections.abc import Iterator
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from tests.odds.seas import as_table
from tongiaki.engine import COLOURS, ISLANDS, PIERS, Game
from tongiaki.odds import Odds, voyage_odds
from tongiaki.odds.trial import trial


class Off(NamedTuple):
    """One end of a voyage: its odds, the share of the decks, and the difference in standard deviations."""

    end: Any
    chance: float
    share: float
    sigmas: float


def chain_positions(count: int, seed: int) -> Iterator[tuple[Game, str, int]]:
    """Positions of random games, with the island and pier of a voyage that may be chosen and looks at the unknown."""
    n = found = 0
    while found < count:
        rng = Random(seed * 1_000_003 + n)
        game = Game.start([[colour] for colour in COLOURS[: 2 + n % 5]])
        chains = [(chain, sail) for chain in chains_of(game, rng) for sail in sails(chain)]
        unknown = [(game, sail) for game, sail in chains if game.outlook(*sail).end == "unknown"]
        if unknown:
            game, sail = rng.choice(unknown)
            yield game, *sail
            found += 1
        n += 1


def chains_of(game: Game, rng: Random) -> Iterator[Game]:
    """A random game; a copy at each choice of a voyage."""
    while not game.is_over:
        if game.phase == "draw":
            game.reveal(rng.choice(game.deck_left))
            continue
        if game.phase == "chain":
            yield game.copy()
        game.apply(rng.choice(game.legal()))


def sails(game: Game) -> list[tuple[str, int]]:
    """The island and the pier of each voyage that may be chosen."""
    places = [line.removeprefix("sail ").rsplit(" ", 1) for line in game.legal_lines()]
    return [(island, int(pier)) for island, pier in places]


def compared(game: Game, island: str, pier: int, decks: int, seed: int) -> tuple[Odds, list[Off]]:
    """Every end and every number of tiles, and the sums a person sees."""
    odds = voyage_odds(game, island, pier, bound=1e-6)
    number = next(n for n, p in enumerate(PIERS) if ISLANDS[p.island] == island and p.edge == pier)
    counts = trial(game, number, decks, seed)
    table = {end: float(chance) for end, chance in as_table(odds).items()}
    for kind in ("new", "known", "royal", "lost"):
        table["any", kind] = sum(chance for end, chance in table.items() if end[0] == kind)  # type: ignore[index]
        counts["any", kind] = sum(count for end, count in counts.items() if end[0] == kind)
    return odds, [
        _off(end, table.get(end, 0.0), counts.get(end, 0), decks, odds.left_out)
        for end in table.keys() | counts.keys()
    ]


def _off(end: Any, chance: float, count: int, decks: int, left_out: Any) -> Off:
    """What was left out may belong to any end. Where the spread is below 3 decks, it is not normal: 3 are let go."""
    expected = decks * chance
    spread = sqrt(expected * max(1 - chance, 0.0))
    difference = max(abs(count - expected) - decks * float(left_out), 0.0)
    if spread < 3:
        difference = max(difference - 3, 0.0)
    return Off(
        end,
        chance,
        count / decks,
        difference / max(spread, 1.0) if difference > 1e-6 * max(expected, 1) else 0.0,
    )
