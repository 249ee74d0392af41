"""The talk of a room: what may be said how fast, and who is told which line."""

from collections import deque
from collections.abc import Iterable

from tongiaki.server.looks import BLANK
from tongiaki.server.protocol import Text
from tongiaki.server.room_protocol import Talk
from tongiaki.server.rooms.arrangement import refusal
from tongiaki.server.store.rooms import Line
from tongiaki.server.store.store import now

LONGEST = 500
MOST_LINES, SECONDS = 5, 10.0
MOST_NOTICES, NOTICE_SECONDS = 12, 60.0
"""What a person does that is told to all in the talk: sits down, is called otherwise, asks."""


class Pace:
    """So many lines of a person in so many seconds."""

    def __init__(self, most: int = MOST_LINES, seconds: float = SECONDS) -> None:
        self._most, self._seconds = most, seconds
        self._said: dict[str, deque[float]] = {}

    def check(self, session: str, time: float) -> None:
        """Counts a line; `Refusal` if it comes too fast."""
        said = self._said.setdefault(session, deque(maxlen=self._most))
        if len(said) == self._most and time - said[0] < self._seconds:
            raise refusal("too_fast", "refused_fast", most=self._most, seconds=int(self._seconds))
        said.append(time)


def plain(text: str) -> str:
    """What somebody typed as one line of plain text; `Refusal` if nothing is left or it is too long."""
    line = "".join(c if c == "\u200d" or (c.isprintable() and c not in BLANK) else " " for c in text)
    line = " ".join(line.split())
    if not line.strip("\u200d "):
        raise refusal("wrong", "refused_nothing_said")
    if len(line) > LONGEST:
        raise refusal("wrong", "refused_too_long", most=LONGEST)
    return line


def told(lines: Iterable[Line], removed: set[int], sees_watch: bool) -> list[Talk]:
    """The lines as somebody is told them. sees_watch: also what spectators say."""
    return [
        talk(line, line.n in removed)
        for line in lines
        if line.removes is None and (sees_watch or line.kind != "watch")
    ]


def talk(line: Line, removed: bool = False) -> Talk:
    """A line for the client: nothing about the session, and no text if it was taken out."""
    return Talk(
        n=line.n,
        at=line.at,
        kind=line.kind,  # type: ignore[arg-type]
        name=line.name,
        seat=line.seat,
        text="" if removed else line.text,
        emote=None if removed else line.emote,  # type: ignore[arg-type]
        notice=line.notice,
        game=line.game,
        seq=line.seq,
        removed=removed,
    )


def private(notice: Text) -> Talk:
    """What only one browser is told, and nobody keeps."""
    return Talk(None, now(), "notice", "", None, "", None, notice, None, None, False)
