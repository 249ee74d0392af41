"""The board as an SVG picture: a drawing of one position for letters, reports and issues.

The geometry is that of R-1.5: hexagons with a flat side up, south down, directions clockwise.
"""

from collections.abc import Iterator, Mapping
from html import escape
from math import cos, radians, sin, sqrt
from typing import Any

from tongiaki.records.catalogue import COLOURS, ISLANDS, WATERS, Beach, Island, Route, Water

SIZE = 100.0
"""From the centre of a hexagon to a corner."""

INNER = SIZE * sqrt(3) / 2
"""From the centre of a hexagon to the middle of an edge."""

MARGIN = 24.0

INKS = {
    "red": "#d1393b",
    "blue": "#2f62c9",
    "green": "#2f9150",
    "yellow": "#f2c230",
    "orange": "#ef7d22",
    "purple": "#8646ab",
}
"""The colours of the boats; each also carries its letter."""

STYLE = """
.sea{fill:#2a7f9e}.water{fill:#58b3cc}.shallow{fill:#8fd3dc}.sand{fill:#f1dcae;stroke:#d9bd83;stroke-width:2}
.jungle{fill:#5c9b57;stroke:#417a43;stroke-width:2}.hex{stroke:#1e6480;stroke-width:2}
.route{fill:none;stroke:#e9f8fa;stroke-width:9;stroke-linecap:round;stroke-dasharray:1 13}
.number{fill:#f6fcfd;stroke:#1e6480;stroke-width:2}.pier{fill:#8a5a33}.berth{fill:none;stroke:#a68850;stroke-width:2}
.boat{stroke:#2b2118;stroke-width:1.5}.mask{fill:#7a4a2b;stroke:#3f2514;stroke-width:2}
text{font-family:Georgia,'DejaVu Serif',serif;text-anchor:middle;fill:#1d2b30}
.name{font-size:13px;fill:#fff;font-weight:bold}.value{font-size:20px;fill:#ffe9bd;font-weight:bold}
.letter{font-size:10px;font-weight:bold;font-family:Verdana,'DejaVu Sans',sans-serif;fill:#fff}.on-light{fill:#2b2118}
.edge{font-size:9px;fill:#fff}.tile{font-size:12px;fill:#123f52;font-style:italic}.digit{font-size:14px;font-weight:bold}
"""

Point = tuple[float, float]


def svg(position: Mapping[str, Any], title: str = "Tongiaki") -> str:
    """A whole SVG document of a position (rules, section 13)."""
    tiles: Mapping[str, list[int]] = position["tiles"]
    centres = {name: centre(q, r) for name, (q, r, _) in tiles.items()}
    left = min((x for x, _ in centres.values()), default=0) - SIZE - MARGIN
    top = min((y for _, y in centres.values()), default=0) - INNER - MARGIN
    width = max((x for x, _ in centres.values()), default=0) + SIZE + MARGIN - left
    height = max((y for _, y in centres.values()), default=0) + INNER + MARGIN - top
    box = " ".join(number(value) for value in (left, top, width, height))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{number(width)}" height="{number(height)}">',
        f"<title>{escape(title)}</title><style>{STYLE}</style>",
        f'<rect class="sea" x="{number(left)}" y="{number(top)}" width="{number(width)}" height="{number(height)}"/>',
    ]
    for name, place in centres.items():
        parts.append(f'<g transform="translate({point(place)})"><title>{escape(name)}</title>')
        parts.extend(_tile(name, tiles[name][2], position))
        parts.append("</g>")
    return "\n".join([*parts, "</svg>", ""])


def centre(q: int, r: int) -> Point:
    """The middle of a place, in pixels; y grows to the south."""
    return 1.5 * SIZE * q, 2 * INNER * (r + q / 2)


def towards(direction: float, distance: float) -> Point:
    """The point at a distance from the middle of a tile; direction 0 is south, 1 south-west, and so on (R-1.5)."""
    angle = radians(90 + 60 * direction)
    return distance * cos(angle), distance * sin(angle)


def number(value: float) -> str:
    """A coordinate with one decimal at most."""
    return f"{round(value, 1) + 0.0:g}"


def point(place: Point) -> str:
    """`x,y`."""
    return f"{number(place[0])},{number(place[1])}"


def _hexagon(distance: float, css: str) -> str:
    corners = " ".join(point(towards(corner + 0.5, distance)) for corner in range(6))
    return f'<polygon class="{css}" points="{corners}"/>'


def _text(place: Point, words: str, css: str) -> str:
    return (
        f'<text class="{css}" x="{number(place[0])}" y="{number(place[1])}" dy=".35em">{escape(words)}</text>'
    )


def _tile(name: str, rotation: int, position: Mapping[str, Any]) -> Iterator[str]:
    yield _hexagon(SIZE, "hex water")
    if name in ISLANDS:
        yield from _island(ISLANDS[name], rotation, position)
    else:
        yield from _water(WATERS[name], rotation)
    yield _symbol(rotation)


def _symbol(rotation: int) -> str:
    """R-1.2: the red symbol of edge 0."""
    x, y = towards(rotation, INNER - 7)
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="3.5" fill="#c8262b"/>'


# -- water ---------------------------------------------------------------------------------------------------


def _water(water: Water, rotation: int) -> Iterator[str]:
    for route in water.routes:
        yield _route_line(route, rotation)
    for route in water.routes:
        yield from _route_number(route, rotation)
    x, y = towards(rotation + 0.5, SIZE * 0.82)
    yield _text((x, y), water.name, "tile")


def _bend(route: Route, rotation: int) -> tuple[Point, Point, Point]:
    """Start, middle control point and end of a route's curve."""
    first, last = (edge + rotation for edge in route.edges)
    a, b = towards(first, INNER - 4), towards(last, INNER - 4)
    apart = min((last - first) % 6, (first - last) % 6)
    pull = {1: 0.45, 2: 0.3, 3: 0.0}[apart]
    return a, ((a[0] + b[0]) / 2 * pull, (a[1] + b[1]) / 2 * pull), b


def _route_line(route: Route, rotation: int) -> str:
    a, bend, b = _bend(route, rotation)
    return f'<path class="route" d="M{point(a)} Q{point(bend)} {point(b)}"/>'


def _route_number(route: Route, rotation: int) -> Iterator[str]:
    """The number where no two routes cross."""
    a, bend, b = _bend(route, rotation)
    t = 0.22 if abs(route.edges[0] - route.edges[1]) in (2, 4) else 0.5
    x, y = ((1 - t) ** 2 * a[i] + 2 * t * (1 - t) * bend[i] + t * t * b[i] for i in (0, 1))
    yield f'<circle class="number" cx="{number(x)}" cy="{number(y)}" r="12"/>'
    yield _text((x, y), str(route.number), "digit")


# -- islands -------------------------------------------------------------------------------------------------


def _island(island: Island, rotation: int, position: Mapping[str, Any]) -> Iterator[str]:
    yield _hexagon(SIZE * 0.9, "shallow")
    for beach in island.beaches:
        for pier in beach.piers:
            yield from _pier(pier, rotation)
    for index, beach in enumerate(island.beaches):
        yield _sand(_span(island, index), beach, rotation)
    yield f'<circle class="jungle" r="{number(SIZE * 0.43)}"/>'
    owner = position["royal"].get(island.name)
    for index, beach in enumerate(island.beaches if owner is None else ()):
        boats = position["boats"].get(f"{island.name} {beach.letter}", {})
        yield from _berths(_span(island, index), beach, rotation, boats)
    yield from _mask(island, owner)


def _span(island: Island, index: int) -> tuple[float, float]:
    """The edges a beach lies along, from and to; where an edge has no pier the neighbours reach half over it."""
    beaches = island.beaches
    piers = beaches[index].piers
    before = beaches[index - 1].piers[-1] - (6 if index == 0 else 0)
    behind = beaches[(index + 1) % len(beaches)].piers[0] + (6 if index == len(beaches) - 1 else 0)
    return (before + piers[0]) / 2 + 0.04, (piers[-1] + behind) / 2 - 0.04


def _sand(span: tuple[float, float], beach: Beach, rotation: int) -> str:
    outer, inner = SIZE * 0.74, SIZE * 0.36
    steps = [span[0] + (span[1] - span[0]) * i / 12 for i in range(13)]
    rim = [towards(step + rotation, outer) for step in steps]
    rim += [towards(step + rotation, inner) for step in reversed(steps)]
    outline = " L".join(point(place) for place in rim)
    return f'<path class="sand" d="M{outline}Z"><title>beach {beach.letter}</title></path>'


def _pier(pier: int, rotation: int) -> Iterator[str]:
    x, y = towards(pier + rotation, SIZE * 0.73)
    turn = number(60 * ((pier + rotation) % 6))
    yield f'<g transform="translate({point((x, y))}) rotate({turn})">'
    yield f'<rect class="pier" x="-7" y="-4" width="14" height="{number(INNER - SIZE * 0.73)}" rx="2"/></g>'
    yield _text(towards(pier + rotation, SIZE * 0.79), str(pier), "edge")


def _berths(
    span: tuple[float, float], beach: Beach, rotation: int, boats: Mapping[str, int]
) -> Iterator[str]:
    """The boats of a beach and its free berths; in two rows where one would be too tight."""
    aboard = [colour for colour in COLOURS for _ in range(boats.get(colour, 0))]
    gap = (span[1] - span[0]) / beach.berths
    room = radians(60) * gap * SIZE * 0.57 / 2 - 0.5
    rows = (0.57, 0.57) if room > 8 else (0.65, 0.48)
    radius = min(13.0, room) if room > 8 else 9.5
    for berth in range(beach.berths):
        place = towards(span[0] + gap * (berth + 0.5) + rotation, SIZE * rows[berth % 2])
        if berth < len(aboard):
            yield from _boat(place, radius, aboard[berth])
        else:
            x, y = place
            yield f'<circle class="berth" cx="{number(x)}" cy="{number(y)}" r="{number(radius * 0.6)}"/>'


def _boat(place: Point, radius: float, colour: str) -> Iterator[str]:
    """A sail over the place, the letter of its colour on it."""
    x, y = place
    wide, half, high = number(radius), number(-radius / 2), number(1.5 * radius)
    sail = f"M{point((x, y - radius))} q{wide},{wide} {wide},{high} h{number(-2 * radius)} q0,{half} {wide},-{high}Z"
    yield f'<path class="boat" fill="{INKS[colour]}" d="{sail}"><title>{colour}</title></path>'
    light = " on-light" if colour in ("yellow", "orange") else ""
    yield _text((x, y + radius * 0.08), colour[0].upper(), f"letter{light}")


def _mask(island: Island, owner: str | None) -> Iterator[str]:
    yield f'<ellipse class="mask" rx="19" ry="23" cy="-8"{_crown(owner)}/>'
    yield _text((0, -8), str(island.value), "value")
    yield _text((0, 26), island.name, "name")
    if owner is not None:
        yield from _boat((0, -38), 15, owner)


def _crown(owner: str | None) -> str:
    return "" if owner is None else f' style="stroke:{INKS[owner]};stroke-width:6"'
