"""What happened, as a film: in chapters, as sentences, as still pictures; and a way out of a chain."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.records.samples import running
from tests.web.conftest import go, moving
from tests.web.past import Table, board, speed
from tests.web.players import PATIENCE, Pointer, log, look, wait_for_turn

pytestmark = moving

CIRCLE = (24, 138)
"""A golden game and the move before which its chain has come back to where it was."""


def colours(boats: list[str]) -> list[str]:
    """The boats without their places."""
    return [boat.split()[0] for boat in boats]


WATCH = """() => {
  globalThis.pictures = new Set();
  globalThis.captions = new Set();
  const step = () => {
    const caption = document.querySelector('.film .caption');
    if (caption) {
      captions.add(caption.textContent);
      const boats = [...document.querySelectorAll('.board use[href^="#tk-boat-"]')];
      pictures.add(boats.map((boat) => boat.getAttribute('transform')).join());
    }
    requestAnimationFrame(step);
  };
  step();
}"""
"""Keeps what is seen of a film: the different pictures of the boats, and the captions."""


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
    chapters.nth(1).wait_for()
    names = [chapter.get_attribute("aria-label") for chapter in chapters.all()]
    assert [re.sub(r".*: ", "", name or "") for name in names][-2:] == ["Bo", "Cy"]
    # The next decision is not blocked.
    expect(page.locator("[data-action=expand]")).to_be_enabled()
    film.wait_for(state="detached", timeout=PATIENCE)
    # Berths of a beach are one as good as another; films.test.ts compares the beaches.
    assert colours(board(page)) == colours(before)


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


def test_the_way_out_of_a_circling_chain_is_shown_in_numbered_sentences_and_not_played(
    page: Page, from_golden: Table
) -> None:
    from_golden(*CIRCLE)
    speed(page, "slow")
    seq, told, boats = look(page)["seq"], log(page), board(page)
    page.get_by_test_id("way-out").click()
    film = page.get_by_test_id("film")
    expect(film.get_by_role("heading")).to_have_text("A way out: 2 voyages")
    expect(film).to_contain_text("Nothing has been played.")
    chapters = film.get_by_role("list", name="Turns in this film").get_by_role("button")
    expect(chapters).to_have_text(["1", "2"])
    sentences = film.locator(".numbered li")
    expect(sentences).to_have_count(6)
    expect(sentences.first).to_contain_text("Hiva Oa is full. 1 red and 1 green sail to the north")
    expect(sentences.last).to_contain_text("Ashore on Mangareva")
    chapters.last.click()
    expect(chapters.last).to_have_attribute("aria-current", "step")
    page.keyboard.press("Escape")
    expect(film).to_have_count(0)
    assert (look(page)["seq"], log(page), board(page)) == (seq, told, boats)


def test_with_reduced_motion_a_film_is_a_few_still_pictures(browser: Browser, server: str) -> None:
    context = browser.new_context(base_url=server, reduced_motion="reduce")
    page = context.new_page()
    go(page, {"record": running(CIRCLE[1], 31, CIRCLE[0])})
    page.evaluate(WATCH)
    page.keyboard.press("h")
    page.wait_for_function("() => captions.size > 0 && !document.querySelector('.film')", timeout=PATIENCE)
    assert any("Ashore on Hiva Oa" in said for said in page.evaluate("[...captions]"))
    assert page.evaluate("pictures.size") <= 3
    context.close()


def test_hints_are_away_while_a_film_runs_or_the_past_is_looked_at(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play a bot now").click()
    hint = page.locator(".coach .bubble")
    expect(hint).to_be_visible(timeout=PATIENCE)
    hand = Pointer(page)
    hand.decide()
    wait_for_turn(page)
    expect(hint).to_be_visible(timeout=PATIENCE)
    page.keyboard.press(",")
    expect(page.get_by_test_id("moment")).to_be_visible()
    expect(hint).to_have_count(0)
    page.keyboard.press("End")
    expect(hint).to_be_visible()
