"""The process in which bots think: `python -m tongiaki.server.bots.worker SERVER`, questions in, answers out."""

import os
import sys
import threading
import time

from tongiaki.bots import make_bot
from tongiaki.engine import Game
from tongiaki.server.bots.frames import Answer, Ask, framed, read_ask


def answer(ask: Ask) -> Answer:
    """The bot's move, or its error: a faulty bot must not end the process of the others."""
    try:
        return Answer(make_bot(ask.bot, ask.seed).choose(Game.from_bytes(ask.state)))
    except Exception as error:
        return Answer(error=f"{type(error).__name__}: {error}")


def main(server: int) -> None:
    """Answers until the questions of the server (its process id) end. What a bot prints goes to standard error."""
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    threading.Thread(target=_end_with_the_server, args=(server,), daemon=True).start()
    while (ask := read_ask(questions)) is not None:
        answers.write(framed(answer(ask)))
        answers.flush()


def _end_with_the_server(server: int) -> None:
    """Ends the process, thinking or not, when the server is gone."""
    while os.getppid() == server:
        time.sleep(1)
    os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
