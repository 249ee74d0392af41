"""The words that players of BrettspielWelt type: `/join`, `/start`, … each stands for a command."""

from collections.abc import Callable, Sequence

from tongiaki.engine import OPTIONS, PRESETS, Rules
from tongiaki.server.problems import text
from tongiaki.server.protocol import Text
from tongiaki.server.room_protocol import (
    AskEnd,
    CastVote,
    ChangeRoom,
    RemoveSeat,
    Resign,
    RoomCommand,
    Sit,
    Stand,
    StartGame,
)
from tongiaki.server.rooms.arrangement import Arrangement, Situation, refusal
from tongiaki.server.rooms.changes import LEAST_SEATS
from tongiaki.server.rooms.votes import asked

Meaning = Sequence[RoomCommand] | Text
"""Commands, or an answer to the one who typed."""

Word = Callable[[Arrangement, Situation, str, list[str], str], Meaning]


def meaning(now: Arrangement, at: Situation, session: str, typed: str, id: str) -> Meaning:
    """What a line that begins with `/` stands for; `id` is that of the line; `Refusal`."""
    word, *rest = typed.split()
    found = WORDS.get(word.lower())
    if found is None:
        return text("notice_unknown_word", word=word[:20], words=" ".join(WORDS))
    return found(now, at, session, rest, id)


def _join(_now: Arrangement, _at: Situation, _session: str, rest: list[str], id: str) -> Meaning:
    seat = int(rest[0]) - 1 if rest and rest[0].isascii() and rest[0].isdigit() and len(rest[0]) < 3 else None
    return [Sit(id, seat)]


def _leave(_now: Arrangement, at: Situation, _session: str, _rest: list[str], id: str) -> Meaning:
    return [Resign(id) if at.playing else Stand(id)]


def _answer(yes: bool) -> Word:
    def answer(now: Arrangement, at: Situation, session: str, _rest: list[str], id: str) -> Meaning:
        for vote in reversed(now.votes):
            withdrawn = vote.session == session and not yes
            if withdrawn or (session in asked(now, at, vote) and session not in vote.yes):
                return [CastVote(id, vote.about, yes, vote.seat)]
        raise refusal("not_now", "refused_no_vote")

    return answer


def _start(rated: bool | None) -> Word:
    """The game begins with those who have sat down, as at BrettspielWelt."""

    def start(now: Arrangement, at: Situation, _session: str, _rest: list[str], id: str) -> Meaning:
        begin, taken = StartGame(id, rated), len(now.places) - len(now.open_seats)
        if at.playing or taken in (len(now.places), *range(LEAST_SEATS)):
            return [begin]
        return [ChangeRoom(id, seats=taken), begin]

    return start


def _reset(_now: Arrangement, at: Situation, _session: str, _rest: list[str], id: str) -> Meaning:
    """The running game ends, by consent; without one the options are those of the beginning."""
    return [AskEnd(id) if at.playing else ChangeRoom(id, rules={}, start="random")]


def _remove(now: Arrangement, _at: Situation, _session: str, rest: list[str], id: str) -> Meaning:
    name = " ".join(rest)
    for seat, place in enumerate(now.places):
        if not place.is_open and now.name_at(seat).casefold() == name.casefold():
            return [RemoveSeat(id, seat)]
    raise refusal("not_there", "refused_nobody", name=name[:40])


def _option(now: Arrangement, at: Situation, session: str, rest: list[str], id: str) -> Meaning:
    """`NAME VALUE`, `NAME=VALUE`, or a preset."""
    name, *chosen = " ".join(rest).replace("=", " ").split() or [""]
    for preset, rules in PRESETS.items():
        if preset.lower() == name.lower():
            return [ChangeRoom(id, rules=rules)]
    if len(chosen) != 1:
        return _info(now, at, session, rest, id)
    name, written = name.lower().replace("-", "_"), chosen[0]
    if name not in OPTIONS:
        raise refusal("wrong", "refused_option", name=name[:40], allowed=", ".join(OPTIONS))
    values = {str(value).lower(): value for value in OPTIONS[name]}
    if written.lower() not in values:
        raise refusal("wrong", "refused_option_value", name=name, allowed=", ".join(values))
    return [ChangeRoom(id, rules={**now.rules, name: values[written.lower()]})]


def _info(now: Arrangement, _at: Situation, _session: str, _rest: list[str], _id: str) -> Meaning:
    rules = Rules.of(now.rules)
    options = ", ".join(f"{name} {str(getattr(rules, name)).lower()}" for name in OPTIONS)
    return text("notice_info", seats=len(now.places), open=len(now.open_seats), options=options)


def _help(_now: Arrangement, _at: Situation, _session: str, _rest: list[str], _id: str) -> Meaning:
    return text("notice_help", words=" ".join(WORDS))


WORDS: dict[str, Word] = {
    "/join": _join,
    "/leave": _leave,
    "/accept": _answer(True),
    "/refuse": _answer(False),
    "/start": _start(None),
    "/startnosave": _start(False),
    "/reset": _reset,
    "/remove": _remove,
    "/option": _option,
    "/spielinfo": _info,
    "/help": _help,
}
