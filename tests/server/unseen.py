"""A game with the unseen tiles in an order of our choice, in which everything that anybody is told is written down.

Played twice with the same seed and two orders of the unseen tiles, it must sound the same up to the next tile.
"""

import contextlib
import hashlib
import json
import re
from collections.abc import AsyncIterator, Callable
from random import Random
from typing import Any

import msgspec

from tests.server.in_rooms import Guest, enter, make_room
from tests.server.served import Browser, Served, Wire, lines_of, seats
from tongiaki.bots import BOTS
from tongiaki.server import room_protocol as rp
from tongiaki.server.protocol import AskOdds, Events, FindWayOut, Play, Pong, Preview, TakeBack

MOST_STEPS = 150

NONSENSE = (
    "{",
    '{"type":"fly"}',
    '{"type":"play","id":"x","seq":0}',
    '{"type":"undo","id":"x","seq":-5,"to":99}',
    '{"type":"hello","seq":1000000}',
    "\x00" * 40,
)


class Shuffler:
    """Stands for the system's: the next `same` tiles follow from the seed, the order of the others from the variant."""

    def __init__(self, seed: int, variant: int, same: int) -> None:
        self._rng = Random(seed)
        self._variant = variant
        self.same = same

    def __call__(self) -> "Shuffler":
        return self

    def shuffle(self, rest: list[str]) -> None:
        self._rng.shuffle(rest)
        if self._variant:
            rest[self.same :] = rest[self.same :][::-1]


class Seeds:
    """Stands for `secrets` where bots get their seeds."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)
        self.randbits, self.choice = self._rng.getrandbits, self._rng.choice


class Person:
    """Somebody with a browser: at the table, perhaps in the room, perhaps only looking on."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.guest: Guest | None = None
        self.wire: Wire
        self.at_table: list[str] = []
        self.over_http: list[str] = []
        self._seat = contextlib.AsyncExitStack()

    async def sit(self, table: str, seq: int = -1) -> None:
        """Connects to the table, in place of the connection there was."""
        await self.stand()
        events = self.wire.events if seq >= 0 else []
        self.wire = await self._seat.enter_async_context(self.browser.sit(table))
        if seq >= 0:
            await self.stand()
            self.wire = await self._seat.enter_async_context(self.browser.sit(table, seq))
            self.wire.events = events + self.wire.events
        self.wire.raw = _Into(self.at_table, self.wire.raw)

    async def stand(self) -> None:
        await self._seat.aclose()

    async def get(self, path: str) -> None:
        response = await self.browser.http.get(path)
        headers = {name: value for name, value in response.headers.items() if name != "date"}
        self.over_http.append(f"{path} {response.status_code} {headers} {response.text}")


class _Into(list[str]):
    """A list whose new values also go to the end of another; pongs do not count."""

    def __init__(self, all_: list[str], first: list[str]) -> None:
        super().__init__(first)
        self._all = all_
        all_ += first

    def append(self, text: str) -> None:
        if text != '{"type":"pong"}':
            self._all.append(text)


class Game:
    """One game, from its making to the first tile that is another one in the other variant."""

    def __init__(self, served: Served, seed: int, shuffler: Shuffler, log: Callable[[], str]) -> None:
        self._served = served
        self._rng = Random(seed)
        self._shuffler = shuffler
        self._same = shuffler.same
        self._log = log
        self._people: list[Person] = []
        self._secrets: dict[str, str] = {}
        self._ids = 0
        self._table = ""
        self._room: str | None = None
        self._quiet: dict[str, int] = {}

    @property
    def drawn(self) -> int:
        """How often a tile was turned up."""
        return max(sum(e.kind == "draw" for e in person.wire.events) for person in self._people)

    async def play(self, at_one_screen: bool) -> dict[str, list[str]]:
        """Plays; what each heard, by who and where, with ids, times and hashes masked."""
        async with self._at_one_screen() if at_one_screen else self._in_a_room():
            for _ in range(MOST_STEPS):
                if not await self._settled():
                    break
                await self._step()
            else:
                await self._settled()
            heard = self._heard()
            await self._served.app.state.tables.playing.all_ended()  # bots that are still on the move
            return heard

    # -- who is there ------------------------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def _at_one_screen(self) -> AsyncIterator[None]:
        """One browser decides for all persons, another one and a stranger look on."""
        rng = self._rng
        bots = [None, *(rng.choice([None, None, *BOTS]) for _ in range(rng.randrange(1, 6)))]
        async with self._browsers(2):
            self._table = await self._people[0].browser.make(seats=seats(*bots))
            self._secrets[self._table] = "TABLE"
            async with self._around_the_table():
                yield

    @contextlib.asynccontextmanager
    async def _in_a_room(self) -> AsyncIterator[None]:
        """Two or three persons in browsers of their own, perhaps bots, a spectator and a stranger."""
        rng = self._rng
        persons = rng.choice([2, 2, 3])
        places = [{"kind": "you"}, *[{"kind": "open"}] * (persons - 1)]
        places += [{"kind": "bot", "bot": rng.choice(list(BOTS))} for _ in range(rng.randrange(3))]
        async with self._browsers(persons + 2), contextlib.AsyncExitStack() as stack:
            host = self._people[0].browser
            self._room = await make_room(host, seats=places, patience=0)
            self._secrets[self._room] = "ROOM"
            for n, person in enumerate(self._people[:-1]):
                person.guest = await stack.enter_async_context(enter(person.browser, self._room, f"N{n}"))
                if 0 < n < persons:
                    await person.guest.do(rp.Sit)
            assert self._people[0].guest is not None
            await self._people[0].guest.do(rp.StartGame)
            self._table = await self._people[0].guest.until_playing()
            self._secrets[self._table] = "TABLE"
            async with self._around_the_table():
                yield

    @contextlib.asynccontextmanager
    async def _browsers(self, number: int) -> AsyncIterator[None]:
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(number):
                self._people.append(Person(await stack.enter_async_context(self._served.browser())))
            yield

    @contextlib.asynccontextmanager
    async def _around_the_table(self) -> AsyncIterator[None]:
        try:
            for person in self._people:
                await person.sit(self._table)
            yield
        finally:
            for person in self._people:
                await person.stand()

    # -- what they do ------------------------------------------------------------------------------------------

    async def _step(self) -> None:
        rng = self._rng
        actor = next(person for person in self._people if person.wire.view.can_act)
        do = rng.choices(
            (
                self._move,
                self._two_moves,
                self._stage,
                self._odds,
                self._way_out,
                self._undo,
                self._undo_anything,
                self._nonsense,
                self._stale,
                self._foreign,
                self._reconnect,
                self._read,
                self._talk,
                self._resign,
            ),
            (30, 6, 8, 5, 5, 3, 3, 3, 2, 2, 3, 6, 6, 0.3),
        )[0]
        await do(actor)

    async def _move(self, actor: Person) -> None:
        await self._ask(actor, Play(self._id(), actor.wire.view.seq, [self._line(actor)]))

    async def _two_moves(self, actor: Person) -> None:
        await self._ask(actor, Play(self._id(), actor.wire.view.seq, [self._line(actor), self._line(actor)]))

    async def _stage(self, actor: Person) -> None:
        lines = [self._line(actor) for _ in range(self._rng.randrange(3))]
        await self._ask(actor, Preview(self._id(), actor.wire.view.seq, lines))

    async def _odds(self, actor: Person) -> None:
        asks, lines = self._rng.choice(self._people), [self._line(actor)] * self._rng.randrange(2)
        await self._ask(asks, AskOdds(self._id(), actor.wire.view.seq, lines))

    async def _way_out(self, actor: Person) -> None:
        await self._ask(actor, FindWayOut(self._id(), actor.wire.view.seq))

    async def _undo(self, actor: Person) -> None:
        undo = actor.wire.view.undo
        if undo is not None:
            await self._take_back(actor, undo.to)

    async def _undo_anything(self, actor: Person) -> None:
        seq = actor.wire.view.seq
        await self._take_back(actor, max(0, seq - self._rng.randrange(1, 12)))

    async def _take_back(self, actor: Person, to: int) -> None:
        self._shuffler.same = max(0, self._same - self.drawn)
        await self._ask(actor, TakeBack(self._id(), actor.wire.view.seq, to))

    async def _nonsense(self, actor: Person) -> None:
        await self._rng.choice(self._people).wire.send(self._rng.choice(NONSENSE))

    async def _stale(self, actor: Person) -> None:
        await self._ask(actor, Play(self._id(), actor.wire.view.seq - 1, [self._line(actor)]))

    async def _foreign(self, actor: Person) -> None:
        other = self._rng.choice([person for person in self._people if person is not actor])
        await self._ask(other, Play(self._id(), actor.wire.view.seq, [self._line(actor)]))

    async def _reconnect(self, actor: Person) -> None:
        person = self._rng.choice(self._people)
        seq = self._rng.choice([-1, person.wire.view.seq, max(0, person.wire.view.seq - 5)])
        known = [event for event in person.wire.events if event.seq <= seq]
        person.wire.events = known if seq >= 0 else person.wire.events
        await person.sit(self._table, seq)

    async def _read(self, actor: Person) -> None:
        seq = actor.wire.view.seq
        path = self._rng.choice(
            [
                f"/api/tables/{self._table}",
                f"/api/tables/{self._table}/record",
                f"/api/tables/{self._table}/views?first={max(0, seq - 5)}&last={seq}",
                f"/api/tables/{self._table}/views?first=nothing",
                f"/api/rooms/{self._room}",
                "/api/rooms/mine",
                "/api/tables",
                "/api/nothing",
            ]
        )
        await self._rng.choice(self._people).get(path)

    async def _talk(self, actor: Person) -> None:
        guests = [person.guest for person in self._people if person.guest is not None]
        words = self._rng.choice(
            ["/spielinfo", "what comes next?", "/option royal_limit 3", "/help", "/reset"]
        )
        if guests:
            await self._rng.choice(guests).ask(rp.Say, words, id=self._id())

    async def _resign(self, actor: Person) -> None:
        """Not while the end is asked for: if all others agree to it, it and a move of the bot are at the same time."""
        if actor.guest is not None and not actor.guest.room.votes:
            await actor.guest.ask(rp.Resign, id=self._id())

    def _line(self, actor: Person) -> str:
        """A legal line; rarely none at all."""
        if self._rng.random() < 0.03:
            return self._rng.choice(["lay Samoa 3", "expand Tonga", "king", "nonsense"])
        return self._rng.choice(lines_of(actor.wire.view))

    def _id(self) -> str:
        self._ids += 1
        return f"m{self._ids}"

    async def _ask(self, person: Person, message: Any) -> None:
        await person.wire.send(msgspec.json.encode(message).decode())
        while True:
            answer = await person.wire.receive()
            person.wire.note(answer)
            if getattr(answer, "id", None) == message.id:
                return

    # -- what they heard ---------------------------------------------------------------------------------------

    async def _settled(self) -> bool:
        """Waits until a person decides and everybody knows; False: the game is over, or the next tile turned up."""
        while True:
            await self._all_heard()
            views = [person.wire.view for person in self._people]
            if self.drawn > self._same or any(view.phase == "over" for view in views):
                for person in self._people:  # bots may have gone on between the answers to two of them
                    await person.wire.until_seq(max(view.seq for view in views))
                return False
            if len({view.seq for view in views}) == 1 and any(view.can_act for view in views):
                self._quiet = {name: len(heard) for name, heard in self._written().items()}
                return True
            if not any(view.can_act for view in views):
                await self._people[0].wire.until(Events)

    async def _all_heard(self) -> None:
        """All that was said to anybody has arrived."""
        await self._served.app.state.rooms._tasks.all_ended()
        for person in self._people:
            await person.wire.send('{"type":"ping"}')
            await person.wire.until(Pong)
            if person.guest is not None:
                told = len(person.guest.raw)
                await person.guest.send(rp.Ping())
                guest = person.guest
                await guest.until(lambda: '{"type":"pong"}' in guest.raw[told:])  # noqa: B023
                guest.raw[told:] = [text for text in guest.raw[told:] if text != '{"type":"pong"}']

    def _written(self) -> dict[str, list[str]]:
        heard = {"log": self._log().splitlines()}
        for n, person in enumerate(self._people):
            heard[f"{n} at the table"] = person.at_table
            heard[f"{n} over http"] = person.over_http
            if person.guest is not None:
                heard[f"{n} in the room"] = person.guest.raw
        return heard

    def _heard(self) -> dict[str, list[str]]:
        """At the table all up to the next tile; elsewhere what was heard until the last time that all was quiet."""
        heard = {}
        for name, said in self._written().items():
            to_here = _up_to_the_draw(said, self._same) if "table" in name else said[: self._quiet[name]]
            heard[name] = [self.masked(text) for text in to_here]
            self._check_nobody_is_betrayed(said)
        return heard

    def _check_nobody_is_betrayed(self, said: list[str]) -> None:
        """Nobody is told another's cookie, what the server calls its session, or an address."""
        for person in self._people:
            token = person.browser.http.cookies.get("tongiaki", "no cookie")
            for secret in (token, hashlib.sha256(token.encode()).hexdigest(), "127.0.0.1"):
                assert not any(secret in text for text in said), secret

    def masked(self, text: str) -> str:
        """Without what differs from game to game."""
        for secret, mask in self._secrets.items():
            text = text.replace(secret, mask)
        text = re.sub(r'"(commitment|sha256)": ?"[0-9a-f]{64}"', r'"\1":"HASH"', text)
        text = re.sub(r'"id":"[0-9a-f]+-(\d+)"', r'"id":"COMMAND-\1"', text)
        text = re.sub(r"tongiaki=[\w-]{43}", "COOKIE", text)
        return re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*(\+00:00|Z)", "TIME", text)


def _up_to_the_draw(said: list[str], same: int) -> list[str]:
    """The messages of a connection up to the first one with a tile too many, of which only the events before it."""
    heard, drawn = [], set[int]()
    for text in said:
        message = json.loads(text)
        events = message.get("events", []) if message["type"] in ("events", "state") else []
        before = []
        for event in events:
            if event["kind"] == "draw" and len(drawn | {event["seq"]}) > same:
                return [*heard, json.dumps(before)]
            if event["kind"] == "draw":
                drawn.add(event["seq"])
            before.append(event)
        heard.append(text)
    return heard
