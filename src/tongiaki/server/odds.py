"""The odds of the voyages that must be made: searched beside the event loop, so many at once, and remembered."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from tongiaki.engine import Game
from tongiaki.odds import Chance, Odds, beach_odds
from tongiaki.server.protocol import PierOdds


class OddsDesk:
    """Answers what is asked at the server's tables."""

    def __init__(self, at_once: int, most_kept: int) -> None:
        self._threads = ThreadPoolExecutor(at_once, "odds")
        self._most_kept = most_kept
        self._kept: OrderedDict[bytes, list[PierOdds]] = OrderedDict()

    async def of(self, game: Game, beaches: Sequence[str]) -> list[PierOdds]:
        """The odds at each pier of these beaches (`Tonga a`), as the sea lies now.

        Cancelled, a search that has not begun is not made.
        """
        key = game.key() + " ".join(beaches).encode()
        found = self._kept.get(key)
        if found is None:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._threads, _odds, game.copy(), beaches)
            self._keep(key, found)
        self._kept.move_to_end(key)
        return found

    async def close(self) -> None:
        """Waits for the searches that run."""
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)

    def _keep(self, key: bytes, found: list[PierOdds]) -> None:
        self._kept[key] = found
        if len(self._kept) > self._most_kept:
            self._kept.popitem(last=False)


def _odds(game: Game, beaches: Sequence[str]) -> list[PierOdds]:
    return [
        _told(island, letter, pier, odds)
        for island, _, letter in (name.rpartition(" ") for name in beaches)
        for pier, odds in beach_odds(game, island, letter).items()
    ]


def _told(island: str, beach: str, pier: int, odds: Odds) -> PierOdds:
    return PierOdds(
        island=island,
        beach=beach,
        pier=pier,
        land=float(odds.land),
        turned_back=float(odds.turned_back),
        lost=float(odds.lost),
        lost_number=float(odds.lost_number),
        lost_deck=float(odds.lost_deck),
        lost_end=float(odds.lost_end),
        left_out=float(odds.left_out),
        tiles=[float(chance) for chance in odds.tiles],
        new=_floats(odds.new),
        known=_floats(odds.known),
        royal=_floats(odds.royal),
    )


def _floats(chances: Mapping[str, Chance]) -> dict[str, float]:
    return {island: float(chance) for island, chance in chances.items()}
