"""For the operator: is it alive, is it ready, how is it doing; and a farewell that lets the clients come back."""

import asyncio

from fastapi import APIRouter, FastAPI
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import Response

from tongiaki.server.answers import json_answer

router = APIRouter()

FAREWELL = 2.0
"""Seconds in which connections are told that the server stops."""


@router.get("/healthz")
async def health() -> Response:
    """The server runs."""
    return json_answer({"ok": True})


@router.get("/readyz")
async def ready(request: Request) -> Response:
    """The store takes what is to be kept; else 503."""
    is_ready = await request.app.state.store.is_ready()
    return json_answer({"ok": is_ready}, 200 if is_ready else 503)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Numbers for Prometheus."""
    return Response(request.app.state.metrics.written(), media_type=CONTENT_TYPE_LATEST)


def count(app: FastAPI) -> None:
    """What is counted when it is asked for."""
    state = app.state
    state.metrics.gauge("tables", "Tables in memory", lambda: len(state.tables.live))
    state.metrics.gauge("rooms", "Rooms in memory", lambda: len(state.rooms.live))
    state.metrics.gauge("sockets", "Connections to tables and rooms", lambda: _sockets(app))
    state.metrics.gauge("bots_waiting", "Decisions that wait for a bot", lambda: state.bots.waiting)
    state.metrics.gauge("bots_share", "The part of its budget a bot gets now", lambda: state.bots.share)
    state.metrics.gauge("bots_failed", "Decisions that bots have lost", lambda: state.bots.failed)


def _sockets(app: FastAPI) -> int:
    tables, rooms = app.state.tables.live, app.state.rooms.live
    return sum(len(table.watchers) for table in tables) + sum(len(room.members) for room in rooms)


async def say_farewell(app: FastAPI) -> None:
    """All clients are told that the server stops, and that they may come back."""
    for table in app.state.tables.live:
        table.watchers.restart()
    for room in app.state.rooms.live:
        for member in room.members:
            member.restart()
    until = asyncio.get_running_loop().time() + FAREWELL
    while _sockets(app) and asyncio.get_running_loop().time() < until:  # noqa: ASYNC110 (they end by themselves)
        await asyncio.sleep(0.01)
