"""The first time: a living start page, a first game with hints, rules with pictures, lessons."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import moving
from tests.web.players import ANSWERED, PATIENCE, POINT, look, wait_for_turn, wait_past

BUBBLE = """() => {
  const bubble = document.querySelector('.coach .bubble');
  if (!bubble) return null;
  const at = bubble.getBoundingClientRect();
  const board = document.querySelector('.coach').parentElement.querySelector('.board').getBoundingClientRect();
  const covered = [...document.querySelectorAll('[data-target]:not([aria-disabled])')].filter((t) => {
    const box = t.getBoundingClientRect();
    const [left, right] = [Math.max(box.left, board.left), Math.min(box.right, board.right)];
    const [top, bottom] = [Math.max(box.top, board.top), Math.min(box.bottom, board.bottom)];
    return left < at.right && at.left < right && top < at.bottom && at.top < bottom;
  });
  return {
    step: bubble.dataset.step,
    text: bubble.innerText,
    covered: covered.map((t) => t.dataset.target),
    focused: bubble.contains(document.activeElement),
    inside: at.left >= 0 && at.top >= 0 && at.right <= innerWidth && at.bottom <= innerHeight,
  };
}"""
"""The hint that is shown: what it says, which targets it covers where they are seen on the board."""

REST = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const picture = () => [...document.querySelectorAll('[data-target], .coach .bubble')]
    .map((e) => Object.values(e.getBoundingClientRect().toJSON()).join()).join('|');
  for (let still = 0, before = ''; still < 4; ) {
    await frame();
    const now = picture();
    still = now === before ? still + 1 : 0;
    before = now;
  }
}"""
"""Waits until neither the board nor the hint moves."""


def bubble(page: Page, *steps: str) -> dict[str, Any]:
    """Waits for a hint of one of these steps, and checks that it is in nobody's way."""
    where = ", ".join(f".bubble[data-step='{step}']" for step in steps)
    expect(page.locator(where)).to_be_visible(timeout=PATIENCE)
    page.evaluate(REST)
    shown: dict[str, Any] = page.evaluate(BUBBLE)
    assert shown["step"] in steps
    assert shown["covered"] == [], shown
    assert shown["inside"], shown
    assert not shown["focused"], shown
    return shown


class Newcomer:
    """Does what the hints say, by pointer, and counts the clicks."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0
        self.began = time.monotonic()

    def click(self, target: str) -> None:
        point = self.page.evaluate(POINT, target)
        assert point, target
        self.page.mouse.click(*point)
        self.clicks += 1

    def button(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()
        self.clicks += 1

    def confirm(self) -> None:
        seq = look(self.page)["seq"]
        self.page.get_by_test_id("confirm").click()
        self.clicks += 1
        wait_past(self.page, seq)

    def told(self) -> str:
        return f"{self.clicks} clicks, {time.monotonic() - self.began:.1f} s"


@pytest.fixture(params=["wide", "phone"])
def screen(request: pytest.FixtureRequest, page: Page) -> Page:
    if request.param == "phone":
        page.set_viewport_size({"width": 390, "height": 844})
    return page


def begin(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play a bot now").click()
    page.wait_for_selector(".game")


def test_who_follows_the_hints_places_a_boat_sails_and_lands(screen: Page) -> None:
    page = screen
    page.goto("/")
    newcomer = Newcomer(page)
    page.get_by_role("button", name="Play a bot now").click()
    newcomer.clicks += 1
    bubble(page, "place")
    newcomer.click("Tonga b")
    bubble(page, "confirm")
    newcomer.confirm()
    print("first boat:", newcomer.told())
    assert newcomer.clicks == 3

    wait_for_turn(page)
    beach = re.search(r"The ([\w-]+) beach", bubble(page, "fill")["text"])
    assert beach
    letter = {"south": "a", "south-west": "b", "north-west": "c", "north": "d", "north-east": "e"}[beach[1]]
    newcomer.click(f"Tonga {letter}")
    bubble(page, "second")
    newcomer.click("Tonga f" if letter != "f" else "Tonga e")
    assert "must sail" in bubble(page, "full")["text"]
    newcomer.confirm()
    bubble(page, "pier")
    newcomer.click(next(t["id"] for t in look(page)["targets"]))
    bubble(page, "sail")
    newcomer.confirm()
    print("first sailing:", newcomer.told())
    assert newcomer.clicks <= 9

    assert "wants 2 different colours. Your fleet has 2" in bubble(page, "land")["text"]
    while look(page)["phase"] == "landing" and not look(page)["ready"]:
        bubble(page, "land")
        before = look(page)["picture"]
        newcomer.click(next(t["id"] for t in look(page)["targets"] if not t["chosen"]))
        page.wait_for_function(ANSWERED, arg=before, timeout=PATIENCE)
    bubble(page, "ashore")
    newcomer.confirm()
    print("first landing:", newcomer.told())


def test_got_it_goes_on_and_esc_ends_the_hints_for_good(page: Page) -> None:
    begin(page)
    bubble(page, "place")
    page.get_by_role("button", name="Got it").click()
    expect(page.locator(".bubble")).to_have_count(0)
    Newcomer(page).click("Tonga a")
    bubble(page, "confirm")
    page.keyboard.press("Escape")
    expect(page.locator(".bubble")).to_have_count(0)
    assert look(page)["ready"], "Esc has ended the hints, and nothing else"

    page.reload()
    page.wait_for_selector(".game")
    expect(page.get_by_test_id("bar")).to_contain_text("boat 2")
    expect(page.locator(".coach")).to_have_count(0)
    page.goto("/")
    page.get_by_role("button", name="Play a bot now").click()
    expect(page.get_by_test_id("bar")).to_contain_text("boat 1")
    expect(page.locator(".coach")).to_have_count(0)

    page.keyboard.press("?")
    page.get_by_role("button", name="Show me the first steps again").click()
    expect(page.get_by_test_id("bar")).to_contain_text("boat 2")
    bubble(page, "place")


def test_hints_are_announced_politely_and_leave_the_keys_alone(page: Page) -> None:
    begin(page)
    bubble(page, "place")
    expect(page.get_by_test_id("coach")).to_have_attribute("aria-live", "polite")
    page.keyboard.press("1")
    page.keyboard.press(" ")
    wait_past(page, look(page)["seq"] - 1)
    bubble(page, "fill")


Play = Callable[[Newcomer], None]


def chain(newcomer: Newcomer) -> None:
    newcomer.click("Tonga")
    newcomer.page.wait_for_selector("[data-target='Tonga a']")
    newcomer.click("Tonga a")
    newcomer.click("Tonga b")
    newcomer.confirm()
    newcomer.click("sail Tonga 0")
    newcomer.confirm()
    to_end(newcomer)


def royal(newcomer: Newcomer) -> None:
    newcomer.click("Tonga f")
    newcomer.click("Tonga b")
    newcomer.confirm()
    newcomer.click("sail Tonga 5")
    newcomer.confirm()
    to_end(newcomer)


def endless(newcomer: Newcomer) -> None:
    newcomer.click("Tubuai a")
    newcomer.click("Tubuai b")
    newcomer.confirm()


def to_end(newcomer: Newcomer) -> None:
    """Whatever may be chosen, until the turn is over."""
    page = newcomer.page
    while page.locator(".bubble h2").count() == 0:
        seen = look(page)
        if not seen["mine"]:
            page.wait_for_selector(".bubble h2")
        elif seen["phase"] == "landing":
            page.get_by_role("button", name="Suggest").click()
            expect(page.get_by_test_id("confirm")).to_be_enabled()
        elif seen["phase"] == "chain":
            newcomer.click(next(t["id"] for t in seen["targets"]))
        if seen["mine"]:
            newcomer.confirm()


@pytest.mark.parametrize(
    ("title", "play", "why"),
    [
        ("A chain", chain, "three voyages|makes it sail"),
        ("Turned back by a king", royal, "turns back"),
        ("An endless chain", endless, "left the game"),
    ],
)
def test_a_lesson_is_played_and_explained(page: Page, title: str, play: Play, why: str) -> None:
    page.goto("/learn")
    page.locator("li", has=page.get_by_role("heading", name=title, exact=True)).get_by_role(
        "button", name="Begin"
    ).click()
    bubble(page, "turn 0")
    play(Newcomer(page))
    assert re.search(why, bubble(page, "done")["text"])
    page.get_by_role("link", name="All lessons").click()
    expect(page.locator("li", has=page.get_by_role("heading", name=title, exact=True))).to_contain_text(
        "done"
    )
    page.goto("/")
    expect(page.get_by_text("Here you will find your games again.")).to_be_visible()


@moving
def test_the_start_page_moves_until_it_is_stopped(page: Page) -> None:
    page.goto("/")
    living = page.locator(".living")
    expect(living).to_have_attribute("data-running", "true", timeout=PATIENCE)
    page.get_by_role("button", name="Stop the moving picture").click()
    expect(living).to_have_attribute("data-running", "false")
    page.get_by_role("button", name="Let the picture move").click()
    expect(living).to_have_attribute("data-running", "true")


def test_the_start_page_stands_still_where_motion_is_reduced(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".living svg use").first).to_be_attached()
    expect(page.locator(".living button")).to_have_count(0)
    expect(page.locator(".living")).to_have_attribute("data-running", "false")


@moving
def test_the_rules_can_be_searched_and_their_pictures_played(page: Page) -> None:
    page.goto("/rules#R-5.3")
    expect(page.locator("[id='R-5.3']")).to_be_in_viewport()
    film = page.get_by_role("button", name="Play: Two colours sail north, meet a 4, and are lost.")
    film.click()
    expect(page.locator("button[data-playing=true]")).to_have_count(1)
    expect(film).to_be_visible(timeout=PATIENCE)

    page.get_by_label("Search the rules").fill("royal island turns")
    expect(page.locator("[id='R-5.4']")).to_be_visible()
    expect(page.locator("[id='R-2.1']")).to_have_count(0)
    page.get_by_label("Search the rules").fill("submarine")
    expect(page.get_by_text("Nothing found.")).to_be_visible()
