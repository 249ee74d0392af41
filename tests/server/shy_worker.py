"""A worker that notes what it is asked in a file, and waits to be told to answer by another."""

import os
import sys
import time
from pathlib import Path

from tongiaki.engine import Game
from tongiaki.server.bots.frames import Answer, framed, read_ask

if __name__ == "__main__":
    folder = Path(os.environ["TONGIAKI_TEST_FOLDER"])
    while (ask := read_ask(sys.stdin.buffer)) is not None:
        with (folder / "asked").open("a") as file:
            file.write(f"{ask.player} {ask.share:.3f} {ask.seconds}\n")
        while not (folder / "go").exists():
            time.sleep(0.01)
        sys.stdout.buffer.write(framed(Answer(Game.from_bytes(ask.state).legal()[0])))
        sys.stdout.buffer.flush()
