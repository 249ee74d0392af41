"""What one press of Undo offers, in random games of persons and bots with plays of one line and of several."""

import random

import pytest

from tongiaki.engine import line_of
from tongiaki.engine.rules import Rules
from tongiaki.server.course import Course
from tongiaki.server.deal import Deal, shuffled
from tongiaki.server.protocol import Seat
from tongiaki.server.seating import Seating
from tongiaki.server.staging import forced_line, run_on
from tongiaki.server.undo import deal_after, event_to_go_back_to, undo_of

COLOURS = ("red", "blue", "green", "yellow", "orange", "purple")


class Played:
    """A game in memory: as a table plays it, without a server."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        players, colours = rng.choice([(2, 1), (3, 1), (6, 1), (3, 2)])
        seats = tuple(
            Seat(f"P{i}", list(COLOURS[i * colours :][:colours]), rng.choice([None, None, "random"]))
            for i in range(players)
        )
        rules = Rules.of({"two_colours": colours == 2})
        self.course = Course.begin(Seating(seats, rules, rng.randrange(players)))
        self.deal = shuffled(self.course.seating.order[0])
        self.plays = {"": self.course.seq}

    def play(self) -> None:
        """A decision of a person or bot; a person sometimes lands all boats at once."""
        branch, seat = self.course.branch(), self.course.active_seat
        branch.play(line_of(self.rng.choice(branch.game.legal())))
        while branch.game.phase == "landing" and self.rng.random() < 0.7:
            branch.play(line_of(self.rng.choice(branch.game.legal())))
        run_on(branch, self.deal.deck)
        self.course = branch
        if seat is not None and branch.is_person(seat):
            self.plays[f"play {branch.seq}"] = branch.seq

    def go_back(self, to: int) -> Deal | None:
        """As a table does it; the new deal, if there is one."""
        deal, branch = deal_after(self.course, to), self.course.branch()
        branch.go_back(to, deal.commitment if deal else None)
        seq = branch.seq
        self.deal = deal or self.deal
        run_on(branch, self.deal.deck)
        assert branch.seq == seq, "an undo ends where somebody decides"
        self.course = branch
        self.plays[f"undo {seq}"] = seq
        return deal


@pytest.mark.parametrize("seed", range(8))
def test_one_press_does_what_it_says(seed: int) -> None:
    game = Played(random.Random(seed))
    pressed = 0
    for _ in range(250):
        course = game.course
        offer = undo_of(course, game.plays)
        if offer is None or (game.rng.random() > 0.2 and not course.game.is_over):
            if course.game.is_over:
                break
            game.play()
            continue
        assert event_to_go_back_to(course, offer.to) == offer.to
        was, colour = course.game.is_over, course.game.active_colour
        deal = game.go_back(offer.to)
        pressed += 1
        after = game.course
        assert after.events[-1].taken == offer.moves > 0
        assert (deal is not None) == (offer.reveals or was)
        assert after.active_seat is not None
        assert after.is_person(after.active_seat)
        assert forced_line(after.game) is None
        assert offer.passes or after.game.active_colour == colour
        drawn = [event.tile for event in after.line if event.tile]
        assert tuple(drawn) == game.deal.deck[: after.drawn]
    people = any(seat.bot is None for seat in game.course.seating.seats)
    assert pressed > 5 or not people
    folded = Course.fold(game.course.seating, game.course.entries())
    assert folded.events == game.course.events
    assert folded.game.to_bytes() == game.course.game.to_bytes()
