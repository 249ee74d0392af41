"""A server for each test that asks for one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.served import Browser, Served, serving


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    """A server with an empty database."""
    async with serving(tmp_path / "games.db") as served:
        yield served


@pytest.fixture
async def guest(served: Served) -> AsyncIterator[Browser]:
    """A browser at that server."""
    async with served.browser() as guest:
        yield guest
