"""Random games for the test of films: `python -m tests.web.films GAMES` prints them as JSON, one a line.

Each has other options, is played at random by the real engine, and takes moves back now and then.
"""

import random
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from tongiaki.engine import OPTIONS, Rules
from tongiaki.server.course import Course
from tongiaki.server.protocol import Seat
from tongiaki.server.seating import Seating
from tongiaki.server.views import view_of

COLOURS = ["red", "blue", "green", "yellow", "orange", "purple"]


def game(number: int, chance: random.Random) -> Course:
    """A whole game; now and then somebody goes back a few events, or many."""
    rules = Rules.of({name: chance.choice(values) for name, values in OPTIONS.items()})
    players = chance.randint(2, 3 if rules.two_colours else 6)
    each = 2 if rules.two_colours else 1
    colours = [COLOURS[i * each : (i + 1) * each] for i in range(players)]
    seats = tuple(Seat(f"Player {i}", own) for i, own in enumerate(colours))
    course = Course.begin(Seating(seats, rules, number % players))
    undos = chance.randint(0, 4)
    while not course.game.is_over:
        if undos and chance.random() < 0.03 and len(course.in_effect) > 1:
            undos -= 1
            course.go_back(chance.choice(course.in_effect[-30:-1]))
        elif course.game.phase == "draw":
            course.reveal(chance.choice(sorted(course.game.deck_left)))
        else:
            course.play(chance.choice(course.game.legal_lines()))
    return course


def told(course: Course) -> dict[str, Any]:
    """The events, and after each the position and the fleet that waits to land."""
    views = [view_of(at, can_act=False) for at in course.past(0, course.seq)]
    return {
        "events": course.events.all(),
        "positions": [v.position for v in views],
        "fleets": [v.fleet for v in views],
    }


def games(count: int) -> Iterator[dict[str, Any]]:
    """Games by number, always the same."""
    for number in range(count):
        yield told(game(number, random.Random(number)))


if __name__ == "__main__":
    for one in games(int(sys.argv[1])):
        sys.stdout.write(msgspec.json.encode(one).decode() + "\n")
