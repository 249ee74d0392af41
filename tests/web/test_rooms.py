"""People elsewhere at one table: each in a browser of their own, by one link."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.conftest import NO_FILM, STILL
from tests.web.players import PATIENCE, Pointer, look, wait_for_turn

Guest = Callable[..., Page]
WIDE, PHONE = (1280, 800), (390, 844)


@pytest.fixture
def guest(browser: Browser, server: str) -> Iterator[Guest]:
    """Opens another person's browser; none of their pages may report an error."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open(size: tuple[int, int] = WIDE, **more: Any) -> Page:
        width, height = size
        screen = {"viewport": {"width": width, "height": height}, "reduced_motion": STILL}
        context = browser.new_context(base_url=server, **{**screen, **more})
        context.add_init_script(NO_FILM)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield open
    for context in contexts:
        context.close()
    assert errors == []


def invite(page: Page, name: str) -> str:
    """Makes a table for friends from the start page; returns its link."""
    page.goto("/")
    page.get_by_role("button", name="Invite friends").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/r/*")
    return page.get_by_label("Link to this table").input_value()


def join(page: Page, link: str, name: str) -> None:
    """Opens the link, says a name and sits down."""
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("button", name="Stand up")).to_be_visible()


def start(*pages: Page) -> None:
    """The first one is the host; all see the game begin."""
    pages[0].get_by_role("button", name=re.compile(r"^Start (the game|with)")).click()
    for page in pages:
        page.wait_for_selector(".game")


def talk(page: Page, text: str) -> None:
    """Says something."""
    page.get_by_label("Your line").fill(text)
    page.keyboard.press("Enter")


def said(page: Page) -> Any:
    """What stands in the talk."""
    return expect(page.get_by_role("region", name="What was said"))


PLAY_ON = """(game) => new Promise((over) => {
  const line = new WebSocket(`ws://${location.host}/ws/${game}`);
  line.onopen = () => line.send(JSON.stringify({ type: 'hello', seq: -1, protocol: 2 }));
  line.onmessage = ({ data }) => {
    const { view } = JSON.parse(data);
    if (!view) return;
    if (view.phase === 'over') over(line.close());
    if (!view.can_act) return;
    const sensible = view.choices.filter(({ kind }) => kind !== 'resettle');
    const choices = sensible.length ? sensible : view.choices;
    const { line: chosen } = choices[(view.seq * 7919) % choices.length];
    line.send(JSON.stringify({ type: 'play', id: `on-${view.seq}`, seq: view.seq, lines: [chosen] }));
  };
})"""
"""Plays on for this browser through what is legal, over a line of its own, until the game is over."""
HAS_TURN = """() => { const { mine, phase } = document.querySelector('.game').dataset;
  return mine === 'true' || phase === 'over'; }"""


def on_the_move(*pages: Page) -> Page | None:
    """Whose turn it is, once it is somebody's; `None`: the game is over."""
    for _ in range(1000):
        for page in pages:
            if page.evaluate(HAS_TURN):
                return None if look(page)["phase"] == "over" else page
        pages[0].evaluate("() => new Promise(requestAnimationFrame)")
    raise AssertionError("it is nobody's turn")


def play(pages: dict[Page, Pointer], most: int) -> None:
    """So many decisions, by whoever is on the move."""
    for _ in range(most):
        page = on_the_move(*pages)
        if page is None:
            return
        pages[page].decide()


def test_a_guest_sits_down_by_one_click_and_all_play_at_once(guest: Guest) -> None:
    ana, bo, eve = guest(), guest(PHONE, has_touch=True), guest()
    link = invite(ana, "Ana")
    begin = ana.get_by_role("button", name="Start the game")
    expect(begin).to_have_attribute("aria-disabled", "true")
    expect(ana.get_by_text("Nobody sits with you yet")).to_be_visible()
    join(bo, link, "Bo")
    expect(ana.locator("[data-room-seat='1']")).to_contain_text("Bo")
    expect(ana.locator("[data-room-seat='1']")).to_contain_text("here")
    eve.goto(link)
    expect(ana.get_by_text("1 looks on")).to_be_visible()
    start(ana, bo, eve)
    assert {page.url for page in (ana, bo, eve)} == {link}
    expect(eve.locator("[data-testid=confirm]")).to_have_count(0)
    expect(eve.locator("[data-target]")).to_have_count(0)
    expect(eve.get_by_test_id("bar")).to_contain_text("is placing a boat on Tonga")


def test_the_name_is_asked_once_and_must_be_ones_own(guest: Guest) -> None:
    ana, bo = guest(), guest()
    link = invite(ana, "Ana")
    bo.goto(link)
    bo.get_by_label("Your name").fill("ana")
    bo.get_by_role("button", name="Sit down").click()
    expect(bo.get_by_text("Somebody here is called ana already.").first).to_be_visible()
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Sit down").click()
    expect(bo.get_by_role("button", name="Stand up")).to_be_visible()
    ana.goto("/")
    ana.get_by_role("button", name="Invite friends").click()
    ana.wait_for_url(re.compile(r"/r/"))
    assert ana.get_by_label("Link to this table").input_value() != link


def test_talk_goes_both_ways_with_typed_words_and_emotes(guest: Guest) -> None:
    ana, bo, eve = guest(), guest(), guest()
    link = invite(ana, "Ana")
    join(bo, link, "Bo")
    eve.goto(link)
    talk(ana, "<b>Welcome</b> & hello")
    said(bo).to_contain_text("<b>Welcome</b> & hello")
    bo.get_by_role("button", name="Well done!").click()
    said(ana).to_contain_text("Well done!")
    talk(bo, "/help")
    said(bo).to_contain_text("/spielinfo")
    expect(ana.get_by_role("region", name="What was said")).not_to_contain_text("/spielinfo")
    ana.get_by_role("button", name="Remove this line of Bo").click()
    said(bo).to_contain_text("A line of Bo was removed.")
    start(ana, bo, eve)
    # During the game: a number at the tab, the talk by a key, the turn named.
    for page in (ana, bo):
        page.keyboard.press("c")
        expect(page.get_by_label("Your line")).to_be_focused()
    player = Pointer(on_the_move(ana, bo) or ana)
    player.decide()
    ana.get_by_role("tab", name="Log").click()
    talk(bo, "Your turn?")
    expect(ana.get_by_role("tab", name="Talk 1 new line")).to_be_visible()
    entry = ana.get_by_role("region", name="What happened").get_by_role("listitem").first
    expect(entry).to_have_text(re.compile("Tonga.*Your turn\\?", re.DOTALL))
    ana.get_by_role("tab", name=re.compile("Talk")).click()
    said(ana).to_contain_text("Your turn?")
    expect(ana.get_by_role("heading", name="Game 1").first).to_be_visible()


def test_the_host_fills_seats_with_bots_and_changes_the_rules(guest: Guest) -> None:
    ana, bo = guest(), guest(PHONE)
    link = invite(ana, "Ana")
    bo.goto(link)
    ana.get_by_role("radio", name="3", exact=True).click()
    expect(bo.locator("[data-room-seat]")).to_have_count(3)
    ana.get_by_role("radio", name=re.compile("^NL-1")).click()
    expect(bo.get_by_text("NL-1")).to_be_visible()
    ana.get_by_role("button", name="Fill 2 seats with bots").click()
    expect(ana.get_by_text("All seats are taken.")).to_be_visible()
    expect(bo.get_by_text("All seats are taken. You can look on and talk.")).to_be_visible()
    ana.get_by_role("button", name=re.compile("^Remove ")).first.click()
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name=re.compile("^Sit here")).click()
    expect(ana.get_by_text("All seats are taken.")).to_be_visible()
    start(ana, bo)
    expect(ana.locator(".players li")).to_have_count(3)


def test_two_people_play_a_whole_game_one_leaves_and_comes_back_and_they_play_again(guest: Guest) -> None:
    ana, bo, eve = guest(), guest(PHONE, has_touch=True), guest()
    link = invite(ana, "Ana")
    join(bo, link, "Bo")
    eve.goto(link)
    start(ana, bo, eve)
    players = {ana: Pointer(ana, 1), bo: Pointer(bo, 2)}
    play(players, 8)

    bo.goto("/rules")
    bo.goto(link)
    bo.wait_for_selector(".game")
    play(players, 2)
    room = ana.request.get(f"/api/rooms/{link.rsplit('/', 1)[1]}").json()["room"]
    for page in (ana, bo):
        page.goto("/rules")
    ana.evaluate(f"game => {{ ({PLAY_ON})(game); }}", room["game"])
    bo.evaluate(PLAY_ON, room["game"])
    for page in (ana, bo, eve):
        page.goto(link)
        expect(page.locator(".end")).to_be_visible(timeout=PATIENCE)
    expect(eve.get_by_role("button", name="Rematch")).to_have_count(0)

    ana.get_by_role("button", name="Rematch").click()
    expect(ana.get_by_role("button", name="Rematch: waiting for the others")).to_be_disabled()
    expect(bo.get_by_text("Ana would like to play again.").first).to_be_visible()
    bo.get_by_role("button", name="Yes", exact=True).click()
    for page in (ana, bo, eve):
        page.wait_for_function("() => document.querySelector('.game')?.dataset.phase === 'setup'")
    assert ana.url == link


def test_a_public_table_is_found_and_ones_turn_is_first_among_ones_games(guest: Guest) -> None:
    ana, bo = guest(), guest()
    ana.goto("/play")
    ana.get_by_label("Your name").fill("Ana")
    ana.get_by_role("button", name="New public table").click()
    ana.wait_for_url("**/r/*")
    bo.goto("/play")
    expect(bo.get_by_role("link", name=re.compile("Table of Ana"))).to_be_visible()
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Quick match").click()
    bo.wait_for_url("**/r/*")
    expect(bo.get_by_role("button", name="Stand up")).to_be_visible()
    assert bo.url == ana.url
    start(ana, bo)
    mover = on_the_move(ana, bo)
    assert mover is not None
    mover.goto("/")
    first = mover.locator(".games a").first
    expect(first).to_contain_text("Your turn")
    first.click()
    wait_for_turn(mover)


def test_there_is_no_such_table(guest: Guest) -> None:
    page = guest()
    page.goto("/r/nowhere")
    expect(page.get_by_text("There is no room here.")).to_be_visible()
