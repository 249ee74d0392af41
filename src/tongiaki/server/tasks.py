"""Work that goes on beside the one who asked for it, and is waited for at the end."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from tongiaki.server.logs import log
from tongiaki.server.problems import BadRequest, Refusal
from tongiaki.server.store.store import Damaged, NotKept, NotRead

TOLD = (Refusal, BadRequest, NotKept, NotRead, Damaged)
"""Whoever waits for the work tells the client; they are no faults."""

Value = TypeVar("Value")


class Tasks:
    """All that has been begun and has not ended."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def begin(self, work: Coroutine[Any, Any, Value]) -> "asyncio.Task[Value]":
        """Begins a work; a fault is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    async def finish(self, work: Coroutine[Any, Any, Value]) -> Value:
        """Waits for a work that goes on even if the one who waits is gone: memory must not fall behind the log."""
        return await asyncio.shield(self.begin(work))

    async def all_ended(self) -> None:
        """Waits until nothing runs."""
        while self._running:
            await asyncio.gather(*self._running, return_exceptions=True)

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, TOLD):
            log.error("fault", exc_info=error)


async def end(*tasks: "asyncio.Task[Any]") -> None:
    """Cancels tasks and waits until they have given back what they worked with."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
