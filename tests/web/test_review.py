"""Looking back on a game: the ribbon of chances, luck and errors, what was best, what decided it."""

import json
import re

from playwright.sync_api import Locator, Page, expect

from tests.records.samples import golden
from tests.web.past import Table, place
from tests.web.players import Pointer, look
from tests.web.states import show


def slider(page: Page) -> Locator:
    return page.get_by_role("slider")


def test_of_a_game_that_is_over_it_is_told_what_decided_it(page: Page, from_golden: Table) -> None:
    show(page, "over", from_golden)
    last = look(page)["seq"]
    page.get_by_test_id("look-back").press("Enter")
    decided = page.get_by_role("region", name="What decided the game")
    expect(decided.get_by_role("row")).not_to_have_count(0)
    expect(page.locator(".end")).to_have_count(0)
    expect(slider(page)).to_have_attribute("aria-valuetext", re.compile(rf"{last} of {last} .*100 %"))
    expect(page.get_by_test_id("ribbon").locator("[data-seat]")).to_have_count(
        decided.get_by_role("row").count() - 1
    )

    # A tile that changed much, from the list.
    decided.get_by_role("heading", name="The tiles that changed most").wait_for()
    tile = decided.get_by_role("button", name=re.compile("% for .*: tile ")).first
    tile.press("Enter")
    expect(page.get_by_test_id("verdict")).to_have_text(re.compile("^(Luck|Bad luck|Tile)"))

    # A mistake, found while the search goes on.
    error = decided.get_by_role("button", name=re.compile("best was: ")).first
    error.wait_for(timeout=60_000)
    error.press("Enter")
    expect(page.get_by_test_id("verdict")).to_have_text(
        re.compile("^(Slip|Mistake): .* given away. Best was: ")
    )

    # From one turning point to the next, by keyboard.
    slider(page).press("Home")
    expect(page.get_by_test_id("moment")).to_contain_text(f"0 of {last}")
    page.get_by_role("button", name="To the next turning point").press("Enter")
    expect(page.get_by_test_id("verdict")).to_have_text(
        re.compile("^(Luck|Bad luck|Slip: .* Best was: |Mistake: .* Best was: )")
    )
    spoken = slider(page).get_attribute("aria-valuetext") or ""
    assert page.get_by_test_id("verdict").inner_text() in spoken

    # The ribbon is as good as the slider.
    page.get_by_test_id("ribbon").click(position={"x": 300, "y": 40})
    expect(page.get_by_test_id("moment")).not_to_contain_text(f"0 of {last}")

    page.get_by_role("button", name="To the result").click()
    expect(page.locator(".end")).to_be_visible()
    expect(page.get_by_test_id("ribbon")).to_have_count(0)


def test_a_record_tells_what_decided_it(page: Page) -> None:
    page.goto("/record")
    page.get_by_label("Or paste").fill(json.dumps(golden(0)))
    page.get_by_role("button", name="Read it").click()
    page.get_by_test_id("review").click()
    expect(page.get_by_test_id("ribbon")).to_be_visible()
    tile = page.get_by_role("region", name="What decided the game").get_by_role(
        "button", name=re.compile("% for .*: tile ")
    )
    tile.first.click()
    expect(page.get_by_test_id("verdict")).to_have_text(re.compile("^(Luck|Bad luck|Tile)"))
    page.get_by_test_id("review").click()
    expect(page.get_by_test_id("ribbon")).to_have_count(0)


def test_a_running_game_is_looked_into_when_it_is_wanted(page: Page, new_table: Table) -> None:
    new_table(None, None)
    hand = Pointer(page)
    for beach in ("Tonga a", "Tonga b"):
        place(page, hand, beach)
    expect(page.get_by_test_id("ribbon")).to_have_count(0)
    page.keyboard.press(",")
    page.get_by_test_id("review").click()
    expect(page.get_by_test_id("ribbon")).to_be_visible()
    expect(slider(page)).to_have_attribute("aria-valuetext", re.compile("1 of 2 Ana .* % and Bo .* %"))
    expect(page.get_by_test_id("decided")).to_have_count(0)
    page.get_by_test_id("back-to-now").click()
    expect(page.get_by_test_id("confirm")).to_be_visible()


def test_where_odds_are_not_told_chances_are_not_either(page: Page, new_table: Table) -> None:
    new_table(None, None, odds=False)
    place(page, Pointer(page), "Tonga a")
    page.keyboard.press(",")
    expect(page.get_by_test_id("moment")).to_be_visible()
    expect(page.get_by_test_id("review")).to_have_count(0)
