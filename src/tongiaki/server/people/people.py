"""Persons: a name is claimed with a password, and is the same person in every browser where they are logged in."""

import secrets
from datetime import UTC, date, datetime, timedelta

from starlette.requests import HTTPConnection

from tongiaki.server.logs import log
from tongiaki.server.others import Others, Tried
from tongiaki.server.people.devices import device_of
from tongiaki.server.people.limits import Limit
from tongiaki.server.people.names import claimable, is_reserved, key_of, name_of
from tongiaki.server.people.passwords import LEAST, Passwords, fits, is_simple
from tongiaki.server.places import place_of
from tongiaki.server.problems import BadRequest, Refusal, text
from tongiaki.server.sessions import LOGGED_IN, PERSON, hashed, new_token
from tongiaki.server.store.people import KeptLogin, KeptPerson, PeopleStore
from tongiaki.server.store.store import NotKept, now
from tongiaki.server.tasks import Tasks

A_QUARTER = 15 * 60
FAILURES_OF_A_NAME, FAILURES_OF_A_PLACE = 10, 30
"""Wrong passwords within a quarter of an hour."""
CLAIMS_OF_A_PLACE = 20
"""Names claimed from a place within a quarter of an hour: a club plays behind one address."""


RENAME_DAYS = 30
"""So long a name is kept before it can be changed again."""
FORMER_DAYS = 90
"""So long nobody else can have a name that somebody has given up for another."""


def later(day: str, days: int) -> str:
    """So many days after a day."""
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def today() -> str:
    """The day, as it is written down."""
    return datetime.now(UTC).date().isoformat()


class People:
    """Claimed names, their passwords and logins in front of the store."""

    def __init__(self, store: PeopleStore, others: Others) -> None:
        self.store = store
        self._others = others
        self._tasks = Tasks()
        self.passwords = Passwords()
        self._by_name = Limit(FAILURES_OF_A_NAME, A_QUARTER)
        self._by_place = Limit(FAILURES_OF_A_PLACE, A_QUARTER)
        self._claims = Limit(CLAIMS_OF_A_PLACE, A_QUARTER)

    # -- who is there ----------------------------------------------------------------------------------------

    async def login(self, id: str) -> KeptLogin | None:
        """The login with this hash of a cookie. The first visit of a day is noted."""
        login = await self.store.login(id)
        if login is not None and login.used != (day := today()):
            try:
                await self.store.note_use(login, day)
            except NotKept as error:
                log.error("not_kept", why=str(error))  # it is noted the next time
        return login

    async def name_at(self, connection: HTTPConnection, name: str) -> str:
        """What somebody is called who wants to be called so: a person by the own name; `Refusal` if it is another's."""
        login: KeptLogin | None = connection.scope.get(LOGGED_IN)
        if login is not None:
            return login.name
        if name and await self.is_claimed(name):
            raise Refusal("name", text("refused_name_claimed", name=name[:40]))
        return name

    async def called(self, name: str) -> KeptPerson | None:
        """The person with this name."""
        return await self.store.called(key_of(name))

    async def is_claimed(self, name: str, but: str = "") -> bool:
        """Whether the name belongs to somebody other than `but`, or looks like such a one."""
        wanted = name_of(name)
        return is_reserved(name) or await self.store.has(wanted.key, wanted.look, today(), but)

    # -- claiming and logging in -----------------------------------------------------------------------------

    async def claim(self, connection: HTTPConnection, name: str, password: str) -> tuple[KeptLogin, str]:
        """The name is this person's from now on: the login and its cookie; `BadRequest`."""
        name, place = claimable(name), place_of(connection)
        check_password(password, name)
        _check(self._claims, place)
        self._claims.count(place)
        if await self.is_claimed(name):
            raise _taken(name)
        kept, day, token = await self.passwords.hashed(password), today(), new_token()
        person = KeptPerson(PERSON + secrets.token_urlsafe(16), name, kept, now(), day)
        login = _login(connection, person, token)
        try:
            await self.store.add(person, name_of(name), login)
        except NotKept as error:
            if await self.is_claimed(name):
                raise _taken(name) from None
            raise _busy(error) from None
        log.info("name_claimed")
        return login, token

    async def log_in(self, connection: HTTPConnection, name: str, password: str) -> tuple[KeptLogin, str]:
        """Another browser of a person: the login and its cookie; `BadRequest`, the same for a name that nobody has."""
        key, place = key_of(name), place_of(connection)
        _check(self._by_name, key)
        _check(self._by_place, place)
        self._tried(key)  # before the password is looked at: those that wait count too
        self._by_place.count(place)
        person = await self.store.called(key)
        right = await self.passwords.is_right(password, person.password if person else None)
        if person is None or not right:
            raise BadRequest(403, "login", text("problem_login"))
        self._tried(key, right=True)
        token = new_token()
        login = _login(connection, person, token)
        try:
            await self.store.log_in(login)
            if self.passwords.is_weak(person.password):
                kept = await self.passwords.hashed(password)
                await self.store.rehash(person.id, kept)
        except NotKept as error:
            raise _busy(error) from None
        return login, token

    async def check(self, person: str, password: str) -> KeptPerson:
        """The person, if this is the password; `BadRequest`. Counts as an attempt to log in."""
        found = await self.store.person(person)
        if found is None:
            raise not_logged_in()
        key = key_of(found.name)
        _check(self._by_name, key)
        self._tried(key)
        if not await self.passwords.is_right(password, found.password):
            raise BadRequest(403, "password", text("problem_password_wrong"))
        self._tried(key, right=True)
        return found

    def tried_here(self, key: str, right: bool) -> None:
        """Counts what was tried under a name, at this process or another one."""
        if right:
            self._by_name.forget(key)
        else:
            self._by_name.count(key)

    def _tried(self, key: str, right: bool = False) -> None:
        self.tried_here(key, right)
        self._tasks.begin(self._others.tell(Tried(key, right)))

    async def rename(self, login: KeptLogin, name: str) -> str:
        """Another name for the same person, which comes back without needless space; `BadRequest`."""
        name, person = claimable(name), await self.store.person(login.person)
        if person is None:
            raise not_logged_in()
        if name == person.name:
            return name
        day = datetime.now(UTC).date()
        if person.renamed and (again := later(person.renamed, RENAME_DAYS)) > day.isoformat():
            raise BadRequest(409, "too_often", text("problem_renamed", date=again))
        if await self.is_claimed(name, person.id):
            raise _taken(name)
        until = later(day.isoformat(), FORMER_DAYS)
        try:
            await self.store.rename(person, name_of(name), name_of(person.name), day.isoformat(), until)
        except NotKept as error:
            if await self.is_claimed(name, person.id):
                raise _taken(name) from None
            raise _busy(error) from None
        log.info("name_changed")
        return name

    async def change_password(self, login: KeptLogin, old: str, new: str) -> None:
        """A new password; the other logins end; `BadRequest`."""
        check_password(new, login.name)
        await self.check(login.person, old)
        kept = await self.passwords.hashed(new)
        try:
            await self.store.set_password(login.person, kept, keep=login.id)
        except NotKept as error:
            raise _busy(error) from None

    async def log_out(self, *logins: str) -> None:
        """The logins end; `BadRequest`."""
        try:
            await self.store.log_out(logins)
        except NotKept as error:
            raise _busy(error) from None


def check_password(password: str, name: str) -> None:
    """`BadRequest` for a password that is too short, too long, or one of the first that are tried."""
    if not fits(password):
        raise BadRequest(400, "password", text("problem_password", least=LEAST))
    if is_simple(password, name):
        raise BadRequest(400, "password", text("problem_password_simple"))


def not_logged_in() -> BadRequest:
    """Only for a person with a claimed name."""
    return BadRequest(403, "not_logged_in", text("problem_not_logged_in"))


def _login(connection: HTTPConnection, person: KeptPerson, token: str) -> KeptLogin:
    device = device_of(connection.headers.get("user-agent", ""))
    return KeptLogin(hashed(token), person.id, person.name, device, now(), today())


def _check(limit: Limit, key: str) -> None:
    if minutes := limit.minutes(key):
        raise BadRequest(429, "too_often", text("problem_too_often", minutes=minutes))


def _taken(name: str) -> BadRequest:
    return BadRequest(409, "name_taken", text("problem_name_taken", name=name))


def _busy(error: NotKept) -> BadRequest:
    log.error("not_kept", why=str(error))
    return BadRequest(503, "busy", text("problem_busy"))
