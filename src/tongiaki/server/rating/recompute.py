"""All ratings anew from the logs of the rated games."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection

from tongiaki.engine import Rules
from tongiaki.server.course import Course
from tongiaki.server.rating.placing import standings
from tongiaki.server.rating.ratings import changes_of
from tongiaki.server.seating import Seating
from tongiaki.server.store.ratings import (
    Change,
    Strength,
    kept_changes,
    kept_ratings,
    outcomes,
    rated_games,
    rewrite,
)
from tongiaki.server.store.store import load_game

Ratings = dict[str, tuple[Strength, int, int]]


@dataclass(frozen=True)
class Recomputed:
    """What follows from the logs, and the games and players for which something else was kept."""

    games: int
    changes: list[Change]
    ratings: Ratings
    wrong_games: list[str]
    wrong_players: list[str]

    @property
    def is_right(self) -> bool:
        """What was kept is what follows."""
        return not self.wrong_games and not self.wrong_players


def recomputed(connection: Connection) -> Recomputed:
    """The ratings as they follow from the logs, game by game in the order in which they were rated."""
    while True:
        games = rated_games(connection)
        found = _recomputed(connection, games)
        if rated_games(connection) == games:  # else one has ended meanwhile, at a server that runs
            return found


def _recomputed(connection: Connection, games: list[str]) -> Recomputed:
    changes: list[Change] = []
    ratings: Ratings = {}
    wrong = []
    for game in games:
        known = {player: strength for player, (strength, _, _) in ratings.items()}
        new = _changes(connection, game, known)
        if new != kept_changes(connection, game):
            wrong.append(game)
        changes += new
        for player, (strength, won) in outcomes(new).items():
            _, played, wins = ratings.get(player, (strength, 0, 0))
            ratings[player] = strength, played + 1, wins + won
    return Recomputed(
        len(games), changes, ratings, wrong, sorted(_differing(ratings, kept_ratings(connection)))
    )


def put_right(connection: Connection, right: Recomputed) -> None:
    """Keeps what follows from the logs."""
    rewrite(connection, right.changes, right.ratings)


def _changes(connection: Connection, game: str, known: dict[str, Strength]) -> list[Change]:
    kept = load_game(connection, game)
    assert kept is not None  # a foreign key says so
    seating = Seating(kept.game.seats, Rules.of(kept.game.rules), kept.game.start_seat)
    course = Course.fold(seating, kept.entries)
    return changes_of(game, standings(kept.game.owners, course), known)


def _differing(one: Ratings, other: Ratings) -> Iterator[str]:
    yield from (player for player in one.keys() | other.keys() if one.get(player) != other.get(player))
