"""Whole games in Chromium, from the first boat to the result."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import moving
from tests.web.players import PATIENCE, Keyboard, Player, Pointer, expect_bar, log, look
from tongiaki.records import GameRecord

Table = Callable[..., None]

NO_NEWCOMER = """localStorage.setItem('tongiaki-learn', '{"toured": true}');"""
"""The first game of a newcomer has hints, and a test of its own."""


def expect_result(page: Page) -> None:
    """The result: who wins, and the points that the players' panel shows too."""
    expect(page.locator("#end-title")).to_have_text(
        re.compile(r"wins? .*\d+ points?|share"), timeout=PATIENCE
    )
    expect_bar(page, "The game is over.")
    for row in page.locator(".end tbody tr").all():
        name = row.locator("th").inner_text().split()[0]
        panel = (
            page.locator(".players li", has=page.get_by_text(name, exact=True)).locator(".points span").first
        )
        assert row.locator("td").first.inner_text() == panel.inner_text()
    assert "The game is over." in log(page)


@pytest.mark.slow
def test_a_whole_game_by_pointer_against_two_bots(page: Page, new_table: Table) -> None:
    new_table(None, "greedy", "greedy")
    Pointer(page, 5).play_to_end()
    expect_result(page)

    with page.expect_download() as download:
        page.get_by_role("link", name="Download record").click()
    text = Path(download.value.path()).read_text("utf-8")
    record = GameRecord.from_json(text)
    assert record.result is not None

    page.goto("/record")
    page.get_by_label("Open a file").set_input_files(download.value.path())
    expect(page.get_by_text(re.compile(r"Step 0 of \d+"))).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("#end-title")).to_have_text(re.compile("points"))
    winner = json.loads(text)["players"][record.result["winners"][0]]["name"]
    expect(page.locator("#end-title")).to_contain_text(winner)


@pytest.mark.slow
def test_a_whole_game_by_keyboard_alone_from_the_start_page(page: Page) -> None:
    page.add_init_script(NO_NEWCOMER)
    page.goto("/")
    page.get_by_role("button", name="Play a bot now").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".game")
    Keyboard(page, 7).play_to_end()
    expect_result(page)

    page.get_by_role("button", name="Rematch").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => Number(document.querySelector('.game')?.dataset.seq) < 8")
    expect(page.locator("#end-title")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("player", [Pointer, Keyboard])
@moving
def test_three_people_at_one_screen(page: Page, from_golden: Table, player: type[Player]) -> None:
    """The last third of a game; it is always clear whose turn it is."""
    from_golden(4, 130)
    at_screen = player(page, 3)
    seen = look(page)
    while seen["phase"] != "over":
        active = page.locator(".players li[aria-current]")
        expect(active).to_have_count(1)
        expect(page.get_by_test_id("bar")).to_contain_text(active.locator(".text").inner_text())
        at_screen.decide()
        seen = look(page)
    expect_result(page)
