"""Bots of others: a program that speaks the engine protocol (docs/engine-protocol.md), asked with a deadline.

`cmd:PROGRAM ARGUMENTS` is a program in any language; `py:FILE.py:CLASS` a class with a `choose`, run by Python in a
process of its own. Neither can hold up a game for longer than its time: what does not answer is killed.
"""

import atexit
import json
import os
import queue
import selectors
import shlex
import subprocess
import sys
import threading
import time
from collections import defaultdict, deque
from collections.abc import Iterator
from typing import IO

from tongiaki.bots.bot import BotFailed, Limits
from tongiaki.engine import Game, NotationError, move_of

FOREIGN = ("cmd:", "py:")
"""How the names of such bots begin."""

PROTOCOL = "1"
STARTING = 15.0
"""Seconds in which a program must have announced itself."""
THINKING = 10.0
"""Seconds for a decision where no limit is given."""
MARGIN = 0.25
"""Seconds an answer may spend on its way; then the program is told to stop."""
GRACE = 1.0
"""Seconds in which a program that was told to stop must answer, or is killed."""
MOST_STARTS = 3
"""A program that could not be started so often is not tried again in this game."""
MOST_LINE = 1 << 16
MOST_LINES = 1000


def foreign_bot(name: str, seed: int | str | None) -> "Foreign":
    """The bot of such a name; its program is started when it is first asked."""
    kind, _, rest = name.partition(":")
    own = [sys.executable, "-m", "tongiaki.bots.engine", f"py:{rest}"]
    return Foreign(tuple(own if kind == "py" else shlex.split(rest)), seed)


class Foreign:
    """A player in a process of its own. A process that has failed is replaced at the next decision."""

    def __init__(self, command: tuple[str, ...], seed: int | str | None) -> None:
        self._command = command
        self._seed = 0 if seed is None else seed
        self._limits = Limits()
        self._program: _Program | None = None
        self._failed_starts = 0

    def limit(self, limits: Limits) -> None:
        """Tells the program with each decision."""
        self._limits = limits

    def choose(self, game: Game) -> int:
        """The program's move; `BotFailed` says how it failed. Whether the move is legal is left to the caller."""
        try:
            program = self._ready()
            line = program.best(game, self._limits)
        except BotFailed as failed:
            if failed.kind != "late":
                self._drop()
            raise
        try:
            return move_of(line)
        except NotationError as error:
            raise BotFailed("illegal", str(error)) from None

    def close(self) -> None:
        """Leaves the process to the next game."""
        if self._program is not None:
            _idle[self._command].append(self._program)
            self._program = None

    def _ready(self) -> "_Program":
        if self._program is None:
            if self._failed_starts >= MOST_STARTS:
                raise BotFailed(
                    "crash", f"it could not be started {MOST_STARTS} times and is not tried again"
                )
            self._failed_starts += 1
            idle = _idle[self._command]
            self._program = idle.pop() if idle else _Program(self._command)
            self._program.new_game(self._seed)
            self._failed_starts = 0
        return self._program

    def _drop(self) -> None:
        if self._program is not None:
            self._program.kill()
            self._program = None


_idle: defaultdict[tuple[str, ...], "list[_Program]"] = defaultdict(list)
"""Programs that no game uses: starting one takes longer than many a game."""

_alive: "set[_Program]" = set()


@atexit.register
def _end_all() -> None:
    _idle.clear()
    for program in list(_alive):
        program.kill()


class _Program:
    """A process and the protocol with it."""

    def __init__(self, command: tuple[str, ...]) -> None:
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0)
        except (OSError, ValueError, IndexError) as error:
            raise BotFailed("crash", f"cannot start {shlex.join(command)}: {error}") from None
        _alive.add(self)
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        self._last_words: deque[str] = deque(maxlen=20)
        self._announced = False
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._overhear, daemon=True).start()

    def new_game(self, seed: int | str) -> None:
        """Greets a new process, and tells that a new game begins."""
        until = time.monotonic() + STARTING
        if not self._announced:
            self._say(f"engine {PROTOCOL}", until)
            self._await("engineok", until)
            self._announced = True
        self._say(f"newgame seed {seed}\nisready", until)
        self._await("readyok", until)

    def best(self, game: Game, limits: Limits) -> str:
        """The line that the program chooses."""
        seconds = (THINKING if limits.seconds is None else limits.seconds) * limits.share
        state = json.dumps(game.state(), separators=(",", ":"))
        legal = json.dumps(game.legal_lines(), separators=(",", ":"))
        go = f"go movetime {round(seconds * 1000)}" + (f" nodes {limits.nodes}" if limits.nodes else "")
        until = time.monotonic() + seconds + MARGIN
        self._say(f"position {state}\nlegal {legal}\n{go}", until)
        try:
            return self._await("bestmove", until)
        except BotFailed as failed:
            if failed.kind != "hang":
                raise
        self._say("stop", time.monotonic() + GRACE)
        self._await("bestmove", time.monotonic() + GRACE)
        raise BotFailed("late", f"no answer within {seconds:g} s")

    def kill(self) -> None:
        """Ends the process, whatever it does."""
        _alive.discard(self)
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            _close(stream)

    def _await(self, word: str, until: float) -> str:
        """The rest of the next line that begins with `word`; other lines are passed over."""
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise BotFailed("hang", f"no {word} in time; it was ended") from None
            if line is None:
                raise BotFailed("crash", self._last_word())
            first, _, rest = line.strip().partition(" ")
            if first == word:
                return rest.strip()

    def _say(self, text: str, until: float) -> None:
        """Writes lines, waiting no longer than `until` for a program that does not read."""
        assert self._process.stdin is not None
        data = (text + "\n").encode()
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdin, selectors.EVENT_WRITE)
            while data:
                if not selector.select(max(0.0, until - time.monotonic())):
                    raise BotFailed("hang", "it does not read; it was ended")
                try:
                    data = data[os.write(self._process.stdin.fileno(), data) :]
                except OSError:
                    raise BotFailed("crash", self._last_word()) from None

    def _last_word(self) -> str:
        """How it ended, and what it said last."""
        try:
            code: object = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            code = "closed its output"
        said = next((line for line in reversed(self._last_words) if line.strip()), "").strip()
        return f"ended ({code})" + (f": {said}" if said else "")

    def _listen(self) -> None:
        """A thread's: lines of standard output, and `None` after the last."""
        for line in _lines_of(self._process.stdout):
            self._lines.put(line)
        self._lines.put(None)

    def _overhear(self) -> None:
        """A thread's: the last lines of standard error."""
        self._last_words.extend(_lines_of(self._process.stderr))


def _lines_of(stream: IO[bytes] | None) -> Iterator[str]:
    """Lines as they come, none longer than `MOST_LINE`, until the stream ends or is closed."""
    assert stream is not None
    with os.fdopen(os.dup(stream.fileno()), "rb") as buffered:
        while line := buffered.readline(MOST_LINE):
            yield line.decode("utf-8", "replace")


def _close(stream: IO[bytes] | None) -> None:
    if stream is not None:
        stream.close()
