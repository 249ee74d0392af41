"""The processes of a measurement: a server on one core, its clients on the other."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SERVER_CORE, CLIENT_CORE = 0, min(1, (os.cpu_count() or 1) - 1)
TICKS = os.sysconf("SC_CLK_TCK")
SERVE = "import sys; from tongiaki.server import serve; sys.exit(serve('127.0.0.1', 0, sys.argv[1]))"


class Process:
    """A program of ours that speaks in lines; it ends with the block."""

    def __init__(self, command: list[str], core: int, folder: Path = ROOT, **environment: str) -> None:
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, {core}),
        )

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.communicate()

    def line(self) -> str:
        """What it says next."""
        assert self._process.stdout is not None
        if not (line := self._process.stdout.readline()):
            raise SystemExit(f"{self._process.args} has ended")
        return line

    def say(self, line: str) -> None:
        """Says something to it."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def go_before(self, others: int) -> None:
        """Its threads get the processor before those of niceness above `others`: a busy machine disturbs less."""
        if others:
            for thread in Path(f"/proc/{self._process.pid}/task").iterdir():
                os.setpriority(os.PRIO_PROCESS, int(thread.name), others)

    @property
    def processor_seconds(self) -> float:
        """So long it has worked."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @property
    def memory(self) -> int:
        """Bytes in memory."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024  # type: ignore[index]


class Ours(Process):
    """Our server on a database; `began` seconds passed until it answered."""

    def __init__(self, db: Path, **settings: object) -> None:
        environment = {f"TONGIAKI_{name.upper()}": str(value) for name, value in settings.items()}
        began = time.perf_counter()
        super().__init__([sys.executable, "-c", SERVE, str(db)], SERVER_CORE, **environment)
        self.port = int(re.search(r":(\d+)/", self.line())[1])  # type: ignore[index]
        self.began = time.perf_counter() - began


class Peer(Process):
    """boardgame.io in a folder where it is installed."""

    def __init__(self, folder: Path, port: int) -> None:
        modules = {"NODE_PATH": str(folder / "node_modules")}
        super().__init__(["node", str(HERE / "peer/server.cjs"), str(port)], SERVER_CORE, **modules)
        self.port = port
        self.line()


class Clients(Process):
    """People at tables; they have sat down when this is made."""

    def __init__(self, port: int, tables: int, people: int = 2, peer: Path | None = None) -> None:
        if peer is None:
            words, more = (
                [sys.executable, "-m", "bench.load.clients", str(port), str(tables), str(people)],
                {},
            )
        else:
            words = ["node", str(HERE / "peer/clients.cjs"), str(port), str(tables)]
            more = {"NODE_PATH": str(peer / "node_modules")}
        super().__init__(words, CLIENT_CORE, **more)
        self.line()

    def finish(self, games: int) -> dict[str, Any]:
        """So many games to their end."""
        self.say(json.dumps({"games": games}))
        figures: dict[str, Any] = json.loads(self.line())
        return figures

    def play(self, server: Process, moves: int, pace: float = 0.0) -> dict[str, Any]:
        """So many moves: latencies in milliseconds, moves a processor-second of the server."""
        worked = server.processor_seconds
        self.say(json.dumps({"moves": moves, "pace": pace}))
        figures: dict[str, Any] = json.loads(self.line())
        worked = server.processor_seconds - worked
        figures["per processor-second"] = figures["moves"] / worked if worked else float("inf")
        return figures
