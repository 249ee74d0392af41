"""Ratings in the store: what each rated game has changed, and what follows from all of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, select

from tongiaki.server.store import schema
from tongiaki.server.store.store import Store
from tongiaki.server.store.writer import Statement

_INSERT_GAME = "INSERT INTO rated_game (game, number) VALUES (?, ?)"
_INSERT_CHANGE = (
    "INSERT INTO rating_change (game, seat, player, place, mu_before, sigma_before, mu, sigma) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_KEEP_RATING = (
    "INSERT INTO rating (player, mu, sigma, games, wins) VALUES (?, ?, ?, 1, ?) ON CONFLICT (player) DO UPDATE SET "
    "mu = excluded.mu, sigma = excluded.sigma, games = rating.games + 1, wins = rating.wins + excluded.wins"
)


@dataclass(frozen=True)
class Strength:
    """A normal distribution: where the strength probably is, and how surely; in the units of the model."""

    mu: float
    sigma: float


@dataclass(frozen=True)
class Change:
    """What a game has changed for one seat."""

    game: str
    seat: int
    player: str
    place: int
    before: Strength
    after: Strength


class RatingStore:
    """Ratings beside the games of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def next_number(self) -> int:
        """The number that the next rated game gets."""
        return await self._store.read(_next_number)

    async def before(self, players: Sequence[str]) -> tuple[int, dict[str, Strength]]:
        """The number of the next rated game, and the ratings of those players who have one."""

        def find(connection: Connection) -> tuple[int, dict[str, Strength]]:
            number = _next_number(
                connection
            )  # first: what is rated meanwhile takes it, and ours is reckoned again
            rating = schema.rating.c
            query = select(rating.player, rating.mu, rating.sigma).where(rating.player.in_(players))
            known = {player: Strength(mu, sigma) for player, mu, sigma in connection.execute(query)}
            return number, known

        return await self._store.read(find)


def statements_of(number: int, changes: Sequence[Change]) -> list[Statement]:
    """What is written when a game is the `number`th one that is rated; twice is not possible."""
    return [
        (_INSERT_GAME, (changes[0].game, number)),
        *[(_INSERT_CHANGE, _row(change)) for change in changes],
        *[
            (_KEEP_RATING, (player, strength.mu, strength.sigma, int(won)))
            for player, (strength, won) in outcomes(changes).items()
        ],
    ]


def rated_games(connection: Connection) -> list[str]:
    """The games that have been rated, in that order."""
    rated = schema.rated_game.c
    return list(connection.scalars(select(rated.game).order_by(rated.number)))


def kept_changes(connection: Connection, game: str) -> list[Change]:
    """What a game has changed, by seat."""
    query = select(schema.rating_change).filter_by(game=game).order_by(schema.rating_change.c.seat)
    return [
        Change(
            *(row.game, row.seat, row.player, row.place),
            before=Strength(row.mu_before, row.sigma_before),
            after=Strength(row.mu, row.sigma),
        )
        for row in connection.execute(query)
    ]


def kept_ratings(connection: Connection) -> dict[str, tuple[Strength, int, int]]:
    """All ratings: strength, games, wins."""
    return {
        row.player: (Strength(row.mu, row.sigma), row.games, row.wins)
        for row in connection.execute(select(schema.rating))
    }


def rewrite(
    connection: Connection, changes: Iterable[Change], ratings: dict[str, tuple[Strength, int, int]]
) -> None:
    """Puts others in place of all that were kept."""
    connection.execute(delete(schema.rating_change))
    connection.execute(delete(schema.rating))
    columns = [column.name for column in schema.rating_change.columns]
    rows = [dict(zip(columns, _row(change), strict=True)) for change in changes]
    if rows:
        connection.execute(schema.rating_change.insert(), rows)
        connection.execute(
            schema.rating.insert(),
            [
                {"player": player, "mu": strength.mu, "sigma": strength.sigma, "games": games, "wins": wins}
                for player, (strength, games, wins) in ratings.items()
            ],
        )


def _next_number(connection: Connection) -> int:
    return 1 + int(
        connection.execute(select(func.coalesce(func.max(schema.rated_game.c.number), 0))).scalar_one()
    )


def _row(change: Change) -> tuple[str | int | float, ...]:
    return (
        *(change.game, change.seat, change.player, change.place),
        *(change.before.mu, change.before.sigma, change.after.mu, change.after.sigma),
    )


def outcomes(changes: Sequence[Change]) -> dict[str, tuple[Strength, bool]]:
    """The new strength of each player, and whether it has won. A bot on several seats gets the mean."""
    of: dict[str, list[Change]] = {}
    for change in changes:
        of.setdefault(change.player, []).append(change)
    return {
        player: (
            Strength(
                sum(change.after.mu for change in its) / len(its),
                sum(change.after.sigma for change in its) / len(its),
            ),
            any(change.place == 1 for change in its),
        )
        for player, its in of.items()
    }
