"""The tables: made, found, kept in memory; what happens at them is `playing`."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Collection, Sequence

import msgspec

from tongiaki.server.bots.pool import BotPool
from tongiaki.server.clock.clocks import Clocks
from tongiaki.server.clock.outages import Outages
from tongiaki.server.clock.time import Time, WallTime, written
from tongiaki.server.course import Course
from tongiaki.server.deal import Deal
from tongiaki.server.logs import log
from tongiaki.server.playing import Playing
from tongiaki.server.problems import BadRequest, text
from tongiaki.server.protocol import (
    Clock,
    TableSummary,
)
from tongiaki.server.settings import Settings
from tongiaki.server.staging import run_on
from tongiaki.server.store.kept import KeptSummary, NewGame
from tongiaki.server.store.store import Damaged, NotKept, NotRead, Store
from tongiaki.server.table import LiveTable
from tongiaki.server.tasks import Tasks


class Tables:
    """Live tables in front of the store."""

    def __init__(self, store: Store, bots: BotPool, settings: Settings, time: Time | None = None) -> None:
        self._time = time or WallTime()
        self._outages = Outages(store, self._time, self._clocks_run, self._tell_clocks)
        self._store = store
        self._leases = store.leases
        self._settings = settings
        self.playing = Playing(store, bots, settings, self._time, self._outages)
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self.elsewhere: dict[str, LiveTable] = {}
        """Those of other processes at which people look on here."""
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._tasks = Tasks()
        self._closing = False

    # -- making and finding ----------------------------------------------------------------------------------

    async def create(
        self,
        session: str,
        deal: Deal,
        course: Course,
        odds: bool = True,
        owners: dict[int, str] | None = None,
        room: tuple[str, int] | None = None,
        clock: Clock | None = None,
        rated: bool = False,
    ) -> LiveTable:
        """A new table, whose course runs on to the first decision. odds: those of voyages are told there.

        owners: who decides for each person's seat, else all in this session; room: where it is played, as which game.
        clock: how much time there is; rated: the result changes ratings.
        """
        seating = course.seating
        persons = [seat for seat in range(len(seating.seats)) if course.is_person(seat)]
        game = NewGame(
            id=secrets.token_urlsafe(9),
            session=session,
            seats=seating.seats,
            rules=seating.rules.differences(),
            start_seat=seating.start_seat,
            deal=deal,
            odds=odds,
            owners=dict.fromkeys(persons, session) if owners is None else owners,
            room=room[0] if room else None,
            number=room[1] if room else None,
            clock=clock,
            rated=rated,
        )
        table = LiveTable(game, [deal], course)
        run_on(course, deal.deck)
        table.plays[""] = course.seq
        now, entries, table.time = self._time.now(), course.entries(), self._time
        table.quiet_since = now
        if clock is not None:
            table.clocks = Clocks.wound(clock, len(seating.seats), now, self._outages.stretches)
            entries[-1] = msgspec.structs.replace(entries[-1], clock=table.clocks.left)
        try:
            if not await self._leases.take([table.lease]):
                raise NotKept("another server has the lease")
            await self._tasks.finish(self._store.create(game, entries, course.standing, written(now)))
        except NotKept as error:
            log.error("not_kept", table=table.id, why=str(error))
            raise BadRequest(503, "busy", text("problem_busy")) from None
        self._remember(table)
        self.playing.wake_bots(table)
        log.info("table_made", table=table.id, seats=len(table.seating.seats))
        return table

    async def find(self, id: str) -> LiveTable | None:
        """The table with this id, from memory or as the fold of its log; `Damaged`, `NotRead` (another one has it)."""
        if id in self._live:
            self._live.move_to_end(id)
            return self._live[id]
        if id not in self._loading:
            self._loading[id] = self._tasks.begin(self._load(id))
        return await asyncio.shield(self._loading[id])

    def lease_of(self, id: str) -> str | None:
        """The lease of a table in memory."""
        table = self._live.get(id)
        return None if table is None else table.lease

    async def read(self, id: str) -> LiveTable | None:
        """The table as it stands, to be looked at only, whoever has it; `Damaged`."""
        if id in self._live:
            return self._live[id]
        return await self._kept(id)

    async def look_on(self, id: str) -> LiveTable | None:
        """A table of another process, for those who look on here."""
        table = await self._kept(id)
        if table is not None:
            table.elsewhere, table.time = True, self._time
            table.course.rest()
        return table

    async def _kept(self, id: str) -> LiveTable | None:
        try:
            kept = await self._store.load(id)
            return None if kept is None else LiveTable.kept(kept, self._outages.stretches)
        except NotRead:
            raise
        except Exception as error:  # whatever a damaged log may lead to
            log.error("damaged_game", table=id, exc_info=error)
            raise Damaged(id) from error

    async def read_on(self, table: LiveTable) -> bool:
        """What another process has appended to a table where people look on here; false: it is deleted. `NotRead`."""
        entries, latest = await self._store.log_after(table.id, table.course.seq)
        if not entries:
            return await self._store.has(table.id)
        if not any(entry.kind == "handed_over" or entry.commitment for entry in entries):
            table.read_on(entries, latest, self._outages.stretches)
        elif (kept := await self._store.load(table.id)) is not None:
            table.take_from(kept, self._outages.stretches)
        return True

    async def of_session(self, session: str) -> list[TableSummary]:
        """The tables a browser has made, the latest change first."""
        return [_summary(kept) for kept in await self._store.of_session(session)]

    async def resume(self) -> None:
        """After a start: bots whose turn it is go on thinking, and clocks run on."""
        await self._outages.begin()
        self._tasks.begin(self._resume(await self._store.running()))

    def unattended(self, seconds: float) -> None:
        """Of some tables nobody has taken care for so long; the time is charged to nobody."""
        self._outages.note(seconds)
        self._tasks.begin(self._outages.take_up())

    async def take_over(self, leases: set[str]) -> None:
        """These are this process's now: what another one ran there goes on."""
        running = await self._store.running()
        self._tasks.begin(self._resume([kept for kept in running if (kept.room or kept.id) in leases]))

    def lose(self, leases: set[str]) -> None:
        """Another process has these now: out of memory with them, their connections are told to come again."""
        for table in [table for table in self._live.values() if table.lease in leases]:
            table.lost = True
            table.stop_bots()
            table.watchers.restart()
            del self._live[table.id]

    @property
    def refuses(self) -> bool:
        """Whether moves could not be kept a moment ago."""
        return self._outages.refuses

    def _tell_clocks(self) -> None:
        """Something is not counted that was."""
        for table in list(self.live):
            if table.clocks and table.clocks.running(table.course) is not None:
                table.tell_clocks()
                self.playing.heard(table)

    def _clocks_run(self) -> bool:
        return any(table.clocks and table.clocks.running(table.course) is not None for table in self.live)

    async def _resume(self, running: Sequence[KeptSummary]) -> None:
        needed = [kept for kept in running if _needs_nobody(kept)]
        ours = await self._leases.take(kept.room or kept.id for kept in needed)
        for kept in needed:
            if (kept.room or kept.id) in ours and not self._closing:
                await self._resume_one(kept.id)

    async def _resume_one(self, id: str) -> None:
        try:
            table = await self.find(id)
            if table is not None and not len(table.watchers):
                table.pack()
        except (NotRead, Damaged):
            pass  # another process has it by now; or the others go on

    @property
    def live(self) -> Collection[LiveTable]:
        """The tables in memory."""
        return self._live.values()

    @property
    def watched(self) -> list[LiveTable]:
        """Where people can be: the tables in memory, and those of other processes at which they look on here."""
        return [*self._live.values(), *self.elsewhere.values()]

    async def all_loaded(self) -> None:
        """Waits for the tables that are just being read."""
        await asyncio.gather(*self._loading.values(), return_exceptions=True)

    async def close(self) -> None:
        """Bots stop; what is being committed is finished."""
        self._closing = True
        for table in self._live.values():
            table.stop_bots()
        await self.playing.close()
        await self._tasks.all_ended()
        await self._outages.close()

    # -- memory and tasks ------------------------------------------------------------------------------------

    async def _load(self, id: str) -> LiveTable | None:
        try:
            table = await self._kept(id)
            if table is None:
                return None
            if not self._leases.holds(table.lease):
                raise NotRead("another server has the lease")
            table.time = self._time
            self._remember(table)
            self.playing.wake_bots(table)
            self.playing.heard(table)
            return table
        finally:
            del self._loading[id]

    def forget(self, id: str) -> bool:
        """Out of memory with a table that is to be deleted; false if somebody is there."""
        table = self._live.get(id)
        if id in self._loading or (table is not None and (len(table.watchers) or table.lock.locked())):
            return False
        if table is not None:
            table.stop_bots()
            del self._live[id]
        return True

    def _remember(self, table: LiveTable) -> None:
        table.course.rest()
        self._live[table.id] = table
        if len(self._live) > self._settings.live_tables:
            idle = [id for id, live in self._live.items() if _is_idle(live) and live is not table]
            for id in idle[: len(self._live) - self._settings.live_tables]:
                del self._live[id]


def _needs_nobody(kept: KeptSummary) -> bool:
    """A bot is on the move, or time runs: it has to go on although nobody asks for it."""
    seat = kept.standing.active_seat
    return kept.room is not None or (seat is not None and kept.seats[seat].bot is not None)


def _is_idle(table: LiveTable) -> bool:
    awake = table.held or table.lock.locked()
    return not len(table.watchers) and not awake and (table.bots is None or table.bots.done())


def _summary(kept: KeptSummary) -> TableSummary:
    standing = kept.standing
    return TableSummary(
        id=kept.id,
        seats=list(kept.seats),
        created=kept.created,
        changed=kept.changed,
        over=standing.over,
        turn=standing.turn,
        active_seat=standing.active_seat,
    )
