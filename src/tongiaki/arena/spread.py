"""The games of a contest, played in this process, in several, or on a Ray cluster; they come as they are finished."""

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from typing import Any

from tongiaki.arena.contest import Contest
from tongiaki.arena.game import play_game

Spread = Callable[[Contest, Iterable[int]], Iterator[str]]
"""Plays the games of these numbers; their lines in any order."""


def here(contest: Contest, numbers: Iterable[int]) -> Iterator[str]:
    """One after the other, in this process."""
    for number in numbers:
        yield play_game(contest, number)


def processes(jobs: int) -> Spread:
    """So many at the same time, each in a process."""

    def spread(contest: Contest, numbers: Iterable[int]) -> Iterator[str]:
        waiting = iter(numbers)
        pool = ProcessPoolExecutor(jobs, get_context("spawn"))
        try:
            # A few more than there are processes, so that none waits for us; not all, so that we can stop early.
            with _interrupts_held():
                running: set[Future[str]] = {
                    pool.submit(play_game, contest, n) for n in islice(waiting, 2 * jobs)
                }
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                running |= {pool.submit(play_game, contest, number) for number in islice(waiting, len(done))}
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)

    return spread


def ray_cluster(address: str) -> Spread:
    """On a Ray cluster (`local`: one that is started here), as many at the same time as it has processors."""
    import ray

    def spread(contest: Contest, numbers: Iterable[int]) -> Iterator[str]:
        started = not ray.is_initialized()
        if started:
            ray.init(address=address, log_to_driver=False, configure_logging=False)
        try:
            remote: Any = ray.remote(num_cpus=1)(play_game)
            waiting = iter(numbers)
            most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
            running = [remote.remote(contest, number) for number in islice(waiting, most)]
            while running:
                done, running = ray.wait(running)
                running += [remote.remote(contest, number) for number in islice(waiting, len(done))]
                yield from ray.get(done)
        finally:
            if started:
                ray.shutdown()

    return spread


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """The processes that are begun here hear of no interrupt, from their first moment on: this one says that it was."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
