"""The application: `create_app(settings)`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from typing import TYPE_CHECKING

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from tongiaki.server import client_files, http, operating, sockets
from tongiaki.server.administration import Administration, KeepsOut
from tongiaki.server.bots.offered import offered
from tongiaki.server.bots.pool import BotPool
from tongiaki.server.clock.time import Time, WallTime
from tongiaki.server.gate import Gate
from tongiaki.server.guards import HEADERS, SecurityHeaders
from tongiaki.server.logs import log, log_unless_told_otherwise
from tongiaki.server.metrics import Metrics
from tongiaki.server.notices import http as notices_http
from tongiaki.server.notices.notices import Notices
from tongiaki.server.notices.posting import Post
from tongiaki.server.operating import count
from tongiaki.server.others import Alone
from tongiaki.server.people import http as people_http
from tongiaki.server.people.door import KnowsLogins
from tongiaki.server.people.furnishing import furnish
from tongiaki.server.problems import BadRequest, text
from tongiaki.server.protocol import Problem, Refused, Text
from tongiaki.server.rating import http as rating_http
from tongiaki.server.review import http as review_http
from tongiaki.server.review.desk import ReviewDesk
from tongiaki.server.rooms import http as room_http
from tongiaki.server.rooms import sockets as room_sockets
from tongiaki.server.rooms.cleaning import Cleaning
from tongiaki.server.rooms.rooms import Rooms
from tongiaki.server.settings import Settings
from tongiaki.server.store.abandoned import AbandonedStore
from tongiaki.server.store.address import Address
from tongiaki.server.store.database import Database
from tongiaki.server.store.notices import NoticeStore
from tongiaki.server.store.rooms import RoomStore
from tongiaki.server.store.store import Damaged, NotRead, Store
from tongiaki.server.tables import Tables
from tongiaki.server.tasks import end
from tongiaki.server.wire import UNKNOWN, part

if TYPE_CHECKING:
    from tongiaki.server.processes.several import Several


TRY_AGAIN = 1013
"""Closes a connection that may come back."""


def create_app(settings: Settings, database: Database | None = None, time: Time | None = None) -> Starlette:
    """The application; it opens its database unless an open one is given, and closes it at the end.

    time: another one than that of the machine, for tests.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        opened = database if database is not None else await asyncio.to_thread(Database.open, settings.db)
        metrics = app.state.metrics = Metrics()
        store = app.state.store = Store(opened.path, settings.synchronous, metrics)
        engines = ExitStack()
        engines.enter_context(offered(settings.engines))
        bots = app.state.bots = bot_pool(settings)
        app.state.reviews = ReviewDesk()
        several = app.state.several = await _joined(opened, store, settings)
        others = several or Alone()
        app.state.tables = Tables(store, bots, settings, time)
        app.state.room_store = RoomStore(store)
        app.state.rooms = Rooms(app.state.room_store, app.state.tables, settings, time, others)
        post = Post(private=bool(settings.private_notices))
        app.state.notices = Notices(NoticeStore(store), post, time or WallTime())
        app.state.rooms.on_turn = app.state.notices.turn
        app.state.rooms.on_time = app.state.notices.remind
        app.state.notices.is_waited_for = app.state.rooms.waits_for
        app.state.rooms.begin()
        if several is not None:
            several.begin(app.state.tables, app.state.rooms)
        await app.state.tables.resume()
        count(app)
        forgets = asyncio.create_task(furnish(app, store, others).run())
        app.state.administration = Administration(store, app.state.tables, app.state.rooms)
        await app.state.administration.look()
        administers = asyncio.create_task(app.state.administration.run())
        abandoned = AbandonedStore(store)
        cleaning = Cleaning(abandoned, app.state.rooms, app.state.tables, time or WallTime(), store.leases)
        cleans = asyncio.create_task(cleaning.run())
        yield
        await end(cleans, administers, forgets)
        await app.state.rooms.close()
        await app.state.notices.close()
        await app.state.tables.close()
        await app.state.reviews.close()
        await bots.close()
        engines.close()
        if several is not None:
            await several.close()
        await store.close()
        opened.release()

    log_unless_told_otherwise(settings.log_level, settings.log_format)
    app = Starlette(lifespan=lifespan)
    app.state.settings = settings
    app.add_middleware(KeepsOut)
    if isinstance(settings.db, Address):
        from tongiaki.server.processes import between  # late: needs the driver of PostgreSQL
        from tongiaki.server.processes.forwarding import Forwards
        from tongiaki.server.processes.trust import KnowsOthers

        app.routes.extend(between.router)
        app.add_middleware(Forwards)
    app.add_middleware(KnowsLogins)
    app.add_middleware(Gate, settings=settings)
    app.add_middleware(SecurityHeaders)
    if isinstance(settings.db, Address):
        app.add_middleware(KnowsOthers)
    app.add_exception_handler(BadRequest, _bad_request)
    app.add_exception_handler(HTTPException, _http_exception)
    app.add_exception_handler(NotRead, _unreachable)  # type: ignore[arg-type]  # of both kinds of connection
    app.add_exception_handler(Damaged, _damaged)  # type: ignore[arg-type]  # of both kinds of connection
    app.add_exception_handler(Exception, _fault)
    for routes in (
        http.router,
        room_http.router,
        notices_http.router,
        people_http.router,
        rating_http.router,
        review_http.router,
        operating.router,
        sockets.router,
        room_sockets.router,
        client_files.router,
    ):
        app.routes.extend(routes)
    return app


async def _joined(opened: Database, store: Store, settings: Settings) -> "Several | None":
    """One of several processes, if others may use the database."""
    if not isinstance(opened.path, Address):
        return None
    from tongiaki.server.processes.several import Several  # late: needs the driver of PostgreSQL

    return await Several.join(opened.path, store, settings)


def bot_pool(settings: Settings) -> BotPool:
    """The processes in which bots think, as the settings say."""
    return BotPool(
        settings.bot_workers,
        settings.bot_deadline,
        settings.bot_worker,
        settings.bot_seconds,
        settings.engines,
    )


async def _bad_request(_request: Request, error: Exception) -> Response:
    assert isinstance(error, BadRequest)
    return _problem(error.status, error.code, error.why)


async def _http_exception(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        allowed = (error.headers or {}).get("Allow", "")
        why = text("problem_method", method=request.method, allowed=allowed)
        return _problem(405, "method", why, {"Allow": allowed})
    return _problem(error.status_code, "not_found", text("problem_not_found", path=request.url.path[:200]))


async def _unreachable(connection: HTTPConnection, error: Exception) -> Response | None:
    """The database cannot be asked now: a browser that is connected comes back by itself."""
    log.error("database_gone", why=str(error))
    if isinstance(connection, WebSocket):
        await connection.close(TRY_AGAIN)
        return None
    return _problem(503, "busy", text("problem_busy"))


async def _damaged(connection: HTTPConnection, _error: Exception) -> Response | None:
    """What is asked for cannot be read: a browser need not try again."""
    if isinstance(connection, WebSocket):
        await part(connection, Refused("", "damaged", text("refused_damaged")), UNKNOWN)
        return None
    return _problem(500, "damaged", text("problem_damaged"))


async def _fault(request: Request, error: Exception) -> Response:
    log.error("fault", path=request.url.path, exc_info=error)
    return _problem(500, "fault", text("problem_fault"), HEADERS)  # answered outside of `SecurityHeaders`


def _problem(status: int, code: str, why: Text, headers: dict[str, str] | None = None) -> Response:
    body = msgspec.json.encode(Problem(code, why))
    return Response(
        body, status, headers={"Cache-Control": "no-store", **(headers or {})}, media_type="application/json"
    )
