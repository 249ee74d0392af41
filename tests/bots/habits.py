"""What bots do in their games, counted; for tests and `python -m bench.habits`."""

from dataclasses import dataclass

from tongiaki.bots import played
from tongiaki.bots.greedy import in_company
from tongiaki.engine import COLOURS, Game, Rules
from tongiaki.records import GameRecord, Player
from tongiaki.records.replay import Replay


@dataclass
class Habits:
    """Sums over all seats and games of one bot."""

    seats: int = 0
    won: float = 0.0
    royal_rounds: int = 0
    """For each round and royal island: how long they were had."""
    rounds: int = 0
    boats: int = 0
    """On beaches when a round begins, and those of them beside boats of others."""
    beside_others: int = 0

    @property
    def company(self) -> float:
        """The share of its boats that stood on beaches with others."""
        return self.beside_others / max(1, self.boats)

    @property
    def share(self) -> float:
        """Of victories, a seat."""
        return self.won / self.seats


def watched(names: list[str], games: int, seed: str) -> dict[str, Habits]:
    """Games between bots, seats rotated; the habits of each name."""
    habits = {name: Habits() for name in names}
    players = [Player(colour, [colour]) for colour in COLOURS[: len(names)]]
    for number in range(games):
        turned = names[number % len(names) :] + names[: number % len(names)]
        count(habits, turned, played(players, turned, Rules(), f"{seed} {number // len(names)}"))
    return habits


def count(habits: dict[str, Habits], names: list[str], record: GameRecord) -> None:
    """Add one game."""
    assert record.result is not None
    winners = record.result["winners"]
    for seat, name in enumerate(names):
        habits[name].seats += 1
        habits[name].won += (seat in winners) / len(winners)
    replay, turn = Replay(record), 0
    for _ in replay:
        if replay.game.facts()["turn"] >= turn + len(names):
            turn = replay.game.facts()["turn"]
            look(habits, names, replay.game)


def look(habits: dict[str, Habits], names: list[str], game: Game) -> None:
    """Add what stands on the board when a round begins."""
    numbers = game.numbers()
    for seat, name in enumerate(names):
        own = [colour for colour, player in enumerate(numbers["player"]) if player == seat]
        habits[name].rounds += 1
        habits[name].royal_rounds += sum(numbers["royals"][colour] for colour in own)
        habits[name].boats += sum(numbers["ashore"][colour] for colour in own)
        habits[name].beside_others += in_company(game, seat)
