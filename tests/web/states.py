"""Every page, and every state of a game, by name: what the tests of looks and access go through."""

import json
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.records.samples import golden
from tests.web.players import Keyboard

Table = Callable[..., None]

PAGES = {
    "start": "/",
    "new": "/new",
    "rules": "/rules",
    "learn": "/learn",
    "tiles": "/tiles",
    "record": "/record",
    "me": "/me",
    "player": "/p/greedy",
    "players": "/players",
    "privacy": "/privacy",
    "nowhere": "/nowhere",
    "no such game": "/g/nothing-here",
    "with people": "/play",
}
POSITIONS = {
    "setup": (4, 3),
    "turn": (0, 60),
    "landing": (0, 8),
    "chain": (56, 100),
    "lay": (0, 191),
    "six players": (16, 240),
    "near the end": (9, 196),
}
"""A golden game, and the ply."""

STATES = [
    *PAGES,
    *POSITIONS,
    "expand staged",
    "sail",
    "king",
    "resettle",
    "endless",
    "over",
    "history",
    "looked back",
    "film",
    "film as a list",
    "help",
    "settings",
    "tiles left",
    "list",
    "share",
    "record read",
    "record end",
]


def read_record(page: Page, text: str) -> None:
    """Reads a record by pasting it."""
    page.goto("/record")
    page.get_by_label("Or paste").fill(text)
    page.get_by_role("button", name="Read it").click()


def show(page: Page, state: str, from_golden: Table) -> None:
    """Goes to a page, or leads a game to a state."""
    if state in PAGES:
        page.goto(PAGES[state])
        page.locator("h1").first.wait_for()
        expect(page.locator("[aria-busy]")).to_have_count(0)
    elif state in POSITIONS:
        from_golden(*POSITIONS[state])
    else:
        LEADS[state](page, from_golden)


def pick(page: Page, *ids: str) -> None:
    """Chooses these targets."""
    for id in ids:
        Keyboard(page).pick(lambda other, id=id: other == id)  # type: ignore[misc]


def expand_staged(page: Page, from_golden: Table) -> None:
    from_golden(0, 6)
    pick(page, "Tonga a", "Tonga d", "Tonga e")


def sail(page: Page, from_golden: Table) -> None:
    from_golden(0, 91)
    pick(page, "sail Hiva Oa 5")


def king(page: Page, from_golden: Table) -> None:
    from_golden(0, 60)
    page.locator("[data-action=king]").click()


def resettle(page: Page, from_golden: Table) -> None:
    from_golden(0, 190)
    page.locator("[data-action=resettle]").click()


def endless(page: Page, from_golden: Table) -> None:
    from_golden(64, 417)
    pick(page, "Tubuai a", "Tubuai b")
    page.get_by_test_id("confirm").click()
    page.locator("div.news").wait_for()


def over(page: Page, from_golden: Table) -> None:
    from_golden(9, len(golden(9)["moves"]) - 1)
    Keyboard(page).decide()
    page.locator(".end").wait_for()


def history(page: Page, from_golden: Table) -> None:
    from_golden(9, 90)
    for seq in (104, 103):
        page.keyboard.press(",")
        expect(page.get_by_test_id("moment")).to_contain_text(f"{seq} of 105")


def looked_back(page: Page, from_golden: Table) -> None:
    over(page, from_golden)
    page.get_by_test_id("look-back").click()
    page.get_by_test_id("ribbon").wait_for()


def film(page: Page, from_golden: Table) -> None:
    from_golden(9, 90)
    page.evaluate("localStorage.setItem('tongiaki-settings', '{\"speed\": \"slow\"}')")
    page.reload()
    page.wait_for_selector(".game")
    page.get_by_test_id("happened").click()
    page.get_by_test_id("film").get_by_role("button", name="Pause").click()


def film_as_list(page: Page, from_golden: Table) -> None:
    film(page, from_golden)
    page.get_by_test_id("film").get_by_role("button", name="As a list").click()


def tiles_left(page: Page, from_golden: Table) -> None:
    from_golden(9, 120)
    page.keyboard.press("t")
    page.get_by_role("dialog").wait_for()


def dialog(button: str) -> Callable[[Page, Table], None]:
    """A dialog that a button of the game opens."""

    def lead(page: Page, from_golden: Table) -> None:
        from_golden(0, 60)
        page.get_by_role("button", name=button).click()
        page.get_by_role("dialog").wait_for()

    return lead


def record_read(page: Page, _: Table) -> None:
    read_record(page, json.dumps(golden(8)))
    page.get_by_text("Step 0 of").wait_for()


def record_end(page: Page, from_golden: Table) -> None:
    record_read(page, from_golden)
    page.keyboard.press("End")
    page.locator(".end").wait_for()


def share(page: Page, from_golden: Table) -> None:
    over(page, from_golden)
    page.locator(".end").get_by_role("button", name="Share").first.click()
    page.get_by_role("dialog").wait_for()


LEADS: dict[str, Callable[[Page, Table], None]] = {
    "expand staged": expand_staged,
    "sail": sail,
    "king": king,
    "resettle": resettle,
    "endless": endless,
    "over": over,
    "history": history,
    "looked back": looked_back,
    "film": film,
    "film as a list": film_as_list,
    "help": dialog("Help"),
    "settings": dialog("Settings"),
    "tiles left": tiles_left,
    "list": dialog("Choose from a list"),
    "share": share,
    "record read": record_read,
    "record end": record_end,
}
