"""`python -m bench.on_ray [ADDRESS]`: a contest on a Ray cluster has the result it has in one process.

Needs `pip install 'tongiaki[cluster]'`. Without an address a cluster is started on this machine. Exit code 1 if the
results differ.
"""

import sys
import time
from typing import Any

from tongiaki.arena.contest import Contest
from tongiaki.arena.kept import Kept
from tongiaki.arena.run import run
from tongiaki.arena.spread import Spread, here, ray_cluster

CONTEST = Contest(("random", "greedy"), 3, "11", rules={"idle_rounds": 10})
SETS = 8


def result(spread: Spread) -> dict[str, Any]:
    """Without the time that decisions took."""
    begun = time.perf_counter()
    with Kept(None) as kept:
        told = run(CONTEST, SETS, kept, spread).to_dict()
    print(f"{told['games']} games in {time.perf_counter() - begun:.1f} s")
    for bot in told["bots"]:
        del bot["seconds"]
    return told


def main() -> int:
    same = result(here) == result(ray_cluster(sys.argv[1] if len(sys.argv) > 1 else "local"))
    print("the same result" if same else "the results differ")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
