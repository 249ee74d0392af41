"""Each kind of decision at least once, and what the page says about it. Positions are those of golden games."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.records.samples import golden
from tests.web.players import Keyboard, Pointer, bar, expect_bar, log, look, wait_past

Table = Callable[..., None]


def one(id: str) -> Callable[[str], bool]:
    """Only this target."""
    return lambda other: other == id


def expect_log(page: Page, text: str) -> None:
    expect(page.locator(".log-place .log")).to_contain_text(text)


def confirm(page: Page, player: Pointer | Keyboard) -> None:
    seq = look(page)["seq"]
    player.confirm()
    wait_past(page, seq)


def test_setup_one_berth_of_each_beach_stays_free_and_says_why(page: Page, new_table: Table) -> None:
    new_table(None, None)
    hand = Pointer(page)
    for _ in range(2):
        hand.pick(one("Tonga a"))
        confirm(page, hand)
    expect_bar(page, "place boat 2 of 2 on Tonga")
    page.locator("[data-target='blocked Tonga a']").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("One berth of each beach stays free")).to_be_visible()


def test_a_staged_boat_is_taken_back_by_choosing_it_again_or_by_escape(page: Page, new_table: Table) -> None:
    new_table(None, None)
    hand = Pointer(page)

    def choose_again() -> None:
        seen = look(page)
        hand.choose([t["chosen"] for t in seen["targets"]].index(True), seen)

    for take_back in (choose_again, lambda: page.keyboard.press("Escape")):
        hand.pick(one("Tonga b"))
        expect(page.get_by_test_id("confirm")).to_be_enabled()
        take_back()
        expect(page.get_by_test_id("confirm")).to_be_disabled()


def test_expansion_says_what_will_sail_before_it_is_confirmed(page: Page, from_golden: Table) -> None:
    from_golden(0, 6)  # expand Tonga adef fills a beach
    hand = Pointer(page)
    for beach in "adef":
        hand.pick(one(f"Tonga {beach}"))
    expect(page.get_by_test_id("confirm")).to_have_text("Confirm (4/4)")
    expect(page.locator(".tray")).to_contain_text("must sail: Tonga")
    confirm(page, hand)
    expect_bar(page, "3 beaches are full: choose which one sails, and where")


@pytest.mark.parametrize("player", [Pointer, Keyboard])
def test_expansion_with_all_boats_out_moves_one(
    page: Page, from_golden: Table, player: type[Pointer] | type[Keyboard]
) -> None:
    from_golden(0, 50)
    expect_bar(page, "all 15 boats are out: choose the one to move")
    hand = player(page)
    hand.pick(one("Rarotonga b"))
    expect_bar(page, "choose where the boat from Rarotonga goes")
    hand.pick(one("Oahu c"))
    confirm(page, hand)
    expect_log(page, "moves a boat from Rarotonga")


def test_entering_takes_two_beaches_of_tonga(page: Page, from_golden: Table) -> None:
    from_golden(3, 9)
    expect_bar(page, "you have no boat on a beach")
    hand = Keyboard(page)
    hand.pick(one("Tonga e"))
    expect_bar(page, "1 more boat on Tonga")
    hand.pick(one("Tonga f"))
    confirm(page, hand)
    expect_log(page, "puts 2 boats on Tonga")


@pytest.mark.parametrize("player", [Pointer, Keyboard])
def test_king_says_what_it_gives_and_costs(
    page: Page, from_golden: Table, player: type[Pointer] | type[Keyboard]
) -> None:
    from_golden(0, 60)
    hand = player(page)
    hand.act("king")
    expect(page.locator(".tray")).to_contain_text("Hawaii becomes yours alone: 5 points for you")
    confirm(page, hand)
    expect_log(page, "Blue becomes king of Hawaii, worth 5")
    expect(page.locator(".players li").nth(1)).to_contain_text("1 of 2 royal islands founded")


def test_an_action_that_is_not_possible_says_why(page: Page, from_golden: Table) -> None:
    from_golden(0, 6)
    page.locator("[data-action=king]").click(force=True)
    expect(page.get_by_text("You are alone on no island.")).to_be_visible()


@pytest.mark.parametrize("player", [Pointer, Keyboard])
def test_resettlement_is_confirmed_twice_then_tiles_are_laid_and_turned(
    page: Page, from_golden: Table, player: type[Pointer] | type[Keyboard]
) -> None:
    from_golden(0, 190)
    hand = player(page, 2)
    hand.act("resettle")
    expect(page.locator(".tray")).to_contain_text("7 Tonga")
    hand.confirm()
    expect_bar(page, "There is no way back")
    confirm(page, hand)
    expect_log(page, "Resettlement: all boats leave")

    expect_bar(page, "Choose a place for it")
    hand.pick()
    turn = page.get_by_role("button", name="Turn right")
    tray = page.locator(".tray .hint")
    if turn.is_enabled():
        before = tray.inner_text()
        page.keyboard.press("e") if player is Keyboard else turn.click()
        expect(tray).not_to_have_text(before)
    confirm(page, hand)
    while look(page)["phase"] in ("lay", "settle"):
        hand.decide()
    expect_log(page, "Red puts a boat on Tuamotu")


def test_the_way_to_a_royal_island_is_shown_and_turns_back(page: Page, from_golden: Table) -> None:
    from_golden(0, 91)
    hand = Pointer(page)
    hand.pick(one("sail Hiva Oa 5"))
    expect(page.locator(".tray")).to_contain_text(
        "over current 2 with 2 colours to royal Hawaii, turned back"
    )
    confirm(page, hand)
    expect_log(page, "turns the fleet back to Hiva Oa")
    expect_bar(page, "land on Hiva Oa")


def test_a_chosen_pier_sails_when_it_is_chosen_again(page: Page, from_golden: Table) -> None:
    from_golden(0, 91)
    hand = Pointer(page)
    hand.pick(one("sail Hiva Oa 5"))
    seen = look(page)
    hand.choose([t["id"] for t in seen["targets"]].index("sail Hiva Oa 5"), seen)
    wait_past(page, seen["seq"])


def test_a_landing_is_suggested_changed_and_says_who_goes_home(page: Page, from_golden: Table) -> None:
    moves = golden(7)["moves"]
    sailed = max(ply for ply in range(181) if moves[ply].startswith("sail"))
    from_golden(7, sailed + 1)
    assert look(page)["phase"] == "landing"
    expect(page.locator(".tray")).to_contain_text("no berth")
    page.get_by_role("button", name="Suggest").click()
    expect_bar(page, "all are ashore")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("confirm")).to_be_disabled()
    page.keyboard.press("g")
    expect_bar(page, "all are ashore")
    confirm(page, Keyboard(page))
    expect_log(page, "No berth is left on Tubuai")


def test_colours_of_a_landing_fleet_are_chosen_by_chips(page: Page, from_golden: Table) -> None:
    from_golden(0, 8)  # red and blue boats off Rarotonga
    chips = page.locator(".chip")
    chips.nth(1).click()
    expect_bar(page, "a blue boat")
    Pointer(page).pick()
    # The other beach must have a boat now, and only red ones are left: that one goes ashore of itself.
    expect(chips).to_have_count(1)
    expect(chips).to_have_attribute("aria-label", "1 red boat: land it next")


def test_an_endless_chain_is_told_across_the_board(page: Page, from_golden: Table) -> None:
    from_golden(64, 417)
    hand = Pointer(page)
    hand.pick(one("Tubuai a"))
    hand.pick(one("Tubuai b"))
    confirm(page, hand)
    expect(page.locator("div.news")).to_contain_text("Endless chain: Tubuai cannot empty itself")
    expect_log(page, "the tile leaves the game")
    page.keyboard.press("t")
    expect(page.get_by_role("dialog").locator("[data-tile=Tubuai]")).to_contain_text("out of the game")


def test_reload_in_the_middle_of_a_chain_changes_nothing(page: Page, from_golden: Table) -> None:
    from_golden(56, 100)
    before = bar(page), page.locator(".chain").inner_text(), log(page)
    assert look(page)["phase"] == "chain"
    page.reload()
    page.wait_for_selector(".game")
    assert (bar(page), page.locator(".chain").inner_text(), log(page)) == before
    Pointer(page).decide()


def test_two_colours_each_show_both_supplies_and_their_sum(page: Page, from_golden: Table) -> None:
    from_golden(56, 100)
    player = page.locator(".players li[aria-current]")
    expect(player).to_contain_text("9 blue boats in the supply")
    expect(player).to_contain_text("11 orange boats in the supply")
    expect(player).to_contain_text("20 in all")
    expect_bar(page, "(blue)")


def test_several_boats_on_one_beach_where_the_rules_allow_it(page: Page, from_golden: Table) -> None:
    moves = golden(24)["moves"]
    ply = next(i for i, move in enumerate(moves) if re.fullmatch(r"expand \w+ (.)\1", move))
    _, island, beaches = moves[ply].split()
    from_golden(24, ply)
    hand = Keyboard(page)
    hand.act("expand")
    if any(target["id"] == island for target in look(page)["targets"]):
        hand.pick(one(island))
    hand.pick(one(f"{island} {beaches[0]}"))
    index = [t["id"] for t in look(page)["targets"]].index(f"{island} {beaches[0]}")
    hand.choose(index, look(page))
    expect(page.get_by_test_id("confirm")).to_have_text("Confirm (2/2)")
    confirm(page, hand)
    expect_log(page, f"puts 2 boats on {island}")
