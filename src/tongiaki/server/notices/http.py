"""`/api/notices`: where somebody wants to be told of the own turn."""

from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from tongiaki.server.answers import body_of, json_answer
from tongiaki.server.guards import same_origin
from tongiaki.server.notices.addresses import Unreachable
from tongiaki.server.notices.notices import Notices
from tongiaki.server.problems import BadRequest, text
from tongiaki.server.room_protocol import NoticeHook, NoticePlaces, NoticePush
from tongiaki.server.routes import Routes
from tongiaki.server.sessions import Guest, session_of
from tongiaki.server.store.notices import KeptNotice
from tongiaki.server.store.store import NotKept

router = Routes()

MOST_WORDS = 200


@router.get("/api/notices")
async def places(request: Request) -> Response:
    """Where this person is told, and the key that a browser needs."""
    session = session_of(request)
    kept = await _notices(request).of_session(session) if session else []
    hook = next((notice.address for notice in kept if notice.kind == "hook"), None)
    pushed = [notice.address for notice in kept if notice.kind == "push"]
    return json_answer(NoticePlaces(await _notices(request).key(), pushed, hook))


@router.post("/api/notices/push")
async def push(request: Request) -> Response:
    """From now on this browser is told by Web Push (without a key: no more)."""
    asked = await body_of(request, NoticePush)
    if not asked.key:
        return await _forget(request, "push", asked.address)
    from tongiaki.server.notices.push import Target  # late: see `push`

    try:
        Target(asked.address, asked.key, asked.secret)
    except ValueError:
        raise _wrong() from None
    return await _keep(request, "push", asked.address, f"{asked.key} {asked.secret}", asked)


@router.post("/api/notices/hook")
async def hook(request: Request) -> Response:
    """From now on a POST goes to this address (to none: no more)."""
    asked = await body_of(request, NoticeHook)
    if not asked.address:
        return await _forget(request, "hook", None)
    return await _keep(request, "hook", asked.address, "", asked)


async def _keep(
    request: Request, kind: str, address: str, keys: str, asked: NoticePush | NoticeHook
) -> Response:
    guest, words, reminder = Guest(request), _plain(asked.words), _plain(asked.reminder)
    try:
        await _notices(request).keep(
            KeptNotice(guest.session, kind, address.strip(), keys, words, _origin(request), reminder)
        )
    except (Unreachable, TimeoutError):
        raise _wrong() from None
    except NotKept:
        raise BadRequest(503, "busy", text("problem_busy")) from None
    answer = json_answer({})
    guest.remember(answer)
    return answer


def _plain(words: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in words).split())[:MOST_WORDS]


async def _forget(request: Request, kind: str, address: str | None) -> Response:
    session = session_of(request)
    try:
        if session is not None:
            await _notices(request).forget(session, kind, address)
    except NotKept:
        raise BadRequest(503, "busy", text("problem_busy")) from None
    return json_answer({})


def _origin(request: Request) -> str:
    """The address of this server as the browser knows it."""
    origin, settings = request.headers.get("origin"), request.app.state.settings
    if origin and same_origin(request, settings.allowed_origins) and urlsplit(origin).netloc:
        return origin
    return str(request.base_url).rstrip("/")


def _wrong() -> BadRequest:
    return BadRequest(400, "wrong", text("problem_notice"))


def _notices(request: Request) -> Notices:
    notices: Notices = request.app.state.notices
    return notices
