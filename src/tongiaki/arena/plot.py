"""The ratings of a contest as a picture (SVG): a dot for each bot, a bar for its 95 % interval."""

import math
from collections.abc import Iterator
from html import escape

from tongiaki.arena.contest import labels
from tongiaki.arena.summary import Figures, Summary

WIDTH, LEFT, RIGHT, TOP, ROW, BOTTOM = 800, 200, 120, 64, 36, 56
STYLE = """
  .paper { fill: #fbfaf7 } text { font: 15px system-ui, sans-serif; fill: #22313a }
  .title { font-weight: 600; font-size: 17px } .small { font-size: 13px; fill: #4f6069 } .grid { stroke: #d8dcda }
  .bar { stroke: #1c6f8c; stroke-width: 3; stroke-linecap: round } .dot { fill: #1c6f8c }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #12191d } text { fill: #e8ecec } .small { fill: #a9b6bb } .grid { stroke: #2e3b41 }
    .bar { stroke: #6cc0dc } .dot { fill: #6cc0dc }
  }
"""


def plot(summary: Summary) -> str:
    """The picture as SVG text."""
    height = TOP + ROW * len(summary.figures) + BOTTOM
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
            f'aria-label="{_in_words(summary)}">',
            f"<style>{STYLE}</style>",
            f'<rect class="paper" width="{WIDTH}" height="{height}"/>',
            f'<text class="title" x="24" y="34">{escape(_title(summary))}</text>',
            *_drawn(summary, height),
            "</svg>\n",
        ]
    )


def _drawn(summary: Summary, height: int) -> Iterator[str]:
    marks = ticks(
        min(one.rating.interval[0] for one in summary.figures),
        max(one.rating.interval[1] for one in summary.figures),
    )

    def x(elo: float) -> float:
        part = (elo - marks[0]) / (marks[-1] - marks[0])
        return round(LEFT + part * (WIDTH - LEFT - RIGHT), 1)

    foot = height - BOTTOM
    names = labels(summary.contest.bots)
    for mark in marks:
        yield f'<line class="grid" x1="{x(mark)}" x2="{x(mark)}" y1="{TOP - 8}" y2="{foot}"/>'
        yield f'<text class="small" x="{x(mark)}" y="{foot + 18}" text-anchor="middle">{mark:g}</text>'
    yield (
        f'<text class="small" x="{(LEFT + WIDTH - RIGHT) / 2}" y="{foot + 42}" text-anchor="middle">'
        "Elo, with 95 % intervals</text>"
    )
    for row, one in enumerate(summary.figures):
        y = TOP + ROW * row + ROW // 2
        low, high = one.rating.interval
        yield f'<text x="{LEFT - 16}" y="{y + 5}" text-anchor="end">{escape(shortened(names[one.bot]))}</text>'
        yield f'<line class="bar" x1="{x(low)}" x2="{x(high)}" y1="{y}" y2="{y}"/>'
        yield f'<circle class="dot" cx="{x(one.rating.elo)}" cy="{y}" r="7"/>'
        yield f'<text class="small" x="{WIDTH - RIGHT + 16}" y="{y + 5}">{_rating(one)}</text>'


def ticks(low: float, high: float, most: int = 8) -> list[float]:
    """Round numbers from below the lowest to above the highest."""
    rough = max(high - low, 1.0) / most
    size = 10 ** math.floor(math.log10(rough))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [step * number for number in range(first, max(last, first + 1) + 1)]


def shortened(name: str, most: int = 22) -> str:
    """A bot's name where there is little room."""
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _rating(one: Figures) -> str:
    return f"{one.rating.elo:.0f} ± {one.rating.half:.0f}"


def _title(summary: Summary) -> str:
    return f"{summary.contest.players} players, {summary.games:,} games, seed {summary.contest.seed}"


def _in_words(summary: Summary) -> str:
    return escape(f"{_title(summary)}: " + ", ".join(f"{one.bot} {_rating(one)}" for one in summary.figures))
