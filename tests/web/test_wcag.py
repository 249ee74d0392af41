"""WCAG 2.2 AA, as far as a program can tell, on every page and in every state: axe, sizes of targets, room for text."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.web.states import STATES, show

Table = Callable[..., None]

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
VIOLATIONS = """async (rules) =>
  (await axe.run({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })).violations
  .filter((v) => ['moderate', 'serious', 'critical'].includes(v.impact))
  .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target} (${n.any[0]?.message ?? ''})`).join(' | ')}`)"""

AT_REST = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  for (let same = 0; same < 2; ) {
    await frame();
    const moving = document.getAnimations().filter((a) => Number.isFinite(a.effect.getComputedTiming().endTime));
    same = moving.length ? 0 : same + 1;
    await Promise.allSettled(moving.map((animation) => animation.finished));
  }
}"""
"""Colours of a new theme are there two frames later; what fades has faded."""

RESTLESS = """() => document.getAnimations()
  .filter(({ effect }) => !effect.target.closest('.sea') && !(effect.getComputedTiming().endTime <= 5000))
  .map(({ animationName, effect }) => `${animationName}: ${effect.target.outerHTML.slice(0, 90)}`)"""
"""What moves for more than five seconds (WCAG 2.2.2); the sea has a button that holds it."""

GROUND = "() => getComputedStyle(document.body).backgroundColor"

SMALL = """() => {
  const dialog = document.querySelector('dialog[open]');
  const shown = [...(dialog ?? document).querySelectorAll('a[href], button, input, select, summary, textarea')]
    .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.visually-hidden'));
  const inText = (e) => getComputedStyle(e).display === 'inline'
    && [...e.parentElement.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim().length > 1);
  const box = (e) => {
    const own = e.getBoundingClientRect();
    const label = e.matches('input') && e.closest('label')?.getBoundingClientRect();
    return label && label.width * label.height > own.width * own.height ? label : own;
  };
  const targets = shown.map((e) => ({ e, at: box(e) })).filter(({ at }) => at.width > 1 && at.height > 1);
  const small = ({ at }) => at.width < 24 || at.height < 24;
  const middle = ({ at }) => [at.x + at.width / 2, at.y + at.height / 2];
  const near = (one) => targets.some((other) => {
    if (other === one || one.e.contains(other.e) || other.e.contains(one.e)) return false;
    const [x, y] = middle(one);
    const [a, b] = middle(other);
    if (small(other) && Math.hypot(a - x, b - y) < 24) return true;
    const { left, right, top, bottom } = other.at;
    const [dx, dy] = [Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)];
    return Math.hypot(dx, dy) < 12;
  });
  return targets.filter((one) => small(one) && !inText(one.e) && near(one))
    .map(({ e, at }) => `${at.width.toFixed(0)} x ${at.height.toFixed(0)}: ${e.outerHTML.slice(0, 90)}`);
}"""
"""Targets below 24 px with another within the circle of 24 px around their middle, not in a sentence (WCAG 2.5.8)."""

NARROW = """async () => {
  if (document.querySelector('dialog[open]')) return [];
  const frame = () => new Promise(requestAnimationFrame);
  for (let was = '', same = 0; same < 4; ) {
    await frame();
    const now = document.querySelector('.world')?.style.transform ?? '';
    same = now === was ? same + 1 : 0;
    was = now;
  }
  const round = [0, 45, 90, 135, 180, 225, 270, 315].map((degrees) => degrees * Math.PI / 180)
    .map((angle) => [11.5 * Math.cos(angle), 11.5 * Math.sin(angle)]);
  const fits = (target) => {
    const { left, top, right, bottom } = target.querySelector('.hit').getBoundingClientRect();
    const mine = (x, y) => target.contains(document.elementFromPoint(x, y));
    for (let y = top + 11; y <= bottom - 11; y += 3) for (let x = left + 11; x <= right - 11; x += 3)
      if (mine(x, y) && round.every(([dx, dy]) => mine(x + dx, y + dy))) return true;
    return false;
  };
  return [...document.querySelectorAll('[data-target]:not([aria-disabled])')].filter((t) => !fits(t))
    .map((t) => t.dataset.target);
}"""
"""Targets on the board in which no circle of 24 px fits, once the camera rests."""

PHONE = {"width": 390, "height": 844}
WIDER = "() => document.documentElement.scrollWidth > innerWidth"


SPACED = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }"""
"""Text as WCAG 1.4.12 lets a reader space it."""

SPACE = """(style) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""

CUT = """() => {
  const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
  const speaks = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  const cut = (e) => (hides(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth + 2)
    || (hides(getComputedStyle(e).overflowY) && e.scrollHeight > e.clientHeight + 2);
  return [...document.body.querySelectorAll(':not(svg, svg *)')]
    .filter((e) => e.checkVisibility({ visibilityProperty: true }) && cut(e))
    .filter((e) => speaks(e) || [...e.querySelectorAll('*')].some(speaks))
    .filter((e) => !e.closest('.visually-hidden') && !e.querySelector('.world'))
    .map((e) => `${e.outerHTML.slice(0, 90)} ${e.scrollWidth}x${e.scrollHeight} in ${e.clientWidth}x${e.clientHeight}`);
}"""
"""Elements that hide a part of their text."""


def narrow(page: Page) -> list[str]:
    """Targets too small for a finger that are offered nowhere else; a list of them is as good (2.5.8, "equivalent")."""
    small: list[str] = page.evaluate(NARROW)
    lists = page.get_by_role("button", name="Choose from a list").all()
    return [] if any(button.is_visible() and button.is_enabled() for button in lists) else small


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
def test_a_state_is_accessible(page: Page, from_golden: Table, state: str) -> None:
    """Opened once, looked at from all sides."""
    page.emulate_media(color_scheme="light")
    page.add_init_script(path=AXE)
    show(page, state, from_golden)
    page.evaluate(AT_REST)
    ground = page.evaluate(GROUND)
    found = {"light": page.evaluate(VIOLATIONS), "wide": page.evaluate(SMALL)}
    found["wide board"] = narrow(page)
    page.emulate_media(color_scheme="dark")
    page.evaluate(AT_REST)
    assert page.evaluate(GROUND) != ground
    found["dark"] = page.evaluate(VIOLATIONS, ["color-contrast"])  # the rest is as in light
    page.set_viewport_size(PHONE)
    page.evaluate(AT_REST)
    found["phone"] = page.evaluate(SMALL)
    found["phone board"] = narrow(page)
    found["wider than the phone"] = [state] if page.evaluate(WIDER) else []
    page.evaluate(SPACE, SPACED)
    found["text cut off when spaced"] = page.evaluate(CUT)
    found["wider than the phone when spaced"] = [state] if page.evaluate(WIDER) else []
    page.emulate_media(reduced_motion="no-preference")
    found["moves on and on"] = page.evaluate(RESTLESS)
    assert sorted(f"{side}: {problem}" for side, problems in found.items() for problem in problems) == []
