"""The chances of victory after every event of a game, and how much of each change was the luck of a tile.

A position where a tile is to be turned up is worth the mean of what its tiles lead to. So the luck of a draw – what the
tile that came is worth, less that mean – has the mean 0, whatever the learned value thinks. What a change has beyond
luck is play: of who decided, or who sails. That is all there is, so final − start = play + luck, exactly.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tongiaki.bots.value import win_chances
from tongiaki.engine import Game
from tongiaki.records import GameRecord
from tongiaki.records.replay import Replay

Chances = tuple[float, ...]
"""A number for each player, in the order of play."""


class Moment(NamedTuple):
    """An event, and how the game stands after it."""

    kind: str
    """`start`, `move` or `draw`."""
    player: int | None
    """Who decided, or for whom a tile was turned up; None at the start."""
    step: str
    """The line of the move, or the name of the tile."""
    chances: Chances
    """Of victory, after it; they sum to 1."""
    luck: Chances | None = None
    """Of a draw: what its tile changed against the mean over all that could have come; they sum to 0."""
    play: Chances | None = None
    """What else it changed. With `luck` it is all of the change."""


def chances_of(game: Game) -> Chances:
    """Every player's chance of victory; where a tile is to be turned up, the mean over the tiles."""
    outcomes = game.outcomes()
    if not outcomes:
        return valued(game)
    worth = [tuple(probability * chance for chance in _with(game, tile)) for tile, probability in outcomes]
    return tuple(map(sum, zip(*worth, strict=True)))


def _with(game: Game, tile: str) -> Chances:
    after = game.copy()
    after.reveal(tile)
    return valued(after)


def valued(game: Game) -> Chances:
    """The learned value of a position as it is; the result if the game is over."""
    chances = win_chances(game)
    whole = sum(chances)  # 1, but for the rounding of single precision
    return tuple(chance / whole for chance in chances)


def moments(game: Game, steps: Iterable[str]) -> Iterator[Moment]:
    """The start and each step of a game; a step is a tile where one is to be turned up, else a line.

    The game is left as it is. Raises what `Game.play` and `Game.reveal` do.
    """
    game = game.copy()
    before = chances_of(game)
    yield Moment("start", None, "", before)
    for step in steps:
        player, luck = game.active_player, None
        if drawn := game.phase == "draw":
            game.reveal(step)
            luck = less(valued(game), before)
        else:
            game.play(step)
        after = chances_of(game)
        play = less(less(after, before), luck) if luck else less(after, before)
        yield Moment("draw" if drawn else "move", player, step, after, luck, play)
        before = after


def less(these: Chances, those: Chances) -> Chances:
    """The differences."""
    return tuple(a - b for a, b in zip(these, those, strict=True))


def steps_of(record: GameRecord) -> list[str]:
    """The moves and tiles of a record, in the order in which they happened; `RecordError` if it cannot be played."""
    replay = Replay(record)
    steps = list(record.deck[: replay.drawn])
    while not replay.ended:
        line, drawn = record.moves[replay.ply], replay.drawn
        replay.step()
        steps += [line, *record.deck[drawn : replay.drawn]]
    return steps
