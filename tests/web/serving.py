"""The server as a process of its own, for browsers."""

import os
import re
import subprocess
import sys
from pathlib import Path

SERVE = """import os, sys, threading
from tongiaki.server import serve
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()
sys.exit(serve('127.0.0.1', int(sys.argv[1]), sys.argv[2]))"""
"""It ends with the process that started it, however that ends."""


def start(db: Path, port: int = 0) -> tuple[subprocess.Popen[str], str]:
    """Starts it with bots that do not pause; port 0: a free one. The process, and its address."""
    complaints = db.with_suffix(".errors")
    with complaints.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(port), str(db)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, "TONGIAKI_BOT_PACE": "0"},
        )
    assert process.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
    if not found:
        process.kill()
        process.communicate()
        raise AssertionError(f"the server does not start: {complaints.read_text()}")
    return process, found[0]
