"""How much the page works while a full board is panned on a slow machine: `python -m bench.panning`.

A golden game late on, Chromium slowed down four times, the board dragged about and zoomed. From the browser's own
trace, in processor time of the page's main thread (so that neighbours on the machine do not count): script, style and
layout in each frame, and the longest task. Before it the size of the first load, and how soon it can be used.

Goals: at most 8 ms a frame at the 95th percentile, no task above 50 ms, under 200 kB before pictures, 1 s.
"""

import argparse
import collections
import itertools
import json
import statistics
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from scripts.gallery import Stage, served
from tests.web.conftest import CHROMIUM, FLAGS, NO_FILM

GAME = (25, 180)
"""A golden game and a ply: 30 tiles and 53 boats, and something to choose."""

SLOWER = 4
MIDDLE = (420, 420)
WORK = {
    "FunctionCall",
    "EvaluateScript",
    "FireAnimationFrame",
    "EventDispatch",
    "TimerFire",
    "RunMicrotasks",
    "UpdateLayoutTree",
    "Layout",
}
"""Events of a trace that are script, style or layout."""

DRAWING = {"PrePaint", "Paint", "Layerize", "Commit"}
"""What follows them on the main thread; no part of the goal, but worth knowing."""

CATEGORIES = ["devtools.timeline", "devtools.timeline.frame", "disabled-by-default-devtools.timeline"]
TASK = "RunTask"
FRAME = "Commit"
"""Ends the main thread's part of a frame."""

LOADED = """() => {
  const get = (kind) => performance.getEntriesByType(kind);
  const first = get('paint').find((entry) => entry.name === 'first-contentful-paint');
  const all = [...get('navigation'), ...get('resource')];
  return {
    bytes: all.reduce((sum, entry) => sum + entry.encodedBodySize, 0),
    requests: all.length,
    ready: Math.max(first?.startTime ?? 0, performance.getEntriesByName('usable')[0].startTime),
  };
}"""
"""Bytes as sent, and when there was something to see and to use."""

WATCH_LOAD = """new MutationObserver((_, watch) => {
  if (!document.querySelector('h1')) return;
  performance.mark('usable');
  watch.disconnect();
}).observe(document, { childList: true, subtree: true });"""
"""The page is drawn by its script with all listeners: when the heading is there, it can be used."""

Event = dict[str, Any]


def traced(browser: Browser, page: Page, act: Callable[[], None]) -> list[Event]:
    """The events of the page's main thread while something is done, in order."""
    browser.start_tracing(page=page, categories=CATEGORIES)
    act()
    events: list[Event] = json.loads(browser.stop_tracing())["traceEvents"]
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    frames = collections.Counter((event["pid"], event["tid"]) for event in events if event["name"] == FRAME)
    thread = max(mains, key=lambda one: frames[one])
    return sorted((e for e in events if (e["pid"], e["tid"]) == thread), key=lambda e: float(e["ts"]))


def outermost(events: list[Event], names: set[str]) -> list[tuple[float, float]]:
    """(begin, processor time) in ms of the events with these names that lie within no other of them."""
    found: list[tuple[float, float]] = []
    end = 0.0
    for event in events:
        if event.get("ph") != "X" or event["name"] not in names or event["ts"] < end:
            continue
        end = event["ts"] + event.get("dur", 0)
        found.append((event["ts"] / 1000, event.get("tdur", event.get("dur", 0)) / 1000))
    return found


def frames(events: list[Event], names: set[str]) -> list[float]:
    """What each frame costs: all work since the frame before."""
    begins = [e["ts"] / 1000 for e in events if e["name"] == FRAME]
    work = outermost(events, names)
    return sorted(
        sum(duration for at, duration in work if begin <= at < following)
        for begin, following in itertools.pairwise(begins)
    )


class Mouse:
    """The browser's own mouse: the one of Playwright runs scripts of its own in the page."""

    def __init__(self, session: CDPSession) -> None:
        self.session = session

    def send(self, kind: str, x: float, y: float, **more: object) -> None:
        self.session.send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, **more})

    def drag(self, steps: int) -> None:
        """To and fro over the board, one move after the other."""
        x, y = MIDDLE
        held = {"button": "left", "buttons": 1, "clickCount": 1}
        self.send("mousePressed", x, y, **held)
        for step in range(1, steps):
            swing = abs(step % 60 - 30)
            self.send("mouseMoved", x + 5 * (30 - swing), y + 3 * (step % 20), **held)
        self.send("mouseReleased", x, y, button="left")

    def wheel(self, steps: int) -> None:
        """Nearer and farther."""
        for step in range(steps):
            self.send("mouseWheel", *MIDDLE, deltaX=0, deltaY=-40 if step % 20 < 10 else 40)


def tell(what: str, events: list[Event]) -> None:
    work, drawing = frames(events, WORK), frames(events, DRAWING)
    tasks = sorted(duration for _, duration in outermost(events, {TASK}))
    styled = sum(
        e["args"].get("elementCount", 0) for e in events if e["name"] == "UpdateLayoutTree" and "args" in e
    )
    layouts = sum(e["name"] == "Layout" for e in events)

    def p95(ordered: list[float]) -> float:
        return ordered[int(0.95 * (len(ordered) - 1))]

    print(
        f"{what:<8} {len(work):>6} {statistics.median(work):>8.1f} {p95(work):>6.1f} {work[-1]:>6.1f}"
        f" {p95(drawing):>8.1f} {tasks[-1]:>8.1f} {styled / len(work):>8.1f} {layouts / len(work):>8.2f}"
    )


def panning(browser: Browser, base: str, steps: int) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.add_init_script(NO_FILM)
    Stage(page, base).golden(*GAME)
    page.wait_for_timeout(1500)
    tiles = page.locator(".world .rim").count()
    boats = page.locator('.world use[href^="#tk-boat-"]').count()
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    mouse = Mouse(session)
    mouse.wheel(5)  # nearer, so that there is more to draw than fits
    page.wait_for_timeout(2500)
    print(f"\n{tiles} tiles, {boats} boats, {SLOWER}x CPU slow-down; ms of processor time of the main thread")
    print(
        f"{'':<8} {'frames':>6} {'median':>8} {'p95':>6} {'most':>6} {'drawing':>8} {'longest':>8}"
        f" {'elements':>8} {'layouts':>8}"
    )
    print(
        f"{'':<8} {'':>6} {'script, style, layout':>22} {'p95':>8} {'task':>8} {'a frame':>8} {'a frame':>8}"
    )
    before = page.locator(".world").first.get_attribute("style")
    events = traced(browser, page, lambda: mouse.drag(steps))
    assert before != page.locator(".world").first.get_attribute("style"), "the board was not moved"
    tell("pan", events)
    tell("zoom", traced(browser, page, lambda: mouse.wheel(steps // 3)))
    print("goal: at most 8 at p95, no task above 50")
    context.close()


def first_load(browser: Browser, base: str) -> None:
    print("first load                 kB  requests  usable after ms   (goal: under 200 kB, 1000 ms)")
    context = browser.new_context()
    made = context.new_page()
    Stage(made, base).golden(*GAME)
    game = made.url.removeprefix(base)
    context.close()
    for path in ("/", game):
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        page = context.new_page()
        page.add_init_script(WATCH_LOAD)
        page.goto(base + path)
        page.wait_for_load_state("networkidle")
        found = page.evaluate(LOADED)
        print(f"{path:<24} {found['bytes'] / 1000:>5.0f} {found['requests']:>9} {found['ready']:>15.0f}")
        context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Panning a full board, and the first load.")
    parser.add_argument("--steps", type=int, default=240)
    chosen = parser.parse_args()
    with served() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        first_load(browser, base)
        panning(browser, base, chosen.steps)
        browser.close()


if __name__ == "__main__":
    main()
