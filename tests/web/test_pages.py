"""The pages: what they offer, that everybody can use them, and that they fit."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.records.samples import golden
from tests.web.conftest import moving
from tests.web.players import Keyboard, Pointer, expect_bar, look, wait_past
from tests.web.states import read_record, show

Table = Callable[..., None]

WIDER = "() => document.documentElement.scrollWidth > innerWidth"
TALLER = "() => document.documentElement.scrollHeight > innerHeight"

PHONE = {"width": 390, "height": 844}
PHONE_LYING = {"width": 844, "height": 390}
TABLET = {"width": 820, "height": 1180}


@pytest.mark.parametrize("size", [PHONE, PHONE_LYING, TABLET], ids=["phone", "phone lying", "tablet"])
def test_a_game_is_on_one_screen(page: Page, from_golden: Table, size: Any) -> None:
    page.set_viewport_size(size)
    for where in ("setup", "landing", "six players"):
        show(page, where, from_golden)
        assert not page.evaluate(WIDER), where
        assert not page.evaluate(TALLER), where
        for part in (
            page.get_by_test_id("bar"),
            page.get_by_test_id("confirm"),
            page.get_by_test_id("cancel"),
        ):
            box = part.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size["width"], where
            assert box["y"] + box["height"] <= size["height"], where


def test_a_turn_on_a_phone(page: Page, new_table: Table) -> None:
    page.set_viewport_size(PHONE)
    new_table(None, "random")
    hand = Pointer(page)
    for _ in range(4):
        hand.decide()
    page.get_by_role("button", name="Log").click()
    expect(page.get_by_role("dialog")).to_contain_text("Ana puts a boat on Tonga")


def test_choices_as_a_list(page: Page, new_table: Table) -> None:
    page.set_viewport_size(PHONE)
    new_table(None, "random")
    page.get_by_role("button", name="Choose from a list").click()
    page.get_by_role("dialog").get_by_text("Place a boat on the north beach of Tonga").click()
    expect(page.get_by_role("dialog")).to_have_count(0)  # it closes where nothing more is to be chosen
    expect(page.get_by_test_id("confirm")).to_be_enabled()


def test_a_new_table_by_options(page: Page) -> None:
    page.goto("/new")
    page.get_by_label("3", exact=True).check(force=True)
    page.get_by_label("Two colours each").check()
    page.get_by_label("Name of seat 1").fill("Ina")
    page.get_by_label("Who plays seat 2").select_option(label="Bot: Navigator")
    page.get_by_label("Colour of seat 1", exact=True).select_option("green")
    page.get_by_label("Ina", exact=True).check()
    page.get_by_text("NL-1", exact=True).click()
    page.get_by_text("Look at or change each rule").click()
    page.get_by_label("A current lets through").select_option("at_least")
    expect(page.get_by_text("Your own mixture of rules")).to_be_visible()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(".game")
    expect_bar(page, "Ina (green) — place boat 1 of 2")
    expect(page.locator(".players li")).to_have_count(3)


def test_a_game_is_found_again_from_the_start_page(page: Page, new_table: Table) -> None:
    new_table(None, None)
    Pointer(page).decide()
    address = page.url
    page.goto("/")
    game = page.locator(".games a").first
    expect(game).to_contain_text("Ana")
    game.click()
    page.wait_for_selector(".game")
    assert page.url == address
    expect_bar(page, "Bo — place boat 1 of 2")


def test_an_address_without_a_game_says_so(page: Page) -> None:
    page.goto("/g/nothing-here")
    expect(page.get_by_text("There is no game at this address")).to_be_visible()


def test_a_record_is_stepped_through_by_key_and_button(page: Page) -> None:
    read_record(page, json.dumps(golden(0)))
    page.get_by_text("Step 0 of").wait_for()
    page.keyboard.press(".")
    expect(page.get_by_test_id("moment")).to_contain_text("place Tonga f")
    expect(page.locator(".log .now")).to_have_text("Red puts a boat on Tonga: south-east beach.")
    page.keyboard.press(",")
    expect(page.get_by_text("Step 0 of")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("#end-title")).to_be_visible()
    page.keyboard.press("Home")
    page.get_by_role("button", name="One step on").click()
    expect(page.get_by_test_id("moment")).to_contain_text("Step 1 of")


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (
            lambda record: {**record, "moves": [*record["moves"][:4], "expand Tonga zz"]},
            "Move 4, “expand Tonga zz”",
        ),
        (lambda record: {**record, "format": "other"}, "not a record"),
        (lambda record: {}, "not a record"),
    ],
)
def test_a_damaged_record_is_refused_by_ply_and_move(page: Page, damage: Any, said: str) -> None:
    read_record(page, json.dumps(damage(golden(0))))
    expect(page.get_by_role("alert")).to_contain_text(said)


def test_the_question_mark_leads_to_the_rule(page: Page, new_table: Table) -> None:
    new_table(None, None)
    with page.expect_popup() as popup:
        page.get_by_role("link", name="Rule R-2.2").click()
    rules = popup.value
    expect(rules.locator(".rule.target")).to_contain_text("One berth of every beach must stay free")


def test_single_keys_can_be_switched_off_and_never_act_while_typing(page: Page, from_golden: Table) -> None:
    from_golden(0, 60)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Single keys are commands").uncheck()
    page.get_by_role("button", name="Close", exact=True).click()
    page.keyboard.press("k")
    expect_bar(page, "choose an island to grow on")
    page.reload()
    page.wait_for_selector(".game")
    page.keyboard.press("k")
    expect_bar(page, "choose an island to grow on")
    page.get_by_role("button", name="Help").click()
    page.get_by_label("Single keys are commands").check()
    page.keyboard.press("Escape")
    page.keyboard.press("k")
    expect_bar(page, "become king of Hawaii")


def test_a_complete_decision_is_played_at_once_where_that_is_wanted(page: Page, new_table: Table) -> None:
    new_table(None, None)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Confirm every decision").uncheck()
    page.get_by_role("button", name="Close", exact=True).click()
    seen = look(page)
    Pointer(page).choose(0, seen)
    wait_past(page, seen["seq"])
    expect_bar(page, "Bo — place boat 1 of 2")


@moving
def test_a_film_plays_and_the_next_decision_does_not_wait_for_it(page: Page, from_golden: Table) -> None:
    from_golden(0, 6)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Slow").check()
    page.get_by_role("button", name="Close", exact=True).click()
    hand = Keyboard(page)
    for beach in "adef":
        hand.pick(lambda id, beach=beach: id == f"Tonga {beach}")
    hand.confirm()
    page.locator(".targets.waiting").wait_for()  # the film runs
    hand.pick(lambda id: id == "sail Tonga 5")
    expect(page.get_by_test_id("confirm")).to_be_enabled()
    page.mouse.click(20, 780)  # a click on the sea ends it
    expect(page.locator(".targets.waiting")).to_have_count(0)


def test_events_are_told_to_screen_readers(page: Page, new_table: Table) -> None:
    new_table(None, None)
    Keyboard(page).decide()
    expect(page.get_by_test_id("spoken")).to_contain_text("Ana puts a boat on Tonga")


def test_a_lost_connection_is_shown_and_resumed(page: Page, new_table: Table) -> None:
    lines: list[WebSocketRoute] = []
    closed = [False]

    def connect(line: WebSocketRoute) -> None:
        if closed[0]:
            line.close()
            return
        lines.append(line)
        line.connect_to_server()

    page.route_web_socket("**/ws/**", connect)
    new_table(None, None)
    Pointer(page).pick(lambda id: id == "Tonga c")
    closed[0] = True
    lines[-1].close()
    expect(page.get_by_test_id("lost")).to_be_visible()
    closed[0] = False
    expect(page.get_by_test_id("lost")).to_have_count(0, timeout=20_000)
    expect(page.get_by_test_id("confirm")).to_be_enabled()  # what was staged is still there
    seq = look(page)["seq"]
    page.get_by_test_id("confirm").click()
    wait_past(page, seq)
    expect_bar(page, "Bo — place boat 1 of 2")
