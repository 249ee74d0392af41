"""What HTTP requests bring, and how they are answered."""

from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tongiaki.server.problems import BadRequest, text
from tongiaki.server.protocol import Problem, Text
from tongiaki.server.sessions import Guest
from tongiaki.server.settings import Settings

CREATED = 201

COME_AGAIN = 1012
"""Closes a connection that may come back."""


async def body_of(request: Request, kind: Any) -> Any:
    """The body as the structure it should be; an empty body is an empty object; `BadRequest`."""
    settings: Settings = request.app.state.settings
    body = await _read(request, settings.most_body)
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadRequest(400, "malformed", text("problem_malformed", reason=str(error)[:300])) from None


async def _read(request: Request, most: int) -> bytes:
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > most:
                raise BadRequest(413, "too_large", text("problem_too_large", most=most))
    except ClientDisconnect:  # nobody hears it, and it is no fault
        raise BadRequest(400, "malformed", text("problem_malformed", reason="it broke off")) from None
    return bytes(body)


def created(guest: Guest, value: Any, place: str) -> Response:
    """Something was made, and is at this address; a new browser gets its cookie."""
    response = json_answer(value, CREATED)
    response.headers["Location"] = place
    guest.remember(response)
    return response


def problem_answer(status: int, code: str, why: Text, headers: dict[str, str] | None = None) -> Response:
    """What is wrong with a request, in words."""
    body = msgspec.json.encode(Problem(code, why))
    return Response(body, status, {"Cache-Control": "no-store", **(headers or {})}, "application/json")


def json_answer(value: Any, status: int = 200) -> Response:
    """A structure of the protocol."""
    return Response(
        msgspec.json.encode(value),
        status,
        headers={"Cache-Control": "no-store"},
        media_type="application/json",
    )


async def come_again(scope: Scope, receive: Receive, send: Send) -> None:
    """It cannot be answered now; a browser tries again by itself."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})  # else it would be told no reason
        await send({"type": "websocket.close", "code": COME_AGAIN})
        return
    await problem_answer(503, "busy", text("problem_busy"))(scope, receive, send)
