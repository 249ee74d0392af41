"""Finished games in a file, a record a line, so that a contest can go on where it was interrupted."""

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import TextIO

from tongiaki.arena.contest import Contest
from tongiaki.arena.game import Game, game_of
from tongiaki.records import GameRecord, RecordError


class OtherContest(Exception):
    """A file that holds the games of another contest, or no contest's; the message is one sentence."""


class Kept:
    """The games of a contest that are finished; with a file they are written down one by one."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.contest: Contest | None = None
        """The contest of the games in the file."""
        self.games: dict[int, Game] = {}
        self._file: TextIO | None = None
        if path is not None and path.exists():
            self._read(path)

    def __enter__(self) -> "Kept":
        if self.path is not None:
            self._file = self.path.open("a", buffering=1, encoding="utf-8", newline="\n")
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, line: str) -> Game:
        """Takes in a finished game."""
        if self._file is not None:
            self._file.write(line + "\n")  # at once: an interruption finds all of it in the file or nothing
        game = game_of(GameRecord.from_json(line))
        self.games[game.number] = game
        return game

    def in_file(self) -> int:
        """How many games are in the file, also one that was not taken in any more when it was interrupted."""
        return 0 if self.path is None else self.path.read_bytes().count(b"\n")

    def _read(self, path: Path) -> None:
        """A last line that was not written to its end is cut off: its game is played again."""
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        for number, record in self._records(whole):
            try:
                contest = Contest.from_dict(record.other["arena"]["contest"])
                game = game_of(record)
            except (KeyError, TypeError, ValueError, AssertionError):
                raise OtherContest(f"line {number} of {path} is no game of a contest") from None
            if self.contest not in (None, contest):
                raise OtherContest(f"line {number} of {path} is of another contest than the lines before it")
            self.contest = contest
            self.games[game.number] = game
        if len(whole) < len(data):
            path.write_bytes(whole)

    def _records(self, data: bytes) -> Iterator[tuple[int, GameRecord]]:
        for number, line in enumerate(data.splitlines(), 1):
            try:
                yield number, GameRecord.from_json(line)
            except RecordError as error:
                raise OtherContest(f"line {number} of {self.path}: {error.message}") from None
