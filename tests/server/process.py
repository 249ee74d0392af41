"""The server as a process of its own, to be killed."""

import asyncio
import contextlib
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2

from tests.server.inside import address_of
from tests.server.served import PATIENCE, Browser
from tongiaki.server.store.address import Address

SERVE = "import sys; from tongiaki.server import serve; sys.exit(serve(sys.argv[1], int(sys.argv[2]), sys.argv[3]))"

MOST_SAID = 2**26
"""Bytes of its log that are taken without anybody reading them; after that the server would wait to say more."""


async def start(
    db: Path | Address, host: str = "127.0.0.1", port: int = 0, **settings: object
) -> asyncio.subprocess.Process:
    """Starts it; standard output and error can be read."""
    environment = {f"TONGIAKI_{name.upper()}": str(value) for name, value in settings.items()}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        SERVE,
        host,
        str(port),
        address_of(db),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        limit=MOST_SAID,
        env={**os.environ, "TONGIAKI_BOT_PACE": "0", "PYTHONFAULTHANDLER": "1", **environment},
    )


async def refused(db: Path | Address, **given: object) -> tuple[int | None, str]:
    """Starts a server that cannot start: its exit code and what it says."""
    process = await start(db, **given)  # type: ignore[arg-type]
    try:
        _, said = await asyncio.wait_for(process.communicate(), PATIENCE)
    finally:
        if process.returncode is None:
            process.kill()
    return process.returncode, said.decode()


@contextlib.asynccontextmanager
async def running(db: Path | Address, **settings: object) -> AsyncIterator["Running"]:
    """A server that runs until the block ends (or it is killed in it)."""
    process = await start(db, **settings)
    try:
        line = await _address(process)
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, line or (await process.communicate())[1].decode()
        yield Running(process, int(found[1]))
    finally:
        if process.returncode is None:
            process.terminate()
        await asyncio.wait_for(process.communicate(), PATIENCE)


async def _address(process: asyncio.subprocess.Process) -> str:
    """What it says first. A server that says nothing says where it is."""
    assert process.stdout is not None
    try:
        return (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode()
    except TimeoutError:
        process.send_signal(signal.SIGABRT)
        _, said = await process.communicate()
        raise AssertionError(said.decode()) from None


class Running:
    """Where it answers."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process = process
        self.port = port

    async def kill(self) -> None:
        """`kill -9`."""
        self.process.kill()
        await self.process.wait()

    @contextlib.asynccontextmanager
    async def browser(self, cookies: object = None) -> AsyncIterator[Browser]:
        """A browser, with the cookies of an earlier one if given."""
        address = f"http://127.0.0.1:{self.port}"
        async with httpx2.AsyncClient(base_url=address, timeout=PATIENCE, cookies=cookies) as http:  # type: ignore[arg-type]
            yield Browser(self.port, http)
