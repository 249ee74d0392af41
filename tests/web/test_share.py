"""Records by file, paste and link; pictures of a moment, and of a turn as an animation."""

import base64
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Download, Page, expect

from tests.web.players import PATIENCE

GAMES = Path(__file__).parents[1] / "games/golden.jsonl"
RECORD = GAMES.read_text().splitlines()[10]
SLOW = 4 * PATIENCE
"""A picture is drawn by the browser: on a busy machine that takes its time."""

FRAMES = """async (base64) => {
  const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const decoder = new ImageDecoder({ data, type: 'image/gif' });
  await decoder.tracks.ready;
  const { frameCount: count } = decoder.tracks.selectedTrack;
  const pictures = [];
  for (const frameIndex of [0, count - 1]) {
    const { image } = await decoder.decode({ frameIndex });
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    pictures.push(context.getImageData(0, 0, canvas.width, canvas.height));
  }
  const [first, last] = pictures.map((picture) => picture.data);
  return {
    count,
    width: pictures[0].width,
    changed: first.reduce((sum, value, i) => sum + (value !== last[i]), 0) / first.length,
  };
}"""
"""What a browser makes of an animated picture: frames, and the share of values that differ between first and last."""


@pytest.fixture
def record(page: Page) -> Page:
    """A record that is looked at."""
    page.goto("/record")
    page.locator("textarea").fill(RECORD)
    page.get_by_role("button", name="Read it").click()
    expect(page.locator(".record")).to_be_visible(timeout=PATIENCE)
    return page


def share(page: Page, step: int) -> None:
    """Opens the dialog at a moment of the record, and waits for its picture."""
    page.locator(".record input[type=range]").fill(str(step))
    page.locator("header .share").click()
    expect(page.get_by_role("dialog").locator("img")).to_be_visible(timeout=SLOW)


def saved(page: Page, button: str) -> tuple[Download, bytes]:
    """What a button of the dialog saves."""
    with page.expect_download(timeout=SLOW) as download:
        page.get_by_role("dialog").get_by_role("button", name=button).click()
    return download.value, Path(download.value.path()).read_bytes()


def test_a_link_holds_a_whole_record(record: Page) -> None:
    record.context.grant_permissions(["clipboard-read", "clipboard-write"])
    share(record, 0)
    record.get_by_role("button", name="Copy the game as a link").click()
    expect(record.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    link = str(record.evaluate("navigator.clipboard.readText()"))
    assert "/record#r=" in link
    assert len(link) < 8000
    record.goto("/")
    record.goto(link)
    expect(record.locator(".record")).to_be_visible(timeout=PATIENCE)
    # The same page with another, damaged link.
    record.evaluate("location.hash = location.hash.slice(0, -40)")
    expect(record.get_by_role("alert")).to_contain_text("This link is damaged")
    record.locator("textarea").fill(RECORD)
    record.get_by_role("button", name="Read it").click()
    expect(record.locator(".record")).to_be_visible(timeout=PATIENCE)


def test_a_file_can_be_dropped(page: Page) -> None:
    page.goto("/record")
    expect(page.locator("textarea")).to_be_visible()
    page.evaluate(
        """(text) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], 'game.json'));
          for (const type of ['dragover', 'drop'])
            document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        }""",
        RECORD,
    )
    expect(page.locator(".record")).to_be_visible(timeout=PATIENCE)


def test_the_record_is_saved_as_it_came(record: Page) -> None:
    share(record, 3)
    download, file = saved(record, "Save the file")
    assert download.suggested_filename == "tongiaki-record-3.json"
    assert file.decode() == RECORD


def test_pictures_stand_by_themselves(record: Page) -> None:
    share(record, 40)
    download, svg = saved(record, "SVG")
    assert download.suggested_filename == "tongiaki-record-40.svg"
    text = svg.decode()
    root = ElementTree.fromstring(text)
    words = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Tongiaki", "Tonga", "Red"} <= words
    assert not any(needed in text for needed in ("var(", "class=", "url(&quot;http", 'href="http'))
    _, png = saved(record, "PNG")
    assert png.startswith(b"\x89PNG")
    width = int.from_bytes(png[16:20])
    assert width == min(4096, round(2 * float(root.attrib["width"])))


def test_a_turn_as_an_animated_picture(record: Page) -> None:
    share(record, 12)
    download, gif = saved(record, "Last turn")
    assert download.suggested_filename == "tongiaki-record-12.gif"
    seen = record.evaluate(FRAMES, base64.b64encode(gif).decode())
    assert seen["count"] > 3
    assert seen["width"] <= 720
    assert 0 < seen["changed"] < 0.5


def test_an_animated_picture_can_be_stopped(record: Page) -> None:
    record.locator(".record input[type=range]").fill("0")
    share(record, 120)
    dialog = record.get_by_role("dialog")
    dialog.get_by_role("button", name="Last turn").click()
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog.get_by_role("status")).to_have_text("Cancelled.", timeout=SLOW)
    expect(dialog.get_by_role("button", name="Last turn")).to_be_enabled()
