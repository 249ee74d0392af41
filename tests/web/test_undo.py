"""Taking back: free until a tile is turned up or the turn passes; beyond that it is asked, and stands in the log."""

from playwright.sync_api import Page, expect

from tests.records.samples import running
from tests.web.conftest import go
from tests.web.past import Table, place
from tests.web.players import Pointer, expect_bar, log, look, wait_for_turn, wait_past


def sail(page: Page, hand: Pointer, voyage: str) -> None:
    """Sends a fleet out."""
    seq = look(page)["seq"]
    hand.pick(lambda id: id == voyage)
    hand.confirm()
    wait_past(page, seq)


def commitment(page: Page) -> str:
    """What the server has committed itself to: another one after the tiles are shuffled."""
    id = page.url.split("/g/")[1].split("#")[0]
    state = page.request.get(f"/api/tables/{id}").json()
    return str(state["table"]["commitment"])


def test_undo_is_asked_for_over_a_turn_and_stands_in_the_log(page: Page, new_table: Table) -> None:
    new_table(None, None)
    hand = Pointer(page)
    hand.pick(lambda id: id == "Tonga a")
    page.keyboard.press("Control+z")
    expect(page.get_by_test_id("confirm")).to_be_disabled()
    page.keyboard.press("Control+y")
    expect(page.get_by_test_id("confirm")).to_be_enabled()
    hand.confirm()
    wait_past(page, 0)
    page.get_by_test_id("undo").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Take back 1 move?")
    dialog.get_by_role("button", name="Take back").click()
    wait_past(page, 1)
    expect(page.locator(".log-place .log")).to_contain_text("Ana took back 1 move.")
    expect(page.locator(".log-place .log s")).to_contain_text("Ana puts a boat on Tonga")
    expect(page.get_by_test_id("redo")).to_be_enabled()
    page.keyboard.press("Control+y")
    wait_past(page, 2)
    assert log(page).count("Ana puts a boat on Tonga") == 2
    expect(page.get_by_test_id("redo")).to_be_disabled()


def test_take_back_to_a_moment_of_the_past(page: Page, new_table: Table) -> None:
    new_table(None, None)
    hand = Pointer(page)
    for beach in ("Tonga a", "Tonga b", "Tonga c"):
        place(page, hand, beach)
    page.keyboard.press("Home")
    page.get_by_role("button", name="Take back to here").click()
    page.get_by_role("dialog").get_by_role("button", name="Take back").click()
    wait_past(page, 3)
    expect(page.locator(".log-place .log")).to_contain_text("took back 3 moves.")
    expect(page.locator(".log-place .log s")).to_have_count(3)


def test_what_is_staged_is_taken_back_and_staged_again_as_often_as_wanted(
    page: Page, from_golden: Table
) -> None:
    from_golden(24, 138)
    hand = Pointer(page)
    sail(page, hand, "sail Hiva Oa 1")
    assert wait_for_turn(page)["phase"] == "landing"
    seq = look(page)["seq"]
    for _ in range(3):
        expect_bar(page, "choose a beach for a red boat, or another colour")
        hand.pick()
        expect_bar(page, "choose a beach for the last boat")
        page.keyboard.press("Control+z")
    expect_bar(page, "or another colour")
    page.keyboard.press("Control+y")
    expect_bar(page, "choose a beach for the last boat")
    assert look(page)["seq"] == seq
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_voyage_over_known_water_is_taken_back_without_a_question(page: Page, from_golden: Table) -> None:
    from_golden(24, 138)
    hand, deck = Pointer(page), commitment(page)
    sail(page, hand, "sail Hiva Oa 1")
    assert wait_for_turn(page)["phase"] == "landing"
    seq = look(page)["seq"]
    page.get_by_test_id("undo").click()
    wait_past(page, seq)
    assert look(page)["phase"] == "chain"
    expect(page.locator(".log-place .log")).to_contain_text("took back 1 move.")
    assert commitment(page) == deck
    page.get_by_test_id("redo").click()
    wait_past(page, seq + 1)
    assert look(page)["phase"] == "landing"


def test_over_a_draw_against_a_bot_it_is_asked_and_the_unseen_tiles_are_shuffled(page: Page) -> None:
    seats = [
        {"name": "Ana", "colours": ["red"], "bot": None},
        {"name": "Bo", "colours": ["blue"], "bot": "random"},
    ]
    go(page, {"record": running(7, 31, 0), "seats": seats})
    hand, deck = Pointer(page), commitment(page)
    sail(page, hand, "sail Tonga 5")
    seq = wait_for_turn(page)["seq"]
    page.keyboard.press("Control+z")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Take back 1 move?")
    expect(dialog).to_contain_text("The unseen tiles are shuffled anew.")
    dialog.get_by_role("button", name="Keep").click()
    expect(dialog).to_have_count(0)
    assert look(page)["seq"] == seq
    page.keyboard.press("Control+z")
    dialog.get_by_role("button", name="Take back").click()
    wait_past(page, seq)
    assert wait_for_turn(page)["phase"] == "chain"
    expect(page.locator(".log-place .log")).to_contain_text("Ana took back 1 move.")
    assert commitment(page) != deck


def test_against_a_bot_a_turn_that_has_passed_is_taken_back(page: Page, new_table: Table) -> None:
    new_table(None, "random")
    hand = Pointer(page)
    hand.decide()
    seq = wait_for_turn(page)["seq"]
    assert seq == 2, "the bot has placed a boat"
    page.get_by_test_id("undo").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("This goes back over the end of a turn.")
    dialog.get_by_role("button", name="Take back").click()
    wait_past(page, seq)
    assert wait_for_turn(page)["phase"] == "setup"
    assert "Ana took back 2 moves." in log(page)
