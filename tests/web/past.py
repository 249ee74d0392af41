"""What the tests of films, of looking back and of taking back have in common."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.web.players import Pointer, look, wait_past

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
