"""Any screen: bar, board and action together without scrolling; the board is moved by drag, pinch, wheel and keys."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.records.samples import golden
from tests.web.players import POINT, Pointer, look, wait_past

Table = Callable[..., None]

SIZES = {
    "small phone": (360, 640),
    "phone": (390, 844),
    "phone lying": (844, 390),
    "tablet": (820, 1180),
    "wide": (1280, 800),
    "full": (1920, 1080),
}
PHASES = {
    "setup": (4, 3),
    "turn": (16, 240),
    "landing": (0, 8),
    "chain": (56, 100),
    "lay": (0, 191),
    "near the end": (9, 196),
}

PARTS = """() => Object.fromEntries(['.bar', 'main.board', '.strip', '.players', '.controls',
    '[data-testid=confirm]', '[data-testid=cancel]', '[data-action=expand]'].map((name) => {
  const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
  return [name, { left, top, right, bottom }];
}))"""
SCROLLS = """() => [document.documentElement, document.body].some((e) =>
  e.scrollHeight > innerHeight || e.scrollWidth > innerWidth || e.scrollTop > 0)"""
CAMERA = "() => document.querySelector('.world').style.transform"
STILL = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const where = () => document.querySelector('.world').style.transform;
  for (let last = where(), same = 0; same < 4; same = where() === last ? same + 1 : 0, last = where()) await frame();
}"""
"""Waits until the camera rests."""

Box = dict[str, float]


def apart(a: Box, b: Box) -> bool:
    """Do two boxes share no point? (A shared edge is none.)"""
    near = 0.5
    return (
        a["right"] <= b["left"] + near
        or b["right"] <= a["left"] + near
        or a["bottom"] <= b["top"] + near
        or b["bottom"] <= a["top"] + near
    )


def camera(page: Page) -> str:
    """Where the board's camera is, at rest."""
    page.evaluate(STILL)
    where: str = page.evaluate(CAMERA)
    return where


def scale(where: str) -> float:
    found = re.search(r"scale\(([\d.]+)\)", where)
    assert found, where
    return float(found[1])


@pytest.mark.parametrize("size", SIZES)
def test_bar_board_and_action_are_on_one_screen_in_every_phase(
    page: Page, from_golden: Table, size: str
) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    for phase, (number, moves) in PHASES.items():
        from_golden(number, moves)
        page.evaluate(STILL)
        assert not page.evaluate(SCROLLS), phase
        parts: dict[str, Box] = page.evaluate(PARTS)
        for name, box in parts.items():
            assert box["left"] >= -0.5, (phase, name)
            assert box["top"] >= -0.5, (phase, name)
            assert box["right"] <= width + 0.5, (phase, name)
            assert box["bottom"] <= height + 0.5, (phase, name)
        places = [parts[name] for name in (".bar", "main.board", ".strip", ".players")]
        assert all(apart(a, b) for i, a in enumerate(places) for b in places[:i]), phase
        buttons = [
            parts[n] for n in ("[data-testid=confirm]", "[data-testid=cancel]", "[data-action=expand]")
        ]
        assert all(apart(a, b) for i, a in enumerate(buttons) for b in buttons[:i]), phase
        assert min(b["bottom"] - b["top"] for b in buttons) >= 44, phase
        for target in look(page)["targets"]:
            assert page.evaluate(POINT, target["id"]), (phase, target)


@pytest.mark.parametrize("size", ["small phone", "phone"])
def test_a_phone_upright_gives_the_board_its_room_and_the_thumb_the_action(
    page: Page, from_golden: Table, size: str
) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    tops = set()
    for number, moves in PHASES.values():
        from_golden(number, moves)
        parts = page.evaluate(PARTS)
        board = parts["main.board"]
        tops.add(board["top"])
        share = (board["bottom"] - board["top"]) / height
        assert share >= (0.55 if size == "phone" else 0.45)
        assert parts["[data-testid=confirm]"]["top"] > height * 2 / 3
        players = parts[".players"]
        assert players["bottom"] - players["top"] < height / 8
    assert len(tops) == 1  # the board is where it was, whatever is said above it


def test_a_drag_is_no_tap_and_a_tremor_is_no_drag(page: Page, from_golden: Table) -> None:
    from_golden(4, 3)
    target = next(t["id"] for t in look(page)["targets"])
    x, y = page.evaluate(POINT, target)
    before = camera(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=6)
    page.mouse.up()
    after = camera(page)
    assert after != before
    expect(page.get_by_test_id("confirm")).to_be_disabled()  # nothing was chosen
    x, y = page.evaluate(POINT, target)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 4, y + 3, steps=3)
    page.mouse.up()
    expect(page.get_by_test_id("confirm")).to_be_enabled()
    assert camera(page) == after


def fingers(cdp: CDPSession, kind: str, *at: tuple[float, float]) -> None:
    points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(at)]
    cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_two_fingers_zoom_and_one_finger_pans(page: Page, from_golden: Table) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    from_golden(16, 240)
    start = camera(page)
    cdp = page.context.new_cdp_session(page)
    cdp.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 2})
    fingers(cdp, "touchStart", (180, 400), (220, 400))
    for spread in (30, 50, 80, 110):
        fingers(cdp, "touchMove", (200 - spread, 400), (200 + spread, 400))
    fingers(cdp, "touchEnd")
    near = camera(page)
    assert scale(near) != scale(start) or near != start
    world = page.locator(".world svg").first.bounding_box()
    assert world is not None
    assert world["width"] > 390  # no longer all on the screen
    fingers(cdp, "touchStart", (200, 400))
    for y in (380, 340, 300):
        fingers(cdp, "touchMove", (200, y))
    fingers(cdp, "touchEnd")
    moved = page.locator(".world svg").first.bounding_box()
    assert moved is not None
    assert camera(page) != near
    assert abs(moved["width"] - world["width"]) < 1  # panned, not zoomed
    expect(page.get_by_test_id("confirm")).to_be_disabled()


def test_wheel_keys_and_buttons_zoom_and_the_board_is_centred_again(page: Page, from_golden: Table) -> None:
    from_golden(16, 240)
    fitted = camera(page)
    width = lambda: page.locator(".world svg").first.bounding_box()["width"]  # type: ignore[index]  # noqa: E731
    size = width()
    page.mouse.move(500, 450)
    page.mouse.wheel(0, -300)
    page.wait_for_function("(was) => document.querySelector('.world').style.transform !== was", arg=fitted)
    camera(page)
    assert width() > size * 1.2
    page.get_by_role("button", name="Show all").click()
    assert camera(page) == fitted
    page.keyboard.press("+")
    camera(page)
    assert width() > size * 1.2
    page.keyboard.press("0")
    assert camera(page) == fitted
    page.get_by_role("button", name="Farther").click()
    camera(page)
    assert width() < size / 1.2


def test_the_view_follows_a_growing_map_but_not_against_ones_will(page: Page, from_golden: Table) -> None:
    moves = golden(0)["moves"]
    from_golden(0, 6)
    alone = camera(page)
    hand = Pointer(page)
    for beach in "adef":
        hand.pick(lambda id, beach=beach: id == f"Tonga {beach}")
    hand.confirm()
    wait_past(page, look(page)["seq"] - 1)
    assert moves[7].startswith("sail")
    hand.pick(lambda id: id.startswith("sail Tonga 5"))
    seq = look(page)["seq"]
    hand.confirm()
    wait_past(page, seq)
    assert camera(page) != alone  # a tile was laid: all is shown


def test_a_tile_is_found_on_the_board(page: Page, from_golden: Table) -> None:
    from_golden(9, 120)
    fitted = camera(page)
    page.keyboard.press("t")
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("[data-tile]")).to_have_count(32)
    expect(dialog.locator(".left[data-tile]")).to_have_count(12)
    expect(dialog).to_contain_text("one of 12")
    dialog.get_by_role("button", name="Oahu").click()
    expect(dialog).to_have_count(0)
    expect(page.locator("[data-found=Oahu]")).to_be_attached()
    assert camera(page) != fitted
    expect(page.locator("[data-found]")).to_have_count(0)


def test_near_the_end_the_stack_warns(page: Page, from_golden: Table) -> None:
    from_golden(9, 196)
    expect(page.locator(".stack .warning")).to_have_text("The next island ends the game.")


def test_nothing_jumps_while_a_bot_plays(page: Page, new_table: Table) -> None:
    page.add_init_script(
        """let sum = 0; let from = Infinity;
        new PerformanceObserver((list) => list.getEntries().forEach((e) => { if (e.startTime > from) sum += e.value; }))
          .observe({ type: 'layout-shift', buffered: true });
        window.shifts = { begin: () => { from = performance.now(); }, sum: () => sum };"""
    )
    new_table(None, "random")
    hand = Pointer(page)
    hand.decide()
    page.evaluate("shifts.begin()")
    for _ in range(4):
        hand.decide()
    shifted: Any = page.evaluate("shifts.sum()")
    assert shifted < 0.02


def test_the_sea_can_be_held_still(page: Page, new_table: Table) -> None:
    running = "() => document.querySelector('.sea .near').getAnimations().map((a) => a.playState)"
    new_table(None, None)
    assert page.evaluate(running) == ["running", "running"]
    page.get_by_role("button", name="Hold the sea still").click()
    assert page.evaluate(running) == ["paused", "paused"]
    page.reload()
    page.wait_for_selector(".game")
    assert page.evaluate(running) == ["paused", "paused"]
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(running) == []


def test_the_tab_says_when_it_is_your_turn(page: Page, new_table: Table) -> None:
    new_table(None, "greedy")
    expect(page).to_have_title(re.compile("Your turn"))
    page.wait_for_function("() => document.querySelector('link[rel=icon]').href.startsWith('data:image/svg')")
    page.goto("/tiles")
    page.wait_for_function("() => document.querySelector('link[rel=icon]').href.endsWith('/favicon.svg')")
