"""The position of section 13 with the questions that views ask of it."""

from tongiaki.engine import Game
from tongiaki.records.catalogue import ISLANDS, Beach
from tongiaki.server.encoding import ready
from tongiaki.server.protocol import Position

_BEACHES = {
    island: [(f"{island} {beach.letter}", beach) for beach in tile.beaches]
    for island, tile in ISLANDS.items()
}


class Board:
    """What lies on the table."""

    def __init__(self, game: Game) -> None:
        position, self.facts = game.position(), game.facts()
        self.tiles: dict[str, tuple[int, int, int]] = position["tiles"]
        self.boats: dict[str, dict[str, int]] = position["boats"]
        self.royal: dict[str, str] = position["royal"]
        self.supply: dict[str, int] = position["supply"]

    @property
    def position(self) -> Position:
        """As the protocol sends it."""
        return ready(Position(self.tiles, self.boats, self.royal, self.supply))

    @property
    def islands(self) -> list[str]:
        """The islands that lie on the board, Tonga first, in the order of the catalogue."""
        return list(self.facts["free_berths"])

    def beaches(self, island: str) -> list[tuple[str, Beach]]:
        """The beaches of an island with their names (`Samoa c`)."""
        return _BEACHES[island]

    def at(self, beach: str, colour: str) -> int:
        """Boats of a colour on a beach."""
        return self.boats.get(beach, {}).get(colour, 0)

    def on(self, island: str, colour: str) -> int:
        """Boats of a colour on an island's beaches."""
        return int(self.facts["boats_of"][island].get(colour, 0))

    def on_beaches(self, colour: str) -> int:
        """R-3.1: boats of a colour on any beach."""
        return sum([boats.get(colour, 0) for boats in self.facts["boats_of"].values()])

    def others(self, island: str, colour: str) -> list[str]:
        """The other colours that have boats on an island, in the order of the catalogue's colours."""
        return [c for c in self.facts["boats_of"][island] if c != colour]

    def free(self, name: str, beach: Beach) -> int:
        """Free berths of a beach."""
        return beach.berths - sum(self.boats[name].values()) if name in self.boats else beach.berths

    def free_on(self, island: str) -> int:
        """Free berths of an island; none on a royal one."""
        return 0 if island in self.royal else int(self.facts["free_berths"][island])

    @property
    def full_beaches(self) -> list[str]:
        """R-5.1: the full beaches; a royal island has none."""
        full: list[str] = self.facts["full"]
        return full
