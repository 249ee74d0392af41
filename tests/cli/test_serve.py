"""`tongiaki serve`, from start to Ctrl-C."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

from tongiaki.cli import run

PROGRAM = [sys.executable, "-c", "from tongiaki.cli import main; main()", "serve"]


def test_the_server_says_where_it_is_answers_and_ends_quietly(tmp_path):
    words = ["--port", "0", "--db", str(tmp_path / "games.db")]
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    with subprocess.Popen(
        [*PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=environment
    ) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            address = re.search(r"http://127\.0\.0\.1:\d+/", said)
            assert address is not None, said
            with urllib.request.urlopen(address[0] + "healthz", timeout=60) as answer:
                assert answer.status == 200
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 0
            assert process.stderr is not None
            assert "Traceback" not in process.stderr.read()
        finally:
            process.kill()


def test_a_port_in_use_is_one_line(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        words = ["--port", str(taken.getsockname()[1]), "--db", str(tmp_path / "games.db")]
        environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
        ended = subprocess.run(
            [*PROGRAM, *words], capture_output=True, encoding="utf-8", env=environment, timeout=60
        )
    assert ended.returncode == 1
    assert ended.stderr.startswith("tongiaki: cannot listen")
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize("words", [["--port", "70000"], ["--port", "http"]])
def test_a_port_that_is_none_is_refused(words, capsys):
    assert run(["serve", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
