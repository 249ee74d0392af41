"""Any screen: bar, board and action together without scrolling; the board is moved by drag, pinch, wheel and keys."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.web.conftest import moving
from tests.web.players import POINT, Pointer, look, wait_past

Table = Callable[..., None]

SIZES = {
    "small phone": (360, 640),
    "phone": (390, 844),
    "phone lying": (844, 390),
    "small phone lying": (640, 360),
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

BUTTONS = (
    "[data-testid=confirm]",
    "[data-testid=cancel]",
    "[data-testid=undo]",
    "[data-action=expand]",
    "[data-action=king]",
    "[data-action=resettle]",
)
PARTS = f"""() => Object.fromEntries(['.bar', 'main.board', '.strip', '.players', '.controls',
    {", ".join(f"'{button}'" for button in BUTTONS)}].map((name) => {{
  const {{ left, top, right, bottom }} = document.querySelector(name).getBoundingClientRect();
  return [name, {{ left, top, right, bottom }}];
}}))"""
CUT = """() => {
  const within = (inner, outer) => [...document.querySelectorAll(inner)].filter((e) => {
    const [a, b] = [e.getBoundingClientRect(), e.closest(outer).getBoundingClientRect()];
    return a.left < b.left || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1;
  });
  const hint = [...document.querySelectorAll('.strip .middle')].filter((e) => e.scrollWidth > e.clientWidth);
  return [...within('[data-testid=bar]', '.bar'), ...within('.stack > *', '.stack'), ...hint].map((e) => e.textContent);
}"""
"""Sentences of which a part cannot be seen."""
SCROLLS = """() => [document.documentElement, document.body].some((e) =>
  e.scrollHeight > innerHeight || e.scrollWidth > innerWidth || e.scrollTop > 0)"""
CAMERA = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const where = () => document.querySelector('.world .rim').getBoundingClientRect();
  const alike = (a, b) => a.x === b.x && a.y === b.y && a.width === b.width;
  let last = where();
  for (let still = 0; still < 4; still += 1) {
    await frame();
    const now = where();
    if (!alike(now, last)) still = 0;
    last = now;
  }
  return [last.x, last.y, last.width];
}"""
"""Where the first tile is on the screen, and how wide, once the camera rests."""

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


Camera = Any  # pytest.approx has no type of its own


def camera(page: Page) -> Camera:
    """Where the board is looked at from, at rest, to a pixel."""
    return pytest.approx(page.evaluate(CAMERA), abs=1)


def width(page: Page) -> float:
    """How wide a tile is on the screen."""
    wide: float = page.evaluate(CAMERA)[2]
    return wide


def drag(page: Page, *path: tuple[float, float]) -> None:
    """Pulls the board about."""
    page.mouse.move(*path[0])
    page.mouse.down()
    for x, y in path[1:]:
        page.mouse.move(x, y, steps=6)
    page.mouse.up()


@pytest.mark.parametrize("size", SIZES)
def test_bar_board_and_action_are_on_one_screen_in_every_phase(
    page: Page, from_golden: Table, size: str
) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    for phase, (number, moves) in PHASES.items():
        from_golden(number, moves)
        page.evaluate(CAMERA)
        assert not page.evaluate(SCROLLS), phase
        parts: dict[str, Box] = page.evaluate(PARTS)
        for name, box in parts.items():
            assert box["left"] >= -0.5, (phase, name)
            assert box["top"] >= -0.5, (phase, name)
            assert box["right"] <= width + 0.5, (phase, name)
            assert box["bottom"] <= height + 0.5, (phase, name)
        places = [parts[name] for name in (".bar", "main.board", ".strip", ".players")]
        assert all(apart(a, b) for i, a in enumerate(places) for b in places[:i]), phase
        assert page.evaluate(CUT) == [], phase
        buttons = [parts[name] for name in BUTTONS]
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


@moving
def test_a_drag_is_no_tap_and_a_tremor_is_no_drag(page: Page, from_golden: Table) -> None:
    from_golden(4, 3)
    target = next(t["id"] for t in look(page)["targets"])
    x, y = page.evaluate(POINT, target)
    before = page.evaluate(CAMERA)
    drag(page, (x, y), (x + 60, y + 40))
    assert page.evaluate(CAMERA) == pytest.approx([before[0] + 60, before[1] + 40, before[2]], abs=1)
    expect(page.get_by_test_id("confirm")).to_be_disabled()  # nothing was chosen
    after = page.evaluate(CAMERA)
    x, y = page.evaluate(POINT, target)
    drag(page, (x, y), (x + 4, y + 3))
    expect(page.get_by_test_id("confirm")).to_be_enabled()
    assert page.evaluate(CAMERA) == pytest.approx(after, abs=1)


def fingers(cdp: CDPSession, kind: str, *at: tuple[float, float]) -> None:
    points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(at)]
    cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@moving
def test_two_fingers_zoom_and_one_finger_pans(page: Page, from_golden: Table) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    from_golden(16, 240)
    start = page.evaluate(CAMERA)
    cdp = page.context.new_cdp_session(page)
    cdp.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 2})
    fingers(cdp, "touchStart", (170, 400), (230, 400))
    for spread in (50, 70, 90, 120):
        fingers(cdp, "touchMove", (200 - spread, 400), (200 + spread, 400))
    fingers(cdp, "touchEnd")
    near = page.evaluate(CAMERA)
    zoom = near[2] / start[2]
    assert zoom == pytest.approx(4, rel=0.05)  # the fingers are four times as far apart
    assert near[0] == pytest.approx(200 - (200 - start[0]) * zoom, abs=3)  # about the point between them
    fingers(cdp, "touchStart", (200, 400))
    for y in (380, 340, 300):
        fingers(cdp, "touchMove", (200, y))
    fingers(cdp, "touchEnd")
    assert page.evaluate(CAMERA) == pytest.approx([near[0], near[1] - 100, near[2]], abs=1)
    expect(page.get_by_test_id("confirm")).to_be_disabled()  # no tap was meant


@moving
def test_a_finger_taps(page: Page, from_golden: Table) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    from_golden(4, 3)
    x, y = page.evaluate(POINT, look(page)["targets"][0]["id"])
    cdp = page.context.new_cdp_session(page)
    cdp.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 2})
    fingers(cdp, "touchStart", (x, y))
    fingers(cdp, "touchMove", (x + 3, y + 2))
    fingers(cdp, "touchEnd")
    expect(page.get_by_test_id("confirm")).to_be_enabled()


@moving
def test_wheel_keys_and_buttons_zoom_and_the_board_is_centred_again(page: Page, from_golden: Table) -> None:
    from_golden(16, 240)
    fitted = camera(page)
    size = width(page)
    page.mouse.move(500, 450)
    page.mouse.wheel(0, -300)
    page.wait_for_function(
        "(was) => document.querySelector('.world .rim').getBoundingClientRect().width > was * 1.2", arg=size
    )
    page.get_by_role("button", name="Show all").click()
    assert page.evaluate(CAMERA) == fitted
    page.keyboard.press("+")
    assert width(page) > size * 1.2
    page.keyboard.press("0")
    assert page.evaluate(CAMERA) == fitted
    page.get_by_role("button", name="Farther").click()
    assert width(page) < size / 1.2


def first_sailing(page: Page) -> Pointer:
    """Goes on to where the first fleet of golden game 0 sets sail, which turns a tile up."""
    hand = Pointer(page)
    for beach in "adef":
        hand.pick(f"Tonga {beach}".__eq__)
    seq = look(page)["seq"]
    hand.confirm()
    wait_past(page, seq)
    hand.pick(lambda id: id.startswith("sail Tonga 5"))
    return hand


def set_sail(page: Page, hand: Pointer) -> None:
    seq = look(page)["seq"]
    hand.confirm()
    wait_past(page, seq)


TILES_SEEN = """() => {
  const board = document.querySelector('main.board').getBoundingClientRect();
  return [...document.querySelectorAll('.world .rim')].map((e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    const [left, right] = [x + 0.1 * width, x + 0.9 * width]; // the box of a turned hex is larger than the hex
    const [top, bottom] = [y + 0.1 * height, y + 0.9 * height];
    return left >= board.left && top >= board.top && right <= board.right && bottom <= board.bottom;
  });
}"""
"""Of each tile, whether it is wholly on the screen."""


@moving
def test_the_view_follows_a_growing_map(page: Page, from_golden: Table) -> None:
    from_golden(0, 6)
    hand = first_sailing(page)
    alone = camera(page)
    set_sail(page, hand)
    assert page.evaluate(CAMERA) != alone
    assert page.evaluate(TILES_SEEN) == [True, True]


@moving
def test_who_has_moved_the_view_keeps_it(page: Page, from_golden: Table) -> None:
    from_golden(0, 6)
    hand = first_sailing(page)
    page.get_by_role("button", name="Farther").click()
    drag(page, (150, 650), (250, 700))
    mine = camera(page)
    set_sail(page, hand)
    assert page.evaluate(CAMERA) == mine  # there was room for the new tile
    assert page.evaluate(TILES_SEEN) == [True, True]
    page.get_by_role("button", name="Show all").click()
    assert page.evaluate(CAMERA) != mine


@moving
def test_a_new_tile_out_of_sight_comes_in_and_no_more_than_that(page: Page, from_golden: Table) -> None:
    from_golden(0, 6)
    hand = first_sailing(page)
    drag(page, (150, 650), (600, 700), (570, 700))  # Tonga to the right edge, where the new tile goes
    mine = page.evaluate(CAMERA)
    set_sail(page, hand)
    x, _, wide = page.evaluate(CAMERA)
    assert x < mine[0] - 50
    assert wide == pytest.approx(mine[2], abs=1)
    assert page.evaluate(TILES_SEEN)[-1]


def test_the_log_opens_at_what_happened_last(page: Page, from_golden: Table) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    from_golden(16, 240)
    page.get_by_role("button", name="Log", exact=True).click()
    entries = page.get_by_role("dialog").get_by_role("listitem")
    expect(entries.last).to_be_in_viewport()
    expect(entries.first).not_to_be_in_viewport()


def test_where_targets_lie_close_together_a_list_is_offered_and_plays(page: Page, from_golden: Table) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    from_golden(4, 3)
    offer = page.get_by_test_id("from-list")
    expect(page.locator("[data-target]").first).to_be_attached()
    expect(offer).to_have_count(0)  # five beaches, far apart
    from_golden(20, 302)
    count = len(look(page)["targets"])
    assert count > 30
    expect(offer).to_have_text("Choose from a list")
    box = offer.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert box["x"] + box["width"] <= 390
    for _ in range(5):
        page.keyboard.press("+")
    expect(offer).to_have_count(0)  # near enough for a finger
    page.keyboard.press("0")
    offer.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("li button")).to_have_count(count)
    dialog.get_by_role("button", name="Fiji").first.click()
    expect(dialog).to_have_count(0)  # one boat is all that goes there
    seq = look(page)["seq"]
    page.get_by_test_id("confirm").click()
    wait_past(page, seq)


@moving
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
    assert page.evaluate(CAMERA) != fitted
    expect(page.locator("[data-found]")).to_have_count(0)


def test_near_the_end_the_stack_warns(page: Page, from_golden: Table) -> None:
    from_golden(9, 196)
    expect(page.locator(".stack .warning")).to_have_text("The next island ends the game.")


@pytest.mark.parametrize("size", ["phone", "phone lying", "wide"])
@moving
def test_nothing_jumps_while_a_bot_plays(page: Page, new_table: Table, size: str) -> None:
    across, down = SIZES[size]
    page.set_viewport_size({"width": across, "height": down})
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


def wait_for_sea(page: Page, *states: str) -> None:
    """Waits for the two near layers of the sea; while the camera moves they rest."""
    page.wait_for_function(
        "(states) => document.querySelector('.sea .near').getAnimations().map((a) => a.playState).join() === states",
        arg=",".join(states),
    )


@moving
def test_the_sea_can_be_held_still(page: Page, new_table: Table) -> None:
    new_table(None, None)
    wait_for_sea(page, "running", "running")
    page.get_by_role("button", name="Hold the sea still").click()
    wait_for_sea(page, "paused", "paused")
    page.reload()
    page.wait_for_selector(".game")
    page.evaluate(CAMERA)
    wait_for_sea(page, "paused", "paused")
    page.emulate_media(reduced_motion="reduce")
    wait_for_sea(page)


def test_the_tab_says_when_it_is_your_turn(page: Page, new_table: Table) -> None:
    new_table(None, "greedy")
    expect(page).to_have_title(re.compile("Your turn"))
    page.wait_for_function("() => document.querySelector('link[rel=icon]').href.startsWith('data:image/svg')")
    page.goto("/tiles")
    page.wait_for_function("() => document.querySelector('link[rel=icon]').href.endsWith('/favicon.svg')")
