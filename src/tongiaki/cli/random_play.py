"""Random games in compiled code, for `tongiaki simulate` without records."""

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any

from tongiaki.cli.progress import bar
from tongiaki.cli.tally import Tally
from tongiaki.engine import Rules, random_games

CHUNK = 2000
"""Games between two steps of the progress bar."""


def random_tally(players: list[list[str]], rules: Rules, seed: str, games: int, jobs: int) -> Tally:
    """The tally of random games. Game number n depends on the seed and n alone, so `jobs` changes nothing.

    The games are played without Python's lock, so threads do.
    """
    number = int.from_bytes(sha256(seed.encode()).digest()[:7])

    def chunk(first: int) -> Tally:
        count = min(CHUNK, games - first)
        return _tally(random_games(count, players, rules, seed=number, first=first))

    total = Tally()
    with ThreadPoolExecutor(jobs) as threads, bar("playing", games) as progress:
        for part in threads.map(chunk, range(0, games, CHUNK)):
            total.add(part)
            progress.advance(part.games)
    return total


def _tally(sums: Mapping[str, Any]) -> Tally:
    """The engine's sums as a tally, reasons that did not occur left out."""
    reasons = Counter({reason: count for reason, count in sums["reasons"].items() if count})
    columns = {name: [float(value) for value in sums[name]] for name in ("points", "squares", "wins")}
    return Tally(
        sums["games"], sums["plies"], reasons, columns["points"], columns["squares"], columns["wins"]
    )
