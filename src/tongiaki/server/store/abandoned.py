"""In the store: what nobody came back to. Finished games are never among it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from sqlalchemy import and_, func, or_, select

from tongiaki.server.store import schema
from tongiaki.server.store.growth import GONE
from tongiaki.server.store.store import Store
from tongiaki.server.store.writer import Statement

OF_A_GAME = ("event", "play", "deck", "seat_owner", "seat_before", "rated_game", "rating_change")
OF_A_ROOM = ("talk", "room_member")
TOGETHER = 50
"""Games or rooms that are deleted in one transaction."""


@dataclass(frozen=True)
class Abandoned:
    """Games, each with its lease, and rooms to be deleted."""

    games: dict[str, str]
    rooms: list[str]


class AbandonedStore:
    """Beside the games of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, begun_before: str, made_before: str) -> Abandoned:
        """Running games without a change since `begun_before`, those that nobody began since `made_before`, and rooms
        that are empty so long: without any other game."""
        game, event, room = schema.game.c, schema.event.c, schema.room.c
        moves = select(func.count()).where(event.game == game.id, event.kind == "move", ~event.forced)
        left = or_(
            game.changed < begun_before, and_(game.changed < made_before, moves.scalar_subquery() == 0)
        )
        games = select(game.id).where(~game.over, left)
        leases = select(game.id, func.coalesce(game.room, game.id)).where(~game.over, left)
        other = select(game.id).where(game.room == room.id, game.id.not_in(games)).exists()
        rooms = select(room.id).where(room.changed < made_before, ~other)
        return await self._store.read(
            lambda connection: Abandoned(
                {row[0]: row[1] for row in connection.execute(leases)},
                list(connection.execute(rooms).scalars()),
            )
        )

    async def delete(self, games: Sequence[str], rooms: Sequence[str]) -> None:
        """These are gone with all that belongs to them; `NotKept`."""
        for statements in _together([[*_parts("game", OF_A_GAME, id), (GONE, (id,))] for id in games]):
            await self._store.write(statements)
        gone = "DELETE FROM room WHERE id = ?"
        for statements in _together([[*_parts("room", OF_A_ROOM, id), (gone, (id,))] for id in rooms]):
            await self._store.write(statements)


def _parts(kind: str, parts: tuple[str, ...], id: str) -> list[Statement]:
    return [(f"DELETE FROM {part} WHERE {kind} = ?", (id,)) for part in parts]


def _together(works: list[list[Statement]]) -> list[list[Statement]]:
    return [list(chain(*works[at : at + TOGETHER])) for at in range(0, len(works), TOGETHER)]
