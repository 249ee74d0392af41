"""Replay and verify: a record played through the engine, its deck dealing the tiles."""

from collections.abc import Iterator
from typing import Any

from tongiaki.engine import Game, Rules, TongiakiError
from tongiaki.records.catalogue import DECK
from tongiaki.records.notation import parse
from tongiaki.records.record import GameRecord, RecordError


class Replay:
    """A record on its way through the engine.

    ```
    replay = Replay(record)
    for ply, line in replay:      # before each move
        print(ply, len(replay.game.legal()), line)
    replay.game                   # after the last one
    ```
    A tile is dealt from the deck as soon as one is needed, so `game` stands at phase `draw` only if the
    deck has ended: then `out_of_tiles` is true.
    """

    def __init__(self, record: GameRecord) -> None:
        self.record = record
        self.ply = 0
        self.drawn = 0
        self.game = start(record)
        self._deal()

    @property
    def out_of_tiles(self) -> bool:
        """A tile is needed that lies beyond the end of the record's deck."""
        return bool(self.game.phase == "draw")

    @property
    def ended(self) -> bool:
        """All moves of the record have been played."""
        return self.ply == len(self.record.moves)

    def __iter__(self) -> Iterator[tuple[int, str]]:
        while not self.ended:
            yield self.ply, self.record.moves[self.ply]
            self.step()

    def step(self) -> None:
        """Plays the next move and deals; `RecordError` if it cannot be played."""
        line = self.record.moves[self.ply]
        if self.game.is_over:
            raise RecordError("the game is over, no move can follow", self.ply, line)
        if self.out_of_tiles:
            raise RecordError(beyond_the_deck(self.record), self.ply, line)
        try:
            self.game.play(parse(line).line)
        except TongiakiError as error:
            raise RecordError(str(error), self.ply, line) from None
        self.ply += 1
        self._deal()

    def to_ply(self, ply: int) -> Game:
        """Plays until `ply` moves are played; `RecordError` if the record is shorter."""
        if not 0 <= ply <= len(self.record.moves):
            raise RecordError(f"there is no ply {ply}; the record has plies 0 to {len(self.record.moves)}")
        while self.ply < ply:
            self.step()
        return self.game

    def _deal(self) -> None:
        self.drawn += deal(self.game, self.record.deck, self.drawn)


def start(record: GameRecord) -> Game:
    """The game of a record before its first move; `RecordError` if its rules or players are refused."""
    try:
        return Game.start(record.colours, Rules.of(record.rules))
    except TongiakiError as error:
        raise RecordError(str(error)) from None


def deal(game: Game, deck: list[str], drawn: int) -> int:
    """Reveals tiles of the deck from index `drawn` on while the game needs one; how many it were."""
    count = 0
    while game.phase == "draw" and drawn + count < len(deck):
        game.reveal(deck[drawn + count])
        count += 1
    return count


def beyond_the_deck(record: GameRecord) -> str:
    """The sentence for a tile that the record does not know."""
    return f"the next tile is beyond the end of the deck ({len(record.deck)} tiles listed)"


def verify(record: GameRecord) -> Replay:
    """Plays a whole record and recounts its result; `RecordError` if anything does not agree."""
    replay = Replay(record)
    for _ in replay:
        pass
    check_end(replay)
    return replay


def check_end(replay: Replay) -> None:
    """Compares a replay that has ended with the record's deck and result; `RecordError` if they differ."""
    record, ply = replay.record, replay.ply
    over = replay.game.is_over
    if (over or record.result is not None) and len(record.deck) != len(DECK):
        raise RecordError(
            f"a game that is over lists all {len(DECK)} tiles of the deck, not {len(record.deck)}", ply
        )
    if record.result is None:
        return
    if not over and record.result["reason"] != "agreed":
        raise RecordError(f"a result is stored, but the game is not over after {ply} moves", ply)
    difference = _difference(record.result, final_result(replay))
    if difference:
        raise RecordError(difference, ply)


def final_result(replay: Replay) -> dict[str, Any] | None:
    """The recounted result, as it stands if the game was ended by consent; `None` if it still runs."""
    result: dict[str, Any] | None = replay.game.result()
    if result is None and replay.record.result is not None:
        return agreed_result(replay.game)
    return result


def agreed_result(game: Game) -> dict[str, Any]:
    """The result of a game ended early by consent, scored as it stands (R-10.2)."""
    return {"reason": "agreed", "scores": game.scores(), "winners": game.leaders()}


def _difference(stored: dict[str, Any], counted: dict[str, Any] | None) -> str:
    """What differs between two results, as a sentence; empty if nothing does."""
    if counted is None:
        return "a result is stored, but the game is not over"
    if stored["reason"] != counted["reason"]:
        return f"the stored reason is {stored['reason']!r}, the game ended by {counted['reason']!r}"
    for index, (ours, theirs) in enumerate(zip(counted["scores"], stored["scores"], strict=True)):
        for key in ("points", "islands", "boats"):
            if ours[key] != theirs[key]:
                return f"player {index} has {ours[key]} {key}, the stored result says {theirs[key]}"
    if sorted(stored["winners"]) != sorted(counted["winners"]):
        return f"the winners are {counted['winners']}, the stored result says {stored['winners']}"
    return ""
