"""Who has which rating, for people to read: names, and nothing that is a session."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, select

from tongiaki.server.protocol import Seat
from tongiaki.server.store import schema
from tongiaki.server.store.kept import Outcome
from tongiaki.server.store.ratings import Change, Strength, kept_changes
from tongiaki.server.store.store import Store


@dataclass(frozen=True)
class Rated:
    """A player with a rating; `name`: of a person who is still there."""

    player: str
    name: str | None
    strength: Strength
    games: int
    wins: int


@dataclass(frozen=True)
class Played:
    """A rated game that is over."""

    game: str
    ended: str
    seats: list[Seat]
    points: list[int]
    changes: list[Change]


class Standings:
    """Ratings beside the games of a store, to be read."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def all(self) -> list[Rated]:
        """Everybody with a rating, also those who are gone."""
        rating, person = schema.rating, schema.person
        query = select(rating, person.c.name).join(person, person.c.id == rating.c.player, isouter=True)
        return await self._store.read(lambda connection: [_rated(row) for row in connection.execute(query)])

    async def strengths(self, players: Sequence[str]) -> dict[str, Strength]:
        """The ratings of those players who have one."""
        rating = schema.rating.c
        query = select(rating.player, rating.mu, rating.sigma).where(rating.player.in_(players))
        return await self._store.read(
            lambda connection: {
                player: Strength(mu, sigma) for player, mu, sigma in connection.execute(query)
            }
        )

    async def changes(self, game: str) -> list[Change]:
        """What a game has changed; nothing before its end."""
        return await self._store.read(lambda connection: kept_changes(connection, game))

    async def latest(self, player: str, most: int) -> list[Played]:
        """The latest rated games of a player."""
        change, rated, game = schema.rating_change.c, schema.rated_game.c, schema.game.c
        mine = select(change.game).where(change.player == player)
        query = (
            select(game.id, game.changed, game.seats, game.outcome)
            .join(schema.rated_game, rated.game == game.id)
            .where(game.id.in_(mine))
            .order_by(rated.number.desc())
            .limit(most)
        )
        return await self._store.read(
            lambda connection: [_played(connection, row) for row in connection.execute(query)]
        )


def _rated(row: "Row[Any]") -> Rated:
    return Rated(row.player, row.name, Strength(row.mu, row.sigma), row.games, row.wins)


def _played(connection: Connection, row: Any) -> Played:
    outcome = msgspec.json.decode(row.outcome, type=Outcome)
    seats = msgspec.json.decode(row.seats, type=list[Seat])
    return Played(row.id, row.changed, seats, outcome.points, kept_changes(connection, row.id))
