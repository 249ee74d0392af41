"""Which function answers at which address."""

import inspect
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

Answers = TypeVar("Answers", bound=Callable[..., Awaitable[Response]])
"""Asks by its parameters for `request`, for parts of the path, and, with a default, for parts of the query."""

Connects = TypeVar("Connects", bound=Callable[..., Awaitable[None]])
"""Asks for `socket` and for parts of the path."""


class Routes(list[BaseRoute]):
    """The addresses of one part of the server, in the order in which they are looked at."""

    def get(self, path: str) -> Callable[[Answers], Answers]:
        """Answers to GET (and HEAD)."""
        return self._answered(path, "GET")

    def post(self, path: str) -> Callable[[Answers], Answers]:
        """Answers to POST."""
        return self._answered(path, "POST")

    def websocket(self, path: str) -> Callable[[Connects], Connects]:
        """Takes connections."""

        def take(connect: Connects) -> Connects:
            @wraps(connect)
            async def endpoint(socket: WebSocket) -> None:
                await connect(socket, **socket.path_params)

            self.append(WebSocketRoute(path, endpoint))
            return connect

        return take

    def _answered(self, path: str, method: str) -> Callable[[Answers], Answers]:
        def take(answer: Answers) -> Answers:
            names, defaults = asked_of(answer)

            @wraps(answer)
            async def endpoint(request: Request) -> Response:
                there: dict[str, Any] = {"request": request, **request.path_params}
                given = {name: there[name] for name in names}
                query = {name: request.query_params.get(name, default) for name, default in defaults.items()}
                return await answer(**given, **query)

            self.append(Route(path, endpoint, methods=[method]))
            return answer

        return take


def asked_of(answer: Callable[..., Any]) -> tuple[list[str], dict[str, str]]:
    """The parameters of a function: those without a default, and the others with theirs."""
    parameters = inspect.signature(answer).parameters.values()
    return (
        [each.name for each in parameters if each.default is each.empty],
        {each.name: each.default for each in parameters if each.default is not each.empty},
    )
