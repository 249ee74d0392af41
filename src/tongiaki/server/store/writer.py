"""The one writer: owns the only write connection and commits together what waits together.

What is short and need not wait for anything is committed on the event loop: that takes 30 µs, less than the waking up
of a thread. What is long, or may have to wait for the disk or for another program, a thread commits.
"""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from tongiaki.server.store.checkpoints import Checkpoints

Statement = tuple[str, Sequence[Any]]
"""SQL with its parameters."""

WAITS = 4_000
"""Milliseconds for a database that another program has locked; then who waits is told that nothing can be kept."""

MOST_TOGETHER = 512
"""With so many works in one commit no others are waited for, so that the first does not wait for ever."""


class _Work:
    """Statements that are kept all or none, and the future that tells when."""

    def __init__(self, statements: Sequence[Statement], short: bool, loop: asyncio.AbstractEventLoop) -> None:
        self.statements = statements
        self.short = short
        self.loop = loop
        self.future: asyncio.Future[None] = loop.create_future()
        self.error: Exception | None = None


class Writer:
    """Keeps what is submitted, in the order of submission. `took` is called with the seconds of each commit."""

    def __init__(
        self, path: Path, synchronous: str = "NORMAL", took: Callable[[float], None] = lambda seconds: None
    ) -> None:
        self._took = took
        self._queue: SimpleQueue[list[_Work] | None] = SimpleQueue()
        self._gathered: list[_Work] = []
        self._with_thread = 0
        """So many works the thread has got and not told of yet; none: it does not touch the connection."""
        self._syncs = synchronous not in ("OFF", "NORMAL")
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0)
        self._connection.execute(f"PRAGMA synchronous={synchronous}")
        self._connection.execute("PRAGMA foreign_keys=ON")
        self._connection.execute("PRAGMA wal_autocheckpoint=0")
        self._connection.execute("PRAGMA secure_delete=ON")  # what is deleted is not left in the file
        self._checkpoints = Checkpoints(path, synchronous)
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, statements: Sequence[Statement], short: bool = False) -> "asyncio.Future[None]":
        """Done when the statements are committed; holds the `sqlite3.Error` if none of them is.

        What was submitted is kept even if nobody waits for it any more. short: a few rows by their keys, no more.
        """
        loop = asyncio.get_running_loop()
        work = _Work(statements, short, loop)
        if not self._gathered:
            loop.call_soon(self._hand_over)  # with what else is submitted in this turn of the loop
        self._gathered.append(work)
        return work.future

    async def close(self) -> None:
        """Commits what waits and ends."""
        self._hand_over()
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._checkpoints.close)
        self._connection.close()

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        if gathered and not (self._is_quick(gathered) and self._commit_now(gathered)):
            self._with_thread += len(gathered)
            self._queue.put(gathered)

    def _is_quick(self, together: list[_Work]) -> bool:
        waits = self._with_thread or self._syncs or self._checkpoints.next_waits
        return not waits and all(work.short for work in together)

    def _commit_now(self, together: list[_Work]) -> bool:
        """On the event loop; false if another program has locked the database."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error:
            return False
        self._commit(together)
        _tell(together)
        return True

    def _run(self) -> None:
        while True:
            together, goes_on = self._take()
            if together:
                self._commit_when_possible(together)
                with suppress(RuntimeError):  # the loop has ended: nobody waits
                    together[0].loop.call_soon_threadsafe(self._tell, together)
            if not goes_on:
                return

    def _tell(self, together: list[_Work]) -> None:
        self._with_thread -= len(together)
        _tell(together)

    def _take(self) -> tuple[list[_Work], bool]:
        """Waits for works and takes what else waits; False if there will be no more."""
        together: list[_Work] = []
        works = self._queue.get()
        while works is not None:
            together += works
            if len(together) >= MOST_TOGETHER:
                return together, True
            try:
                works = self._queue.get_nowait()
            except Empty:
                return together, True
        return together, False

    def _commit_when_possible(self, together: list[_Work]) -> None:
        """In the thread: it waits."""
        self._connection.execute(f"PRAGMA busy_timeout={WAITS}")
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            together += self._come_meanwhile()  # they would be told twice as late
            for work in together:
                work.error = error
        else:
            self._commit(together)
        self._connection.execute("PRAGMA busy_timeout=0")

    def _come_meanwhile(self) -> list[_Work]:
        together: list[_Work] = []
        with suppress(Empty):
            while (works := self._queue.get_nowait()) is not None:
                together += works
            self._queue.put(None)  # the end is for the loop
        return together

    def _commit(self, together: list[_Work]) -> None:
        """What has begun."""
        began = time.perf_counter()
        try:
            self._execute(together)
            self._connection.execute("COMMIT")
            self._took(time.perf_counter() - began)
        except Exception as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            for work in together:
                work.error = work.error or error
        self._checkpoints.note()

    def _execute(self, together: list[_Work]) -> None:
        """A work that cannot be kept does not take the others with it; a database that takes nothing does."""
        try:
            for work in together:
                self._run_all(work)
        except sqlite3.OperationalError:
            raise
        except Exception:  # seldom: each by itself then, to find the one
            self._connection.execute("ROLLBACK")
            self._connection.execute("BEGIN IMMEDIATE")
            for work in together:
                self._execute_alone(work)

    def _execute_alone(self, work: _Work) -> None:
        self._connection.execute("SAVEPOINT work")
        try:
            self._run_all(work)
        except sqlite3.OperationalError:
            raise
        except Exception as error:
            work.error = error
            self._connection.execute("ROLLBACK TO work")
        self._connection.execute("RELEASE work")

    def _run_all(self, work: _Work) -> None:
        for sql, parameters in work.statements:
            self._connection.execute(sql, parameters)


def _tell(together: list[_Work]) -> None:
    """All at once: a wake-up of the event loop for each would cost more than the commit."""
    for work in together:
        if work.future.done():
            continue
        if work.error is None:
            work.future.set_result(None)
        else:
            work.future.set_exception(work.error)
