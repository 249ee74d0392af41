"""Which model of OpenSkill foretells results of Tongiaki best? `python -m bench.rating_models [GAMES]`.

Eight players of known strength play games of two to six: each is greedy with a probability of its own, else random.
Each model rates them game by game, in several orders; what is compared is the log loss of its forecast for each pair.
"""

import math
import random
import sys

from openskill.models import (
    BradleyTerryFull,
    BradleyTerryPart,
    PlackettLuce,
    ThurstoneMostellerFull,
    ThurstoneMostellerPart,
)

from tongiaki.bots import make_bot
from tongiaki.engine import Game
from tongiaki.records.catalogue import COLOURS

MODELS = (PlackettLuce, BradleyTerryFull, BradleyTerryPart, ThurstoneMostellerFull, ThurstoneMostellerPart)
GREEDY = {f"p{index}": greedy for index, greedy in enumerate((0, 0, 0.2, 0.4, 0.6, 0.8, 1, 1))}
LEARNT = 100
"""Games that a model may learn from before it is judged."""
ORDERS = 6

Result = tuple[list[str], list[int]]


def play(chance: random.Random) -> Result:
    """Who has played, and the places: 1 is the winner, equal ones are shared (R-10.2)."""
    who = chance.sample(list(GREEDY), chance.choice((2, 3, 4, 4, 5, 6)))
    greedy, uniform = make_bot("greedy", chance.random()), make_bot("random", chance.random())
    game = Game.start([[colour] for colour in COLOURS[: len(who)]])
    while not game.is_over:
        if game.phase == "draw":
            tiles, odds = zip(*game.outcomes(), strict=True)
            game.reveal(chance.choices(tiles, odds)[0])
        else:
            is_greedy = chance.random() < GREEDY[who[game.active_player or 0]]
            game.apply((greedy if is_greedy else uniform).choose(game))
    keys = [(-score["points"], -score["islands"], score["boats"]) for score in game.result()["scores"]]
    return who, [1 + sorted(keys).index(key) for key in keys]


def loss(kind: type, games: list[Result]) -> float:
    """The mean log loss of the model's forecasts, a pair of players each."""
    model, ratings = kind(), {}
    losses = []
    for number, (who, places) in enumerate(games):
        teams = [[ratings.setdefault(name, model.rating())] for name in who]
        if number >= LEARNT:
            losses += [
                -math.log(forecast(model, teams[one][0], teams[other][0]))
                for one in range(len(who))
                for other in range(len(who))
                if places[one] < places[other]
            ]
        ratings.update(zip(who, (team[0] for team in model.rate(teams, ranks=places)), strict=True))
    return sum(losses) / len(losses)


def forecast(model, one, other) -> float:  # type: ignore[no-untyped-def]
    """The probability that one comes before the other."""
    width = math.sqrt(2 * model.beta**2 + one.sigma**2 + other.sigma**2)
    return 1 / (1 + math.exp((other.mu - one.mu) / width))


def main(number: int) -> None:
    """Plays, then prints a line for each model."""
    games = [play(random.Random(seed)) for seed in range(number)]
    for kind in MODELS:
        shuffled = [random.Random(order).sample(games, len(games)) for order in range(ORDERS)]
        losses = [loss(kind, order) for order in shuffled]
        print(f"{kind.__name__:24} {sum(losses) / ORDERS:.4f}  ({min(losses):.4f} to {max(losses):.4f})")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
