"""The reliability of the chances as a picture (SVG): what was called across, what came upwards."""

from collections.abc import Iterator, Sequence
from html import escape

from tongiaki.review.calibration import Bin

WIDTH, HEIGHT, LEFT, TOP, SIDE = 560, 600, 76, 64, 440
STYLE = """
  .paper { fill: #fbfaf7 } text { font: 13px system-ui, sans-serif; fill: #4f6069 }
  .title { font-weight: 600; font-size: 17px; fill: #22313a } .grid { stroke: #e2e5e2 }
  .exact { stroke: #8a979c; stroke-dasharray: 6 5; stroke-width: 1.5 }
  .bar { stroke: #1c6f8c; stroke-width: 2.5; stroke-linecap: round } .dot { fill: #1c6f8c }
  .way { fill: none; stroke: #1c6f8c; stroke-width: 1.5; opacity: .45 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #12191d } text { fill: #a9b6bb } .title { fill: #e8ecec } .grid { stroke: #28343a }
    .exact { stroke: #75848a } .bar, .way { stroke: #6cc0dc } .dot { fill: #6cc0dc }
  }
"""


def plot(bins: Sequence[Bin], title: str) -> str:
    """The picture as SVG text."""
    words = escape(f"{title}. " + "; ".join(map(_in_words, bins)))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{words}">',
            f"<style>{STYLE}</style>",
            f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>',
            f'<text class="title" x="{LEFT}" y="36">{escape(title)}</text>',
            *_paper(),
            *_drawn(bins),
            "</svg>\n",
        ]
    )


def _paper() -> Iterator[str]:
    for tenth in range(0, 11, 2):
        x, y = _x(tenth / 10), _y(tenth / 10)
        yield f'<path class="grid" d="M{x} {TOP}V{TOP + SIDE}M{LEFT} {y}H{LEFT + SIDE}"/>'
        yield f'<text x="{x}" y="{TOP + SIDE + 22}" text-anchor="middle">{tenth * 10} %</text>'
        yield f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{tenth * 10} %</text>'
    yield f'<path class="exact" d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}"/>'
    centre, middle = LEFT + SIDE / 2, TOP + SIDE / 2
    yield f'<text x="{centre}" y="{TOP + SIDE + 48}" text-anchor="middle">chance of victory that was called</text>'
    yield f'<text transform="rotate(-90 22 {middle})" x="22" y="{middle}" text-anchor="middle">won</text>'
    yield (
        f'<text x="24" y="{HEIGHT - 14}">'
        "the larger a dot, the more positions; bars: 95 % intervals between games</text>"
    )


def _drawn(bins: Sequence[Bin]) -> Iterator[str]:
    most = max(one.positions for one in bins)
    places = [(_x(one.called), _y(one.won.mean)) for one in bins]
    yield f'<path class="way" d="M{"L".join(f"{x} {y}" for x, y in places)}"/>'
    for one, (x, y) in zip(bins, places, strict=True):
        low, high = _y(max(0.0, one.won.low)), _y(min(1.0, one.won.high))
        yield f'<path class="bar" d="M{x} {low}V{high}"/>'
        yield f'<circle class="dot" cx="{x}" cy="{y}" r="{3 + 6 * (one.positions / most) ** 0.5:.1f}">'
        yield f"<title>{escape(_in_words(one))}</title></circle>"


def _x(part: float) -> float:
    return round(LEFT + SIDE * part, 1)


def _y(part: float) -> float:
    return round(TOP + SIDE * (1 - part), 1)


def _in_words(one: Bin) -> str:
    won = f"{100 * one.won.mean:.1f} ± {100 * one.won.half:.1f} %"
    return f"called {100 * one.called:.1f} %: {won} won of {one.positions:,}"
