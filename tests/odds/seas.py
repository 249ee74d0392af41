"""Small random seas, and the odds of a voyage on them by sailing it over every order of the deck."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

from tests.reference import ISLANDS, WATERS
from tongiaki.engine import COLOURS, Game
from tongiaki.engine.effects import FleetArrived, FleetLost, FleetTurnedBack
from tongiaki.odds import Odds

RINGS = ("EHKO", "JLNP", "BDIM", "ACFG")
"""Water tiles of one shape: three of the first two close a ring."""


def small_sea(seed: int, deck: int = 6, **rules: object) -> tuple[Game, str, int]:
    """A chain on a compact sea, turned at random, with so many tiles left; a full beach's island and a pier of it."""
    rng = Random(seed)
    left = deck_of(rng, deck)
    lying = [tile for tile in rng.sample([*ISLANDS, *WATERS], 32) if tile not in left and tile != "Tonga"]
    near = lying[: rng.choice((0, 1, 3, 6, 12, 25))]
    tiles = {"Tonga": [0, 0, 0]} | {
        tile: [*place, rng.randrange(6)] for tile, place in zip(near, around(rng), strict=False)
    }
    tiles |= {tile: [20, n - 12, 0] for n, tile in enumerate(lying) if tile not in tiles}  # far away
    isles = [tile for tile in near if tile in ISLANDS]
    crowned = [isle for isle in isles if rng.random() < 0.3]
    royal = dict(zip(crowned, COLOURS + COLOURS, strict=False))
    home = rng.choice(["Tonga", *[isle for isle in isles if isle not in royal]])
    beach = rng.choice(ISLANDS[home]["beaches"])
    crew = rng.choices(COLOURS[: rng.choice((1, 2, 3, 3, 4, 6))], k=beach["berths"])
    ended = {} if set(left) & ISLANDS.keys() and set(left) & WATERS.keys() else {"ended": "last island tile"}
    state = {
        "format": "tongiaki-state/1",
        "rules": rules,
        "players": [[colour] for colour in COLOURS],
        "position": {"tiles": tiles, "boats": {f"{home} {beach['id']}": dict(Counter(crew))}, "royal": royal},
        "deck_left": left,
        "phase": "chain",
        **ended,
    }
    game = Game.from_state(state)
    piers = [pier for pier in beach["piers"] if game.outlook(home, pier).end == "unknown"]
    return game, home, rng.choice(piers if piers and rng.random() < 0.8 else beach["piers"])


def around(rng: Random) -> list[tuple[int, int]]:
    """Places around Tonga in a random order, the nearer ones first, roughly."""
    places = [(q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4 and (q, r) != (0, 0)]
    return sorted(places, key=lambda at: max(abs(at[0]), abs(at[1]), abs(sum(at))) + rng.uniform(0, 2))


def deck_of(rng: Random, size: int) -> list[str]:
    """Tiles of few shapes more often than chance would have it, so that voyages come back to what they laid."""
    rings = rng.sample(RINGS[:2], 2) + rng.sample(RINGS[2:], 2)
    waters = [tile for ring in rings for tile in rng.sample(ring, 4)]
    if rng.random() < 0.5:
        rng.shuffle(waters)
    isles = rng.sample([isle for isle in ISLANDS if isle != "Tonga"], 2)[: rng.choice((0, 1, 1, 2))]
    return sorted([*waters[: size - len(isles)], *isles])


def over_every_order(game: Game, island: str, pier: int) -> dict[object, Fraction]:
    """How the voyage ends, and with how many tiles drawn: the share of the orders of the deck, sailed on the engine."""
    ends: Counter[object] = Counter()
    decks = list(permutations(game.deck_left))
    known: dict[tuple[str, ...], tuple[object, int]] = {}
    for deck in decks:
        drawn = next((deck[:n] for n in range(len(deck) + 1) if deck[:n] in known), None)
        if drawn is None:
            end, count = sailed(game, island, pier, deck)
            known[drawn := deck[:count]] = (end, count)
        end, count = known[drawn]
        ends[end] += 1
        ends["tiles", count] += 1
    return {end: Fraction(count, len(decks)) for end, count in ends.items()}


def sailed(game: Game, island: str, pier: int, deck: tuple[str, ...]) -> tuple[object, int]:
    """One voyage: its end as told by the engine's effects, and the tiles it drew."""
    voyage = game.copy()
    voyage.watch(True)
    voyage.play(f"sail {island} {pier}")
    drawn = 0
    back = None
    while True:
        for effect in voyage.effects():
            if isinstance(effect, FleetTurnedBack):
                back = effect.island
            elif isinstance(effect, FleetLost):
                return ("lost", effect.cause), drawn
            elif isinstance(effect, FleetArrived):
                if back:
                    return ("royal", back), drawn
                return ("new" if effect.island in deck else "known", effect.island), drawn
        voyage.reveal(deck[drawn])
        drawn += 1


def as_table(odds: Odds) -> dict[object, Fraction]:
    """The same keys as `over_every_order`."""
    table: dict[object, object] = {("tiles", n): chance for n, chance in enumerate(odds.tiles)}
    for kind in ("new", "known", "royal"):
        table |= {(kind, island): chance for island, chance in getattr(odds, kind).items()}
    table |= {("lost", cause): getattr(odds, f"lost_{cause}") for cause in ("number", "deck", "end")}
    return {end: chance for end, chance in table.items() if chance}  # type: ignore[misc]
