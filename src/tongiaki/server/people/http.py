"""Persons over HTTP: `/api/me`."""

import msgspec
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response

from tongiaki.server.administration import problem_of
from tongiaki.server.answers import CREATED, body_of, json_answer
from tongiaki.server.logs import log
from tongiaki.server.people.moving import Moving
from tongiaki.server.people.people import FORMER_DAYS, People, not_logged_in
from tongiaki.server.people.retention import LOGIN_DAYS, PERSON_DAYS, REPORT_DAYS, TALK_DAYS
from tongiaki.server.people_protocol import (
    BlockedPerson,
    Credentials,
    DeleteMe,
    EndBlock,
    EndLogins,
    Kept,
    Login,
    Me,
    NewName,
    NewPassword,
)
from tongiaki.server.problems import BadRequest, text
from tongiaki.server.protocol import Text
from tongiaki.server.rooms.cleaning import LEFT_DAYS, NEVER_BEGUN_DAYS
from tongiaki.server.routes import Routes
from tongiaki.server.sessions import (
    A_YEAR,
    COOKIE,
    LOGGED_IN,
    LOGIN_COOKIE,
    give_cookie,
    guest_of,
    hashed,
    is_claimed,
    renew_cookie,
    session_of,
)
from tongiaki.server.store.people import KeptLogin
from tongiaki.server.store.store import NotKept

router = Routes()

SHOWN = 16
"""Digits of a login's hash by which it is named."""


@router.get("/api/me")
async def me(request: Request) -> Response:
    """Who is at this browser, which keeps its cookies on: each visit counts."""
    login = _login(request)
    kept_out = _kept_out(request, session_of(request))
    person = await _people(request).store.person(login.person) if login else None
    response = json_answer(Me(login.name if login else "", person.created if person else None, kept_out))
    renew_cookie(request, response, COOKIE, A_YEAR)
    if login is not None:
        renew_cookie(request, response, LOGIN_COOKIE, LOGIN_DAYS * 24 * 3600)
    return response


def _kept_out(request: Request, session: str | None) -> Text | None:
    banned: dict[str, str] = request.app.state.administration.banned
    return problem_of(banned[session]) if session in banned else None


@router.get("/api/me/kept")
async def kept() -> Response:
    """For how long what is kept."""
    days = LOGIN_DAYS, TALK_DAYS, REPORT_DAYS, PERSON_DAYS, LEFT_DAYS, NEVER_BEGUN_DAYS, FORMER_DAYS
    return json_answer(Kept(*days))


@router.post("/api/me/claim")
async def claim(request: Request) -> Response:
    """A name is this person's from now on, with all that this browser had as a guest."""
    asked = await body_of(request, Credentials)
    if _login(request) is not None:
        raise BadRequest(409, "claimed", text("problem_claimed"))
    login, token = await _people(request).claim(request, asked.name, asked.password)
    return await _entered(request, login, token, CREATED)


@router.post("/api/me/login")
async def log_in(request: Request) -> Response:
    """The person with this name is at this browser too; what it had as a guest comes along."""
    asked = await body_of(request, Credentials)
    login, token = await _people(request).log_in(request, asked.name, asked.password)
    return await _entered(request, login, token)


async def _entered(request: Request, login: KeptLogin, token: str, status: int = 200) -> Response:
    guest, moving = guest_of(request), _moving(request)
    if guest is not None:
        try:
            if await moving.bring(guest, login.person, login.name):
                await request.app.state.leaving.name_seats(login.person, login.name)
        except NotKept as error:
            log.error("not_kept", why=str(error))  # the guest has it still, or is called as before
    response = json_answer(Me(login.name, login.created, _kept_out(request, login.person)), status)
    before = _login(request)
    if before is not None:  # somebody else was at this browser
        await _people(request).log_out(before.id)
    sessions = guest, login.person, before.person if before else None
    response.background = BackgroundTask(moving.reconnect, *filter(None, sessions))
    give_cookie(request, response, LOGIN_COOKIE, token, LOGIN_DAYS * 24 * 3600)
    return response


@router.post("/api/me/logout")
async def log_out(request: Request) -> Response:
    """A guest is at this browser again."""
    await body_of(request, dict)
    login = _login(request)
    response = json_answer(Me("", None))
    response.delete_cookie(LOGIN_COOKIE)
    if login is not None:
        await _people(request).log_out(login.id)
        response.background = BackgroundTask(_moving(request).reconnect, login.person)
    return response


@router.get("/api/me/logins")
async def logins(request: Request) -> Response:
    """Where this person is logged in, the latest first."""
    here = _needed(request)
    kept = await _people(request).store.logins(here.person)
    return json_answer([_told(login, here) for login in kept])


@router.post("/api/me/logins/end")
async def end_logins(request: Request) -> Response:
    """One login ends, or all others than this."""
    asked = await body_of(request, EndLogins)
    here = _needed(request)
    kept = await _people(request).store.logins(here.person)
    if asked.id is None:
        ending = [login.id for login in kept if login.id != here.id]
    else:
        ending = [login.id for login in kept if login.id[:SHOWN] == asked.id]
        if not ending:
            raise BadRequest(404, "unknown_login", text("problem_unknown_login"))
    await _people(request).log_out(*ending)
    response = json_answer([_told(login, here) for login in kept if login.id not in ending])
    response.background = BackgroundTask(_moving(request).reconnect, here.person)
    return response


@router.get("/api/me/blocked")
async def blocked(request: Request) -> Response:
    """To whom this person or guest does not listen."""
    session = session_of(request)
    return json_answer([one for _, one in await _blocked(request, session)] if session else [])


@router.post("/api/me/blocked/end")
async def end_block(request: Request) -> Response:
    """One listens to somebody again: the list that is left."""
    asked = await body_of(request, EndBlock)
    session = session_of(request)
    known = await _blocked(request, session) if session else []
    other = next((other for other, one in known if one.id == asked.id), None)
    if session is None or other is None:
        raise BadRequest(404, "unknown_player", text("problem_unknown_player", name=asked.id[:40]))
    try:
        await request.app.state.rooms.unblock(session, other)
    except NotKept as error:
        log.error("not_kept", why=str(error))
        raise BadRequest(503, "busy", text("problem_busy")) from None
    return json_answer([one for _, one in known if one.id != asked.id])


async def _blocked(request: Request, session: str) -> list[tuple[str, BlockedPerson]]:
    """By session; what is told instead of it says nothing about it."""
    found = await request.app.state.rooms.blocked(session)
    return [(other, BlockedPerson(hashed(f"{session} {other}")[:SHOWN], name)) for other, name in found]


@router.post("/api/me/password")
async def change_password(request: Request) -> Response:
    """Another password; the other browsers are logged out."""
    asked = await body_of(request, NewPassword)
    here = _needed(request)
    await _people(request).change_password(here, asked.old, asked.new)
    response = json_answer({})
    response.background = BackgroundTask(_moving(request).reconnect, here.person)
    return response


@router.post("/api/me/name")
async def rename(request: Request) -> Response:
    """Another name for the person at this browser, everywhere."""
    asked = await body_of(request, NewName)
    here = _needed(request)
    try:
        name = await request.app.state.renaming.rename(here, asked.name)
    except NotKept as error:
        log.error("not_kept", why=str(error))
        raise BadRequest(503, "busy", text("problem_busy")) from None
    return json_answer(Me(name, here.created, _kept_out(request, here.person)))


@router.get("/api/me/export")
async def export(request: Request) -> Response:
    """All that is kept of the person at this browser, as a file."""
    session, login, state = session_of(request), _login(request), request.app.state
    told = await state.forgetting.told_of(session) if session else {}
    person = await _people(request).store.person(login.person) if login else None
    kept = await _people(request).store.logins(login.person) if login else []
    former = await _people(request).store.former(login.person) if login else []
    about = {
        "name": person.name if person else None,
        "created": person.created if person else None,
        "last_day": person.used if person else None,
        "renamed": person.renamed if person else None,
        "former_names": [{"name": name, "kept_until": until} for name, until in former],
        "logins": [{"device": x.device, "created": x.created, "last_day": x.used} for x in kept],
    }
    body = msgspec.json.format(msgspec.json.encode({**about, **told}), indent=2)
    headers = {
        "Content-Disposition": 'attachment; filename="tongiaki-my-data.json"',
        "Cache-Control": "no-store",
    }
    return Response(body, headers=headers, media_type="application/json")


@router.post("/api/me/delete")
async def delete(request: Request) -> Response:
    """The person at this browser is gone: the games stay, the name goes."""
    asked = await body_of(request, DeleteMe)
    session, login = session_of(request), _login(request)
    if login is not None:
        await _people(request).check(login.person, asked.password)
    if session is not None:
        try:
            await request.app.state.leaving.leave(session, login.name if login else "")
        except NotKept as error:
            log.error("not_kept", why=str(error))
            raise BadRequest(503, "busy", text("problem_busy")) from None
    response = json_answer(Me("", None))
    response.delete_cookie(LOGIN_COOKIE if is_claimed(session) else COOKIE)
    return response


def _told(login: KeptLogin, here: KeptLogin) -> Login:
    return Login(login.id[:SHOWN], login.device, login.created, login.used, login.id == here.id)


def _login(request: Request) -> KeptLogin | None:
    login: KeptLogin | None = request.scope.get(LOGGED_IN)
    return login


def _needed(request: Request) -> KeptLogin:
    login = _login(request)
    if login is None:
        raise not_logged_in()
    return login


def _people(request: Request) -> People:
    people: People = request.app.state.people
    return people


def _moving(request: Request) -> Moving:
    moving: Moving = request.app.state.moving
    return moving
