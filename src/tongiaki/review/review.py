"""A whole game reviewed: its moments, its judged decisions, and what decided it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tongiaki.engine import Game, move_of
from tongiaki.records import GameRecord
from tongiaki.records.replay import start
from tongiaki.review.decisions import NODES, Judged, judged
from tongiaki.review.moments import Moment, moments, steps_of

FORMAT = "tongiaki-review/1"


class Share(NamedTuple):
    """How a player's chance went from the start to the end: end − start = own + others + luck."""

    start: float
    end: float
    own: float
    """By the own play."""
    others: float
    """By the play of the others."""
    luck: float
    """By the tiles."""


@dataclass
class Review:
    """What was found; `judged` by the number of the event, of those looked at so far."""

    moments: list[Moment]
    judged: dict[int, Judged] = field(default_factory=dict)

    def shares(self) -> list[Share]:
        """Of each player, in the order of play."""
        return shares(self.moments)

    def given_away(self) -> list[float]:
        """The sum of each player's errors."""
        sums = [0.0] * len(self.moments[0].chances)
        for number, one in self.judged.items():
            player = self.moments[number].player
            assert player is not None
            sums[player] += one.error
        return sums

    def luckiest(self, most: int = 3) -> list[int]:
        """The draws that changed most for anybody, the greatest first: numbers of events."""
        draws = [n for n, moment in enumerate(self.moments) if moment.luck is not None]
        return sorted(draws, key=lambda n: -max(map(abs, self.moments[n].luck or ())))[:most]

    def worst(self, most: int = 3) -> list[int]:
        """The decisions that gave away most, the greatest first: numbers of events."""
        erring = [n for n, one in self.judged.items() if one.error > 0]
        return sorted(erring, key=lambda n: -self.judged[n].error)[:most]


def shares(passed: Sequence[Moment]) -> list[Share]:
    """How every player's chance went; `own`, `others` and `luck` are summed up, not what is left of the whole."""
    count = len(passed[0].chances)
    own, others, luck = ([0.0] * count for _ in range(3))
    for moment in passed:
        for player in range(count):
            if moment.play is not None:
                (own if moment.player == player else others)[player] += moment.play[player]
            if moment.luck is not None:
                luck[player] += moment.luck[player]
    first, last = passed[0].chances, passed[-1].chances
    return [Share(*parts) for parts in zip(first, last, own, others, luck, strict=True)]


def decisions(game: Game, steps: Sequence[str]) -> list[tuple[int, Game]]:
    """The positions in which there was a choice, each with the number of the event that was chosen."""
    game, found = game.copy(), []
    for number, step in enumerate(steps, 1):
        if game.phase == "draw":
            game.reveal(step)
            continue
        if len(game.legal()) > 1:
            found.append((number, game.copy()))
        game.apply(move_of(step))
    return found


def review_of(
    record: GameRecord,
    nodes: int = NODES,
    seed: int = 0,
    after_each: Callable[[int, int], None] | None = None,
) -> Review:
    """The review of a record, as far as it goes; `RecordError` if it cannot be played.

    nodes: for each decision; 0: no errors, in a few milliseconds. after_each: told the decisions done, and how many.
    """
    steps, game = steps_of(record), start(record)
    review = Review(list(moments(game, steps)))
    chosen = decisions(game, steps) if nodes else []
    for done, (number, position) in enumerate(chosen, 1):
        found = judged(position, move_of(steps[number - 1]), nodes, seed)
        if found is not None:
            review.judged[number] = found
        if after_each is not None:
            after_each(done, len(chosen))
    return review


def written(review: Review, record: GameRecord, nodes: int) -> dict[str, Any]:
    """The review as JSON values (`tongiaki-review/1`, docs/review.md)."""
    given = review.given_away()
    players = [
        {"name": player.name, "colours": player.colours, **share._asdict(), "given_away": given[number]}
        for number, (player, share) in enumerate(zip(record.players, review.shares(), strict=True))
    ]
    return {
        "format": FORMAT,
        "id": record.other.get("id"),
        "nodes": nodes,
        "players": players,
        "events": [_event(review, number) for number in range(len(review.moments))],
        "luckiest": review.luckiest(),
        "worst": review.worst(),
    }


def _event(review: Review, number: int) -> dict[str, Any]:
    moment, found = review.moments[number], review.judged.get(number)
    step = {"move": {"line": moment.step}, "draw": {"tile": moment.step}}.get(moment.kind, {})
    parts = {"luck": moment.luck, "play": moment.play}
    return {
        "kind": moment.kind,
        "player": moment.player,
        **step,
        "chances": moment.chances,
        **{name: part for name, part in parts.items() if part is not None},
        **(found._asdict() if found else {}),
    }
