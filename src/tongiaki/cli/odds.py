"""`tongiaki odds`: how the voyages of a position would end."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tongiaki.cli.board_text import STYLES
from tongiaki.cli.reading import record_of
from tongiaki.engine import BEACHES, COLOURS, ISLANDS, Game
from tongiaki.odds import BOUND, Chance, Odds, beach_odds
from tongiaki.records.replay import Replay


class Fleet(NamedTuple):
    """The boats of a beach, as they would sail: how many of each colour."""

    island: str
    beach: str
    boats: dict[str, int]


def odds(
    file: str = typer.Argument(..., metavar="FILE", help="Records, one a line; - reads standard input."),
    ply: int | None = typer.Option(None, "--ply", min=0, help="After so many moves. (default: all)"),
    game: int = typer.Option(1, "--game", min=1, help="Which record of the file, counted from 1."),
    bound: float = typer.Option(BOUND, "--bound", min=0, max=0.5, help="At most so much is left out."),
    exact: bool = typer.Option(False, "--exact", help="Leave nothing out, and show fractions."),
) -> int:
    """Show how the voyages from every full beach would end, pier by pier.

    If no beach is full: from the beaches with one berth free, as if the colour that decides took it. What is left
    out is said; with up to three colours in a fleet it is nothing.

    Examples:

    - `tongiaki odds game.jsonl --ply 40` – the voyages to choose from after 40 moves
    - `tongiaki odds games.jsonl --game 3 --ply 12 --exact` – as fractions
    """
    replay = Replay(record_of(file, game))
    replay.to_ply(len(replay.record.moves) if ply is None else ply)
    console = Console(highlight=False)
    for line in told(replay, bound, exact):
        console.print(line)
    return 0


def told(replay: Replay, bound: float, exact: bool) -> Iterator[Text | Table]:
    """The lines of the answer."""
    fleets, would = fleets_of(replay.game)
    yield Text(f"ply {replay.ply} of {len(replay.record.moves)}, tiles left: {len(replay.game.deck_left)}")
    if not fleets:
        yield Text("no beach is full, and none has just one berth free")
        return
    if would:
        yield Text(f"no beach is full; with one boat more, {replay.game.active_colour}, these would be:")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for head in ("pier", "fleet", "new", "known", "turned\nback", "lost", "tiles"):
        table.add_column(head, overflow="fold", no_wrap=head in ("pier", "fleet", "tiles"))
    left_out: Chance = 0
    for fleet in fleets:
        colours = len(fleet.boats)
        for pier, one in beach_odds(
            replay.game, fleet.island, fleet.beach, colours, bound=bound, exact=exact
        ).items():
            table.add_row(f"{fleet.island} {fleet.beach} {pier}", _boats(fleet), *_cells(one))
            left_out = max(left_out, one.left_out)
    yield table
    yield Text(f"left out: at most {_share(left_out)}" if left_out else "nothing is left out")


def fleets_of(game: Game) -> tuple[list[Fleet], bool]:
    """The full beaches; or, if there are none, those that the deciding colour would fill with one boat, and True."""
    position = game.position()
    there = [_fleet(beach, boats) for beach, boats in position["boats"].items()]
    there.sort(key=lambda fleet: (ISLANDS.index(fleet.island), fleet.beach))
    full = [fleet for fleet in there if _free(fleet) == 0]
    colour = game.active_colour
    if full or colour is None:
        return full, False
    return [_with(fleet, colour) for fleet in there if _free(fleet) == 1], True


def _fleet(name: str, boats: dict[str, int]) -> Fleet:
    island, beach = name.rsplit(" ", 1)
    return Fleet(island, beach, boats)


def _free(fleet: Fleet) -> int:
    """Berths without a boat."""
    beach = next(b for b in BEACHES if (ISLANDS[b.island], b.letter) == (fleet.island, fleet.beach))
    return beach.berths - sum(fleet.boats.values())


def _with(fleet: Fleet, colour: str) -> Fleet:
    return fleet._replace(boats=fleet.boats | {colour: fleet.boats.get(colour, 0) + 1})


def _boats(fleet: Fleet) -> Text:
    """The boats as letters in their colours."""
    letters = [(c[0].upper() * fleet.boats[c], STYLES[c]) for c in COLOURS if c in fleet.boats]
    return Text.assemble(*letters)


def _cells(one: Odds) -> list[str]:
    new: Chance = sum(one.new.values(), start=0 * one.left_out)
    causes = {"number": one.lost_number, "empty deck": one.lost_deck, "end of the game": one.lost_end}
    lasting = {n: chance for n, chance in enumerate(one.tiles) if chance}
    drawn = sum(n * chance for n, chance in lasting.items()) / sum(lasting.values())
    return [_share(new), _named(one.known), _named(one.royal), _named(causes), f"{float(drawn):.2f}"]


def _named(shares: dict[str, Any]) -> str:
    """Each with its name on a line, the likeliest first."""
    found = sorted(((chance, name) for name, chance in shares.items() if chance), reverse=True)
    return "\n".join(f"{_share(chance)} {name}" for chance, name in found) or "–"


def _share(chance: Chance) -> str:
    """A fraction as it is; else per cent, never rounded to 0 or 100 unless it is that."""
    if isinstance(chance, Fraction):
        return str(chance)
    if 0 < chance < 0.0005:
        return "<0.1 %"
    if 0.9995 < chance < 1 - 1e-12:
        return ">99.9 %"
    return "–" if not chance else "100 %" if chance > 0.9995 else f"{100 * chance:.1f} %"
