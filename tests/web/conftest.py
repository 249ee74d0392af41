"""A real server with an empty database, and Chromium."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Page, expect

from tests.records.samples import running
from tests.web.players import PATIENCE
from tests.web.serving import start

WHOLE = shutil.which("chromium")
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NO_FILM = """if (!localStorage.getItem('tongiaki-settings')) {
  localStorage.setItem('tongiaki-settings', '{"speed": "off"}');
}"""
"""Films have a test of their own; elsewhere nothing is waited for."""
expect.set_options(timeout=PATIENCE)
STILL = "reduce"
"""What moves has tests of its own, marked `moving`; elsewhere nothing is drawn sixty times a second."""
moving = pytest.mark.browser_context_args(reduced_motion="no-preference")


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server keeps everything."""
    return tmp_path_factory.mktemp("server") / "games.db"


@pytest.fixture(scope="session")
def server(database: Path) -> Iterator[str]:
    """The address of a server whose bots do not pause."""
    process, address = start(database)
    yield address
    process.terminate()
    process.communicate()


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {"executable_path": CHROMIUM, "args": FLAGS} if CHROMIUM else {"args": FLAGS}


@pytest.fixture
def whole_browser(browser_type: BrowserType) -> Iterator[Browser]:
    """For what the headless shell has not: notices of the system."""
    with browser_type.launch(
        executable_path=WHOLE, channel=None if WHOLE else "chromium", args=FLAGS
    ) as browser:
        yield browser


@pytest.fixture
def browser_context_args(server: str) -> dict[str, Any]:
    return {"base_url": server, "viewport": {"width": 1280, "height": 800}, "reduced_motion": STILL}


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """A page without films, which must not report an error of its own, nor use what our policy forbids."""
    errors: list[str] = []
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: (errors.append(str(error)), print(error)))
    page.on(
        "console", lambda said: errors.append(said.text) if "Content Security Policy" in said.text else None
    )
    page.add_init_script(NO_FILM)
    yield page
    assert errors == []


Table = Callable[..., None]


@pytest.fixture
def new_table(page: Page) -> Table:
    """Makes a table and goes there: persons and bots by name."""

    def make(*bots: str | None, **more: object) -> None:
        colours = ["red", "blue", "green", "yellow", "orange", "purple"]
        names = ["Ana", "Bo", "Cy", "Dee", "Eli", "Fay"]
        seats = [{"name": names[i], "colours": [colours[i]], "bot": bot} for i, bot in enumerate(bots)]
        go(page, {"seats": seats, "start": 0, **more})

    return make


@pytest.fixture
def from_golden(page: Page) -> Table:
    """Goes on with a golden game from a ply, its tiles coming in the order of the record; all seats are persons."""

    def make(number: int, moves: int) -> None:
        go(page, {"record": running(moves, 31, number)})

    return make


def go(page: Page, table: dict[str, object]) -> None:
    """Makes a table and opens its page."""
    headers = {"Content-Type": "application/json"}
    response = page.request.post("/api/tables", data=json.dumps(table), headers=headers)
    assert response.ok, response.text()
    page.goto(f"/g/{response.json()['id']}")
    page.wait_for_selector(".game")
