"""The page in German and Dutch: everything is said in the language, and nothing is lost by changing it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.players import Pointer, bar, expect_bar, log, look

Table = Callable[..., None]

ENGLISH = re.compile(
    r"\b(the|you|your|are|and|with|beach|beaches|boats|island|islands|sea|tile|tiles|turn|choose|rules|settings|king)\b",
    re.IGNORECASE,
)
"""Words of English that are none in German or Dutch."""

READ = """() => {
  const shown = document.body.innerText;
  const named = [...document.querySelectorAll('[aria-label], [title], [placeholder], [aria-description]')]
    .flatMap((e) => [e.ariaLabel, e.title, e.placeholder, e.ariaDescription]).filter(Boolean);
  return [document.title, shown, ...named].join('\\n');
}"""
"""All that is read or heard on the page."""

OUTSIDE = """() => [...document.querySelectorAll('.strip button')]
  .filter((e) => e.checkVisibility())
  .filter((e) => {
    const box = e.getBoundingClientRect();
    return box.left < 0 || box.right > innerWidth || box.bottom > innerHeight || e.scrollWidth > box.width;
  })
  .map((e) => e.innerText || e.ariaLabel)"""
"""Buttons beyond the screen, or with words beyond themselves."""

WIDER = "() => document.documentElement.scrollWidth > innerWidth"


def english(page: Page) -> list[str]:
    """Lines with an English word, other than names."""
    lines: list[str] = page.evaluate(READ).splitlines()
    return [line for line in lines if ENGLISH.search(line)]


class TestInGerman:
    pytestmark = pytest.mark.browser_context_args(locale="de-AT")

    def test_a_browser_that_speaks_german_plays_in_german(self, page: Page, new_table: Table) -> None:
        new_table(None, None)
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect_bar(page, "Ana – setze Schiff 1 von 2 auf Tonga")
        hand = Pointer(page, 1)
        assert english(page) == []
        for _ in range(4):
            hand.decide()
        expect_bar(page, "Ana – setze 2 Schiffe auf Tonga.")
        for _ in range(20):
            hand.decide()
        assert "segeln nach" in log(page)
        assert "Ana setzt ein Schiff auf Tonga" in log(page)
        assert english(page) == []

    @pytest.mark.parametrize(
        "address", ["/", "/new", "/play", "/rules", "/learn", "/tiles", "/record", "/nowhere"]
    )
    def test_every_page_is_german(self, page: Page, address: str) -> None:
        page.goto(address)
        page.locator("h1").first.wait_for()
        assert english(page) == []

    def test_the_rules_have_the_words_of_the_game(self, page: Page) -> None:
        page.goto("/rules")
        expect(page.get_by_role("heading", name="Kettenreaktionen")).to_be_visible()
        assert page.title().startswith("Regeln")


def test_what_is_staged_stays_when_the_language_changes(page: Page, new_table: Table) -> None:
    new_table(None, None)
    hand = Pointer(page)
    hand.decide()
    hand.pick()
    before = look(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Deutsch").check(force=True)
    expect(page.get_by_role("dialog")).to_contain_text("Sprache")
    page.get_by_role("button", name="Schließen", exact=True).click()
    assert look(page)["ready"]
    assert look(page)["targets"] == before["targets"]
    assert bar(page).startswith("Bo – bestätige")
    assert "Ana setzt ein Schiff auf Tonga" in log(page)
    page.reload()
    page.wait_for_selector(".game")
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_the_start_page_offers_the_languages(page: Page) -> None:
    page.goto("/")
    page.locator("h1").first.wait_for()
    assert english(page)
    page.get_by_role("button", name="Nederlands").click()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    expect(page.get_by_text("Samen aan één scherm")).to_be_visible()
    assert english(page) == []
    page.get_by_role("button", name="English").click()
    expect(page.get_by_text("Pass and play")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_words_fit_a_phone(page: Page, from_golden: Table, language: str) -> None:
    page.add_init_script(
        f'localStorage.setItem(\'tongiaki-settings\', \'{{"speed":"off","language":"{language}"}}\')'
    )
    page.set_viewport_size({"width": 390, "height": 844})
    for address in ("/", "/new", "/rules", "/record"):
        page.goto(address)
        page.locator("h1").first.wait_for()
        assert not page.evaluate(WIDER), address
    for number, moves in ((4, 3), (0, 8), (0, 60), (16, 240)):
        from_golden(number, moves)
        assert not page.evaluate(WIDER), (number, moves)
        assert page.evaluate(OUTSIDE) == [], (number, moves)
