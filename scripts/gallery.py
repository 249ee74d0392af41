"""The gallery: every page and every state of a game as pictures, for people to look at.

`make gallery`, or `python -m scripts.gallery [--out FOLDER] [NAME …]` for a few of them. The states come from golden
games, so the pictures are the same each time but for what a bot's chance changes.
"""

import argparse
import html
import json
import secrets
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, WebSocketRoute, sync_playwright
from playwright.sync_api import Error as PlaywrightError
from tests.records.samples import golden, running
from tests.web.conftest import CHROMIUM, FLAGS
from tests.web.players import Keyboard
from tests.web.serving import start
from tests.web.test_rooms import PLAY_ON

OUT = Path("build/gallery")


@dataclass(frozen=True)
class Form:
    """A screen and a theme."""

    name: str
    width: int
    height: int
    theme: Any
    touch: bool = False


FORMS = (
    Form("wide-light", 1280, 800, "light"),
    Form("wide-dark", 1280, 800, "dark"),
    Form("phone-dark", 390, 844, "dark", touch=True),
    Form("lying-light", 844, 390, "light", touch=True),
)


MOVING = {"film"}
"""Pictures of something that moves; all others are taken with everything at rest."""

PATIENCE = 45_000
"""ms for each step, also on a busy machine."""

STILL = """if (!localStorage.getItem('tongiaki-settings')) {
  localStorage.setItem('tongiaki-settings', '{"speed": "off", "sea": false}');
}"""


class Stage:
    """A page, and the ways to lead a game somewhere."""

    def __init__(self, page: Page, base: str) -> None:
        self.page = page
        self.base = base
        self.hand = Keyboard(page)

    def go(self, path: str) -> None:
        self.page.goto(self.base + path)
        self.page.locator("h1").first.wait_for(state="attached")

    def table(self, **table: object) -> None:
        """Makes a table and opens it."""
        response = self.page.request.post(
            f"{self.base}/api/tables",
            data=json.dumps(table),
            headers={"Content-Type": "application/json"},
        )
        self.go(f"/g/{response.json()['id']}")
        self.page.wait_for_selector(".game")

    def golden(self, number: int, moves: int) -> None:
        """A golden game from a ply; all seats are at this screen."""
        self.table(record=running(moves, 31, number))

    def pick(self, *ids: str) -> None:
        for id in ids:
            self.hand.pick(lambda other, id=id: other == id)  # type: ignore[misc]

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def click(self, name: str) -> None:
        self.page.get_by_role("button", name=name).click()

    def speed(self, speed: str) -> None:
        """How fast films run, from the next page on."""
        self.page.evaluate(
            f'localStorage.setItem(\'tongiaki-settings\', \'{{"speed": "{speed}", "sea": false}}\')'
        )


State = Callable[[Stage], None]
STATES: dict[str, State] = {}


def state(name: str) -> Callable[[State], State]:
    def add(lead: State) -> State:
        STATES[name] = lead
        return lead

    return add


for name, path in {
    "start": "/",
    "new": "/new",
    "rules": "/rules",
    "learn": "/learn",
    "record": "/record",
    "tiles": "/tiles",
    "with-people": "/play",
    "profile": "/me",
    "players": "/players",
    "what-is-stored": "/privacy",
    "missing": "/nowhere",
    "game-missing": "/g/nothing",
}.items():
    STATES[name] = lambda stage, path=path: stage.go(path)  # type: ignore[misc]


@state("setup")
def _(stage: Stage) -> None:
    stage.golden(4, 3)


@state("setup-staged")
def _(stage: Stage) -> None:
    stage.golden(4, 3)
    stage.hand.pick()


@state("turn")
def _(stage: Stage) -> None:
    stage.golden(9, 90)


@state("expand-staged")
def _(stage: Stage) -> None:
    stage.golden(0, 6)
    stage.pick(*(f"Tonga {beach}" for beach in "ade"))


@state("sail")
def _(stage: Stage) -> None:
    stage.golden(0, 91)
    stage.pick("sail Hiva Oa 5")


@state("film")
def _(stage: Stage) -> None:
    stage.golden(0, 6)
    stage.pick(*(f"Tonga {beach}" for beach in "adef"))
    stage.speed("slow")
    stage.page.reload()
    stage.page.wait_for_selector(".game")
    stage.pick(*(f"Tonga {beach}" for beach in "adef"))
    stage.hand.confirm()
    stage.page.wait_for_timeout(1200)
    stage.pick("sail Tonga 5")
    stage.hand.confirm()
    stage.page.wait_for_timeout(1800)


@state("landing")
def _(stage: Stage) -> None:
    stage.golden(0, 8)


@state("landing-staged")
def _(stage: Stage) -> None:
    moves = golden(7)["moves"]
    stage.golden(7, 1 + max(ply for ply in range(181) if moves[ply].startswith("sail")))
    stage.press("g")
    stage.page.wait_for_timeout(400)


@state("chain")
def _(stage: Stage) -> None:
    stage.golden(56, 100)


@state("endless")
def _(stage: Stage) -> None:
    stage.golden(64, 417)
    stage.pick("Tubuai a", "Tubuai b")
    stage.hand.confirm()
    stage.page.locator(".news").first.wait_for()


@state("king")
def _(stage: Stage) -> None:
    stage.golden(0, 60)
    stage.hand.act("king")


@state("resettle")
def _(stage: Stage) -> None:
    stage.golden(0, 190)
    stage.hand.act("resettle")


@state("lay")
def _(stage: Stage) -> None:
    stage.golden(0, 191)
    stage.hand.pick()


@state("settle")
def _(stage: Stage) -> None:
    stage.golden(0, 193)


@state("six")
def _(stage: Stage) -> None:
    stage.golden(16, 240)


@state("near-the-end")
def _(stage: Stage) -> None:
    stage.golden(9, 196)


@state("tiles-left")
def _(stage: Stage) -> None:
    stage.golden(9, 120)
    stage.press("t")
    stage.page.get_by_role("dialog").wait_for()


@state("found")
def _(stage: Stage) -> None:
    stage.golden(9, 120)
    stage.press("t")
    stage.page.locator("[data-tile] button").nth(3).click()
    stage.page.wait_for_timeout(1100)


@state("settings")
def _(stage: Stage) -> None:
    stage.golden(9, 90)
    stage.click("Settings")
    stage.page.get_by_role("dialog").wait_for()


@state("help")
def _(stage: Stage) -> None:
    stage.golden(9, 90)
    stage.press("?")
    stage.page.get_by_role("dialog").wait_for()


@state("history")
def _(stage: Stage) -> None:
    stage.golden(9, 90)
    for _ in range(3):
        stage.press(",")
    stage.page.wait_for_timeout(600)


@state("record-middle")
def _(stage: Stage) -> None:
    read(stage, 8)
    for _ in range(3):
        stage.press(".")
    stage.page.wait_for_timeout(600)


@state("offline")
def _(stage: Stage) -> None:
    open_line: list[WebSocketRoute] = []

    def connect(line: WebSocketRoute) -> None:
        if not open_line:
            open_line.append(line)
            line.connect_to_server()

    stage.page.route_web_socket("**/ws/**", connect)
    stage.golden(0, 6)
    stage.pick("Tonga a", "Tonga d")
    open_line[0].close()
    stage.page.get_by_test_id("lost").wait_for()


@state("over")
def _(stage: Stage) -> None:
    record = golden(9)
    stage.golden(9, len(record["moves"]) - 1)
    stage.hand.decide()
    stage.page.locator(".end").wait_for()
    stage.page.wait_for_timeout(600)


@state("over-shared")
def _(stage: Stage) -> None:
    read(stage, 47)
    stage.press("End")
    stage.page.locator(".end").wait_for()


def invite(stage: Stage) -> Page:
    """A table for two by a link; a friend has sat down in a browser of her own, and says so."""
    stage.go("/")
    stage.click("Invite friends")
    stage.page.get_by_label("Your name").fill("Ana")
    stage.click("Make the table")
    stage.page.wait_for_url("**/r/*")
    browser = stage.page.context.browser
    assert browser
    friend = browser.new_context().new_page()
    friend.goto(stage.page.url)
    friend.get_by_label("Your name").fill("Bo")
    friend.get_by_role("button", name="Sit down").click()
    friend.get_by_label("Your line").fill("Hello from the other island!")
    friend.keyboard.press("Enter")
    stage.page.get_by_role("region", name="What was said").get_by_text("Hello from").wait_for()
    return friend


@state("my-games")
def _(stage: Stage) -> None:
    headers = {"Content-Type": "application/json"}
    for days, bots in ((1, ["greedy"]), (3, ["pilot", "hermit"])):
        seats = [{"kind": "you"}, *({"kind": "bot", "bot": bot} for bot in bots)]
        clock = {"kind": "days", "days": days, "rest_from": 22, "rest_to": 8, "zone": "Europe/Berlin"}
        room = {"name": "Ana", "seats": seats, "start": 0, "clock": clock}
        made = stage.page.request.post(f"{stage.base}/api/rooms", data=json.dumps(room), headers=headers)
        stage.go(f"/r/{made.json()['id']}")
        stage.click("Start the game")
        stage.page.wait_for_selector(".game")
    stage.table(seats=[{"name": name, "colours": [name]} for name in ("red", "blue")], start=0)
    stage.go("/play")
    stage.page.locator(".games").wait_for()


@state("profile-claimed")
def _(stage: Stage) -> None:
    claim(stage)


@state("player")
def _(stage: Stage) -> None:
    rated_game(stage)
    stage.page.locator("header a", has_text="What others see").click()
    stage.page.get_by_role("heading", name="rated game").wait_for()


@state("players-rated")
def _(stage: Stage) -> None:
    rated_game(stage)
    stage.go("/players")
    stage.page.locator("tbody").wait_for()


@state("kept-out")
def _(stage: Stage) -> None:
    why = {"key": "refused_banned_why", "params": {"why": "Insults at two tables"}}
    refused = json.dumps({"type": "refused", "id": "", "code": "banned", "why": why})
    stage.page.route_web_socket("**/ws/room/**", lambda line: line.on_message(lambda _: line.send(refused)))
    stage.go("/r/somewhere")


def claim(stage: Stage) -> str:
    """A name of one's own, a new one for each picture."""
    name = f"Moana {secrets.token_hex(2)}"
    stage.go("/me")
    stage.page.get_by_label("Your name").fill(name)
    stage.page.get_by_label("Password", exact=True).fill("seven boats to Samoa")
    stage.click("Claim this name")
    stage.page.get_by_role("heading", name=name, exact=True).wait_for()
    return name


def rated_game(stage: Stage) -> None:
    """A name with a rated game, played to its end; then at the own profile."""
    room = {"name": claim(stage), "seats": [{"kind": "you"}, {"kind": "bot", "bot": "random"}], "rated": True}
    headers = {"Content-Type": "application/json"}
    made = stage.page.request.post(f"{stage.base}/api/rooms", data=json.dumps(room), headers=headers)
    id = made.json()["id"]
    stage.go(f"/r/{id}")
    stage.click("Start the game")
    stage.page.wait_for_selector(".game")
    there = stage.page.request.get(f"{stage.base}/api/rooms/{id}").json()
    stage.page.evaluate(PLAY_ON, there["room"]["game"])
    stage.go("/me")


@state("room-waiting")
def _(stage: Stage) -> None:
    invite(stage)


@state("room-playing")
def _(stage: Stage) -> None:
    friend = invite(stage)
    stage.page.get_by_role("button", name="Start with 2 players").click()
    friend.wait_for_selector(".game")
    stage.page.wait_for_selector(".game")


def read(stage: Stage, number: int) -> None:
    stage.go("/record")
    stage.page.locator("textarea").fill(json.dumps(golden(number)))
    stage.click("Read it")
    stage.page.get_by_text("Step 0 of").wait_for()


@contextmanager
def served() -> Iterator[str]:
    """A server with an empty database, and its address."""
    with tempfile.TemporaryDirectory() as folder:
        server, address = start(Path(folder) / "games.db")
        try:
            yield address
        finally:
            server.terminate()
            server.communicate()


def pictures(browser: Browser, base: str, form: Form, names: list[str], out: Path) -> list[str]:
    """Takes the pictures of one form; returns the states that could not be reached."""
    failed = []
    for name in names:
        context = browser.new_context(
            viewport={"width": form.width, "height": form.height},
            color_scheme=form.theme,
            has_touch=form.touch,
            reduced_motion="no-preference" if name in MOVING else "reduce",
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.add_init_script(STILL)
        try:
            STATES[name](Stage(page, base))
            page.wait_for_timeout(400)  # the picture is drawn sharp; a picture is no proof
            page.screenshot(
                path=out / f"{name}.{form.name}.png",
                full_page=form.name == "wide-light",
                animations="allow" if name in MOVING else "disabled",
            )
        except (PlaywrightError, AssertionError) as error:
            failed.append(f"{name} ({form.name}): {str(error).splitlines()[0][:120]}")
        context.close()
    return failed


def index(out: Path) -> None:
    """One page that shows all pictures there are."""
    rows = []
    for name in STATES:
        shown = [f for f in FORMS if (out / f"{name}.{f.name}.png").exists()]
        cells = "".join(
            f'<a href="{name}.{f.name}.png"><img loading="lazy" alt="{name}, {f.name}" '
            f'src="{name}.{f.name}.png" height="320"></a>'
            for f in shown
        )
        if cells:
            rows.append(f"<h2>{html.escape(name)}</h2><div>{cells}</div>")
    style = (
        "body{font:16px system-ui;background:#20303a;color:#eee;margin:1rem}"
        "div{display:flex;gap:8px;overflow-x:auto}img{border-radius:6px}"
    )
    (out / "index.html").write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Tongiaki: gallery</title>'
        f"<style>{style}</style><h1>Tongiaki</h1>{''.join(rows)}</html>\n",
        "utf-8",
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Pictures of every page and state.")
    parser.add_argument("names", nargs="*", help="only these states")
    parser.add_argument("--form", action="append", choices=[form.name for form in FORMS])
    parser.add_argument("--out", type=Path, default=OUT)
    chosen = parser.parse_args()
    names = chosen.names or list(STATES)
    if not chosen.names and not chosen.form:
        shutil.rmtree(chosen.out, ignore_errors=True)
    chosen.out.mkdir(parents=True, exist_ok=True)
    failed = []
    with served() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for form in FORMS:
            if not chosen.form or form.name in chosen.form:
                failed += pictures(browser, base, form, names, chosen.out)
        browser.close()
    index(chosen.out)
    print(f"{chosen.out / 'index.html'}: {len(names)} states")
    for line in failed:
        print("not reached:", line, file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
