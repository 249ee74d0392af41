"""Persons over HTTP: names with a password, logins, what is told of players. A part of the protocol."""

from typing import Annotated

import msgspec

from tongiaki.server.protocol import Base, Request, Text

LONGEST_PASSWORD = 200

Password = Annotated[str, msgspec.Meta(max_length=LONGEST_PASSWORD)]
Typed = Annotated[str, msgspec.Meta(max_length=200)]


class Credentials(Request, frozen=True):
    """POST /api/me/claim and /api/me/login: a name and its password."""

    name: Typed
    password: Password


class NewPassword(Request, frozen=True):
    """POST /api/me/password: the other browsers are logged out."""

    old: Password
    new: Password


class NewName(Request, frozen=True):
    """POST /api/me/name: the same person is called otherwise, everywhere; once in 30 days."""

    name: Typed


class EndLogins(Request, frozen=True):
    """POST /api/me/logins/end: one of `Login.id`; without it all others than this browser."""

    id: Typed | None = None


class DeleteMe(Request, frozen=True):
    """POST /api/me/delete: with the password, if the name is claimed."""

    password: Password = ""


class Login(Base, frozen=True):
    """GET /api/me/logins: a browser where this person is logged in; `used` is a day."""

    id: str
    device: str
    created: str
    used: str
    this: bool


class BlockedPerson(Base, frozen=True):
    """GET /api/me/blocked: somebody to whom one does not listen; a guest as called when that began."""

    id: str
    name: str


class EndBlock(Request, frozen=True):
    """POST /api/me/blocked/end: one listens again to the one with this `BlockedPerson.id`."""

    id: Typed


class Me(Base, frozen=True):
    """GET /api/me: the person at this browser; `name` is "" for a guest. `since`: when the name was claimed.

    `kept_out`: that the operator keeps this person out, and why.
    """

    name: str
    since: str | None
    kept_out: Text | None = None


class Kept(Base, frozen=True):
    """GET /api/me/kept: after how many days the server deletes by itself what is not used any more.

    `game_days`: a game that is not finished; `table_days`: one that nobody has begun, or an empty table. `former_days`:
    a name that was given up for another.
    """

    login_days: int
    talk_days: int
    report_days: int
    person_days: int
    game_days: int
    table_days: int
    former_days: int


class Player(Base, frozen=True):
    """GET /api/players: somebody who has played rated games. `rank`: among all; persons by name, bots by `bot`.

    `rating` is probably the strength; it lies at most `spread` away, 95 % sure.
    """

    rank: int
    name: str
    bot: str | None
    rating: int
    spread: int
    games: int
    wins: int


class RatedSeat(Base, frozen=True):
    """A seat of a rated game. Before its end without `place` (1: the winner), and the rating is that before the game.

    `change`: by so much the rating has changed.
    """

    seat: int
    name: str
    bot: str | None
    rating: int
    spread: int
    place: int | None
    change: int | None


class RatedGame(Base, frozen=True):
    """A rated game that is over, with what it has changed; `you`: the seat of the player it is listed for."""

    id: str
    ended: str
    you: int
    points: list[int]
    seats: list[RatedSeat]


class PlayerPage(Base, frozen=True):
    """GET /api/players/{name}: a person with a claimed name, or a bot; `player` is missing before the first rated game.

    `games`: the latest ones, at most a hundred.
    """

    name: str
    bot: str | None
    since: str | None
    player: Player | None
    games: list[RatedGame]
