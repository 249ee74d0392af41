"""The position of section 13 with the questions that views ask of it."""

from tongiaki.engine import Game
from tongiaki.records.catalogue import ISLANDS, Beach
from tongiaki.server.protocol import Position

_BEACHES = {
    island: [(f"{island} {beach.letter}", beach) for beach in tile.beaches]
    for island, tile in ISLANDS.items()
}


class Board:
    """What lies on the table."""

    def __init__(self, game: Game) -> None:
        position = game.position()
        self.tiles: dict[str, tuple[int, int, int]] = position["tiles"]
        self.boats: dict[str, dict[str, int]] = position["boats"]
        self.royal: dict[str, str] = position["royal"]
        self.supply: dict[str, int] = position["supply"]

    @property
    def position(self) -> Position:
        """As the protocol sends it."""
        return Position(self.tiles, self.boats, self.royal, self.supply)

    @property
    def islands(self) -> list[str]:
        """The islands that lie on the board, Tonga first, in the order of the catalogue."""
        return [name for name in ISLANDS if name in self.tiles]

    def beaches(self, island: str) -> list[tuple[str, Beach]]:
        """The beaches of an island with their names (`Samoa c`)."""
        return _BEACHES[island]

    def at(self, beach: str, colour: str) -> int:
        """Boats of a colour on a beach."""
        return self.boats.get(beach, {}).get(colour, 0)

    def on(self, island: str, colour: str) -> int:
        """Boats of a colour on an island's beaches."""
        boats = self.boats
        return sum([boats[name].get(colour, 0) for name, _ in _BEACHES[island] if name in boats])

    def on_beaches(self, colour: str) -> int:
        """R-3.1: boats of a colour on any beach."""
        return sum([boats.get(colour, 0) for boats in self.boats.values()])

    def others(self, island: str, colour: str) -> list[str]:
        """The other colours that have boats on an island, in the order of the catalogue's colours."""
        there = {c for name, _ in self.beaches(island) for c in self.boats.get(name, {})}
        return [c for c in self.supply if c in there and c != colour]

    def free(self, island: str, beach: Beach) -> int:
        """Free berths of a beach."""
        return beach.berths - sum(self.boats.get(f"{island} {beach.letter}", {}).values())

    def free_on(self, island: str) -> int:
        """Free berths of an island; none on a royal one."""
        if island in self.royal:
            return 0
        return sum(self.free(island, beach) for beach in ISLANDS[island].beaches)

    def full_beaches(self) -> list[str]:
        """R-5.1: the full beaches of islands that are not royal."""
        return [
            name
            for island in self.islands
            if island not in self.royal
            for name, beach in self.beaches(island)
            if self.free(island, beach) == 0
        ]
