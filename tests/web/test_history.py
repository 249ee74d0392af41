"""Looking back, and trying it from there."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.records.samples import golden, running
from tests.web.conftest import go
from tests.web.past import Table, board, place
from tests.web.players import Pointer, look, wait_for_turn


def test_a_moment_is_shown_by_keys_and_slider_and_the_draft_stays(page: Page, new_table: Table) -> None:
    new_table(None, None)
    hand = Pointer(page)
    for beach in ("Tonga a", "Tonga b"):
        place(page, hand, beach)
    hand.pick(lambda id: id == "Tonga c")
    expect(page.get_by_test_id("confirm")).to_be_enabled()
    live = board(page)
    page.keyboard.press(",")
    moment = page.get_by_test_id("moment")
    expect(moment).to_contain_text("You are looking at the setup. 1 of 2")
    page.keyboard.press("Home")
    expect(moment).to_contain_text("0 of 2")
    assert page.url.endswith("#0")
    expect(page.locator("[data-target]")).to_have_count(0)
    page.get_by_role("slider").press("ArrowRight")
    expect(moment).to_contain_text("1 of 2")
    page.get_by_test_id("back-to-now").click()
    expect(page.get_by_test_id("confirm")).to_be_enabled()
    expect.soft(page.get_by_test_id("moment")).to_have_count(0)
    assert "#" not in page.url
    assert board(page) == live


def test_a_link_opens_the_moment_and_what_happens_meanwhile_does_not_move_it(
    page: Page, new_table: Table
) -> None:
    new_table(None, None)
    hand = Pointer(page)
    for beach in ("Tonga a", "Tonga b"):
        place(page, hand, beach)
    address = page.url
    other = page.context.new_page()
    other.goto(f"{address}#1")
    expect(other.get_by_test_id("moment")).to_contain_text("1 of 2")
    place(page, hand, "Tonga c")
    expect(other.get_by_test_id("moment")).to_contain_text("1 of 3")
    assert other.url.endswith("#1")
    other.keyboard.press("End")
    expect(other.get_by_test_id("moment")).to_have_count(0)
    other.close()


def test_an_entry_of_the_log_is_shown_on_the_board(page: Page, new_table: Table) -> None:
    new_table(None, None)
    hand = Pointer(page)
    for beach in ("Tonga a", "Tonga b"):
        place(page, hand, beach)
    entry = page.locator(".log-place .log").get_by_role("button", name="Ana puts a boat on Tonga")
    entry.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("moment")).to_contain_text("1 of 2")
    expect(page.locator(".marks .line")).to_have_count(1)


def test_try_it_from_here_is_a_new_game(page: Page, new_table: Table) -> None:
    new_table(None, "random")
    hand = Pointer(page)
    hand.decide()
    wait_for_turn(page)
    old = page.url
    page.keyboard.press("Home")
    page.get_by_role("button", name="Try it from here").click()
    expect(page.get_by_role("dialog").get_by_role("radio")).to_have_count(0)
    page.get_by_role("dialog").get_by_role("button", name="Try it from here").click()
    page.wait_for_url(re.compile(r"/g/[^#]+$"))
    assert page.url != old
    page.wait_for_selector(".game")
    assert wait_for_turn(page)["seq"] == 0


@pytest.mark.parametrize("deck", ["The same tiles in the same order", "Shuffle the unseen tiles"])
def test_a_finished_game_is_tried_from_its_last_turn_with_the_same_tiles_or_others(
    page: Page, deck: str
) -> None:
    whole = golden(0)
    go(page, {"record": running(len(whole["moves"]) - 1, 31, 0)})
    Pointer(page).play_to_end()
    last = look(page)["seq"]
    moment = page.get_by_test_id("moment")
    page.keyboard.press("Home")
    expect(moment).to_contain_text("0 of")
    page.get_by_role("slider").fill("6")
    expect(moment).to_contain_text("6 of")
    page.get_by_role("button", name="Try it from here").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(deck).check()
    old = page.url
    dialog.get_by_role("button", name="Try it from here").click()
    page.wait_for_url(lambda url: url.split("#")[0] != old.split("#")[0])
    page.locator(".game[data-seq='6']").wait_for()
    seen = wait_for_turn(page)
    assert (seen["seq"], seen["mine"]) == (6, True)
    assert seen["seq"] < last
    # Its history begins where the game began.
    page.keyboard.press("Home")
    expect(page.get_by_test_id("moment")).to_contain_text("0 of 6")


def test_a_record_can_be_tried_from_a_moment(page: Page) -> None:
    page.goto("/record")
    page.get_by_label("Or paste").fill(json.dumps(golden(0)))
    page.get_by_role("button", name="Read it").click()
    page.get_by_role("slider").fill("30")
    page.get_by_role("button", name="Try it from here").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("The same tiles in the same order").check()
    dialog.get_by_role("button", name="Try it from here").click()
    page.wait_for_selector(".game:not(.record)")
    assert look(page)["seq"] >= 30
