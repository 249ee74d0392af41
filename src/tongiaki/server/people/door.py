"""Who is logged in at the browser that asks: looked up once for each request to the interface and each connection."""

from collections.abc import Awaitable, Callable

from starlette.requests import HTTPConnection

from tongiaki.server.answers import come_again
from tongiaki.server.guards import Receive, Scope, Send
from tongiaki.server.sessions import LOGGED_IN, LOGIN_COOKIE, LONGEST, hashed
from tongiaki.server.store.keeping import NotRead

App = Callable[[Scope, Receive, Send], Awaitable[None]]


class KnowsLogins:
    """Puts the login of the cookie into the scope, where `session_of` finds it."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] in ("http", "websocket") and scope["path"].startswith(("/api/", "/ws/")):
            token = HTTPConnection(scope).cookies.get(LOGIN_COOKIE, "")
            if 0 < len(token) <= LONGEST:
                try:
                    scope[LOGGED_IN] = await scope["app"].state.people.login(hashed(token))
                except NotRead:
                    await come_again(scope, receive, send)
                    return
        await self._app(scope, receive, send)
