"""What happened, looking back, and taking back."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.records.samples import golden
from tests.web.players import PATIENCE, Pointer, log, look, wait_for_turn, wait_past

Table = Callable[..., None]


def speed(page: Page, value: str) -> None:
    """Films run at this speed from now on."""
    page.evaluate("(speed) => localStorage.setItem('tongiaki-settings', JSON.stringify({ speed }))", value)
    page.reload()
    page.wait_for_selector(".game")


def place(page: Page, hand: Pointer, beach: str) -> None:
    """Puts a boat of the setup on a beach."""
    seq = look(page)["seq"]
    hand.pick(lambda id: id == beach)
    hand.confirm()
    wait_past(page, seq)


def board(page: Page) -> list[str]:
    """All boats on the board, by where they are drawn."""
    drawn: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('.board use[href^="#tk-boat-"]')].map((boat) =>
             [boat.getAttribute('href'), boat.getAttribute('transform')].join(' ')).sort()"""
    )
    return drawn


def test_the_film_has_a_chapter_for_each_turn_and_ends_on_the_live_board(
    page: Page, new_table: Table
) -> None:
    new_table(None, "random", "random")
    hand = Pointer(page, 1)
    hand.decide()
    hand.decide()
    hand.decide()
    while wait_for_turn(page)["phase"] != "turn":
        hand.decide()
    speed(page, "fastest")
    button = page.get_by_test_id("happened")
    expect(button).to_have_attribute("aria-label", "What happened: 2 turns since you last played")
    before = board(page)
    button.click()
    film = page.get_by_test_id("film")
    chapters = film.get_by_role("list", name="Turns in this film").get_by_role("button")
    names = [chapter.get_attribute("aria-label") for chapter in chapters.all()]
    assert [re.sub(r".*: ", "", name or "") for name in names][-2:] == ["Bo", "Cy"]
    # The next decision is not blocked.
    expect(page.locator("[data-action=expand]")).to_be_enabled()
    film.wait_for(state="detached", timeout=PATIENCE)
    assert board(page) == before


def test_the_film_is_a_list_too_stops_and_goes_to_a_sentence(page: Page, new_table: Table) -> None:
    new_table(None, "random")
    hand = Pointer(page, 1)
    for _ in range(4):
        hand.decide()
    wait_for_turn(page)
    speed(page, "slow")
    page.keyboard.press("h")
    film = page.get_by_test_id("film")
    film.get_by_role("button", name="Pause").click()
    film.get_by_role("button", name="As a list").click()
    sentences = film.locator(".list button")
    sentences.first.click()
    expect(sentences.first).to_have_attribute("aria-current", "step")
    page.keyboard.press("Escape")
    expect(film).to_have_count(0)


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


def test_undo_over_a_draw_and_against_a_bot_says_that_tiles_are_shuffled(
    page: Page, new_table: Table
) -> None:
    new_table(None, "random")
    hand = Pointer(page, 1)
    while "turns up" not in log(page) and "Land!" not in log(page):
        hand.decide()
        wait_for_turn(page)
    seen = look(page)
    title = page.get_by_test_id("undo").get_attribute("aria-label") or ""
    page.keyboard.press("Control+z")
    dialog = page.get_by_role("dialog")
    if dialog.is_visible():
        dialog.get_by_role("button", name="Take back").click()
    wait_past(page, seen["seq"])
    assert title.startswith("Take back")
    expect(page.locator(".log-place .log")).to_contain_text("Ana took back")
    assert wait_for_turn(page)["mine"]


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


def test_try_it_from_here_is_a_new_game(page: Page, new_table: Table) -> None:
    new_table(None, "random")
    hand = Pointer(page)
    hand.decide()
    wait_for_turn(page)
    old = page.url
    page.keyboard.press("Home")
    page.get_by_role("button", name="Try it from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Try it from here").click()
    page.wait_for_url(re.compile(r"/g/[^#]+$"))
    assert page.url != old
    page.wait_for_selector(".game")
    assert wait_for_turn(page)["seq"] == 0


def test_a_record_can_be_tried_from_a_moment(page: Page) -> None:
    page.goto("/record")
    page.get_by_label("Or paste").fill(json.dumps(golden(0)))
    page.get_by_role("button", name="Read it").click()
    page.get_by_role("slider").fill("30")
    page.get_by_role("button", name="Try it from here").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("The same tiles in the same order").check()
    dialog.get_by_role("button", name="Try it from here").click()
    page.wait_for_selector(".game")
    assert look(page)["seq"] >= 30
