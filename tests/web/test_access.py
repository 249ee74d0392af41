"""Any hands, any eyes: by the accessibility tree alone, by keys, with forced colours, enlarged."""

import contextlib
import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as Timeout

from tests.records.samples import running
from tests.web.conftest import go, moving
from tests.web.players import PATIENCE, look, wait_past

Table = Callable[..., None]

CHOICE = re.compile(r'button "(?P<name>[^"]+)"(?P<state>(?: \[[^\]]+\])*)')
MAIN = re.compile(r"^(Confirm.*|Set sail|Become king|Yes, resettle|Pass)$")

EAR = """new MutationObserver((changes) => {
  window.heard ??= [];
  for (const change of changes) for (const node of change.addedNodes) {
    const region = (node.closest ? node : change.target).closest?.('[aria-live], [role=alert], [role=status]');
    const text = node.textContent?.trim();
    const urgent = region?.matches('[role=alert], [aria-live=assertive]');
    if (region && text) window.heard.push([text, Boolean(urgent)]);
  }
}).observe(document, { childList: true, subtree: true });
window.changes = 0;
new MutationObserver((all) => { window.changes += all.length; })
  .observe(document, { attributes: true, characterData: true, childList: true, subtree: true });"""
"""Notes down what a screen reader is given to say: what is added to live regions. Counts what changes at all."""


CAMERA = {"Closer", "Farther", "Show all", "Hold the sea still", "Let the sea move"}


def pressable(snapshot: str) -> list[str]:
    """The names of buttons that can be pressed and are not."""
    return [
        match["name"]
        for match in CHOICE.finditer(snapshot)
        if not re.search("disabled|pressed", match["state"])
    ]


class Listener:
    """Plays by roles and names only, as with a screen reader: no selectors, no places on the screen."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.chance = random.Random(seed)
        self.board = page.get_by_role("group", name="The board")
        self.strip = page.get_by_role("region", name="What you can do")
        self.result = page.get_by_role("heading", name=re.compile(r"wins? .*points?|share"))

    def read(self) -> tuple[str, str]:
        """All that is said of what can be done, and of the board; nothing of what is gone: at the end the strip is."""
        return self.heard_of(self.strip), self.heard_of(self.board)

    def heard_of(self, part: Locator) -> str:
        while part.count():
            with contextlib.suppress(Timeout):  # it may go meanwhile
                return part.aria_snapshot(timeout=2000)
        return ""

    def press(self, within: Locator, name: str) -> bool:
        """Presses a button by keyboard; false if what was read is gone meanwhile."""
        try:
            within.get_by_role("button", name=name, exact=True).press("Enter", timeout=2000)
        except Timeout:
            return False
        return True

    def play_to_end(self) -> None:
        """Plays until the result is a heading; what is read again after a press is acted on when it is another."""
        done = ("", "")
        while True:
            changes = self.page.evaluate("changes")
            now = self.read()
            strip, board = now
            if now == done:
                self.page.wait_for_function("(n) => changes > n", arg=changes, timeout=PATIENCE)
            elif main := next((name for name in pressable(strip) if MAIN.match(name)), None):
                done = now if self.press(self.strip, main) else done
            elif choices := [name for name in pressable(board) if name not in CAMERA]:
                done = now if self.press(self.board, self.chance.choice(choices)) else done
            elif self.result.count():
                return
            else:
                done = now


def brief() -> dict[str, Any]:
    """Ana against a bot. After three water tiles all islands turn up: fleets are lost, and yet the end comes soon."""
    record = running(0)
    water = [tile for tile in record["deck"] if len(tile) == 1]
    islands = [tile for tile in record["deck"] if len(tile) > 1]
    seats = [
        {"name": "Ana", "colours": ["red"], "bot": None},
        {"name": "Bo", "colours": ["blue"], "bot": "random"},
    ]
    return {"record": {**record, "deck": [*water[:3], *islands, *water[3:]]}, "seats": seats}


@pytest.mark.slow
def test_a_whole_game_through_the_accessibility_tree(page: Page) -> None:
    page.add_init_script(EAR)
    go(page, brief())
    Listener(page, 3).play_to_end()

    heard: list[tuple[str, bool]] = page.evaluate("window.heard")
    said = Counter(text for text, _ in heard)
    urgent = {text for text, now in heard if now}
    log = page.get_by_role("region", name="What happened", exact=True)
    told = Counter(log.get_by_role("listitem").all_inner_texts())
    # Each event is told once: not again by the bar, a film or a notice.
    for text, times in told.items():
        if text.startswith(("Ana puts", "Bo puts", "A tile turns up", "The fleet", "Land!")):
            assert said[text] == times, text
    assert any(text.startswith("The fleet is lost") for text in urgent)
    assert any(text.startswith("The fleet reaches") for text in urgent)
    assert any(text.startswith("Your turn — ") for text in urgent)
    assert any(text.startswith("The game is over.") and "win" in text for text in urgent)
    assert not any(text.startswith("A tile turns up") for text in urgent)


def test_the_board_in_words_keeps_step(page: Page, new_table: Table) -> None:
    new_table(None, None)
    words = page.get_by_role("region", name="The board in words")
    expect(words.get_by_role("heading", name="Tonga")).to_be_attached()
    expect(words.get_by_text("north beach: 3 of 3 berths free", exact=False)).to_be_attached()
    expect(words.get_by_text("Pier to the north: unknown sea")).to_be_attached()
    seq = look(page)["seq"]
    page.get_by_role("button", name=re.compile("Place a boat on the north beach of Tonga")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Confirm"))).to_be_enabled()
    page.keyboard.press(" ")
    wait_past(page, seq)
    expect(words.get_by_text(re.compile("north beach: 2 of 3 berths free, boats: 1 red"))).to_be_attached()


FOCUS = """() => { const e = document.activeElement;
  return e?.dataset.cursor ?? e?.dataset.target ?? null; }"""


def test_a_refusal_is_said_at_once(page: Page, new_table: Table) -> None:
    page.add_init_script(EAR)
    new_table(None, None)
    page.locator("[data-action=king]").press("Enter")
    reason = page.get_by_role("alert")
    expect(reason).to_have_count(1)
    page.wait_for_function(
        "(text) => window.heard?.some(([said, now]) => now && said === text)", arg=reason.inner_text()
    )


def test_with_reduced_motion_the_board_is_where_it_belongs_at_once(page: Page, from_golden: Table) -> None:
    """A transition, however short, lasts until the next picture: on a busy machine the board was seen unfitted."""
    from_golden(56, 100)
    before, meant, shown = page.evaluate(
        """async () => {
          const world = document.querySelector('.world');
          const before = world.style.transform;
          document.querySelector('.board [aria-label="Closer"]').click();
          while (world.style.transform === before) await null; // nothing has been drawn yet
          return [before, world.style.transform, getComputedStyle(world).transform]
            .map((transform) => [...new DOMMatrix(transform).toFloat64Array()]);
        }"""
    )
    assert meant != before
    assert shown == pytest.approx(meant, abs=0.01)


def test_enlarging_and_forced_colours_break_nothing(page: Page, from_golden: Table) -> None:
    """Buttons that change their place move the camera once: it was an endless loop. The page must report no error."""
    from_golden(0, 60)
    for width, height in ((640, 400), (320, 256), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        controls = page.locator(".controls")
        expect(controls).to_have_css("flex-direction", "column" if width > 1000 else "row")
        page.get_by_role("button", name="Closer").press("Enter")
        assert not page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
        expect(page.get_by_test_id("bar")).to_be_in_viewport(ratio=1)
        assert page.get_by_test_id("confirm").evaluate("(e) => e.getBoundingClientRect().right <= innerWidth")
    page.emulate_media(forced_colors="active")
    page.locator("[data-target]").first.press("Enter")
    expect(page.get_by_test_id("bar")).to_contain_text("boats on Hawaii")


def test_the_arrows_move_a_cursor_from_place_to_place(page: Page, from_golden: Table) -> None:
    from_golden(0, 60)
    cell = page.get_by_test_id("cell")
    page.keyboard.press("ArrowRight")  # it shows itself where something can be chosen
    expect(cell).to_contain_text("Hawaii, worth 5, 2 north-west of Tonga; boats: 4 blue (yours)")
    expect(cell).to_contain_text("Enter: Grow on Hawaii")
    page.keyboard.press("ArrowUp")
    expect(cell).to_contain_text("Hiva Oa, worth 4")
    assert page.evaluate(FOCUS) == "-2,-1"
    page.keyboard.press("ArrowRight")
    expect(cell).to_contain_text("Sea tile N")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")  # the one thing that can be chosen there
    expect(page.get_by_test_id("bar")).to_contain_text("Hiva Oa")
    page.keyboard.press("Enter")  # now its beaches: the focus goes to them
    expect(page.locator("[data-target]:focus")).to_have_count(1)
    first = page.evaluate(FOCUS)
    assert first.startswith("Hiva Oa ")
    page.keyboard.press("Escape")  # and back out
    assert page.evaluate(FOCUS) == "-2,-1"
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("bar")).to_contain_text("choose an island to grow on")


def test_the_arrows_go_among_the_targets_of_one_place(page: Page, new_table: Table) -> None:
    new_table(None, None)
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUS) == "0,0"
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(FOCUS) == "Tonga d"  # the north beach
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("confirm")).to_be_enabled()
    seq = look(page)["seq"]
    page.keyboard.press(" ")  # confirms, though a beach has the focus
    wait_past(page, seq)


UNSEEN = """() => {
  const element = document.activeElement;
  const box = (element.querySelector('.line, .inner') ?? element).getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const board = document.querySelector('main.board').getBoundingClientRect();
  const within = x > board.left && x < board.right && y > board.top && y < board.bottom;
  const top = document.elementFromPoint(x, y);
  return within && (element.contains(top) || top?.closest('svg, .board')) ? null
    : `${element.ariaLabel} at ${x}, ${y}: ${top?.outerHTML.slice(0, 80)}`;
}"""
"""What has the focus lies outside of the board, or under a panel."""

AT_REST = """() => new Promise((done) => {
  const where = () => JSON.stringify(document.activeElement.getBoundingClientRect());
  let [was, still] = [where(), 0];
  const look = () => {
    still = where() === was ? still + 1 : 0;
    was = where();
    if (still > 4) done(); else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""


@moving
def test_what_has_the_focus_is_never_hidden(page: Page, from_golden: Table) -> None:
    """Zoomed in, targets lie off the screen: the board follows the focus (WCAG 2.4.11)."""
    from_golden(0, 60)
    for _ in range(4):
        page.keyboard.press("+")
    for _ in range(6):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUS):
            page.evaluate(AT_REST)
            assert page.evaluate(UNSEEN) is None
    for key in ("ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
        page.evaluate(AT_REST)
        assert page.evaluate(UNSEEN) is None
