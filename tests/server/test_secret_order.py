"""R-1.4: the same moves with the unseen tiles in another order: the same bytes to everybody, up to the next tile."""

import inspect
import io
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tests.server.logged import logged
from tests.server.served import Served, serving
from tests.server.unseen import Game, Seeds, Shuffler
from tongiaki.bots import BOTS
from tongiaki.server import deal
from tongiaki.server.bots import pool
from tongiaki.server.rooms import talk

GAMES = int(os.environ.get("TONGIAKI_UNSEEN", "4"))
"""200 for a soak."""


class Asked:
    """What a bot was asked after so many tiles, and its move, if it still came to it when the game was ended."""

    def __init__(self, drawn: int, question: Any) -> None:
        self.drawn = drawn
        self.question = question
        self.move: int | None = None


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """All that the server logs."""
    with logged("debug") as written:
        yield written


async def test_nobody_hears_of_the_order_of_the_unseen_tiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    """At one screen and in rooms, with bots, undo, reconnects, previews, odds, ways out, talk and errors."""
    monkeypatch.setattr(
        talk, "SECONDS", 0.0
    )  # the pace of talk is that of the clock, which both games do not share
    async with serving(tmp_path / "games.db") as served:
        asked = _listen_to_bots(served, monkeypatch)
        for seed in range(GAMES):
            same = Random(seed).randrange(20)
            heard, moves = [], []
            for variant in (0, 1):
                shuffler = Shuffler(seed, variant, same)
                monkeypatch.setattr(deal, "SystemRandom", shuffler)
                monkeypatch.setattr(pool, "secrets", Seeds(seed))
                log.seek(0)
                log.truncate()
                asked.clear()
                game = Game(served, seed, shuffler, log.getvalue)
                said = await game.play(at_one_screen=seed % 2 == 0)
                before = [ask for ask in asked if ask.drawn <= same]
                said["bots"] = [game.masked(str(ask.question)) for ask in before]
                moves.append([ask.move for ask in before])
                heard.append(said)
            for one, other in zip(*moves, strict=False):
                assert one == other or None in (one, other), f"seed {seed}"
            assert heard[0].keys() == heard[1].keys()
            for who, said_to in heard[0].items():
                assert said_to == heard[1][who], f"seed {seed}: {who}"


def _listen_to_bots(served: Served, monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """What the bots of the latest table are asked and answer, from now on."""
    asked: list[Asked] = []
    ask = pool.BotPool._ask

    async def overheard(self: pool.BotPool, question: Any, *more: Any) -> int:
        table = list(served.app.state.tables.live)[-1]
        drawn = sum(event.kind == "draw" for event in table.course.events)
        asked.append(Asked(drawn, unhurried(question)))
        answer = asked[-1]
        answer.move = await ask(self, answer.question, *more)
        return answer.move

    monkeypatch.setattr(pool.BotPool, "_ask", overheard)
    return asked


def unhurried(question: Any) -> Any:
    """The same question, to be answered after so many nodes, whatever the time: else a move would depend on it."""
    if "nodes" not in inspect.signature(BOTS[question.bot]).parameters:
        return question
    return msgspec.structs.replace(question, bot=f"{question.bot}:nodes=20:seconds=3600", seconds=3600.0)
