"""A worker whose bot fails, each time in the way the environment names."""

import os
import sys
import time

from tongiaki.server.bots.frames import Answer, framed, read_ask


def fail(fault: str) -> None:
    """Answers one question badly, or not at all."""
    if fault == "hang":
        time.sleep(60)
    elif fault == "die":
        os._exit(3)
    answers = {
        "raise": framed(Answer(error="ValueError: no idea")),
        "illegal": framed(Answer(10**6)),
        "noise": b"\0\0\0\2??",
    }
    sys.stdout.buffer.write(answers[fault])
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    while read_ask(sys.stdin.buffer) is not None:
        fail(os.environ["TONGIAKI_TEST_FAULT"])
