"""The notation (rules, section 13): one decision is one line.

`parse` knows the grammar and the catalogue – names, beaches, piers – but no position:
whether a line is legal, the engine says.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

from tongiaki.engine import errors
from tongiaki.records.catalogue import COLOURS, DECK, ISLANDS, Island, nearest

Kind = Literal["place", "expand", "enter", "pass", "king", "resettle", "lay", "settle", "sail", "land"]
"""What is decided; the first word of the line."""

KINDS: tuple[str, ...] = get_args(Kind)
"""The first words there are."""

TILES = ("Tonga", *DECK)
"""The names of all 32 tiles."""


class NotationError(errors.NotationError):
    """A line that is not a decision; the message says what is wrong and what is nearest."""

    def __init__(self, line: str, problem: str) -> None:
        super().__init__(f"{line!r}: {problem}")
        self.line = line
        self.problem = problem


@dataclass(frozen=True)
class Decision:
    """One decision, taken apart; parts its kind lacks are `None` or empty. `line` is the one way to write it.

    `beaches` are the letters, with repetition; `source` is the beach a boat is taken from (R-4.2).
    """

    line: str
    kind: Kind
    island: str | None = None
    beaches: str = ""
    source: tuple[str, str] | None = None
    pier: int | None = None
    colour: str | None = None
    tile: str | None = None
    edge: int | None = None

    def __str__(self) -> str:
        return self.line


def parse(line: str) -> Decision:
    """The decision a line stands for; `NotationError` if it stands for none. Extra spaces do not matter."""
    words = line.split()
    if not words:
        raise NotationError(line, "an empty line is no decision")
    kind, rest = words[0], " ".join(words[1:])
    reader = _READERS.get(kind)
    if reader is None:
        raise NotationError(line, f"no decision begins with {kind!r}; nearest is {nearest(kind, KINDS)!r}")
    try:
        return reader(rest)
    except _Problem as problem:
        raise NotationError(line, str(problem)) from None


def beaches_of(island: str) -> str:
    """The letters of an island's beaches; `KeyError` for an unknown island."""
    return ISLANDS[island].letters


# -- the parts of a line: each reader gets what follows the first word ---------------------------------------


class _Problem(Exception):
    """What is wrong with the part of a line that is being read."""


def _place(rest: str) -> Decision:
    island, letters = _island_and_beaches(rest, "place Tonga a")
    if island.name != "Tonga":
        raise _Problem(f"before the first turn boats are placed on 'Tonga', not on {island.name!r}")
    _one_beach(letters)
    return Decision(f"place {island.name} {letters}", "place", island.name, letters)


def _expand(rest: str) -> Decision:
    target, word, source = rest.partition(" from ")
    island, letters = _island_and_beaches(target, "expand Fiji ac")
    if not word:
        return Decision(f"expand {island.name} {letters}", "expand", island.name, letters)
    _one_beach(letters)
    origin, letter = _island_and_beaches(source, "expand Fiji a from Samoa c")
    _one_beach(letter)
    if (origin.name, letter) == (island.name, letters):
        raise _Problem(f"the boat would stay on beach {letter!r} of {island.name!r}")
    line = f"expand {island.name} {letters} from {origin.name} {letter}"
    return Decision(line, "expand", island.name, letters, (origin.name, letter))


def _enter(rest: str) -> Decision:
    island, letters = _island_and_beaches(rest, "enter Tonga ab")
    if island.name != "Tonga":
        _one_beach(letters)
    _at_most_two_different(letters)
    return Decision(f"enter {island.name} {letters}", "enter", island.name, letters)


def _settle(rest: str) -> Decision:
    island, letters = _island_and_beaches(rest, "settle Nauru b")
    if island.name == "Tonga":
        raise _Problem("one settles on the island just drawn, which 'Tonga' never is")
    _at_most_two_different(letters)
    return Decision(f"settle {island.name} {letters}", "settle", island.name, letters)


def _sail(rest: str) -> Decision:
    name, word = _last_word(rest, "sail Tonga 3")
    island = _island(name)
    pier = _edge(word)
    if pier not in island.piers:
        piers = ", ".join(str(edge) for edge in sorted(island.piers))
        raise _Problem(f"{island.name!r} has no pier at edge {pier}, only at {piers}")
    return Decision(f"sail {island.name} {pier}", "sail", island.name, pier=pier)


def _land(rest: str) -> Decision:
    where, colour = _last_word(rest, "land Samoa a red")
    if colour not in COLOURS:
        raise _Problem(f"unknown colour {colour!r}; nearest is {nearest(colour, COLOURS)!r}")
    island, letters = _island_and_beaches(where, "land Samoa a red")
    _one_beach(letters)
    return Decision(f"land {island.name} {letters} {colour}", "land", island.name, letters, colour=colour)


def _lay(rest: str) -> Decision:
    tile, word = _last_word(rest, "lay K 3")
    if tile not in TILES:
        raise _Problem(f"unknown tile {tile!r}; nearest is {nearest(tile, TILES)!r}")
    edge = _edge(word)
    return Decision(f"lay {tile} {edge}", "lay", tile=tile, edge=edge)


def _king(rest: str) -> Decision:
    island = _island(rest)
    if island.name == "Tonga":
        raise _Problem("'Tonga' never becomes royal (R-7.1)")
    return Decision(f"king {island.name}", "king", island.name)


def _pass(rest: str) -> Decision:
    _nothing(rest, "pass")
    return Decision("pass", "pass")


def _resettle(rest: str) -> Decision:
    _nothing(rest, "resettle")
    return Decision("resettle", "resettle")


_READERS: dict[str, Callable[[str], Decision]] = {
    "place": _place,
    "expand": _expand,
    "enter": _enter,
    "pass": _pass,
    "king": _king,
    "resettle": _resettle,
    "lay": _lay,
    "settle": _settle,
    "sail": _sail,
    "land": _land,
}


def _nothing(rest: str, kind: str) -> None:
    if rest:
        raise _Problem(f"nothing follows {kind!r}, but {rest!r} does")


def _last_word(rest: str, example: str) -> tuple[str, str]:
    name, _, word = rest.rpartition(" ")
    if not name:
        raise _Problem(f"something is missing; a line of this kind looks like {example!r}")
    return name, word


def _island(name: str) -> Island:
    if name in ISLANDS:
        return ISLANDS[name]
    if not name:
        raise _Problem("the island is missing")
    raise _Problem(f"unknown island {name!r}; nearest is {nearest(name, ISLANDS)!r}")


def _island_and_beaches(rest: str, example: str) -> tuple[Island, str]:
    name, letters = _last_word(rest, example)
    if re.fullmatch("[a-f]+", letters) is None:
        if rest in ISLANDS:
            raise _Problem(f"the beach is missing; {rest!r} has {', '.join(ISLANDS[rest].letters)}")
        raise _Problem(f"{letters!r} are no beach letters; a line of this kind looks like {example!r}")
    island = _island(name)
    _check_letters(island, letters)
    return island, letters


def _check_letters(island: Island, letters: str) -> None:
    for letter in letters:
        if letter not in island.letters:
            raise _Problem(f"{island.name!r} has no beach {letter!r}, only {', '.join(island.letters)}")
        if letters.count(letter) > island.beach(letter).berths:
            berths = island.beach(letter).berths
            raise _Problem(
                f"beach {letter!r} of {island.name!r} has {berths} berths, not {letters.count(letter)}"
            )
    ascending = "".join(sorted(letters))
    if letters != ascending:
        raise _Problem(f"letters are ascending: {ascending!r}, not {letters!r}")


def _one_beach(letters: str) -> None:
    if len(letters) != 1:
        raise _Problem(f"one beach is named here, not {letters!r}")


def _at_most_two_different(letters: str) -> None:
    if len(letters) > 2 or len(set(letters)) != len(letters):
        raise _Problem(f"one beach or two different ones are named here, not {letters!r}")


def _edge(word: str) -> int:
    if word not in ("0", "1", "2", "3", "4", "5"):
        raise _Problem(f"an edge is a number from 0 to 5, not {word!r}")
    return int(word)
