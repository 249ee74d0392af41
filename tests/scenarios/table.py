"""A table for scenarios: set in few words, played in lines, watched by the reference.

    table = Table(tiles="A beyond Tonga 3", red="Tonga ddd", blue="Tonga a", phase="chain")
    table.play("sail Tonga 3", "draw Samoa")
    assert table.legal == {...}

`deck`: "A, Samoa" leaves only these in the deck; all other tiles lie in a column south of Tonga, out of the way.
`tiles`: "A beyond Tonga 3" lays A as a fleet would; "Samoa at 1 -1 turned 2" lays it anywhere (R-1.5). Tonga lies at
0 0 unless `tonga=False`. A colour: "Tonga abb, Samoa c", a letter for each boat; "royal Samoa" a royal island.
A line "draw X" reveals X. Every line is also played in the slow reference (`tests.reference`): the legal lines and the
positions of both have to agree all the way.
"""

from collections import Counter
from typing import Any

from tests.reference import COLOURS, ISLANDS, WATERS, Board, Reference
from tongiaki.engine import Game, Rules


def position(
    tiles: str = "",
    *,
    tonga: bool = True,
    deck: str | None = None,
    rules: dict[str, Any] | None = None,
    players: list[list[str]] | None = None,
    **rest: Any,
) -> dict[str, Any]:
    """A `tongiaki-state/1`; `rest` holds the boats of each colour, and further keys of the state."""
    boats: dict[str, Counter[str]] = {}
    royal: dict[str, str] = {}
    colours = [key for key in rest if key in COLOURS]
    for colour in colours:
        for words in listed(rest.pop(colour)):
            island, letters = words.rsplit(" ", 1)
            if island == "royal" or island.startswith("royal "):
                royal[words.removeprefix("royal ")] = colour
                continue
            for letter in letters:
                boats.setdefault(f"{island} {letter}", Counter())[colour] += 1
    lying = laid(tiles, tonga)
    if deck is not None:
        rest["deck_left"] = listed(deck)
        lying |= column(lying, [*listed(deck), *rest.get("removed", [])])
    placed = {place: dict(there) for place, there in boats.items()}
    return {
        "format": "tongiaki-state/1",
        "rules": rules or {},
        "players": players or [[colour] for colour in colours],
        "position": {"tiles": lying, "boats": placed, "royal": royal},
        **rest,
    }


def laid(tiles: str, tonga: bool = True) -> dict[str, list[int]]:
    """Tiles in words: names and places."""
    board = Board({"Tonga": (0, 0, 0)} if tonga else {})
    for words in listed(tiles):
        if " beyond " in words:
            tile, beyond = words.split(" beyond ")
            neighbour, edge = beyond.rsplit(" ", 1)
            board.lay(tile, neighbour, int(edge))
        else:
            tile, place = words.split(" at ")
            q, r, turned, rotation = place.split()
            assert turned == "turned"
            board.tiles[tile] = (int(q), int(r), int(rotation))
    return {name: list(place) for name, place in board.tiles.items()}


def column(lying: dict[str, list[int]], elsewhere: list[str]) -> dict[str, list[int]]:
    """Every other tile in a column south of Tonga."""
    rest = [tile for tile in (*ISLANDS, *WATERS) if tile not in lying and tile not in elsewhere]
    return {tile: [0, south, 3] for south, tile in enumerate(rest, start=1)}


def listed(words: str) -> list[str]:
    return [part.strip() for part in words.split(",") if part.strip()]


class Table:
    """A game on the engine, with the reference beside it."""

    def __init__(self, tiles: str = "", **words: Any) -> None:
        state = position(tiles, **words)
        self.game = Game.from_state(state)
        self.game.watch(True)
        self.shadow = Reference.from_state(state)
        self.effects: list[Any] = []
        """What happened in the last line played."""
        self.settle_and_compare()

    @classmethod
    def start(cls, *colours: str, rules: dict[str, Any] | None = None) -> "Table":
        """A game before its first boat; two colours of a player: "red green"."""
        players = [names.split() for names in colours]
        table = cls.__new__(cls)
        table.game = Game.start(players, Rules.of(rules or {}))
        table.game.watch(True)
        table.shadow = Reference(players, rules)
        table.settle_and_compare()
        return table

    def play(self, *lines: str) -> "Table":
        for line in lines:
            self.game.effects()
            if line.startswith("draw "):
                self.game.reveal(line.removeprefix("draw "))
                self.shadow.reveal(line.removeprefix("draw "))
            else:
                self.game.play(line)
                self.shadow.play(line)
            self.settle_and_compare()
        return self

    def settle_and_compare(self) -> None:
        self.effects = list(self.game.effects())
        assert self.phase == self.shadow.phase
        assert self.legal == set(self.shadow.legal_lines())
        assert self.position == self.shadow.position()
        assert self.game.result() == self.shadow.result()
        assert self.phase == "over" or self.active == self.shadow.colour

    def happened(self, kind: type) -> list[Any]:
        """The effects of one kind in the last line."""
        return [effect for effect in self.effects if isinstance(effect, kind)]

    @property
    def phase(self) -> str:
        return self.game.phase

    @property
    def active(self) -> str:
        return self.game.active_colour

    @property
    def legal(self) -> set[str]:
        return set(self.game.legal_lines())

    def choices(self, *verbs: str) -> set[str]:
        """The legal lines that begin with these words."""
        return {line for line in self.legal if line.startswith(verbs)}

    @property
    def position(self) -> dict[str, Any]:
        return self.game.position()

    @property
    def tiles(self) -> dict[str, list[int]]:
        return self.position["tiles"]

    @property
    def supply(self) -> dict[str, int]:
        return self.position["supply"]

    @property
    def royal(self) -> dict[str, str]:
        return self.position["royal"]

    def boats(self, place: str) -> dict[str, int]:
        """Boats on a beach ("Samoa a") or on a whole island ("Samoa")."""
        found: Counter[str] = Counter()
        for beach, there in self.position["boats"].items():
            if place in (beach, beach.rsplit(" ", 1)[0]):
                found.update(there)
        return dict(found)
