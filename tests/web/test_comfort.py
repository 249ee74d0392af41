"""Settings that are kept and hold in all windows, sounds, captions."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.players import Pointer

LOUD = json.dumps({"speed": "off", "volume": 100})

OFFLINE = """window.slot = 0;
window.AudioContext = class extends OfflineAudioContext {
  constructor() { super(1, 22050 * 2 * 20, 22050); window.recorded = this; }
  get currentTime() { return 2 * window.slot; }
  resume() { return Promise.resolve(); }
};"""
"""All that is played is rendered: a sound in each slot of two seconds."""

RENDER = """async (slots) => {
  const samples = (await window.recorded.startRendering()).getChannelData(0);
  return Array.from({ length: slots }, (_, slot) => {
    const part = samples.subarray(slot * 44100, (slot + 1) * 44100);
    let [peak, power] = [0, 0];
    for (const x of part) { peak = Math.max(peak, Math.abs(x)); power += x * x; }
    return { peak, energy: power / 22050, tail: Math.abs(part.at(-1)) };
  });
}"""


def open_settings(page: Page) -> None:
    """Opens the dialog of a game's page."""
    page.locator(".tools .settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_settings_are_kept_and_hold_in_the_other_windows(page: Page, new_table: Any) -> None:
    new_table(None, None)
    other = page.context.new_page()
    other.goto("/rules")
    open_settings(page)
    page.get_by_label("Dark").check()
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")
    volume = page.get_by_label("Volume")
    volume.focus()
    page.keyboard.press("ArrowRight")
    page.reload()
    page.wait_for_selector(".game")
    open_settings(page)
    expect(page.get_by_label("Dark")).to_be_checked()
    expect(volume).to_have_value("45")
    page.get_by_role("button", name="Back to the defaults").click()
    expect(page.get_by_label("Dark")).not_to_be_checked()
    expect(volume).to_have_value("40")
    expect(other.locator("html")).not_to_have_attribute("data-theme", "dark")
    other.close()


def test_every_sound_can_be_heard_and_none_is_too_loud(page: Page, new_table: Any) -> None:
    page.add_init_script(OFFLINE)
    page.add_init_script(f"localStorage.setItem('tongiaki-settings', '{LOUD}')")
    new_table(None, None)
    open_settings(page)
    page.get_by_text("Hear each sound").click()
    sounds = page.locator("[data-sound]")
    expect(sounds.first).to_be_visible()
    names = [str(sound.get_attribute("data-sound")) for sound in sounds.all()]
    assert len(names) == len(set(names)) > 10
    for slot, sound in enumerate(sounds.all()):
        page.evaluate("(slot) => { window.slot = slot; }", slot)
        sound.click()
    heard = page.evaluate(RENDER, len(names))
    for name, sound in zip(names, heard, strict=True):
        assert 0.05 < sound["peak"] < 1, (name, sound)
        assert sound["energy"] > 1e-4, (name, sound)
        assert sound["tail"] < 1e-3, (name, sound)


def test_what_is_heard_is_written_where_captions_are_on(page: Page, new_table: Any) -> None:
    quiet = json.dumps({"speed": "off", "sound": False, "captions": True})
    page.add_init_script(f"localStorage.setItem('tongiaki-settings', '{quiet}')")
    new_table(None, None)
    Pointer(page).decide()
    expect(page.get_by_test_id("caption")).to_have_text("♪ a boat is set down")


def test_sound_and_sharing_are_loaded_when_they_are_wanted(page: Page, new_table: Any) -> None:
    def loaded() -> str:
        names: list[str] = page.evaluate("performance.getEntriesByType('resource').map((e) => e.name)")
        return " ".join(names)

    new_table(None, None)
    assert not any(part in loaded() for part in ("player.svelte", "ShareDialog", "animation"))
    page.locator(".tools .share").click()
    expect(page.get_by_role("dialog").locator("img")).to_be_visible()
    assert "ShareDialog" in loaded()
    assert "animation" not in loaded()
