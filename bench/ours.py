"""Our own rates. Run as a program it prints one JSON line: `python -m bench.ours SECONDS` (for the uncompiled copy)."""

import json
import sys
import threading
import time
import warnings
from random import Random

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # uncompiled on purpose
    from tongiaki.engine import COMPILED, Game, random_games

FOUR = [["red"], ["blue"], ["green"], ["yellow"]]


def games_a_second(seconds: float, first: int = 0) -> dict[str, float]:
    """Random games of four players with default rules: games and decisions a second of processor time."""
    games, plies, batch = 0, 0, 1
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        done = random_games(batch, FOUR, seed=1, first=first + games)
        games, plies = games + batch, plies + int(str(done["plies"]))
        batch = min(2 * batch, 4000)
    return {"games": games / spent, "decisions": plies / spent}


def positions(count: int) -> list[Game]:
    """Games with a decision to make, from all parts of twenty random games."""
    rng, found = Random(1), []
    for _ in range(20):
        game = Game.start(FOUR)
        while not game.is_over:
            if game.phase == "draw":
                game.reveal(rng.choice(game.deck_left))
                continue
            found.append(game.copy())
            game.apply(rng.choice(game.legal()))
    rng.shuffle(found)
    return found[:count]


def copy_nanoseconds(games: list[Game], times: int = 100) -> float:
    """One `copy`, called from Python."""
    begin = time.process_time()
    for _ in range(times):
        for game in games:
            game.copy()
    return (time.process_time() - begin) / (times * len(games)) * 1e9 - loop_nanoseconds(games, times)


def apply_nanoseconds(games: list[Game], times: int = 100) -> float:
    """One `apply` of a random legal move, called from Python."""
    rng, spent = Random(2), 0.0
    moves = [rng.choice(game.legal()) for game in games]
    for _ in range(times):
        pairs = list(zip([game.copy() for game in games], moves, strict=True))
        begin = time.process_time()
        for game, move in pairs:
            game.apply(move)
        spent += time.process_time() - begin
    return spent / (times * len(games)) * 1e9 - loop_nanoseconds(games, times)


def loop_nanoseconds(games: list[Game], times: int) -> float:
    """The loops alone."""
    begin = time.process_time()
    for _ in range(times):
        for _game in games:
            pass
    return (time.process_time() - begin) / (times * len(games)) * 1e9


def threads_ratio(games: int) -> float:
    """Games of two threads together in the time in which one alone plays half of them; by the clock on the wall."""
    begin = time.perf_counter()
    random_games(games, FOUR, seed=3)
    alone = time.perf_counter() - begin
    pair = [threading.Thread(target=random_games, args=(games, FOUR), kwargs={"seed": 3}) for _ in range(2)]
    begin = time.perf_counter()
    for thread in pair:
        thread.start()
    for thread in pair:
        thread.join()
    return 2 * alone / (time.perf_counter() - begin)


if __name__ == "__main__":
    assert not COMPILED, "this is for a copy without built libraries"
    print(json.dumps({"uncompiled games": games_a_second(float(sys.argv[1]))["games"]}))
