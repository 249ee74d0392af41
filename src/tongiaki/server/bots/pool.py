"""The processes in which bots think: a few, asked in turn; one that hangs or dies is replaced."""

import asyncio
import os
import secrets
import signal
import sys
from collections import Counter
from contextlib import suppress

import msgspec

from tongiaki.engine import Game
from tongiaki.server.bots.frames import LENGTH, Answer, Ask, framed
from tongiaki.server.bots.queue import FairQueue
from tongiaki.server.logs import log

LEAST_SHARE = 0.05
"""However many wait, a bot has this part of its budget."""

PATIENCE = 1.0
"""Seconds that all who ask may take together before each gets less."""

UNKNOWN_COST = 0.1
"""Seconds that a bot is thought to take before it has decided once."""

MEMORY = 0.1
"""How much of what is known of a bot's time is its last decision."""


class BotPool:
    """Workers made when they are first needed; tables take turns, and the more wait the less each bot thinks.

    deadline: seconds until a worker that has not answered is ended. seconds: what a bot may use of them.
    engines: programs of others that the workers shall know (`tongiaki.bots.offer`).
    """

    def __init__(
        self, workers: int, deadline: float, module: str, seconds: float | None = None, engines: str = ""
    ) -> None:
        self._deadline, self._seconds = deadline, seconds
        self._module, self._engines = module, engines
        self._queue = FairQueue(max(1, workers))
        self._idle: list[_Worker] = []
        self._alive: set[_Worker] = set()
        self._asked: Counter[str] = Counter()
        self._cost: dict[str, float] = {}
        self.failed = 0
        """Decisions that were made by chance because a bot gave none."""

    @property
    def waiting(self) -> int:
        """Decisions that wait for a worker."""
        return self._queue.waiting

    @property
    def share(self) -> float:
        """The part of its budget a bot gets now, so that nobody waits much longer than `PATIENCE`."""
        due = sum(count * self._cost.get(bot, UNKNOWN_COST) for bot, count in self._asked.items())
        wait = due / self._queue.places
        return max(LEAST_SHARE, PATIENCE / max(PATIENCE, wait))

    async def choose(self, bot: str, game: Game, table: str = "") -> int:
        """A legal move: the bot's, or by chance if the bot fails or misses the deadline."""
        legal = game.legal()
        player = f"{table}/{game.active_player}" if table else ""
        ask = Ask(bot, secrets.randbits(63), game.to_bytes(), player, self._seconds)
        try:
            move = await self._ask(ask, table)
            if move not in legal:
                raise BotFailed(f"move {move} is not legal")
        except BotFailed as failed:
            self.failed += 1
            log.warning("bot_failed", bot=bot, why=str(failed), table=table)
            return int(secrets.choice(legal))
        return move

    async def close(self) -> None:
        """Ends all workers."""
        for worker in list(self._alive):
            await self._end(worker)

    async def _ask(self, ask: Ask, table: str) -> int:
        self._asked[ask.bot] += 1
        try:
            await self._queue.enter(table)
        except asyncio.CancelledError:
            self._asked[ask.bot] -= 1
            raise
        worker: _Worker | None = None
        try:
            worker = self._free_worker(ask.player) or await self._new()
            begun = asyncio.get_running_loop().time()
            ask = msgspec.structs.replace(ask, share=self.share)
            answer = await asyncio.wait_for(worker.ask(ask), self._deadline)
            taken = asyncio.get_running_loop().time() - begun
            self._learn(ask.bot, taken / ask.share if answer.limited else taken)
            self._idle.append(worker)
        except (TimeoutError, OSError, EOFError, msgspec.DecodeError) as error:
            await self._end(worker)
            raise BotFailed(f"no answer ({type(error).__name__})") from None
        except asyncio.CancelledError:
            await self._end(worker)
            raise
        finally:
            self._asked[ask.bot] -= 1
            self._queue.leave()
        if answer.error is not None:
            raise BotFailed(answer.error)
        return answer.move

    def _learn(self, bot: str, seconds: float) -> None:
        """How long a bot takes with its whole budget; what was long ago counts less and less."""
        known = self._cost.get(bot, seconds)
        self._cost[bot] = known + MEMORY * (seconds - known)

    def _free_worker(self, player: str) -> "_Worker | None":
        """The one that decided for this player before, for it has kept the bot; else any, the latest used first."""
        if not self._idle:
            return None
        worker = next((one for one in self._idle if player and player in one.players), self._idle[-1])
        self._idle.remove(worker)
        return worker

    async def _new(self) -> "_Worker":
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            self._module,
            str(os.getpid()),
            self._engines,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl+C in the terminal is for the server, which then ends them
        )
        worker = _Worker(process)
        self._alive.add(worker)
        return worker

    async def _end(self, worker: "_Worker | None") -> None:
        if worker is not None:
            self._alive.discard(worker)
            await worker.kill()


class BotFailed(Exception):
    """Why a bot has given no move."""


MOST_PLAYERS = 1000
"""So many players a worker is remembered to have decided for; it forgets their bots much sooner."""


class _Worker:
    """One process, asked one thing at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.players: dict[str, None] = {}
        """For whom it has decided, the latest last."""

    async def ask(self, ask: Ask) -> Answer:
        questions, answers = self._process.stdin, self._process.stdout
        if questions is None or answers is None:
            raise EOFError
        self._remember(ask.player)
        questions.write(framed(ask))
        await questions.drain()
        length = LENGTH.unpack(await answers.readexactly(LENGTH.size))[0]
        return msgspec.msgpack.decode(await answers.readexactly(length), type=Answer)

    def _remember(self, player: str) -> None:
        self.players.pop(player, None)
        self.players[player] = None
        if len(self.players) > MOST_PLAYERS:
            del self.players[next(iter(self.players))]

    async def kill(self) -> None:
        """Ends it and the programs of others that it has started."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()
