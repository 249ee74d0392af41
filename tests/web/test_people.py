"""A name of one's own: claimed in one browser, found in another, rated, and gone again."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.players import wait_for_turn
from tests.web.test_rooms import PHONE, PLAY_ON, Guest, guest, invite, join, start
from tongiaki.cli import run

__all__ = ["guest"]

SECRET = "seven boats to Samoa"
LET_IN = """() => {
  document.dispatchEvent(new Event('visibilitychange'));
  return !document.querySelector('blockquote');
}"""
"""The page is looked at again and again, until it no longer says why one is kept out."""


def claim(page: Page, name: str) -> None:
    """Claims a name on the page about oneself, from the start page."""
    page.goto("/")
    page.get_by_role("link", name="Log in").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Password", exact=True).fill(SECRET)
    page.get_by_role("button", name="Claim this name").click()
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()


def log_in(page: Page, name: str, password: str = SECRET) -> None:
    """Logs in on the page about oneself."""
    page.goto("/me")
    page.get_by_text("Log in", exact=True).first.click()
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Log in").click()


def invite_claimed(page: Page) -> str:
    """Makes a table for friends under the claimed name; its address."""
    page.goto("/play")
    page.get_by_role("button", name="Invite friends").click()
    page.wait_for_url("**/r/*")
    return page.url


def test_a_claimed_name_finds_its_games_in_another_browser_and_plays_on_there(guest: Guest) -> None:
    laptop, friend, phone = guest(), guest(), guest(PHONE, has_touch=True)
    link = invite(laptop, "Dora")
    join(friend, link, "Emil")
    start(laptop, friend)
    claim(laptop, "Dora")
    expect(laptop.get_by_role("link", name=re.compile("Dora, Emil"))).to_be_visible()
    log_in(phone, "dora", "not the password")
    expect(phone.get_by_role("alert")).to_have_text("Name and password do not belong together.")
    log_in(phone, "dora")
    expect(phone.get_by_role("heading", name="Dora", exact=True)).to_be_visible()
    phone.get_by_role("link", name=re.compile("Dora, Emil")).click()
    phone.wait_for_selector(".game")
    laptop.goto(link)
    laptop.wait_for_selector(".game")
    for page in (phone, laptop):
        page.wait_for_function("() => document.querySelector('.game').dataset.phase === 'setup'")
    mine = [page.evaluate("() => document.querySelector('.game').dataset.mine") for page in (phone, laptop)]
    assert mine[0] == mine[1]


def test_logins_are_ended_from_elsewhere(guest: Guest) -> None:
    laptop, phone = guest(), guest(PHONE, has_touch=True)
    claim(laptop, "Frida")
    log_in(phone, "Frida")
    expect(phone.get_by_role("heading", name="Frida", exact=True)).to_be_visible()
    laptop.reload()
    expect(laptop.get_by_text("this browser")).to_be_visible()
    laptop.get_by_role("button", name=re.compile("^Log out Chrome")).click()
    expect(laptop.get_by_text("Logged out.")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("button", name="Claim this name")).to_be_visible()
    laptop.get_by_role("button", name="Log out", exact=True).click()
    expect(laptop.get_by_role("button", name="Claim this name")).to_be_visible()


def test_a_name_is_changed_for_one_that_is_nobodys(guest: Guest) -> None:
    owner, page, friend = guest(), guest(PHONE, has_touch=True), guest()
    claim(owner, "Ottokar")
    claim(page, "Nils")
    link = invite_claimed(page)
    join(friend, link, "Petra")
    page.goto("/me")
    for name in ("0ttokar", "Ottokär", "greedy"):
        page.get_by_label("New name").fill(name)
        page.get_by_role("button", name="Change the name").click()
        expect(page.get_by_role("alert")).to_contain_text(f"The name {name} belongs to somebody already.")
    page.get_by_label("New name").fill("Niels")
    page.get_by_role("button", name="Change the name").click()
    expect(page.get_by_text("You are called Niels now.")).to_be_visible()
    expect(page.get_by_role("heading", name="Niels", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Niels", exact=True)).to_be_visible()
    expect(friend.locator("[data-room-seat='0']")).to_contain_text("Niels")
    page.get_by_label("New name").fill("Nick")
    page.get_by_role("button", name="Change the name").click()
    expect(page.get_by_role("alert")).to_contain_text("You have changed your name not long ago.")


def test_who_is_kept_out_is_told_so_once_and_why_and_has_the_own_data(guest: Guest, database: Path) -> None:
    host, page = guest(), guest(PHONE, has_touch=True)
    link = invite(host, "Rosa")
    claim(page, "Mallory")
    page.goto(link)
    page.get_by_role("button", name="Sit down").click()
    expect(host.locator("[data-room-seat='1']")).to_contain_text("Mallory")
    assert run(["admin", "ban", "mallory", "--why", "insults, twice", "--db", str(database)]) == 0
    expect(page.get_by_role("heading", name="You are kept out of this server")).to_be_visible()
    expect(page.get_by_text("insults, twice")).to_have_count(1)
    page.goto("/play")
    expect(page.get_by_text("insults, twice")).to_have_count(1)
    page.goto(link)
    page.get_by_role("link", name="To your profile and data").click()
    expect(page.get_by_role("link", name="Save my data")).to_be_visible()

    page.goto(link)
    expect(page.get_by_text("If you are let in again, this page goes on by itself.")).to_be_visible()
    assert run(["admin", "unban", "mallory", "--db", str(database)]) == 0
    page.wait_for_function(LET_IN, polling=300)
    expect(page.get_by_role("button", name="Stand up")).to_be_visible()
    page.get_by_role("link", name="Players", exact=True).click()
    expect(page.get_by_role("heading", name="Players", exact=True)).to_be_visible()
    expect(page.get_by_text("insults, twice")).to_have_count(0)


def test_a_guest_is_told_that_a_name_is_claimed(guest: Guest) -> None:
    owner, other = guest(), guest()
    claim(owner, "Gustav")
    other.goto("/play")
    other.get_by_label("Your name").fill("Gustav")
    other.get_by_role("button", name="Invite friends").click()
    expect(other.get_by_role("alert")).to_contain_text("belongs to somebody")
    owner.goto("/play")
    expect(owner.get_by_label("You play as")).to_have_value("Gustav")


def test_a_rated_game_to_its_end_with_the_rating_shown(guest: Guest) -> None:
    page, anybody = guest(), guest(PHONE, has_touch=True)
    claim(page, "Hanna")
    page.goto("/play")
    page.get_by_role("checkbox", name=re.compile("^Rated game")).check()
    page.get_by_role("button", name="New public table").click()
    page.wait_for_url("**/r/*")
    page.get_by_role("button", name="Add bot").click()
    seat = page.locator("[data-room-seat='0']")
    expect(seat).to_contain_text("claimed name")
    expect(seat).to_contain_text("1500")
    page.get_by_role("button", name=re.compile("^Start the game")).click()
    page.wait_for_selector(".game")
    games = page.request.get("/api/rooms/mine").json()
    game = next(entry["game"] for entry in games if entry["status"] == "playing")
    page.evaluate(PLAY_ON, game)
    end = page.locator(".end")
    expect(end.locator(".rating").first).to_contain_text(re.compile(r"Rating .*± \d+ *[+−]\d+"))
    anybody.goto("/players")
    anybody.get_by_role("link", name="Hanna").click()
    expect(anybody.get_by_role("heading", name="1 rated game")).to_be_visible()
    anybody.get_by_role("listitem").get_by_role("link", name=re.compile("of 2")).click()
    anybody.wait_for_selector(".game")
    assert anybody.url.endswith(f"/g/{game}")


def test_a_guest_at_a_rated_table_claims_a_name_and_is_back_there(guest: Guest) -> None:
    host, other = guest(), guest(PHONE, has_touch=True)
    claim(host, "Karl")
    host.goto("/play")
    host.get_by_role("checkbox", name=re.compile("^Rated game")).check()
    host.get_by_role("button", name="Invite friends").click()
    host.wait_for_url("**/r/*")
    other.goto(host.url)
    other.get_by_role("link", name="Claim a name").click()
    other.get_by_label("Your name").fill("Lina")
    other.get_by_label("Password", exact=True).fill(SECRET)
    other.get_by_role("button", name="Claim this name").click()
    other.wait_for_url("**/r/*")
    other.get_by_role("button", name="Sit down").click()
    expect(host.locator("[data-room-seat='1']")).to_contain_text("Lina")


def test_my_data_is_saved_and_the_account_deleted(guest: Guest, tmp_path: Path) -> None:
    page, friend = guest(), guest()
    claim(page, "Ida")
    room = invite_claimed(page)
    join(friend, room, "Jonas")
    start(page, friend)
    expect(friend.locator("[data-seat='0']")).to_contain_text("Ida")
    page.goto("/me")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save my data").click()
    saved.value.save_as(tmp_path / "mine.json")
    assert json.loads((tmp_path / "mine.json").read_text())["name"] == "Ida"
    page.get_by_role("button", name="Delete my account").click()
    page.get_by_role("textbox", name="Password", exact=True).last.fill(SECRET)
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_text("Everything is deleted.")).to_be_visible()
    expect(page.get_by_role("button", name="Claim this name")).to_be_visible()
    expect(page.get_by_text("Here you will find your games again.")).to_be_visible()
    # For the friend the game stays; a bot plays on, for nobody.
    expect(friend.locator("[data-seat='0']")).to_contain_text("N. N.")
    wait_for_turn(friend)
    friend.goto("/play")
    expect(friend.get_by_role("link", name=re.compile("Jonas"))).to_contain_text("N. N.")
    friend.goto("/p/Ida")
    expect(friend.get_by_role("alert")).to_have_text("Nobody is called Ida here.")


def test_what_is_stored_is_said_with_the_days_of_the_server(guest: Guest) -> None:
    page = guest()
    page.goto("/")
    page.get_by_role("link", name="What is stored, and for how long").click()
    kept = page.request.get("/api/me/kept").json()
    for days in kept.values():
        expect(page.get_by_role("table")).to_contain_text(re.compile(rf"\b{days} days"))
