"""The processes in which bots think: a few, asked in turn; one that hangs or dies is replaced."""

import asyncio
import os
import secrets
import sys

import msgspec
import structlog

from tongiaki.engine import Game
from tongiaki.server.bots.frames import LENGTH, Answer, Ask, framed

log = structlog.get_logger()


class BotPool:
    """Workers made when they are first needed. Tables wait in the order in which they ask, each for one move."""

    def __init__(self, workers: int, deadline: float, module: str) -> None:
        self._deadline = deadline
        self._module = module
        self._idle: asyncio.LifoQueue[_Worker | None] = asyncio.LifoQueue()
        self._alive: set[_Worker] = set()
        for _ in range(max(1, workers)):
            self._idle.put_nowait(None)

    async def choose(self, bot: str, game: Game) -> int:
        """A legal move: the bot's, or by chance if the bot fails or misses the deadline."""
        legal = game.legal()
        try:
            move = await self._ask(Ask(bot, secrets.randbits(63), game.to_bytes()))
        except BotFailed as failed:
            log.warning("bot_failed", bot=bot, why=str(failed))
            return int(secrets.choice(legal))
        if move not in legal:
            log.warning("bot_failed", bot=bot, why=f"move {move} is not legal")
            return int(secrets.choice(legal))
        return move

    async def close(self) -> None:
        """Ends all workers."""
        for worker in list(self._alive):
            await self._end(worker)

    async def _ask(self, ask: Ask) -> int:
        worker = await self._idle.get()
        try:
            worker = worker or await self._new()
            answer = await asyncio.wait_for(worker.ask(ask), self._deadline)
        except (TimeoutError, OSError, EOFError, msgspec.DecodeError) as error:
            await self._end(worker)
            worker = None
            raise BotFailed(f"no answer ({type(error).__name__})") from None
        except asyncio.CancelledError:
            await self._end(worker)
            worker = None
            raise
        finally:
            self._idle.put_nowait(worker)
        if answer.error is not None:
            raise BotFailed(answer.error)
        return answer.move

    async def _new(self) -> "_Worker":
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            self._module,
            str(os.getpid()),
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


class _Worker:
    """One process, asked one thing at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def ask(self, ask: Ask) -> Answer:
        questions, answers = self._process.stdin, self._process.stdout
        if questions is None or answers is None:
            raise EOFError
        questions.write(framed(ask))
        await questions.drain()
        length = LENGTH.unpack(await answers.readexactly(LENGTH.size))[0]
        return msgspec.msgpack.decode(await answers.readexactly(length), type=Answer)

    async def kill(self) -> None:
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
