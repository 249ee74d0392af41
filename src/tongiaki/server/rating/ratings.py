"""Ratings are kept with the end of a game or not at all, one game after another."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Protocol

from tongiaki.server.rating.model import NEW, after
from tongiaki.server.rating.placing import Placed
from tongiaki.server.store.ratings import Change, RatingStore, Strength, statements_of
from tongiaki.server.store.store import NotKept, Store
from tongiaki.server.store.writer import Statement

TRIES = 5
"""Another process may rate a game at the same moment; then this one is reckoned again."""


class KeepsMore(Protocol):
    """Keeps the end of a game, and what follows from it in the same transaction."""

    async def __call__(self, *, more: Sequence[Statement] = ()) -> None:
        """`NotKept`."""


class Ratings:
    """Reckons what the end of a game changes."""

    def __init__(self, store: Store) -> None:
        self._store = RatingStore(store)
        self._one_by_one = asyncio.Lock()

    async def keep(self, game: str, placed: Sequence[Placed], keep: KeepsMore) -> None:
        """Keeps the end of a rated game with the new ratings, which get its number; `NotKept`."""
        async with self._one_by_one:
            for tries_left in reversed(range(TRIES)):
                number, before = await self._store.before([player.player for player in placed])
                try:
                    await keep(more=statements_of(number, changes_of(game, placed, before)))
                    return
                except NotKept:
                    if not tries_left or await self._store.next_number() == number:
                        raise


def changes_of(game: str, placed: Sequence[Placed], before: Mapping[str, Strength]) -> list[Change]:
    """What a game changes; `before`: the ratings of those who have one."""
    old = [before.get(player.player, NEW) for player in placed]
    new = after(old, [player.place for player in placed])
    return [
        Change(game, player.seat, player.player, player.place, was, becomes)
        for player, was, becomes in zip(placed, old, new, strict=True)
    ]
