"""People elsewhere at one table for an evening: clocks, a pause, leaving and coming back, agreeing, looking on."""

import json
import re
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.web.players import PATIENCE, Pointer, look, wait_for_turn
from tests.web.test_rooms import PHONE, Guest, guest, join, on_the_move, play, said, start, talk

__all__ = ["guest"]

LINES = """(() => {
  const lines = (window.lines = []);
  window.WebSocket = class extends WebSocket {
    constructor(where) {
      super(window.cut ? `ws://${location.host}/nowhere` : where);
      lines.push(this);
    }
  };
})()"""
"""Keeps the connections of a page, so that a test can cut them; as long as they are, none leads anywhere."""


IN_TIME = """async ([what, most]) => {
  const find = new Function('registration', `return ${what}`);
  for (const end = Date.now() + most; Date.now() < end; await new Promise((again) => setTimeout(again, 20))) {
    const registration = await navigator.serviceWorker.getRegistration();
    const found = registration && (await find(registration));
    if (found) return found;
  }
  return null;
}"""
"""What is found at the service worker's registration, as soon as there is something."""


def make(page: Page, **new: Any) -> str:
    """Makes a table as it is asked for, and goes there; its link."""
    room = {"name": "Ana", "seats": [{"kind": "you"}, {"kind": "open"}], "start": 0, **new}
    made = page.request.post(
        "/api/rooms", data=json.dumps(room), headers={"Content-Type": "application/json"}
    )
    assert made.ok, made.text()
    page.goto(f"/r/{made.json()['id']}")
    expect(page.get_by_role("button", name="Stand up")).to_be_visible()
    return page.url


def at_table(page: Page, button: str) -> None:
    """Presses a button of the tab about the table."""
    page.get_by_role("tab", name="Table").click()
    page.get_by_role("button", name=button).click()


def yes(page: Page, question: str) -> None:
    """Is asked something, and agrees."""
    expect(page.get_by_text(question).first).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Yes", exact=True).click()


def until_turn_of(page: Page, other: Page, players: dict[Page, Pointer]) -> None:
    """Plays on until it is the turn of a page."""
    while on_the_move(page, other) is not page:
        players[other].decide()


def test_an_evening_with_clocks_a_pause_a_lost_line_and_somebody_who_leaves_and_comes_back(
    guest: Guest,
) -> None:
    ana, bo, eve = guest(), guest(PHONE, has_touch=True), guest()
    bo.add_init_script(LINES)
    link = make(ana, patience=1, stand_in="random")
    ana.get_by_label("Clock").select_option("bank 300 10 0")
    bo.goto(link)
    expect(bo.get_by_text("Clock: 5 min each, 10 s more per turn")).to_be_visible()
    join(bo, link, "Bo")
    eve.goto(link)
    start(ana, bo, eve)
    for page in (ana, bo, eve):
        expect(page.locator("[data-clock] time")).to_have_count(2)
        expect(page.locator("[data-clock='0'].runs")).to_have_count(1)
    players = {ana: Pointer(ana, 3), bo: Pointer(bo, 4)}
    play(players, 5)

    # Spectators talk among themselves while a game runs.
    eve.keyboard.press("c")
    eve.get_by_label("What are you called?").fill("Eve")
    talk(eve, "Red will win")
    said(eve).to_contain_text("Red will win")
    ana.keyboard.press("c")
    talk(ana, "Good evening, Bo")
    said(eve).to_contain_text("Good evening, Bo")
    said(ana).not_to_contain_text("Red will win")
    expect(ana.get_by_label("Your line")).to_be_focused()
    ana.keyboard.press("Escape")  # keys are keys of the board again
    expect(ana.get_by_label("Your line")).not_to_be_focused()

    # A pause, by consent: nobody decides, no clock runs.
    at_table(ana, "Ask for a pause")
    yes(bo, "Ana would like a pause.")
    for page in (ana, bo, eve):
        expect(page.get_by_text("The game is paused").first).to_be_visible()
        expect(page.locator("[data-clock].runs")).to_have_count(0)
    expect(eve.get_by_role("button", name="Go on")).to_have_count(0)
    expect(eve.get_by_test_id("looks-on")).to_be_visible()

    # Who waits with a phone sees what was said, and gets to the talk by it.
    bo.get_by_test_id("last-said").click()
    said(bo).to_contain_text("Good evening, Bo")
    bo.keyboard.press("Escape")
    expect(bo.get_by_test_id("last-said")).to_have_count(0)
    bo.get_by_role("button", name="Go on").click()
    for page in (ana, bo, eve):
        expect(page.locator("[data-clock].runs")).to_have_count(1)

    # A move is taken back, by consent.
    until_turn_of(ana, bo, players)
    players[ana].decide()
    seq = look(ana)["seq"]
    at_table(ana, "Ask to take back my move")
    yes(bo, "Ana would like to take back the latest own move.")
    ana.wait_for_function("seq => Number(document.querySelector('.game').dataset.seq) > seq", arg=seq)
    assert wait_for_turn(ana)["mine"]
    expect(eve.locator(".log-place")).to_contain_text("Good evening, Bo")

    # The line is lost and found again; nobody has to do anything.
    bo.evaluate("() => { window.cut = true; lines.forEach(line => line.close()); }")
    expect(bo.get_by_test_id("room-lost")).to_be_visible()
    bo.evaluate("() => { window.cut = false; }")
    expect(bo.get_by_test_id("room-lost")).to_have_count(0, timeout=PATIENCE)
    expect(ana.locator("[data-seat='1'] .presence")).not_to_have_class(re.compile("away"))

    # Bo leaves on the own turn: a bot plays on until Bo is back.
    until_turn_of(bo, ana, players)
    bo.goto("/healthz")
    for page in (ana, eve):
        expect(page.get_by_text("Bo is away").first).to_be_visible(timeout=PATIENCE)
        expect(page.locator("[data-clock='1'] time")).to_have_count(0)
    bo.goto(link)
    expect(bo.get_by_text("plays for you now")).to_be_visible()
    bo.get_by_role("button", name="I am back").click()
    expect(bo.get_by_text("plays for you now")).to_have_count(0)
    for page in (ana, eve):
        expect(page.get_by_text("Bo is away: a bot")).to_have_count(0)
        expect(page.locator("[data-clock='1'] time")).to_have_count(1)
    play(players, 2)

    # The end, by consent. What the spectators said is told now.
    at_table(ana, "Ask to end the game")
    yes(bo, "Ana would like to end the game as it stands.")
    for page in (ana, bo, eve):
        expect(page.locator(".end")).to_be_visible(timeout=PATIENCE)
    ana.get_by_role("tab", name=re.compile("Talk")).click()
    said(ana).to_contain_text("Red will win")
    said(ana).to_contain_text("The game ends by consent.")

    # Who is asked for a rematch can say so where it would be asked for.
    ana.get_by_role("button", name="Rematch", exact=True).click()
    expect(ana.get_by_role("button", name="Rematch: waiting for the others")).to_be_disabled()
    expect(bo.get_by_text("Ana would like to play again.").first).to_be_visible()
    game = ana.request.get(f"/api/rooms/{link.rsplit('/', 1)[1]}").json()["room"]["game"]
    record = ana.request.get(f"/api/tables/{game}/record").text()
    bo.get_by_role("button", name="Rematch", exact=True).click()
    for page in (ana, bo, eve):
        expect(page.locator(".end")).to_have_count(0)

    # The record tells what happened beside the moves, and how it ended.
    eve.goto("/record")
    eve.get_by_label("Or paste the text of a record").fill(record)
    eve.get_by_role("button", name="Read it").click()
    log = expect(eve.locator(".log"))
    for text in ("plays for Bo until they are back", "Bo plays again.", "All agree to a pause."):
        log.to_contain_text(text)
    eve.keyboard.press("End")
    expect(eve.locator(".end")).to_contain_text("The players agreed to end it.")


def test_a_seat_is_taken_over_and_given_up_and_a_line_is_reported(guest: Guest) -> None:
    ana, bo, eve = guest(), guest(), guest(PHONE, has_touch=True)
    link = make(ana, patience=0)
    join(bo, link, "Bo")
    eve.goto(link)
    eve.get_by_label("What are you called?").fill("Eve")
    talk(eve, "Hello!")
    talk(bo, "Cheap boats here")
    said(ana).to_contain_text("Cheap boats here")
    ana.get_by_role("button", name="Report this line of Bo").click()
    said(ana).to_contain_text("The line of Bo is reported")
    ana.get_by_role("button", name="Block Bo").click()
    said(ana).not_to_contain_text("Cheap boats here")
    ana.reload()
    expect(ana.get_by_role("button", name="Block Bo")).to_have_attribute("aria-pressed", "true")
    ana.get_by_role("button", name="Block Bo").click()
    said(ana).to_contain_text("Cheap boats here")
    start(ana, bo, eve)
    players = {ana: Pointer(ana, 5), bo: Pointer(bo, 6)}
    play(players, 2)

    # The address of the game leads to the room where it is played.
    game = ana.request.get(f"/api/rooms/{link.rsplit('/', 1)[1]}").json()["room"]["game"]
    ana.goto(f"/g/{game}")
    ana.wait_for_url(link)
    ana.wait_for_selector(".game")

    # Bo is gone, and Eve plays on with the consent of Ana.
    bo.goto("/healthz")
    expect(ana.locator("[data-seat='1'] .presence.away")).to_be_visible(timeout=PATIENCE)
    eve.keyboard.press("c")
    at_table(eve, "Ask to play for Bo")
    yes(ana, "Eve would like to take the seat of Bo.")
    expect(ana.locator("[data-seat='1']")).to_contain_text("Eve")
    expect(ana.locator(".log-place")).to_contain_text("Eve plays on for Bo.")
    expect(ana.locator(".log-place")).to_contain_text("Bo puts a boat on Tonga")
    eve.keyboard.press("Escape")
    eve.wait_for_selector("[data-testid=confirm]")
    players = {ana: players[ana], eve: Pointer(eve, 7)}
    play(players, 3)
    bo.goto(link)
    bo.wait_for_selector(".game")
    expect(bo.get_by_test_id("confirm")).to_have_count(0)

    # Eve has to go: a bot plays on for good, and who is left may end it alone.
    eve.keyboard.press("c")
    at_table(eve, "Leave the game …")
    eve.get_by_role("button", name="Leave the game", exact=True).click()
    ana.get_by_role("tab", name="Table").click()
    expect(ana.get_by_text("has left the game")).to_be_visible()
    ana.get_by_role("button", name="Ask to end the game").click()
    expect(ana.locator(".end")).to_be_visible(timeout=PATIENCE)
    expect(ana.get_by_role("button", name="Rematch")).to_be_visible()


def test_days_for_a_turn_holidays_and_a_webhook(guest: Guest) -> None:
    ana, bo = guest(timezone_id="Europe/Berlin"), guest(PHONE)
    link = make(ana)
    ana.get_by_label("Clock").select_option("days 0 0 2")
    expect(ana.get_by_text("Hours in the time zone Europe/Berlin")).to_be_visible()
    ana.get_by_label("Night from").select_option("23")
    join(bo, link, "Bo")
    expect(bo.get_by_text("Clock: 2 days per turn")).to_be_visible()
    start(ana, bo)
    expect(ana.locator("[data-clock='0'] .until")).to_contain_text("until")
    expect(ana.locator("[data-clock='1'] .until")).to_have_count(0)

    before = ana.locator("[data-clock='0'] .until").inner_text()
    ana.get_by_role("tab", name="Table").click()
    days = ana.evaluate("() => [0, 20].map(n => new Date(Date.now() + n * 864e5).toLocaleDateString('sv'))")
    ana.get_by_label("First day").fill(days[0])
    ana.get_by_label("Last day").fill(days[1])
    ana.get_by_role("button", name="Take holiday").click()
    expect(ana.get_by_role("button", name="End the holiday")).to_be_visible()
    expect(ana.locator("[data-clock='0'] .until")).not_to_have_text(before)
    ana.get_by_role("button", name="End the holiday").click()
    expect(ana.get_by_role("button", name="Take holiday")).to_be_visible()

    # A webhook goes to the internet only.
    ana.get_by_text("Tell another program, too").click()
    ana.get_by_label("Address").fill("http://127.0.0.1:9/")
    ana.get_by_role("button", name="Save").click()
    expect(ana.get_by_text("Nothing can be sent to this address.")).to_be_visible()


def test_of_two_games_over_days_the_next_one_is_found_with_the_time_that_is_left(guest: Guest) -> None:
    days = {"kind": "days", "rest_from": 0, "rest_to": 0, "zone": "UTC"}
    ana, bo = guest(PHONE, has_touch=True), guest(reduced_motion="no-preference")
    links = []
    for count in (3, 2):
        links.append(make(ana, clock={**days, "days": count}))
        join(bo, links[-1], "Bo")
        start(ana)
    ana.goto("/")
    waits = ana.get_by_role("link", name="Your turn in 2 games 47 hours left")
    expect(waits).to_have_attribute("href", "/r/" + links[1].rsplit("/", 1)[1])
    ana.goto("/play")
    expect(ana.locator(".games a.wanted")).to_have_count(2)
    first = ana.locator(".games a").first
    expect(first).to_contain_text("Your turn 47 hours left until", use_inner_text=True)
    expect(ana.locator(".games a").nth(1)).to_contain_text("2 days left")
    first.click()
    ana.wait_for_url(links[1])
    Pointer(ana, 8).decide()
    expect(ana.get_by_text("Another game waits for you: Ana, Bo")).to_be_visible()
    ana.get_by_role("link", name="Go there").click()
    ana.wait_for_url(links[0])
    assert wait_for_turn(ana)["mine"]
    bo.goto("/play")
    expect(bo.locator(".games a.wanted")).to_have_attribute("href", "/r/" + links[1].rsplit("/", 1)[1])
    bo.goto("/")
    expect(bo.get_by_role("link", name="Your turn in 1 game")).to_be_visible()
    bo.get_by_role("button", name="Stop the moving picture").click()  # nothing lies over it


def test_among_three_somebody_is_removed_by_vote(guest: Guest) -> None:
    ana, bo, cy = guest(), guest(), guest(PHONE, has_touch=True)
    link = make(ana, seats=[{"kind": "you"}, {"kind": "open"}, {"kind": "open"}], patience=0)
    join(bo, link, "Bo")
    join(cy, link, "Cy")
    talk(cy, "/spielinfo")
    said(cy).to_contain_text("Royal islands for each colour: 2 (royal_limit 2)")
    start(ana, bo, cy)
    for page in (ana, bo, cy):
        page.keyboard.press("c")
    talk(ana, "/remove cy")
    for page in (bo, cy):
        expect(page.get_by_text("Ana would like").first).to_be_visible()
    expect(cy.get_by_role("button", name="Yes", exact=True)).to_have_count(0)
    talk(bo, "/refuse")
    said(ana).to_contain_text("Bo says no.")
    talk(ana, "/remove Cy")
    talk(bo, "/accept")
    said(cy).to_contain_text("Cy does not go on")
    for page in (ana, bo, cy):
        expect(page.locator("[data-seat='2']")).to_contain_text("Helmsman")
    players = {ana: Pointer(ana, 9), bo: Pointer(bo, 10)}
    play(players, 3)
    expect(cy.get_by_test_id("confirm")).to_have_count(0)  # one looks on


def test_what_is_pushed_is_shown_though_the_page_is_not_in_sight(whole_browser: Browser, server: str) -> None:
    context = whole_browser.new_context(base_url=server, permissions=["notifications"])
    ana = context.new_page()
    link = make(ana)
    ana.get_by_label("Clock").select_option("days 0 0 2")
    ana.get_by_label("Tell me when it is my turn").check()
    assert ana.evaluate(IN_TIME, ["registration.active?.state === 'activated'", PATIENCE])
    devtools = context.new_cdp_session(ana)
    registrations: list[dict[str, Any]] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: registrations.extend(told["registrations"])
    )
    devtools.send("ServiceWorker.enable")
    for _ in range(PATIENCE // 10):
        if registrations:
            break
        ana.wait_for_timeout(10)
    place = "/" + link.split("/", 3)[3]
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": link.partition("/r/")[0],
            "registrationId": registrations[0]["registrationId"],
            "data": json.dumps({"text": "It is your turn.", "place": place}),
        },
    )
    notice = "registration.getNotifications().then(([n]) => n && [n.title, n.body, n.data])"
    assert ana.evaluate(IN_TIME, [notice, PATIENCE]) == ["Tongiaki", "It is your turn.", place]
