"""A server for each test that asks for one."""

from collections.abc import AsyncIterator, Generator, Iterator
from pathlib import Path

import pytest

from tests.server.postgres import Cluster, running_cluster
from tests.server.served import Browser, Served, serving
from tongiaki.server.store.address import Address


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """What is about files is tested on files, also where all other tests run on PostgreSQL."""
    with pytest.MonkeyPatch.context() as patch:
        if item.get_closest_marker("in_file"):
            patch.delenv("TONGIAKI_TEST_DB", raising=False)
        return (yield)


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


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A throw-away PostgreSQL."""
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture
def postgres(cluster: Cluster) -> Address:
    """An empty database in it."""
    return cluster.database()


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | Address:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return tmp_path / "games.db"
    found: Address = request.getfixturevalue("postgres")
    return found
