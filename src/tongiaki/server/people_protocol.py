"""Persons over HTTP: names with a password, logins, what is told of players. A part of the protocol."""

from typing import Annotated

import msgspec

from tongiaki.server.protocol import Base, Request

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


class Me(Base, frozen=True):
    """GET /api/me: the person at this browser; `name` is "" for a guest. `since`: when the name was claimed."""

    name: str
    since: str | None


class Kept(Base, frozen=True):
    """GET /api/me/kept: after how many days without use the server deletes it by itself."""

    login_days: int
    talk_days: int
    person_days: int
