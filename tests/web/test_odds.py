"""The odds on the page: they are the server's, a key hides them, and a table without them shows none."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from tests.records.samples import golden
from tests.web.conftest import Table
from tests.web.players import PATIENCE, POINT
from tongiaki.engine import Game, line_of
from tongiaki.odds import Odds, voyage_odds


def until(phase: str, voyages: int = 0) -> tuple[dict[str, Any], Game]:
    """A golden game up to where something is decided in a phase, after so many voyages; and the position."""
    record = golden()
    del record["result"]
    game = Game.start([player["colours"] for player in record["players"]], record["rules"])
    deck, sailed = list(record["deck"]), 0
    moves: list[str] = []
    for move in record["moves"]:
        while game.phase == "draw":
            game.reveal(deck.pop(0))
        if game.phase == phase and sailed >= voyages and (phase != "turn" or filling(game)):
            drawn = len(record["deck"]) - len(deck)
            return record | {"moves": moves, "deck": record["deck"][:drawn]}, game
        game.play(move)
        sailed += move.startswith("sail")
        moves.append(move)
    raise AssertionError(f"no {phase} after {voyages} voyages")


def filling(game: Game) -> str | None:
    """An expansion that fills a beach."""
    for line in map(line_of, game.legal()):
        if line.startswith("expand "):
            after = game.copy()
            after.play(line)
            if after.phase == "chain":
                return line
    return None


def percent(chance: float) -> str:
    if chance < 1e-9:
        return "0"
    if chance > 1 - 1e-9:
        return "100"
    return "<1" if chance < 0.005 else ">99" if chance >= 0.995 else str(int(100 * chance + 0.5))


def in_brief(odds: Odds) -> list[str]:
    parts = [f"lands {percent(float(odds.land))} %"]
    if odds.turned_back:
        parts.append(f"turned back {percent(float(odds.turned_back))} %")
    if odds.lost:
        parts.append(f"lost {percent(float(odds.lost))} %")
    return parts


def said(text: str | None) -> str:
    return (text or "").replace("\u00a0", " ")


def voyage(line: str) -> tuple[str, int]:
    island, _, pier = line.removeprefix("sail ").rpartition(" ")
    return island, int(pier)


def piers(page: Page) -> Locator:
    return page.locator("[data-target].pier")


def rings(page: Page) -> Locator:
    return page.locator("[data-odds]")


@pytest.mark.parametrize("voyages", [0, 6])
def test_each_pier_says_what_the_server_reckons(page: Page, new_table: Table, voyages: int) -> None:
    record, game = until("chain", voyages)
    new_table(seats=[], record=record)
    lines = [line_of(move) for move in game.legal()]
    expect(piers(page)).to_have_count(len(lines), timeout=PATIENCE)
    for line in lines:
        odds = voyage_odds(game, *voyage(line))
        ring = page.locator(f'[data-odds="{line}"]')
        expect(ring.locator("text").first).to_have_text(percent(float(odds.land)), timeout=PATIENCE)
        target = page.locator(f'[data-target="{line}"]')
        for part in in_brief(odds):
            assert part in said(target.get_attribute("aria-label"))
        described = target.get_attribute("aria-describedby")
        full = said(page.locator(f"[id='{described}']").text_content())
        for island, chance in odds.known.items():
            assert f"{island} {percent(float(chance))} %" in full
        if odds.new:
            assert f"{percent(float(sum(odds.new.values())))} %" in full


def test_by_keyboard_the_numbers_stand_at_the_rings(page: Page, new_table: Table) -> None:
    record, game = until("chain")
    new_table(seats=[], record=record)
    expect(rings(page).locator("text").first).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Tab")
    numbers = [str(index + 1) for index in range(len(game.legal()))]
    expect(rings(page).locator(".key")).to_have_text(numbers)
    page.keyboard.press(numbers[-1])
    expect(page.locator('[data-target][aria-pressed="true"]')).to_have_attribute(
        "data-target", page.locator("[data-odds]").last.get_attribute("data-odds") or ""
    )


def test_figures_stand_in_a_card_and_a_key_hides_all(page: Page, new_table: Table) -> None:
    record, game = until("chain")
    new_table(seats=[], record=record)
    line = line_of(game.legal()[0])
    expect(rings(page).locator("text").first).to_be_visible(timeout=PATIENCE)
    card = page.get_by_test_id("odds")
    expect(card).to_have_count(0)
    page.mouse.click(*page.evaluate(POINT, line))
    for part in in_brief(voyage_odds(game, *voyage(line))):
        expect(card).to_contain_text(re.compile(re.escape(part).replace(r"\ ", r"\s"), re.I))
    before = page.locator(f'[data-target="{line}"] .hit').bounding_box()
    page.keyboard.press("o")
    expect(rings(page)).to_have_count(0)
    expect(card).to_have_count(0)
    expect(page.get_by_text("The odds are hidden.")).to_be_visible()
    assert "lands" not in said(page.locator(f'[data-target="{line}"]').get_attribute("aria-label"))
    page.keyboard.press("o")
    expect(card).to_be_visible()
    assert page.locator(f'[data-target="{line}"] .hit').bounding_box() == before


def test_before_an_expansion_the_best_pier_of_each_beach_that_will_be_full(
    page: Page, new_table: Table
) -> None:
    record, game = until("turn", 2)
    new_table(seats=[], record=record)
    line = filling(game)
    assert line is not None
    island, _, letters = line.removeprefix("expand ").rpartition(" ")
    if page.locator(f'[data-target="{island}"]').count():
        page.mouse.click(*page.evaluate(POINT, island))
    for letter in letters:
        page.locator(f'[data-target="{island} {letter}"]').press("Enter")
    after = game.copy()
    after.play(line)
    best: dict[str, float] = {}
    for sail in map(line_of, after.legal()):
        at, pier = voyage(sail)
        best[at] = max(best.get(at, 0), float(voyage_odds(after, at, pier).land))
    texts = rings(page).locator("text:not(.percent)")
    expect(texts.first).to_be_visible(timeout=PATIENCE)
    assert percent(best[island]) in texts.all_text_contents()
    card = page.get_by_test_id("odds")
    expect(card).to_contain_text(re.compile(rf"lands {percent(best[island])}\s%"))


def test_a_table_without_odds_shows_none_and_asks_for_none(page: Page, new_table: Table) -> None:
    asked: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda sent: asked.append(str(sent)))

    page.on("websocket", listen)
    record, game = until("chain")
    new_table(seats=[], record=record, odds=False)
    expect(piers(page)).to_have_count(len(game.legal()), timeout=PATIENCE)
    page.mouse.click(*page.evaluate(POINT, line_of(game.legal()[0])))
    page.keyboard.press("o")
    expect(page.get_by_text("This table is played without odds.")).to_be_visible()
    expect(rings(page)).to_have_count(0)
    assert not [sent for sent in asked if '"odds"' in sent]
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("This table is played without odds.")


def test_a_new_table_can_be_made_without_odds(page: Page) -> None:
    page.goto("/new")
    page.get_by_label("The odds of voyages are shown").uncheck()
    with page.expect_request("**/api/tables") as request:
        page.locator("button[type=submit]").click()
    made = request.value.post_data_json
    assert made
    assert made["odds"] is False
