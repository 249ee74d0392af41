"""One game of a contest, as a record; and what a contest wants to know of it."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tongiaki.arena.contest import Contest
from tongiaki.bots import play
from tongiaki.engine import Rules
from tongiaki.records import GameRecord, Player

BUCKET = 1.1
"""Times of decisions are kept as a histogram whose buckets grow by this factor from a microsecond."""

Times = dict[int, int]
"""How many decisions took BUCKET**key microseconds."""


class Game(NamedTuple):
    """A finished game of a contest; each list has an entry for each seat."""

    number: int
    bots: list[int]
    shares: list[float]
    """A win shared by k counts 1/k for each (R-10.3)."""
    points: list[int]
    moves: int
    times: list[Times]
    faults: list[dict[str, Any]]


def play_game(contest: Contest, number: int) -> str:
    """Plays game `number`; its record on one line, with what the contest adds under `arena`."""
    order = contest.order(number)
    names = [contest.bots[bot] for bot in order.bots]
    players = [Player(name, contest.colours(seat), {"bot": name}) for seat, name in enumerate(names)]
    record, times = play(
        players, names, Rules.of(contest.rules), deck=order.deck, chance=order.chance, limits=contest.limits
    )
    added = {"contest": contest.to_dict(), "game": number, "times": [_histogram(seat) for seat in times]}
    record.other = {"id": f"{contest.seed}-{number}", "arena": added, **record.other}
    return record.to_json()


def game_of(record: GameRecord) -> Game:
    """What a contest wants to know of a record that `play_game` has made."""
    assert record.result is not None
    added: Mapping[str, Any] = record.other["arena"]
    names: Sequence[str] = added["contest"]["bots"]
    winners = record.result["winners"]
    seats = range(len(record.players))
    return Game(
        number=added["game"],
        bots=[names.index(player.other["bot"]) for player in record.players],
        shares=[1 / len(winners) if seat in winners else 0.0 for seat in seats],
        points=[score["points"] for score in record.result["scores"]],
        moves=len(record.moves),
        times=[{int(key): count for key, count in seat.items()} for seat in added["times"]],
        faults=record.other.get("faults", []),
    )


def read_game(line: str) -> Game:
    """The game of a line."""
    return game_of(GameRecord.from_dict(json.loads(line)))


def _histogram(seconds: Sequence[float]) -> dict[str, int]:
    counts: Times = {}
    for one in seconds:
        bucket = max(0, math.ceil(math.log(max(one, 1e-9) * 1e6, BUCKET)))
        counts[bucket] = counts.get(bucket, 0) + 1
    return {str(bucket): counts[bucket] for bucket in sorted(counts)}


def quantile(times: Times, part: float) -> float:
    """Seconds within which that part of the decisions was made, at most a tenth too many; 0 if there was none."""
    left = part * sum(times.values())
    for bucket in sorted(times):
        left -= times[bucket]
        if left <= 0:
            return float(BUCKET**bucket / 1e6)
    return 0.0
