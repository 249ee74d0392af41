"""What is committed goes from SQLite's write-ahead log into the database, beside the writer: moves need not wait for
the disk.
"""

import sqlite3
import threading
from contextlib import suppress
from pathlib import Path

EVERY = 1000
"""Commits after which it is time again."""

MOST_PAGES = 16_384
"""With a log of so many pages (64 MB) the writer waits, so that the log can begin anew."""


class Checkpoints:
    """A thread with a connection of its own. It begins when the first commit is noted."""

    def __init__(self, path: Path, synchronous: str) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._connection.execute(f"PRAGMA synchronous={synchronous}")
        self._commits = 0
        self._due, self._done = threading.Event(), threading.Event()
        self._closing = False
        self._too_long = False
        self._begins_anew = False
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)
        self._thread.start()

    @property
    def next_waits(self) -> bool:
        """The next commit may have to wait: for the log to become shorter, or for the disk when the log begins anew."""
        return self._begins_anew or self._too_long

    def note(self) -> None:
        """The writer has committed, and now waits if it must."""
        self._begins_anew = False
        self._commits += 1
        if self._commits >= EVERY:
            self._commits = 0
            self._done.clear()
            self._due.set()
            if self._too_long:
                self._done.wait()

    def close(self) -> None:
        """Ends; what is still in the log goes into the database when the last connection is closed."""
        self._closing = True
        self._due.set()
        self._thread.join()
        self._connection.close()

    def _run(self) -> None:
        while self._due.wait() and not self._closing:
            self._due.clear()
            with suppress(sqlite3.Error):  # the disk is full, or another program is in the way: the next time
                _, pages, _ = self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                self._too_long = pages > MOST_PAGES
                self._begins_anew = True
            self._done.set()
        self._done.set()
