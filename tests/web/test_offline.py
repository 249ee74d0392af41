"""Without a connection: the page says so, keeps what is staged, and goes on when the server is back."""

import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.players import PATIENCE, Pointer, expect_bar, look, wait_past
from tests.web.serving import start

Table = Callable[..., None]


class Stoppable:
    """A server that goes and comes at one address, with one database."""

    def __init__(self, db: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.db = db
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.process, _ = start(self.db, self.port)

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


def test_a_game_outlives_its_server_and_the_persons_choice_does_too(page: Page, tmp_path: Path) -> None:
    server = Stoppable(tmp_path / "games.db")
    server.start()
    try:
        seats = [{"name": "Ana", "colours": ["red"]}, {"name": "Bo", "colours": ["blue"]}]
        made = page.request.post(f"{server.address}/api/tables", data={"seats": seats, "start": 0})
        page.goto(f"{server.address}/g/{made.json()['id']}")
        page.wait_for_selector(".game")
        hand = Pointer(page)
        hand.pick(lambda id: id == "Tonga c")

        server.stop()
        notice = page.get_by_test_id("lost")
        expect(notice).to_contain_text("does not answer", timeout=PATIENCE)
        expect(notice).to_contain_text("What you have chosen is kept")
        page.context.set_offline(True)
        expect(notice).to_contain_text("You are offline")
        page.context.set_offline(False)
        expect(page.get_by_test_id("confirm")).to_be_enabled()  # still staged

        with page.expect_event("websocket"):
            page.get_by_role("button", name="Try now").click()
        expect(notice).to_be_visible()  # still away

        server.start()
        expect(notice).to_have_count(0, timeout=PATIENCE)  # it comes back by itself
        expect(page.locator("[data-target='Tonga c']")).to_have_attribute("aria-pressed", "true")
        seq = look(page)["seq"]
        page.get_by_test_id("confirm").click()
        wait_past(page, seq)
        expect_bar(page, "Bo — place boat 1 of 2")
    finally:
        server.stop()


def test_what_is_confirmed_without_a_server_is_played_once_when_it_is_back(
    page: Page, tmp_path: Path
) -> None:
    server = Stoppable(tmp_path / "games.db")
    server.start()
    try:
        seats = [{"name": "Ana", "colours": ["red"]}, {"name": "Bo", "colours": ["blue"]}]
        made = page.request.post(f"{server.address}/api/tables", data={"seats": seats, "start": 0})
        page.goto(f"{server.address}/g/{made.json()['id']}")
        page.wait_for_selector(".game")
        seq = look(page)["seq"]
        server.stop()
        page.get_by_test_id("lost").wait_for()
        Pointer(page).pick(lambda id: id == "Tonga c")  # chosen while it is away
        page.get_by_test_id("confirm").click()
        server.start()
        wait_past(page, seq)
        expect(page.get_by_test_id("lost")).to_have_count(0)
        assert look(page)["seq"] == seq + 1
    finally:
        server.stop()
