"""What makes the page light, in numbers that no busy machine changes; times are measured by `bench.panning`."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.web.conftest import Table, moving

pytestmark = moving

CATEGORIES = ["devtools.timeline"]
MOST_BYTES = 200_000

WATCH = """() => {
  window.changes = [];
  window.watch = new MutationObserver((all) => window.changes.push(...all));
  for (const svg of document.querySelectorAll('.world > svg'))
    window.watch.observe(svg, { attributes: true, childList: true, subtree: true });
}"""

CHANGED = """() => [...window.changes, ...window.watch.takeRecords()]
  .map((one) => `${one.type} ${one.attributeName}: ${(one.target.outerHTML ?? '').slice(0, 90)}`)"""

SHARP = """() => [...document.querySelectorAll('.world')].every((one) => one.style.transform.endsWith('scale(1)'))"""
"""The picture is drawn at the scale at which it is shown: nothing is left of the first fit."""


def drag(page: Page, steps: int) -> None:
    """Over the open sea at the left edge of the board, where nothing can be pressed."""
    box = page.get_by_role("group", name="The board").bounding_box()
    assert box
    x, y = box["x"] + 30, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, steps + 1):
        page.mouse.move(x + 6 * step, y + 2 * step)
    page.mouse.up()


def test_panning_changes_nothing_but_where_the_drawings_lie(page: Page, from_golden: Table) -> None:
    from_golden(9, 90)
    page.locator(".world .rim").first.wait_for(state="attached")
    page.wait_for_function(SHARP)
    before = page.locator(".world").first.get_attribute("style")
    page.evaluate(WATCH)
    drag(page, 20)
    assert page.locator(".world").first.get_attribute("style") != before, "the board was moved"
    assert page.evaluate(CHANGED) == []


def test_panning_lays_nothing_out_and_styles_a_handful_of_elements(
    browser: Browser, page: Page, from_golden: Table
) -> None:
    from_golden(9, 90)
    page.locator(".world .rim").first.wait_for(state="attached")
    drag(page, 10)  # what is worked out once for a hand on the board
    browser.start_tracing(page=page, categories=CATEGORIES)
    drag(page, 40)
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    styled = [e["args"].get("elementCount", 0) for e in events if e["name"] == "UpdateLayoutTree"]
    assert styled, "the trace shows what the page did"
    # Two drawings and the sea; the rest at most once, when the sea and the marks come to rest.
    assert sorted(styled)[len(styled) * 3 // 4] <= 20
    laid_out = sum(e["name"] == "Layout" for e in events)
    assert laid_out <= 3


@pytest.mark.parametrize("place", ["start", "game"])
def test_the_first_load_is_small(page: Page, from_golden: Table, browser: Browser, place: str) -> None:
    from_golden(9, 90)
    address = page.url if place == "game" else page.url.split("/g/")[0] + "/"
    context = browser.new_context()
    fresh = context.new_page()
    session = context.new_cdp_session(fresh)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    fresh.goto(address)
    fresh.locator("h1").first.wait_for(state="attached")
    fresh.wait_for_load_state("networkidle")
    context.close()
    assert 0 < sum(sizes) < MOST_BYTES
    assert len(sizes) < 60
