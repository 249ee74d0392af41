"""The way out over the wire, and when a chain is said to run in circles."""

import random

from tests.server.served import Browser, Served, lines_of, seats
from tongiaki.engine import line_of
from tongiaki.engine.rules import Rules
from tongiaki.server.course import Course
from tongiaki.server.protocol import Refused, Seat, WayOut
from tongiaki.server.seating import Seating


async def test_the_way_out_is_told_and_does_what_it_says(guest: Browser) -> None:
    table = await guest.make(seats=seats(None, None, None, None))
    rng = random.Random(2)
    asked = 0
    async with guest.sit(table) as wire:
        while wire.view.phase != "over" and asked < 8:
            if wire.view.phase != "chain":
                await wire.play(rng.choice(lines_of(wire.view)))
                continue
            seq = wire.view.seq
            found = await wire.way_out()
            assert isinstance(found, WayOut)
            assert (found.seq, wire.view.seq) == (seq, seq)
            await wire.play(*found.lines)
            told = [effect for event in wire.events[seq + 1 :] if not event.tile for effect in event.effects]
            assert told[: len(found.effects)] == found.effects
            asked += 1
    assert asked == 8


async def test_where_there_is_nothing_to_find_it_is_refused(served: Served, guest: Browser) -> None:
    table = await guest.make()
    async with guest.sit(table) as wire, served.browser() as stranger, stranger.sit(table) as watching:
        for asking, seq, expected in (
            (wire, 0, ("no_way_out", "refused_way_out_no_chain")),
            (wire, 7, ("stale", "refused_stale")),
            (watching, 0, ("not_yours", "refused_watching")),
        ):
            refused = await asking.way_out(seq)
            assert isinstance(refused, Refused)
            assert (refused.code, refused.why.key) == expected


def test_a_chain_circles_when_a_beach_is_left_for_the_second_time_in_a_turn() -> None:
    rng = random.Random(1)
    circled = 0
    for _ in range(8):
        course = Course.begin(Seating(tuple(Seat(c, [c]) for c in ("red", "blue", "green")), Rules(), 0))
        left: list[str] = []
        while not course.game.is_over:
            if course.game.phase == "draw":
                course.reveal(rng.choice(course.game.deck_left))
            else:
                course.play(line_of(rng.choice(course.game.legal())))
            for effect in course.events[-1].effects:
                match type(effect).__name__:
                    case "TurnBegan":
                        left = []
                    case "FleetSailed":
                        left.append(f"{effect.island} {effect.beach}")
            assert course.circling == any(left.count(beach) > 1 for beach in left)
            circled += course.circling
    assert circled > 0
