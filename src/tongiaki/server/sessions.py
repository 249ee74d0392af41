"""Guests: a random cookie is all the identity there is. The server keeps its hash only."""

import hashlib
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "tongiaki"
A_YEAR = 365 * 24 * 3600
LONGEST = 128


def session_of(connection: HTTPConnection) -> str | None:
    """The session of the browser, as the store names it; `None` without a cookie."""
    token = connection.cookies.get(COOKIE, "")
    return _hash(token) if 0 < len(token) <= LONGEST else None


class Guest:
    """The session of an HTTP request, made if it has none yet."""

    def __init__(self, connection: HTTPConnection) -> None:
        known = session_of(connection)
        self._secure = connection.url.scheme == "https"
        self._token = None if known else secrets.token_urlsafe(32)
        self.session = known or _hash(self._token or "")

    def remember(self, response: Response) -> None:
        """Gives the browser its cookie, if it is new."""
        if self._token is not None:
            response.set_cookie(
                COOKIE, self._token, max_age=A_YEAR, httponly=True, samesite="lax", secure=self._secure
            )


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
