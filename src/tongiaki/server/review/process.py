"""The one process of `worker`, asked one thing at a time, made when it is first needed; if it hangs it is replaced."""

import asyncio
import sys
from contextlib import suppress

import msgspec

from tongiaki.server.review.worker import LENGTH, Answer, Ask, Failed, framed

DEADLINE = 60.0
"""Seconds for an answer, which takes less than one."""


class NotFound(Exception):
    """Why there is no answer."""


class Process:
    """Whoever asks is served in turn, question by question."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, ask: Ask) -> Answer:
        """The answer; `NotFound` if there is none."""
        async with self._turn:
            try:
                answer = await asyncio.wait_for(self._asked(ask), DEADLINE)
            except (TimeoutError, OSError, EOFError, msgspec.DecodeError) as error:
                await self.end()
                raise NotFound(type(error).__name__) from None
            except asyncio.CancelledError:
                await self.end()  # its answer would be taken for that to the next question
                raise
        if isinstance(answer, Failed):
            raise NotFound(answer.error)
        return answer

    async def end(self) -> None:
        """Ends the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _asked(self, ask: Ask) -> Answer:
        process = self._process = self._process or await _new()
        questions, answers = process.stdin, process.stdout
        assert questions is not None
        assert answers is not None
        questions.write(framed(ask))
        await questions.drain()
        length = LENGTH.unpack(await answers.readexactly(LENGTH.size))[0]
        found: Answer = msgspec.msgpack.decode(await answers.readexactly(length), type=Answer)
        return found


async def _new() -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tongiaki.server.review.worker",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,  # Ctrl+C in the terminal is for the server, which then ends it
    )
