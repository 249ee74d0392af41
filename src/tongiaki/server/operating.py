"""For the operator: is it alive, is it ready, how is it doing; and a farewell that lets the clients come back."""

import asyncio
import shutil
from pathlib import Path

from prometheus_client import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

from tongiaki.server.answers import json_answer
from tongiaki.server.routes import Routes
from tongiaki.server.settings import Settings

router = Routes()

FAREWELL = 2.0
"""Seconds in which connections are told that the server stops."""


@router.get("/healthz")
async def health() -> Response:
    """The server runs."""
    return json_answer({"ok": True})


@router.get("/readyz")
async def ready(request: Request) -> Response:
    """The store takes what is to be kept, and its disk will for a while; else 503 with `why`."""
    state = request.app.state
    takes = await state.store.is_ready() and not state.tables.refuses
    why = None if takes else "nothing can be kept"
    free = disk_free(state.settings)
    if why is None and free is not None and free < state.settings.least_free:
        why = "the disk is nearly full"
    return json_answer({"ok": True} if why is None else {"ok": False, "why": why}, 503 if why else 200)


def disk_free(settings: Settings) -> int | None:
    """Bytes that are free where the file of the database lies; `None`: it is elsewhere."""
    return shutil.disk_usage(settings.db.parent).free if isinstance(settings.db, Path) else None


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Numbers for Prometheus."""
    return Response(request.app.state.metrics.written(), media_type=CONTENT_TYPE_LATEST)


def count(app: Starlette) -> None:
    """What is counted when it is asked for."""
    state = app.state
    state.metrics.gauge("tables", "Tables in memory", lambda: len(state.tables.live))
    elsewhere = "Tables of other processes at which people look on here"
    state.metrics.gauge("tables_elsewhere", elsewhere, lambda: len(state.tables.elsewhere))
    state.metrics.gauge("rooms", "Rooms in memory", lambda: len(state.rooms.live))
    state.metrics.gauge("sockets", "Connections to tables and rooms", lambda: _sockets(app))
    if disk_free(state.settings) is not None:
        state.metrics.gauge(
            "disk_free_bytes", "Free where the database lies", lambda: disk_free(state.settings) or 0
        )
    state.metrics.gauge("bots_waiting", "Decisions that wait for a bot", lambda: state.bots.waiting)
    state.metrics.gauge("bots_share", "The part of its budget a bot gets now", lambda: state.bots.share)
    state.metrics.gauge("bots_failed", "Decisions that bots have lost", lambda: state.bots.failed)


def _sockets(app: Starlette) -> int:
    tables, rooms = app.state.tables.watched, app.state.rooms.live
    return sum(len(table.watchers) for table in tables) + sum(len(room.members) for room in rooms)


async def say_farewell(app: Starlette) -> None:
    """All clients are told that the server stops, and that they may come back."""
    app.state.rooms.restart()
    until = asyncio.get_running_loop().time() + FAREWELL
    while _sockets(app) and asyncio.get_running_loop().time() < until:  # noqa: ASYNC110 (they end by themselves)
        await asyncio.sleep(0.01)
