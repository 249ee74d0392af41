"""Who is at a browser: a random cookie is all the identity of a guest; a second one says who is logged in.

The server keeps hashes of them only. A person with a claimed name has an id of its own (`PERSON`…) that stands wherever
a guest's hash does, so every browser where this person is logged in has the same session.
"""

import hashlib
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "tongiaki"
LOGIN_COOKIE = "tongiaki_login"
A_YEAR = 365 * 24 * 3600
LONGEST = 128

LOGGED_IN = "tongiaki.login"
"""Where in the scope of a request stands who is logged in; put there by `people.door`."""

PERSON = "@"
"""With this begins the id of a person with a claimed name; no hash of a cookie does."""


def session_of(connection: HTTPConnection) -> str | None:
    """Who is at the browser, as the store names it; `None` without a cookie."""
    login = connection.scope.get(LOGGED_IN)
    return guest_of(connection) if login is None else str(login.person)


def guest_of(connection: HTTPConnection) -> str | None:
    """The guest of the browser, also while somebody is logged in there."""
    token = connection.cookies.get(COOKIE, "")
    return hashed(token) if 0 < len(token) <= LONGEST else None


def is_claimed(session: str | None) -> bool:
    """Whether it is that of a person with a claimed name."""
    return session is not None and session.startswith(PERSON)


class Guest:
    """The session of an HTTP request, made if it has none yet."""

    def __init__(self, connection: HTTPConnection) -> None:
        known = session_of(connection)
        self._connection = connection
        self._token = None if known else new_token()
        self.session = known or hashed(self._token or "")

    def remember(self, response: Response) -> None:
        """Gives the browser its cookie, if it is new."""
        if self._token is not None:
            give_cookie(self._connection, response, COOKIE, self._token, A_YEAR)


def give_cookie(connection: HTTPConnection, response: Response, name: str, token: str, seconds: int) -> None:
    """A cookie that no script reads, no other site sends, and that goes over TLS only where there is TLS."""
    secure = connection.url.scheme in ("https", "wss")
    response.set_cookie(name, token, max_age=seconds, httponly=True, samesite="lax", secure=secure)


def renew_cookie(connection: HTTPConnection, response: Response, name: str, seconds: int) -> None:
    """The browser keeps a cookie so long from now on, not only since it got it."""
    token = connection.cookies.get(name, "")
    if 0 < len(token) <= LONGEST:
        give_cookie(connection, response, name, token, seconds)


def new_token() -> str:
    """A secret that nobody guesses."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What the server keeps of it."""
    return hashlib.sha256(token.encode()).hexdigest()
