"""Views: every choice is shown with its parts, and what cannot be chosen has its reason."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tongiaki.engine import PRESETS, Rules
from tongiaki.records.catalogue import ISLANDS
from tongiaki.server.course import Course
from tongiaki.server.deal import shuffled
from tongiaki.server.encoding import encoded
from tongiaki.server.problems import text
from tongiaki.server.protocol import Choice, Seat, View
from tongiaki.server.seating import Seating
from tongiaki.server.staging import run_on, stage
from tongiaki.server.views import view_of

COLOURS = ("red", "blue", "green", "yellow")
RULES = [
    *PRESETS.values(),
    {"royal_limit": 0, "resettlement": False, "setup_same_beach": "avoid"},
    {"royal_limit": 1, "resettle_boats": 2, "expand_fewer": True},
]


def games(
    rules: dict[str, Any], number: int, seats: int = 3, line: str = ""
) -> Iterator[tuple[Course, View]]:
    """Every decision of random games, before it is made."""
    rng = random.Random(7)
    for start in range(number):
        seating = Seating(
            tuple(Seat(colour, [colour]) for colour in COLOURS[:seats]), Rules.of(rules), start % seats
        )
        course, deck = Course.begin(seating), list(shuffled("red").deck)
        rng.shuffle(deck)
        while course.active_seat is not None:
            view = msgspec.json.decode(encoded(view_of(course, can_act=True)), type=View)  # as it arrives
            yield course, view
            course = stage(course, [rng.choice(view.choices).line], lambda _: True)
            run_on(course, deck)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_whatever_cannot_be_chosen_says_why(rules: dict[str, Any]) -> None:
    for course, view in games(rules, 4):
        chosen, blocked = _chosen(view), {(b.kind, b.island, b.beach) for b in view.blocked}
        for why in (b.why for b in view.blocked):
            assert why == text(why.key, **why.params)
            assert "rule" in why.params
        if view.phase == "turn":
            _check_turn(view, chosen, blocked)
        elif view.phase in ("setup", "chain", "landing"):
            _check_beaches(course, view, blocked)
        else:
            assert not blocked


def _chosen(view: View) -> dict[str, set[str | None]]:
    chosen: dict[str, set[str | None]] = {}
    for choice in view.choices:
        chosen.setdefault(choice.kind, set()).add(choice.island)
    return chosen


def _check_turn(
    view: View, chosen: dict[str, set[str | None]], blocked: set[tuple[str, str | None, str | None]]
) -> None:
    assert ("resettle" in chosen) != (("resettle", None, None) in blocked)
    assert ("king" in chosen) != (("king", None, None) in blocked)
    if "enter" in chosen or "pass" in chosen:
        return
    for island in (name for name in view.position.tiles if name in ISLANDS):
        assert (island in chosen.get("expand", set())) != (("expand", island, None) in blocked)
        if "king" in chosen:
            assert (island in chosen["king"]) != (("king", island, None) in blocked)


def _check_beaches(course: Course, view: View, blocked: set[tuple[str, str | None, str | None]]) -> None:
    if view.phase == "chain":
        islands = [name for name in view.position.tiles if name in ISLANDS]
        can = {(c.island, ISLANDS[str(c.island)].piers[int(str(c.pier))].letter) for c in view.choices}
        assert {f"{island} {letter}" for island, letter in can} == set(view.full_beaches)
    else:
        islands = [str(view.choices[0].island)]
        can = {(c.island, c.beaches) for c in view.choices}
    for island in islands:
        for beach in ISLANDS[island].beaches:
            assert ((island, beach.letter) in can) != (("beach", island, beach.letter) in blocked)


@pytest.mark.parametrize("rules", RULES[:3], ids=["BrettspielWelt", "NL-1", "NL-2"])
def test_the_outlook_of_a_voyage_is_what_happens(rules: dict[str, Any]) -> None:
    ends = set()
    for course, view in games(rules, 6):
        for choice in view.choices:
            if choice.outlook is not None:
                ends.add(choice.outlook.end)
                _check_voyage(course, choice)
    assert {"unknown", "island", "lost"} <= ends


def _check_voyage(course: Course, choice: Choice) -> None:
    """The hops are the numbers met and the crossings; then comes what the outlook says."""
    seen = choice.outlook
    assert seen is not None
    after = stage(course, [choice.line], lambda _: True)
    effects = after.events[-1].effects
    told = [e for e in effects if type(e).__name__ in ("NumberMet", "FleetMoved")]
    moved = [(e.tile, e.entry, e.exit) for e in told if type(e).__name__ == "FleetMoved"]  # type: ignore[attr-defined]
    assert moved == [(hop.tile, hop.entry, hop.exit) for hop in seen.hops if hop.passed]
    names = [type(e).__name__ for e in effects]
    if seen.end == "island":
        arrived = next(e for e in effects if type(e).__name__ == "FleetArrived")
        assert arrived.island == seen.island  # type: ignore[attr-defined]
    elif seen.end == "royal":
        assert "FleetTurnedBack" in names
    elif seen.end == "lost" or seen.deck_empty:
        assert "FleetLost" in names
    else:
        assert after.game.phase == "draw"
    if seen.end in ("island", "royal") and after.game.phase == "landing":
        fleet = view_of(after, can_act=False).fleet
        assert fleet is not None
        assert fleet.free_berths == seen.free_berths


def test_crumbs_tell_the_voyages_of_the_turn() -> None:
    longest = 0
    for _, view in games({}, 4):
        assert len(view.crumbs) == view.voyages if view.phase in ("chain", "landing") else True
        longest = max(longest, len(view.crumbs))
    assert longest > 1


def test_a_king_needs_to_be_alone() -> None:
    keys = {b.why.key for _, view in games({}, 6) for b in view.blocked}
    assert {
        "blocked_king_nowhere_alone",
        "blocked_king_others_here",
        "blocked_king_tonga",
        "blocked_king_no_boat",
        "blocked_expand_no_boat",
        "blocked_beach_one_berth_stays_free",
        "blocked_beach_not_full",
        "blocked_beach_others_first",
    } <= keys


def test_scores_are_in_the_order_of_the_seats() -> None:
    for course, view in games({}, 3):
        players = course.game.scores()
        for player, score in enumerate(players):
            assert view.scores[course.seating.seat_of(player)].points == score["points"]
