"""By which word a process knows that another one asks, and who stands behind it."""

import hmac

from tongiaki.server.gate import PASSED_ON
from tongiaki.server.guards import App, Receive, Scope, Send

FROM = b"x-tongiaki-from"
"""The header of what a process passes on: the secret of the database, then the address and the scheme of who asks."""


def said_by(scope: Scope, secret: str) -> tuple[bytes, bytes]:
    """The header for what is passed on."""
    client = scope.get("client") or ("", 0)
    return FROM, f"{secret} {client[0] or '-'} {scope['scheme']}".encode()


class KnowsOthers:
    """Takes the word of other processes for who asks; from nobody else."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] in ("http", "websocket"):
            said = next((value for name, value in scope["headers"] if name == FROM), None)
            if said is not None:
                _believe(scope, said.decode("latin-1"))
        await self._app(scope, receive, send)


def _believe(scope: Scope, said: str) -> None:
    secret, _, rest = said.partition(" ")
    client, _, scheme = rest.partition(" ")
    if hmac.compare_digest(secret.encode(), scope["app"].state.several.secret.encode()):
        scope[PASSED_ON] = True
        scope["client"] = None if client == "-" else (client, 0)
        scope["scheme"] = scheme
