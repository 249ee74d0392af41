"""Who wants to be told of the own turn where, and the telling."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import msgspec

from tongiaki.server.clock.time import Time, Timer
from tongiaki.server.logs import log
from tongiaki.server.notices.addresses import Unreachable
from tongiaki.server.notices.posting import Post
from tongiaki.server.store.notices import KeptNotice, NoticeStore
from tongiaki.server.store.store import NotKept
from tongiaki.server.tasks import Tasks

MOST_PLACES = 5
"""Browsers in which somebody is told; with one more the oldest is forgotten."""
AT_ONCE = 16
"""POSTs at the same time; the others wait."""
MOST_WAITING = 1000
"""POSTs that wait; what comes then is not sent."""
PAUSE = 30.0
"""Seconds between two notices to one person about one room; what comes sooner is told then, if it is still so."""
KEPT_FOR = 24 * 3600
"""Seconds for which a service keeps a notice for a browser that is switched off."""
GONE = (404, 410)


class Notices:
    """Tells persons of their turn; what cannot be sent is not tried again, the next turn will be."""

    def __init__(self, store: NoticeStore, post: Post, time: Time) -> None:
        self._store = store
        self._post = post
        self._time = time
        self._tasks = Tasks()
        self._places = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._last: dict[tuple[str, str], float] = {}
        self._later: dict[tuple[str, str], Timer] = {}
        self.is_waited_for: Callable[[str, str], bool] = lambda session, room: True
        """Whether it is the turn of a session in a room still, and it is not there."""

    async def close(self) -> None:
        """What is being sent is sent."""
        for timer in self._later.values():
            timer.cancel()
        await self._tasks.all_ended()

    # -- where -----------------------------------------------------------------------------------------------

    async def key(self) -> str:
        """The public key of the server, as a browser wants it."""
        from tongiaki.server.notices.push import coded, private_key, public_part  # late: see `push`

        return coded(public_part(private_key(await self._key())))

    async def of_session(self, session: str) -> list[KeptNotice]:
        """Where somebody is told."""
        return await self._store.of_session(session)

    async def keep(self, notice: KeptNotice) -> None:
        """From now on somebody is told here; `Unreachable` if nothing could be sent there; `NotKept`."""
        await self._post.check(notice.address)
        there = [old for old in await self._store.of_session(notice.session) if old.kind == notice.kind]
        others = [old for old in there if old.address != notice.address]
        keep = 0 if notice.kind == "hook" else MOST_PLACES - 1
        await self._store.keep(notice, others[keep:])

    async def forget(self, session: str, kind: str, address: str | None = None) -> None:
        """Nobody is told there any more; without an address: nowhere of this kind; `NotKept`."""
        kept = await self._store.of_session(session)
        await self._store.forget([n for n in kept if n.kind == kind and address in (None, n.address)])

    async def _key(self) -> str:
        from tongiaki.server.notices.push import new_key

        return await self._store.key("vapid", new_key())

    # -- telling ---------------------------------------------------------------------------------------------

    def turn(self, session: str, room: str, name: str) -> None:
        """It is the turn of somebody, called so there, who is not looking."""
        now, key = self._time.now(), (session, room)
        if (due := self._last.get(key, -PAUSE) + PAUSE) > now:
            if key not in self._later:
                self._later[key] = self._time.call_at(due, lambda: self._turn_still(session, room, name))
            return
        self._last = {known: at for known, at in self._last.items() if now - at < PAUSE} | {key: now}
        self._tasks.begin(self._tell(session, room, name, "turn"))

    def _turn_still(self, session: str, room: str, name: str) -> None:
        """The pause is over."""
        del self._later[session, room]
        if self.is_waited_for(session, room):
            self.turn(session, room, name)

    def remind(self, session: str, room: str, name: str) -> None:
        """The time of somebody's turn is running out."""
        self._tasks.begin(self._tell(session, room, name, "reminder"))

    async def _tell(self, session: str, room: str, name: str, event: str) -> None:
        kept = await self._store.of_session(session)
        if event == "reminder":
            kept = [replace(notice, words=notice.reminder or notice.words) for notice in kept]
        await asyncio.gather(*[self._send(notice, room, name, event) for notice in kept])

    async def _send(self, notice: KeptNotice, room: str, name: str, event: str) -> None:
        if self._waiting >= MOST_WAITING:
            return
        self._waiting += 1
        try:
            async with self._places:
                if notice.kind == "push":
                    status = await self._push(notice, room)
                else:
                    status = await self._hook(notice, room, name, event)
            log.info("noticed", kind=notice.kind, status=status)
            if notice.kind == "push" and status in GONE:
                await self._store.forget([notice])
        except (Unreachable, NotKept) as error:
            log.info("not_noticed", kind=notice.kind, why=type(error).__name__)
        finally:
            self._waiting -= 1

    async def _push(self, notice: KeptNotice, room: str) -> int:
        from tongiaki.server.notices.push import Target, authorization, encrypted, private_key

        key, secret = notice.keys.split()
        said = msgspec.json.encode({"text": notice.words, "place": f"/r/{room}"})
        body = encrypted(said, Target(notice.address, key, secret))
        own = private_key(await self._key())
        headers = {
            "Authorization": authorization(notice.address, own, notice.origin, self._time.now()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_FOR),
            "Urgency": "high",
            "Topic": room.replace("-", "_")[:32],  # a newer one takes the place of one that waits
        }
        return await self._post.send(notice.address, body, headers)

    async def _hook(self, notice: KeptNotice, room: str, name: str, event: str) -> int:
        url = f"{notice.origin}/r/{room}"
        words = f"{name}: {notice.words} {url}"
        # `content` is what Discord shows, `text` Slack, Mattermost and others
        said = {"event": event, "room": room, "name": name, "url": url, "text": words, "content": words}
        return await self._post.send(
            notice.address, msgspec.json.encode(said), {"Content-Type": "application/json"}
        )
