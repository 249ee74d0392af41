"""Who may talk to the server from a browser, and what every answer says about itself."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; "
        "img-src 'self' data: blob:; media-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
"""Nothing inline, nothing from elsewhere. (What Svelte sets on an element goes by `style.cssText`: no markup.)"""


def same_origin(connection: HTTPConnection, allowed: str) -> bool:
    """Does the request come from a page of this server (or of an allowed host, or from no page at all)?"""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    try:
        scheme, host, *_ = urlsplit(origin)
    except ValueError:
        return False
    if scheme == "http" and connection.url.scheme in ("https", "wss"):
        return False  # whoever sits between could have written that page
    hosts = {name.strip() for name in allowed.split(",") if name.strip()}
    return bool(host) and (host == connection.headers.get("host") or host in hosts)


class SecurityHeaders:
    """Puts `HEADERS` on every HTTP answer."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""

        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)
