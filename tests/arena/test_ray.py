"""The games of a contest on a Ray cluster, with a stand-in for Ray; with Ray itself: `python -m bench.on_ray`."""

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from tests.arena.test_contest import untimed
from tongiaki.arena.contest import Contest
from tongiaki.arena.kept import Kept
from tongiaki.arena.run import run
from tongiaki.arena.spread import here, ray_cluster
from tongiaki.cli import run as command


class StandIn:
    """As much of Ray as is used: tasks are done when they are waited for, the latest first."""

    def __init__(self) -> None:
        self.began: list[str] = []
        self.most = 0
        self.open = False

    def is_initialized(self) -> bool:
        return self.open

    def init(self, address: str, **_: Any) -> None:
        self.began.append(address)
        self.open = True

    def shutdown(self) -> None:
        self.open = False

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, num_cpus: int) -> Callable[[Callable[..., str]], Any]:
        return lambda function: SimpleNamespace(remote=lambda *words: (function, words))

    def wait(self, tasks: list[Any]) -> tuple[list[Any], list[Any]]:
        self.most = max(self.most, len(tasks))
        return tasks[-1:], tasks[:-1]

    def get(self, tasks: list[Any]) -> list[str]:
        return [function(*words) for function, words in tasks]


def test_a_cluster_gives_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = StandIn()
    monkeypatch.setitem(sys.modules, "ray", ray)
    contest = Contest(("random", "greedy"), 2, "11", rules={"idle_rounds": 10})
    told = []
    for spread in (here, ray_cluster("10.0.0.1:6379")):
        with Kept(None) as kept:
            told.append(untimed(run(contest, 4, kept, spread)))
    assert told[0] == told[1]
    assert ray.began == ["10.0.0.1:6379"]
    assert ray.most == 4  # twice the processors
    assert not ray.open


def test_without_ray_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert command(["arena", "greedy", "random", "--ray", "local"]) == 2
    assert "--ray needs Ray: pip install 'tongiaki[cluster]'" in capsys.readouterr().err
