"""R-6.2 at its worst: Tonga in a closed sea, its 18 berths nearly full with six colours, a number on one way only.

The search without colours finds no way out, a number stands on one way, so colours count; the fleet of one colour that
it would lose comes late or never within 50,000 positions.
"""

import time
from random import Random

from tongiaki.engine import COLOURS, Game

ROYAL = ("Fiji", "Hawaii", "Samoa", "Hiva Oa", "Mangareva", "Oahu")
DIRECTIONS = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))

Counts = tuple[int, ...]


def closed_tonga(counts: Counts, rng: Random, spread: str = "each_beach") -> Game:
    """Just before R-6.2 is tried: a fleet from Nauru, far off, draws; A will lose it, then Tonga is looked at.

    counts: boats on Tonga's beaches a–f, of six colours as evenly as can be, shuffled. Beyond each pier lies a royal
    island, on the way to the last of them a 2.
    """
    tiles = {"Tonga": [0, 0, 0], "Nauru": [0, 9, 0]}
    for edge, (island, (q, r)) in enumerate(zip(ROYAL, DIRECTIONS, strict=True)):
        tiles[island] = [q, r, (edge + 3) % 6]
    q, r = DIRECTIONS[5]
    tiles["M"] = [q, r, (5 + 3 - 2) % 6]  # its 2 leads straight on, from edge 2 to edge 5
    tiles[ROYAL[5]] = [2 * q, 2 * r, 2]
    boats = [COLOURS[n % 6] for n in range(sum(counts))]
    rng.shuffle(boats)
    beaches: dict[str, dict[str, int]] = {"Nauru a": {"red": 2}}
    for beach, count in zip("abcdef", counts, strict=True):
        there = [boats.pop() for _ in range(count)]
        beaches[f"Tonga {beach}"] = {colour: there.count(colour) for colour in set(there)}
    game = Game.from_state(
        {
            "format": "tongiaki-state/1",
            "rules": {"landing_spread": spread},
            "players": [[colour] for colour in COLOURS],
            "position": {"tiles": tiles, "boats": beaches, "royal": dict(zip(ROYAL, COLOURS, strict=True))},
            "phase": "chain",
        }
    )
    game.play("sail Nauru 1")
    return game


def seconds(game: Game, tile: str = "A", times: int = 3) -> float:
    """The best time of one reveal, the search of R-6.2 included."""
    best = float("inf")
    for _ in range(times):
        copy = game.copy()
        begin = time.process_time()
        copy.reveal(tile)
        best = min(best, time.process_time() - begin)
    return best


def worst_milliseconds(seeds: int = 3) -> float:
    """The slowest of the positions found to be slow: most positions reached, most landings in each."""
    slow = (((3, 3, 3, 2, 2, 2), "free"), ((3, 2, 2, 2, 2, 2), "free"), ((3, 3, 3, 2, 2, 2), "empty_first"))
    worst = max(
        seconds(closed_tonga(counts, Random(seed), spread))
        for counts, spread in slow
        for seed in range(seeds)
    )
    return worst * 1e3


def open_microseconds() -> float:
    """A reveal after which one full beach of Tonga among open water is tried; the reveal included."""
    game = Game.start([["red"], ["blue"], ["green"], ["yellow"]])
    for line in [f"place Tonga {beach}" for beach in "aaddbbcc"]:
        game.play(line)
    game.play("expand Tonga ad")
    game.play("sail Tonga 0")
    return microseconds(game)


def closed_microseconds() -> float:
    """Samoa with 3, 3, 2 boats among five royal islands: it searches for its way out; the reveal included."""
    tiles = {"Tonga": [0, 0, 0], "Nauru": [0, 9, 0], "Samoa": [9, 0, 0]}
    for edge, island in enumerate(ROYAL[:2] + ROYAL[3:], start=1):
        q, r = DIRECTIONS[edge]
        tiles[island] = [9 + q, r, (edge + 3) % 6]
    boats = {"Nauru a": 2, "Samoa a": 3, "Samoa b": 3, "Samoa c": 2}
    game = Game.from_state(
        {
            "format": "tongiaki-state/1",
            "players": [[colour] for colour in COLOURS],
            "position": {
                "tiles": tiles,
                "boats": {beach: {"red": count} for beach, count in boats.items()},
                "royal": dict(zip(ROYAL[:2] + ROYAL[3:], COLOURS, strict=False)),
            },
            "phase": "chain",
        }
    )
    game.play("sail Nauru 1")
    return microseconds(game)


def microseconds(game: Game, tile: str = "A", times: int = 1000) -> float:
    """The mean time of one reveal."""
    copies = [game.copy() for _ in range(times)]
    begin = time.process_time()
    for copy in copies:
        copy.reveal(tile)
    return (time.process_time() - begin) / times * 1e6
