"""What happens at a table. Every change is appended, committed, then told – in this order."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from tongiaki.engine import line_of
from tongiaki.server.bots.pool import BotPool
from tongiaki.server.clock.outages import Outages
from tongiaki.server.clock.time import Time, written
from tongiaki.server.course import BESIDE, Course
from tongiaki.server.deal import Deal
from tongiaki.server.logs import log
from tongiaki.server.odds import OddsDesk
from tongiaki.server.problems import Refusal, text
from tongiaki.server.protocol import (
    Accepted,
    AskOdds,
    Play,
    Preview,
    Previewed,
    TakeBack,
    VoyageOdds,
)
from tongiaki.server.rating.placing import standings
from tongiaki.server.rating.ratings import Ratings
from tongiaki.server.settings import Settings
from tongiaki.server.staging import check_seq, run_on, stage
from tongiaki.server.store.kept import Before
from tongiaki.server.store.store import NotKept, Store
from tongiaki.server.store.writer import Statement
from tongiaki.server.table import LiveTable
from tongiaki.server.tasks import Tasks
from tongiaki.server.undo import deal_after, event_to_go_back_to
from tongiaki.server.watching import Answer, Watcher

Write = Callable[[list[Statement]], Awaitable[None]]
"""Commits statements, all or none."""

QUICK = {"land": 1 / 3}
"""R-5.6: boats go ashore one by one; between two of them a bot pauses only a part of the pace."""

RETRY = 2.0
"""Seconds until a bot tries again when the database took nothing."""


class Playing:
    """What people and bots do at the tables, and what a room has decided about one."""

    def __init__(self, store: Store, bots: BotPool, settings: Settings, time: Time, outages: Outages) -> None:
        self._store = store
        self._bots = bots
        self._settings = settings
        self._time = time
        self._outages = outages
        self._ratings = Ratings(store)
        self._odds = OddsDesk(settings.odds_at_once, settings.most_odds)
        self._tasks = Tasks()
        self._attended = Tasks()
        self._closing = False
        self.heard: Callable[[LiveTable], None] = lambda table: None
        """Called when something has happened at a table, or somebody has come or gone."""

    async def close(self) -> None:
        """Nobody is heard any more; what is being committed is finished."""
        self._closing = True
        await self._attended.all_ended()
        await self.all_ended()
        await self._odds.close()

    async def all_ended(self) -> None:
        """Waits for what is being done, bots that are on the move too."""
        await self._tasks.all_ended()

    async def attend(self, connection: Coroutine[Any, Any, None]) -> None:
        """Hears what one connection says, in a task of its own: what that has begun goes on to its end, even if the
        server below gives the connection up.
        """
        await self._attended.finish(connection)

    async def play(self, table: LiveTable, player: Watcher, play: Play) -> None:
        """Appends the lines, all or none, and tells the player `Accepted`; `Refusal`. To be called in `attend`."""
        async with table.lock:
            if play.id in table.plays:
                player.send(Accepted(play.id, table.plays[play.id]))
                return
            if table.course.active_seat is None:
                raise Refusal("over", text("refused_over"))
            if table.course.paused:
                raise Refusal("paused", text("refused_paused"))
            check_seq(table.course, play.seq)
            branch = self._staged(table, player.session, play.lines)
            run_on(branch, table.deal.deck)
            await self._append(table, branch, play.id, answer=(player, Accepted(play.id, branch.seq)))

    def preview(self, table: LiveTable, session: str | None, preview: Preview) -> Previewed:
        """The lines folded on a copy, and what follows by itself up to a draw; `Refusal`."""
        before = table.course
        check_seq(before, preview.seq)
        branch = self._staged(table, session, preview.lines, allow_none=True)
        run_on(branch, None)
        new = branch.events[before.seq + 1 :]
        return Previewed(
            id=preview.id,
            seq=before.seq,
            view=msgspec.structs.replace(table.view(session, branch), seq=before.seq),
            effects=[effect for event in new for effect in event.effects],
            forced=[event.line for event in new if event.forced and event.line is not None],
        )

    async def odds(self, table: LiveTable, session: str | None, ask: AskOdds) -> VoyageOdds:
        """The odds of the voyages that must be made after the lines, folded on a copy as a preview; `Refusal`."""
        if not table.odds:
            raise Refusal("no_odds", text("refused_odds_off"))
        check_seq(table.course, ask.seq)
        branch = table.course
        if ask.lines:
            branch = self._staged(table, session, ask.lines)
            run_on(branch, None)
        full = table.view(None, branch).full_beaches
        return VoyageOdds(ask.id, ask.seq, await self._odds.of(branch.game, full) if full else [])

    async def undo(self, table: LiveTable, session: str | None, message: TakeBack) -> Accepted:
        """The game goes back to an event; `Refusal`. To be called in `attend`."""
        async with table.lock:
            if message.id in table.plays:
                return Accepted(message.id, table.plays[message.id])
            check_seq(table.course, message.seq)
            if table.rated:
                raise Refusal("cannot_undo", text("refused_rated_undo"))
            to = event_to_go_back_to(table.course, message.to)
            free = table.undo(session)
            if not table.alone(session) and (free is None or to < free.to):
                raise Refusal("cannot_undo", text("refused_undo_others"))
            await self._go_back(table, to, message.id)
            return Accepted(message.id, table.course.seq)

    async def _go_back(self, table: LiveTable, to: int, play: str | None) -> None:
        deal = deal_after(table.course, to)
        branch = table.course.branch()
        branch.go_back(to, deal.commitment if deal else None)
        run_on(branch, (deal or table.deal).deck)
        await self._append(table, branch, play, deal)

    def _staged(
        self, table: LiveTable, session: str | None, lines: Sequence[str], allow_none: bool = False
    ) -> Course:
        most = self._settings.most_lines
        if len(lines) > most or not (lines or allow_none):
            raise Refusal("malformed", text("refused_no_lines", most=most))
        return stage(_taken_back(table, session), lines, lambda seat: table.decides(session, seat))

    async def _append(
        self,
        table: LiveTable,
        branch: Course,
        play: str | None,
        deal: Deal | None = None,
        answer: Answer | None = None,
        write: Write | None = None,
    ) -> None:
        """Commits what is new on the branch; only then it has happened. write: who commits it, if not the store."""
        entries, now = branch.entries(table.course.seq), self._time.now()
        left = table.clocks.after(table.course, branch, now) if table.clocks else None
        if left is not None:
            entries[-1] = msgspec.structs.replace(entries[-1], clock=left)

        async def keep(*, more: Sequence[Statement] = ()) -> None:
            if table.lost or table.elsewhere:
                raise NotKept("another server has the lease")
            await self._store.append(
                table.id, entries, branch.standing, play, deal, written(now), more, write
            )

        try:
            if table.rated and branch.counts:
                await self._ratings.keep(table.id, standings(table.owners, branch), keep)
            else:
                await keep()
        except NotKept as error:
            log.error("not_kept", table=table.id, why=str(error))
            if not table.lost and not table.elsewhere:
                self._outages.refused()
            raise Refusal("busy", text("refused_busy")) from None
        self._outages.kept()
        if play is not None:
            table.plays[play] = branch.seq
        if deal is not None:
            table.deals.append(deal)
        if entries[0].kind in ("undo", *BESIDE):
            table.stop_bots()
        if table.clocks and left is not None:
            table.clocks.set(left, now)
        table.quiet_since = now
        table.adopt(branch, answer)
        self.wake_bots(table)
        self.heard(table)

    # -- who decides -----------------------------------------------------------------------------------------

    async def give_seat(self, table: LiveTable, seat: int, bot: str | None, resigned: bool = False) -> None:
        """From here on a bot decides for a person's seat, or its person again; `Refusal` if the game is over."""

        def give(branch: Course) -> None:
            branch.give_seat(seat, bot, resigned)
            if branch.paused and branch.deserted:  # nobody is left who could go on
                branch.pause(False)

        await self._tasks.finish(self._decide(table, give))

    async def agree(self, table: LiveTable) -> None:
        """R-9: all agreed to end the game as it stands; `Refusal` if it is over."""
        await self._tasks.finish(self._decide(table, Course.agree))

    async def run_out(self, table: LiveTable, seat: int, bot: str) -> None:
        """The time of a seat has run out, if it has: from here on a bot decides for it, in a rated game for good."""
        await self._tasks.finish(self._run_out(table, seat, bot))

    async def _run_out(self, table: LiveTable, seat: int, bot: str) -> None:
        if not await self._outages.mark():  # nobody could have played
            raise Refusal("busy", text("refused_busy"))
        async with table.lock:
            ends = table.clocks.runs_out(table.course) if table.clocks else None
            if table.course.active_seat != seat or ends is None or ends > self._time.now():
                return
            branch = table.course.branch()
            branch.run_out(seat)
            branch.give_seat(seat, bot, resigned=table.rated)
            await self._append(table, branch, None)

    async def pause(self, table: LiveTable, on: bool) -> None:
        """All agreed to a pause, or the game goes on; `Refusal` if it is over."""
        if table.course.paused != on:
            await self._tasks.finish(self._decide(table, lambda branch: branch.pause(on)))

    async def go_back(self, table: LiveTable, seq: int, to: int) -> None:
        """All agreed that the game goes back to an event; `Refusal` if something has happened since `seq`."""
        await self._tasks.finish(self._agreed_back(table, seq, to))

    async def _agreed_back(self, table: LiveTable, seq: int, to: int) -> None:
        async with table.lock:
            check_seq(table.course, seq)
            await self._go_back(table, event_to_go_back_to(table.course, to), None)

    async def hand_over(self, table: LiveTable, seat: int, session: str, name: str, keep: Write) -> None:
        """Another person, called `name`, decides for a seat from here on; `Refusal`.

        keep: commits this together with what the room has to say about it.
        """

        def give(branch: Course) -> Write:
            seats = list(table.seating.seats)
            branch.hand_over(seat)
            before = Before(seat, branch.seq, table.owners[seat], seats[seat].name)
            seats[seat] = msgspec.structs.replace(seats[seat], name=name)
            branch.seating = replace(table.seating, seats=tuple(seats))
            given = self._store.seat_given(table.id, before, session, seats)

            async def write(statements: list[Statement]) -> None:
                await keep([*statements, *given])
                table.owners = {**table.owners, seat: session}
                table.before = (*table.before, before)

            return write

        await self._tasks.finish(self._decide(table, give))

    async def _decide(self, table: LiveTable, decide: Callable[[Course], Write | None]) -> None:
        """decide: does it on a branch, and says who commits it, if not the store."""
        async with table.lock:
            if table.course.over:
                raise Refusal("over", text("refused_over"))
            branch = table.course.branch()
            write = decide(branch)
            await self._append(table, branch, None, write=write)

    # -- bots ------------------------------------------------------------------------------------------------

    def wake_bots(self, table: LiveTable) -> None:
        """If it is the turn of a bot, it thinks from now on."""
        idle = table.bots is None or table.bots.done()
        if idle and table.bot_to_move() is not None and not self._closing:
            table.bots = self._tasks.begin(self._let_bots_play(table))

    async def _let_bots_play(self, table: LiveTable) -> None:
        while (bot := table.bot_to_move()) is not None and not self._closing:
            paused, seq = asyncio.get_running_loop().time(), table.course.seq
            line = line_of(await self._bots.choose(bot, table.course.game, table.id))
            pace = self._settings.bot_pace * QUICK.get(line.partition(" ")[0], 1.0)
            await asyncio.sleep(max(0.0, paused + pace - asyncio.get_running_loop().time()))
            try:
                await self._tasks.finish(self._play_bot(table, line, seq))
            except Refusal:
                await asyncio.sleep(RETRY)

    async def _play_bot(self, table: LiveTable, line: str, seq: int) -> None:
        """Plays the line of a bot, unless the position for which it was found has been taken back."""
        async with table.lock:
            if table.course.seq != seq:
                return
            branch = table.course.branch()
            branch.play(line)
            run_on(branch, table.deal.deck)
            await self._append(table, branch, None)


def _taken_back(table: LiveTable, session: str | None) -> Course:
    """The course; where a bot stands in for this session, which plays by itself: with the seat taken back."""
    course, seat = table.course, table.course.active_seat
    if seat is None or seat not in course.stand_ins or not table.decides(session, seat):
        return course
    branch = course.branch()
    branch.give_seat(seat, None)
    return branch
