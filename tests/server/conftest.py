"""A server for each test that asks for one."""

import os
from collections.abc import AsyncIterator, Generator
from pathlib import Path

import pytest

from tests.server.postgres import Cluster, the_cluster
from tests.server.served import Browser, Served, serving
from tongiaki.server.store.address import Address


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """What is about files is tested on files, also where all other tests run on PostgreSQL."""
    with pytest.MonkeyPatch.context() as patch:
        if item.get_closest_marker("in_file"):
            patch.delenv("TONGIAKI_TEST_DB", raising=False)
        return (yield)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Where the databases differ, a test runs on each."""
    if metafunc.definition.get_closest_marker("on_both") and "TONGIAKI_TEST_DB" not in os.environ:
        metafunc.parametrize("_database", ["file", "postgres"], indirect=True)


@pytest.fixture(autouse=True)
def _database(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if getattr(request, "param", "file") == "postgres":
        monkeypatch.setenv("TONGIAKI_TEST_DB", "postgres")


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
def cluster() -> Cluster:
    """A throw-away PostgreSQL."""
    return the_cluster()


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
