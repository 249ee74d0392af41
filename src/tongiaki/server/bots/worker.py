"""The process in which bots think, `python -m tongiaki.server.bots.worker SERVER`: questions in, answers out."""

import os
import signal
import sys
import threading
import time
from collections import OrderedDict
from contextlib import suppress

from tongiaki.bots import Bot, BotFailed, Limits, make_bot
from tongiaki.bots.bot import Closing, Limited
from tongiaki.bots.registry import offer
from tongiaki.engine import Game
from tongiaki.server.bots.frames import Answer, Ask, framed, read_ask

MOST_KEPT = 8
"""Bots that are kept for their players' next decisions."""

NICE = 5
"""Bots leave the processor to the server when both want it."""


class Thinking:
    """The bots of this process."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], Bot] = OrderedDict()

    def answer(self, ask: Ask) -> Answer:
        """The bot's move, or its error: a faulty bot must not end the process of the others."""
        try:
            bot = self._bot(ask)
            if isinstance(bot, Limited):
                bot.limit(Limits(seconds=ask.seconds, share=ask.share))
            return Answer(bot.choose(Game.from_bytes(ask.state)), limited=isinstance(bot, Limited))
        except BotFailed as failed:
            return Answer(error=f"{failed.kind}: {failed}")
        except Exception as error:
            self._kept.pop((ask.player, ask.bot), None)
            return Answer(error=f"{type(error).__name__}: {error}")

    def _bot(self, ask: Ask) -> Bot:
        if not ask.player:
            return make_bot(ask.bot, ask.seed)
        key = (ask.player, ask.bot)
        if key not in self._kept:
            self._kept[key] = make_bot(ask.bot, ask.seed)
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            _, oldest = self._kept.popitem(last=False)
            if isinstance(oldest, Closing):
                oldest.close()
        return self._kept[key]


def main(server: int, engines: str = "") -> None:
    """Answers until the questions of the server (its process id) end. What a bot prints goes to standard error."""
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    os.nice(NICE)
    threading.Thread(target=_end_with_the_server, args=(server,), daemon=True).start()
    offer(engines)
    thinking = Thinking()
    while (ask := read_ask(questions)) is not None:
        answers.write(framed(thinking.answer(ask)))
        answers.flush()


def _end_with_the_server(server: int) -> None:
    """Ends the process, thinking or not, and the programs it has started, when the server is gone."""
    while os.getppid() == server:
        time.sleep(1)
    with suppress(OSError):
        if os.getpgrp() == os.getpid():
            os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
