"""A throw-away PostgreSQL: a cluster for a whole run of the tests, a database for each test."""

import atexit
import contextlib
import functools
import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tongiaki.server.store.address import Address

_numbers = itertools.count()


def programs() -> Path:
    """Where `initdb` and `pg_ctl` are; a test that needs them fails where they are missing, and says what helps."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda at: int(at.parts[-3]))
    if found:
        return found[-1].parent
    if (path := shutil.which("initdb")) is not None:
        return Path(path).resolve().parent
    pytest.fail("PostgreSQL is missing: run scripts/postgres, or apt-get install postgresql")


class Cluster:
    """PostgreSQL on a port of its own, in a folder that goes with it."""

    def __init__(self, folder: Path, *initdb: str) -> None:
        self._bin = programs()
        self._folder = folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        if os.getuid() == 0:
            shutil.chown(folder, "postgres")
        as_ever = ["--auth=trust", "--username=postgres", "--no-sync", "--encoding=UTF8", "--locale=C"]
        self._run("initdb", *as_ever, *initdb)
        self.start()

    def start(self) -> None:
        """Until it answers."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self._folder} -c fsync=off"
        self._run(
            "pg_ctl", "--wait", "--silent", f"--log={self._folder}/log", f"--options={options}", "start"
        )

    def stop(self, mode: str = "immediate") -> None:
        """immediate: as if it had been killed."""
        self._run("pg_ctl", "--wait", "--silent", f"--mode={mode}", "stop")

    def fill(self) -> None:
        """Not a byte more fits on its disk, until `free`."""
        with contextlib.suppress(OSError), (self._folder / "ballast").open("wb", buffering=0) as ballast:
            while True:
                ballast.write(bytes(2**12))

    def fill_journal(self) -> None:
        """As `fill`, and the next file of its journal would have to begin: it falls, and cannot rise before `free`."""
        self.fill()
        writes = "SELECT pg_logical_emit_message(false, 'test', repeat('x', 500000))"
        asks = [self._bin / "psql", "--host=127.0.0.1", f"--port={self.port}", "--username=postgres"]
        while subprocess.run([*asks, "--quiet", "--command", writes], capture_output=True).returncode == 0:
            pass

    def free(self) -> None:
        """There is room again. What has given up meanwhile is started, as its operator would."""
        (self._folder / "ballast").unlink()
        asks = [
            self._bin / "pg_isready",
            "--quiet",
            "--host=127.0.0.1",
            f"--port={self.port}",
            "--username=postgres",
        ]
        while subprocess.run(asks).returncode != 0:
            if not (self._folder / "data" / "postmaster.pid").exists():
                self.start()

    def freeze(self) -> None:
        """Nobody is answered, and no connection is lost, until `thaw`."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on as if nothing had happened."""
        self._signal(signal.SIGCONT)

    def _signal(self, signal: int) -> None:
        """To all its processes, the one first that makes others."""
        first = int((self._folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(first, signal)
        for child in Path(f"/proc/{first}/task/{first}/children").read_text().split():
            with contextlib.suppress(ProcessLookupError):  # it has just ended
                os.kill(int(child), signal)

    def database(self) -> Address:
        """A new, empty one."""
        name = f"test_{next(_numbers)}"
        where = ["--host=127.0.0.1", f"--port={self.port}", "--username=postgres"]
        subprocess.run([self._bin / "createdb", *where, name], check=True)
        return Address(f"postgresql://postgres@127.0.0.1:{self.port}/{name}")

    def _run(self, program: str, *words: str) -> None:
        """As another user if we are root, which PostgreSQL refuses to be."""
        other = (
            ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.getuid() == 0 else []
        )
        command = [*other, str(self._bin / program), f"--pgdata={self._folder}/data", *words]
        done = subprocess.run(
            command,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        assert done.returncode == 0, done.stderr.decode()


@functools.cache
def the_cluster() -> Cluster:
    """The one of this run of the tests."""
    ending = contextlib.ExitStack()
    atexit.register(ending.close)
    return ending.enter_context(running_cluster())


@functools.cache
def instead_of(file: Path) -> Address:
    """The database that takes the place of a file where all tests shall run on PostgreSQL."""
    return the_cluster().database()


@contextlib.contextmanager
def running_cluster(*initdb: str, disk: int | None = None) -> Iterator[Cluster]:
    """Until the block ends. disk: on one of its own, of so many MiB; the test is skipped where none can be mounted."""
    with contextlib.ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="tongiaki-postgres-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        if disk is not None:
            _mount(folder, disk)
            stack.callback(subprocess.run, ["umount", folder], check=True)
        cluster = Cluster(folder, *initdb)
        stack.callback(cluster.stop)
        yield cluster


def _mount(folder: Path, size: int) -> None:
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}m", "tongiaki", folder]
    done = subprocess.run(command, capture_output=True)
    if done.returncode != 0:
        pytest.skip(f"no disk of its own can be mounted here: {done.stderr.decode().strip()}")
