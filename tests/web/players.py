"""Two players for the browser tests: one with a pointer, one with the keyboard alone. Both see what the page shows."""

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

PATIENCE = 60_000
"""Milliseconds until a test gives up waiting for what must come, on a busy machine too."""
ACTION_KEYS = {"expand": "x", "king": "k", "resettle": "r"}

PICTURE = """const picture = () => [
  document.querySelector('.game').dataset.seq,
  document.querySelector('[data-testid=bar]').textContent,
  document.querySelector('[data-testid=confirm]').disabled,
  ...[...document.querySelectorAll('[data-target]')].map((t) => t.ariaLabel + t.ariaPressed),
].join('|');"""
"""All that changes on the page when a target is chosen, as one text."""

LOOK = f"""() => {{ {PICTURE}
  const game = document.querySelector('.game');
  const confirm = document.querySelector('[data-testid=confirm]');
  return {{
    phase: game.dataset.phase,
    seq: Number(game.dataset.seq),
    mine: game.dataset.mine === 'true',
    ready: !confirm.disabled,
    kinds: [...document.querySelectorAll('[data-action]')]
      .filter((b) => b.getAttribute('aria-disabled') !== 'true').map((b) => b.dataset.action),
    targets: [...document.querySelectorAll('[data-target]:not([aria-disabled])')]
      .map((t) => ({{ id: t.dataset.target, chosen: t.getAttribute('aria-pressed') === 'true' }})),
    picture: picture(),
  }};
}}"""
"""What a person sees of the game: the phase, whether it is their turn, what is marked, what the buttons allow."""

POINT = """async (id) => {
  const target = document.querySelector(`[data-target="${id}"]`);
  const frame = () => new Promise(requestAnimationFrame);
  const where = () => target.querySelector('.hit').getBoundingClientRect();
  const steps = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9, 0.05, 0.95];
  for (let box = where(), still = 0, misses = 0; misses < 100; still += 1) {
    await frame();
    const now = where();
    if (now.left !== box.left || now.top !== box.top || now.width !== box.width) still = 0;
    box = now;
    if (still < 3) continue;
    for (const y of steps) for (const x of steps) {
      const [at, down] = [box.left + x * box.width, box.top + y * box.height];
      const hit = document.elementFromPoint(at, down);
      if (hit && target.contains(hit)) return [at, down];
    }
    misses += 1;
  }
  return null;
}"""
"""A point of the screen at which a target can be hit, once the board has come to rest."""

ANSWERED = f"(before) => {{ {PICTURE} return picture() !== before; }}"


def look(page: Page) -> dict[str, Any]:
    """What is to be seen of the game."""
    seen: dict[str, Any] = page.evaluate(LOOK)
    return seen


def wait_for_turn(page: Page) -> dict[str, Any]:
    """Waits until it is this screen's turn, or the game is over."""
    page.wait_for_function(
        "() => { const g = document.querySelector('.game');"
        " return g && (g.dataset.phase === 'over' || g.dataset.mine === 'true'); }",
        timeout=PATIENCE,
    )
    return look(page)


def wait_past(page: Page, seq: int) -> None:
    """Waits until something has happened after event `seq`."""
    page.wait_for_function(
        "(seq) => Number(document.querySelector('.game').dataset.seq) > seq", arg=seq, timeout=PATIENCE
    )


class Player:
    """Plays on, choosing at random among what is marked."""

    def __init__(self, page: Page, seed: int = 0) -> None:
        self.page = page
        self.chance = random.Random(seed)

    def choose(self, index: int, seen: dict[str, Any]) -> None:
        """Chooses a marked target."""
        raise NotImplementedError

    def confirm(self) -> None:
        """Confirms what is staged."""
        raise NotImplementedError

    def act(self, action: str) -> None:
        """Chooses the kind of action: expand, king or resettle."""
        raise NotImplementedError

    def pick(self, want: Callable[[str], bool] = lambda _: True) -> None:
        """Chooses one of the targets that are wanted, and waits until the page has answered."""
        seen = look(self.page)
        open_targets = [
            i for i, target in enumerate(seen["targets"]) if not target["chosen"] and want(target["id"])
        ]
        assert open_targets, seen
        self.choose(self.chance.choice(open_targets), seen)
        self.page.wait_for_function(ANSWERED, arg=seen["picture"], timeout=PATIENCE)

    def decide(self) -> None:
        """Carries one decision to its end, whatever it is."""
        seen = wait_for_turn(self.page)
        while seen["phase"] != "over" and not seen["ready"]:
            self.pick()
            seen = look(self.page)
        if seen["phase"] != "over":
            self.confirm()
            wait_past(self.page, seen["seq"])

    def play_to_end(self, most: int = 600) -> int:
        """Plays until the game is over; returns the number of decisions."""
        for decisions in range(most):
            if wait_for_turn(self.page)["phase"] == "over":
                return decisions
            self.decide()
        raise AssertionError(f"not over after {most} decisions")


class Pointer(Player):
    """By mouse alone: real clicks at real places."""

    def choose(self, index: int, seen: dict[str, Any]) -> None:
        id = seen["targets"][index]["id"]
        point = self.page.evaluate(POINT, id)
        assert point, f"{id} cannot be hit"
        self.page.mouse.click(*point)

    def confirm(self) -> None:
        self.page.get_by_test_id("confirm").click()

    def act(self, action: str) -> None:
        self.page.locator(f"[data-action={action}]").click()


class Keyboard(Player):
    """By keys alone: the numbers drawn at the targets, space, letters."""

    def choose(self, index: int, seen: dict[str, Any]) -> None:
        for digit in digits(index, len(seen["targets"])):
            self.page.keyboard.press(digit)

    def confirm(self) -> None:
        self.page.keyboard.press(" ")

    def act(self, action: str) -> None:
        self.page.keyboard.press(ACTION_KEYS[action])


def digits(index: int, count: int) -> str:
    """The number that stands at a target: one digit, or two without a zero."""
    return str(index + 1) if count <= 9 else f"{index // 9 + 1}{index % 9 + 1}"


def log(page: Page) -> str:
    """All of the log."""
    return page.locator(".log-place .log").inner_text()


def bar(page: Page) -> str:
    """The sentence on top."""
    return page.get_by_test_id("bar").inner_text()


def expect_bar(page: Page, text: str) -> None:
    """Waits for the sentence on top to say this."""
    expect(page.get_by_test_id("bar")).to_contain_text(text, timeout=PATIENCE)
