"""The odds of a voyage, as people and bots ask for them."""

from typing import Any

from tongiaki.engine import BEACHES, COLOURS, ISLANDS, PIERS, Game, NotationError, TongiakiError
from tongiaki.engine.catalogue import BEACH_NAMES, BEACH_OF, Pier
from tongiaki.engine.errors import nearest
from tongiaki.odds.figures import Deck, Odds, figures
from tongiaki.odds.plan import plan
from tongiaki.odds.search import Search

BOUND = 5e-4
"""What may be left out where nothing else is said."""


class OddsError(TongiakiError):
    """Odds of a voyage that cannot be: the message says why, and what is allowed."""


def voyage_odds(
    game: Game,
    island: str,
    pier: int,
    colours: int | None = None,
    *,
    bound: float = BOUND,
    exact: bool = False,
) -> Odds:
    """The odds of the fleet at a pier (an edge) of an island, were it to sail now.

    colours: different colours in the fleet; not said: those now on the pier's beach. bound: at most so much is left
    out. exact: nothing is left out, and the figures are Fractions. Raises `NotationError` (no such island or pier) and
    `OddsError` (the island is not laid or royal, no boats, a number of colours or a bound that cannot be).
    """
    there = _piers(island)
    at = next((p for p in there if p.edge == pier), None)
    if at is None:
        edges = ", ".join(str(p.edge) for p in there)
        raise NotationError(f"there is no pier {pier!r} on {island}; its piers: {edges}")
    return _odds(game, [at], colours, bound, exact)[pier]


def beach_odds(
    game: Game,
    island: str,
    beach: str,
    colours: int | None = None,
    *,
    bound: float = BOUND,
    exact: bool = False,
) -> dict[int, Odds]:
    """The odds at each pier (an edge) of a beach (a letter), as in `voyage_odds`."""
    there = _piers(island)
    number = BEACH_OF.get(f"{island} {beach}")
    if number is None:
        letters = ", ".join(sorted({BEACHES[p.beach].letter for p in there}))
        raise NotationError(f"there is no beach {beach!r} on {island}; its beaches: {letters}")
    return _odds(game, [p for p in there if p.beach == number], colours, bound, exact)


def _piers(island: str) -> list[Pier]:
    if island not in ISLANDS:
        raise NotationError(f"there is no island {island!r}{nearest(island, ISLANDS)}")
    return [pier for pier in PIERS if ISLANDS[pier.island] == island]


def _odds(game: Game, piers: list[Pier], colours: int | None, bound: float, exact: bool) -> dict[int, Odds]:
    """The odds at piers of one beach."""
    if not 0 <= bound < 1:
        raise OddsError(f"a bound of {bound!r} cannot be kept; allowed: 0 (leave nothing out) to below 1")
    numbers = game.numbers()
    search = Search()
    search.read(game, _colours(numbers, piers[0].beach, colours))
    deck = _deck(game, numbers, search)
    chosen = plan(deck.passing, deck.size, deck.draws, 0.0 if exact else bound)
    search.open(chosen.opened, chosen.digits)
    scale = search.scale()
    return {
        pier.edge: figures(search.sail(game, pier.island, pier.edge), scale, deck, numbers["royal"], exact)
        for pier in piers
    }


def _deck(game: Game, numbers: dict[str, Any], search: Search) -> Deck:
    passing, stops = search.waters_left()
    islands = tuple(name for n, name in enumerate(ISLANDS) if numbers["deck"] >> n & 1)
    draws = sum(passing) + stops
    if game.rules.end_completion == "immediate":
        draws = 0 if numbers["ended"] else draws - 1
    return Deck(islands, passing, stops, draws)


def _colours(numbers: dict[str, Any], beach: int, colours: int | None) -> int:
    """How many colours the fleet has, checked."""
    name, island = BEACH_NAMES[beach], BEACHES[beach].island
    if not numbers["laid"][island]:
        laid = ", ".join(name for n, name in enumerate(ISLANDS) if numbers["laid"][n])
        raise OddsError(f"{ISLANDS[island]} is not on the board; on it: {laid}")
    if numbers["royal"][island]:
        king = COLOURS[numbers["royal"][island] - 1]
        raise OddsError(f"{ISLANDS[island]} is {king}'s royal island: nobody leaves there any more (R-7.3)")
    if colours is None:
        colours = sum(1 for c in range(len(COLOURS)) if numbers["boats"][beach * len(COLOURS) + c])
        if not colours:
            raise OddsError(
                f"no boats are on {name}; say how many `colours` the fleet shall have, 1 to {len(COLOURS)}"
            )
    if colours not in range(1, len(COLOURS) + 1):
        raise OddsError(f"a fleet of {colours!r} colours cannot be; allowed: 1 to {len(COLOURS)}")
    return colours
