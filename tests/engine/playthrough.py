"""Random games written down in full, for the comparison of the compiled with the uncompiled engine.

python playthrough.py SEED …    one line a seed: the digest of every state, list and effect of the game
"""

import hashlib
import json
import sys
import warnings
from random import Random


def digest(seed: int) -> str:
    from tests.engine.play import ending_table, random_taste, step
    from tongiaki.engine import Game, Rules

    rng = Random(seed)
    players, rules = ending_table(rng)
    game, choose = Game.start(players, Rules.of(rules)), random_taste(rng)
    game.watch(True)
    told = hashlib.sha256()
    while not game.is_over:
        step(game, rng, choose)
        whole = [
            game.legal(),
            game.distributions(),
            [[type(e).__name__, *e] for e in game.effects()],
            game.facts(),
        ]
        told.update(json.dumps(whole, sort_keys=True).encode())
        told.update(game.to_bytes())
        told.update(repr(game.key()).encode())
        told.update(repr(game.outcomes()).encode())
    told.update(json.dumps(game.result()).encode())
    return told.hexdigest()


if __name__ == "__main__":
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import tongiaki.engine

    from tongiaki.engine import Rules, random_games

    print(tongiaki.engine.COMPILED)
    print(json.dumps(random_games(20, [["red"], ["blue"], ["green"]], Rules.preset("NL-2"), 7)))
    for seed in map(int, sys.argv[1:]):
        print(digest(seed))
