"""The board as text: hexagons in characters, boats as letters (and colours, where the terminal has them).

```
    ___________
   /     3     \\       the number of an edge stands where a pier is (on water tiles: at every edge)
  /   Samoa 5   \\      name and value
 /2   a RB·     4\\     beach a: a red boat, a blue one, a free berth
/     b R···      \\
\\     c ·····     /    beach c: five free berths
 \\1             5/
  \\             /
   \\___________/
```
"""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.text import Text

from tongiaki.records.catalogue import COLOURS, ISLANDS, WATERS, Island, Water

STEP_X, STEP_Y = 15, 8
"""Characters from a tile to its neighbour in the next column, and to the one below."""

WIDTH = 19
"""Characters from the left corner of a hexagon to the right one."""

STYLES = {
    "red": "bold red",
    "blue": "bold bright_blue",
    "green": "bold green",
    "yellow": "bold yellow",
    "orange": "bold dark_orange",
    "purple": "bold magenta",
    "sea": "cyan",
    "land": "bold",
    "free": "dim",
}
"""How what is drawn looks; without colours it can still be read."""

OUTLINE = (
    "    ___________    ",
    "   /           \\   ",
    "  /             \\  ",
    " /               \\ ",
    "/                 \\",
    "\\                 /",
    " \\               / ",
    "  \\             /  ",
    "   \\___________/   ",
)

EDGE_PLACES = ((9, 7), (2, 6), (2, 3), (9, 1), (16, 3), (16, 6))
"""Where in the outline the number of the edge facing each direction stands (R-1.5)."""

COMPASS = ("S", "SW", "NW", "N", "NE", "SE")

Cell = tuple[str, str]


class Canvas:
    """Characters with styles at whole places, (0, 0) the first."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], Cell] = {}

    def write(self, x: int, y: int, text: str, style: str = "") -> int:
        """Writes a text; the place after it."""
        for offset, letter in enumerate(text):
            self.cells[x + offset, y] = (letter, style)
        return x + len(text)

    @property
    def width(self) -> int:
        """Characters from place 0 to the last one."""
        return 1 + max((x for x, _ in self.cells), default=-1)

    @property
    def height(self) -> int:
        """Lines."""
        return 1 + max((y for _, y in self.cells), default=-1)

    def part(self, left: int, right: int) -> list[Text]:
        """The lines of the columns from `left` to before `right`."""
        return [self._line(y, left, right) for y in range(self.height)]

    def _line(self, y: int, left: int, right: int) -> Text:
        line = Text(no_wrap=True)
        for x in range(left, right):
            letter, style = self.cells.get((x, y), (" ", ""))
            line.append(letter, style)
        line.rstrip()
        return line


def drawn(position: Mapping[str, Any]) -> Canvas:
    """The whole board of a position (rules, section 13)."""
    canvas = Canvas()
    tiles: Mapping[str, list[int]] = position["tiles"]
    left = min((q for q, _, _ in tiles.values()), default=0)
    top = min((2 * r + q for q, r, _ in tiles.values()), default=0)
    for name, (q, r, rotation) in sorted(tiles.items(), key=lambda item: item[1]):
        x, y = (q - left) * STEP_X, (2 * r + q - top) * STEP_Y // 2
        if name in ISLANDS:
            _draw_island(canvas, x, y, ISLANDS[name], rotation, position)
        else:
            _draw_water(canvas, x, y, WATERS[name], rotation)
    return canvas


def _draw_outline(canvas: Canvas, x: int, y: int, rotation: int, edges: Iterable[int]) -> None:
    for line, text in enumerate(OUTLINE):
        for column, letter in enumerate(text):
            if letter != " ":
                canvas.write(x + column, y + line, letter, "dim")
    for edge in edges:
        column, line = EDGE_PLACES[(edge + rotation) % 6]
        canvas.write(x + column, y + line, str(edge), "dim")


def _draw_island(
    canvas: Canvas, x: int, y: int, island: Island, rotation: int, position: Mapping[str, Any]
) -> None:
    _draw_outline(canvas, x, y, rotation, island.piers)
    _centred(canvas, x, y + 2, [(f"{island.name} {island.value}", "land")])
    owner = position["royal"].get(island.name)
    if owner is not None:
        _centred(canvas, x, y + 3, [("royal", "land")])
        _centred(canvas, x, y + 4, [(owner.upper(), STYLES[owner])])
        return
    beaches = [_beach(island, beach.letter, position) for beach in island.beaches]
    if len(beaches) > 3:  # Tonga: two beaches on a line
        beaches = [[*a, (" ", ""), *b] for a, b in zip(beaches[::2], beaches[1::2], strict=True)]
    start = x + (WIDTH - max(_length(beach) for beach in beaches)) // 2
    for line, beach in enumerate(beaches):
        _write_cells(canvas, start, y + 3 + line, beach)


def _beach(island: Island, letter: str, position: Mapping[str, Any]) -> list[Cell]:
    beach = island.beach(letter)
    boats: Mapping[str, int] = position["boats"].get(f"{island.name} {letter}", {})
    cells: list[Cell] = [(f"{letter} ", "")]
    cells += [(colour[0].upper() * boats[colour], STYLES[colour]) for colour in COLOURS if colour in boats]
    return [*cells, ("·" * (beach.berths - sum(boats.values())), STYLES["free"])]


def _draw_water(canvas: Canvas, x: int, y: int, water: Water, rotation: int) -> None:
    _draw_outline(canvas, x, y, rotation, range(6))
    _centred(canvas, x, y + 2, [(f"~ {water.name} ~", STYLES["sea"])])
    for line, route in enumerate(water.routes):
        ends = "–".join(COMPASS[(edge + rotation) % 6] for edge in route.edges)
        _centred(canvas, x, y + 3 + line, [(f"{ends}: {route.number}", STYLES["sea"])])


def _length(cells: list[Cell]) -> int:
    return sum(len(text) for text, _ in cells)


def _centred(canvas: Canvas, x: int, y: int, cells: list[Cell]) -> None:
    _write_cells(canvas, x + (WIDTH - _length(cells)) // 2, y, cells)


def _write_cells(canvas: Canvas, x: int, y: int, cells: list[Cell]) -> None:
    for text, style in cells:
        x = canvas.write(x, y, text, STYLES.get(style, style))
