"""Who plays whom, on which deck, in which seats: all of it follows from the contest and the number of a game."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from tongiaki.bots import FOREIGN, Limits
from tongiaki.engine import COLOURS, Rules


class Order(NamedTuple):
    """One game of a contest: the bots in turn order, as indices, the seed of its deck, and the seed of their chance."""

    number: int
    bots: tuple[int, ...]
    deck: str
    chance: str


@dataclass(frozen=True)
class Contest:
    """A contest between bots by name.

    A *set* is one line-up on one deck, played once with each rotation of the seats: every bot sits on every seat and
    meets the same tiles. Sets go round all line-ups; their number is open.
    """

    bots: tuple[str, ...]
    players: int
    seed: str
    alone: bool = False
    """The first bot sits alone against copies of one of the others."""
    rules: Mapping[str, Any] = field(default_factory=dict)
    """The options that differ from the default."""
    nodes: int | None = None
    seconds: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """As JSON values; equal contests play equal games."""
        return {
            "bots": list(self.bots),
            "players": self.players,
            "seed": self.seed,
            "alone": self.alone,
            "rules": dict(self.rules),
            "nodes": self.nodes,
            "seconds": self.seconds,
        }

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> "Contest":
        """The contest of such JSON values."""
        return cls(**{**value, "bots": tuple(value["bots"])})

    @property
    def limits(self) -> Limits | None:
        """What a decision may cost, for bots that can be limited."""
        return None if self.nodes is None and self.seconds is None else Limits(self.nodes, self.seconds)

    @property
    def two_colours(self) -> bool:
        """R-11.1: everybody has two colours."""
        return bool(Rules.of(self.rules).two_colours)

    def colours(self, seat: int) -> list[str]:
        """The colours of a seat: two are the first and the second (R-11.1)."""
        return [COLOURS[seat], COLOURS[seat + self.players]] if self.two_colours else [COLOURS[seat]]

    def line_ups(self) -> list[tuple[int, ...]]:
        """Which bots sit together, as indices: all choices of as many as there are seats.

        Where there are more seats than bots each sits once and the rest of the seats is shared out in all the most
        even ways; with `alone` the first bot sits once, and each of the others in turn on all other seats.
        """
        bots = range(len(self.bots))
        if self.alone:
            return [(0, *[other] * (self.players - 1)) for other in bots if other]
        if len(self.bots) >= self.players:
            return list(combinations(bots, self.players))
        each, rest = divmod(self.players, len(self.bots))
        return [tuple(sorted([*bots] * each + list(more))) for more in combinations(bots, rest)]

    def order(self, number: int) -> Order:
        """Game `number`, counted from 0."""
        line_ups = self.line_ups()
        of_set, turn = divmod(number, self.players)
        seats = list(line_ups[of_set % len(line_ups)])
        random.Random(f"{self.seed}/{of_set}/seats").shuffle(seats)
        rotated = seats[turn:] + seats[:turn]
        return Order(number, tuple(rotated), f"{self.seed}/{of_set}/deck", f"{self.seed}/{of_set}/{turn}")

    def whole_sets(self, games: int) -> int:
        """The number of sets that hold at least so many games."""
        return -(-games // self.players)


def labels(names: Sequence[str]) -> dict[str, str]:
    """Short names to show: of programs and classes of others their last word, where that is not another's too."""
    short = {name: _last_word(name) if name.startswith(FOREIGN) else name for name in names}
    words = list(short.values())
    return {name: word if words.count(word) == 1 else name for name, word in short.items()}


def _last_word(name: str) -> str:
    if name.startswith("py:"):
        return name.rpartition(":")[2]
    return name.partition(":")[2].split()[-1].rpartition("/")[2]


def impossible(contest: Contest) -> str | None:
    """Why a contest cannot be played, in one sentence; `None` if it can."""
    if len(contest.bots) < 2:
        return "a contest is between two bots or more"
    if len(set(contest.bots)) < len(contest.bots):
        return "every bot is named once; copies of it sit down where there are more seats than bots"
    if contest.two_colours and contest.players > 3:
        return f"two colours each is for 2 or 3 players, not {contest.players} (R-11.1)"
    return None
