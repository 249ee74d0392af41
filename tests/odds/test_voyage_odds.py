"""What the odds say, and what they refuse."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

import tongiaki.odds.plan as planning
from tests.odds.seas import small_sea
from tests.scenarios.table import position
from tongiaki.engine import Game, NotationError, Rules
from tongiaki.odds import Odds, OddsError, beach_odds, voyage_odds

FOUR = [["red"], ["blue"], ["green"], ["yellow"]]


def sea(tiles: str = "", **words: object) -> Game:
    return Game.from_state(position(tiles, **words))  # type: ignore[arg-type]


def whole(odds: Odds) -> Fraction | float:
    return odds.land + odds.turned_back + odds.lost + odds.left_out


def test_four_colours_pass_every_number_and_find_land() -> None:
    odds = voyage_odds(Game.start(FOUR), "Tonga", 0, 4)
    assert odds.lost == odds.turned_back == 0
    assert odds.land == pytest.approx(1 - odds.left_out)
    # Two tiles: an island after a water tile; or back on Tonga, if both turn sharply to one side.
    back = 8 / 31 * 3 / 30
    assert odds.known == {"Tonga": pytest.approx(back, abs=0.02)}
    assert odds.tiles[:3] == pytest.approx((0, 15 / 31, 16 / 31 * 15 / 30 + back))


def test_r_5_3_one_colour_is_lost_to_every_number() -> None:
    odds = voyage_odds(Game.start(FOUR), "Tonga", 0, 1, exact=True)
    # Eleven of the sixteen water tiles have a number at edge 0.
    assert odds.tiles[1] == Fraction(15 + 11, 31)
    assert odds.left_out == 0
    assert whole(odds) == 1


def test_r_5_2_with_one_island_left_the_first_tile_is_that_island_or_leads_on() -> None:
    game = sea(deck="Samoa, P", red="Tonga ddd", blue="Tonga b", phase="chain")
    odds = voyage_odds(game, "Tonga", 3, exact=True)
    assert odds.new == {"Samoa": 1}
    assert odds.tiles == (0, Fraction(1, 2), Fraction(1, 2))


def test_r_5_2_an_empty_deck_loses_the_fleet() -> None:
    game = sea(deck="P", red="Tonga ddd", blue="Tonga b", ended="last island tile", phase="chain")
    odds = voyage_odds(game, "Tonga", 3, exact=True)
    assert (odds.lost_deck, odds.lost, odds.tiles) == (1, 1, (0, 1))


def test_r_9_1_immediate_the_last_water_tile_ends_the_game_and_the_voyage() -> None:
    rules = {"end_completion": "immediate"}
    game = sea(deck="Samoa, P", red="Tonga ddd", blue="Tonga b", phase="chain", rules=rules)
    odds = voyage_odds(game, "Tonga", 3, exact=True)
    assert (odds.new, odds.lost_end) == ({"Samoa": Fraction(1, 2)}, Fraction(1, 2))


def test_r_5_4_land_that_lies_there_is_certain_and_a_royal_island_turns_back() -> None:
    game = sea("Samoa beyond Tonga 3, Nauru beyond Tonga 2", red="royal Samoa", blue="Tonga cd")
    assert voyage_odds(game, "Tonga", 2).known == {"Nauru": 1}
    odds = voyage_odds(game, "Tonga", 3)
    assert (odds.royal, odds.turned_back, odds.land, odds.tiles) == ({"Samoa": 1}, 1, 0, (1,))


def test_a_number_on_the_known_way_counts_and_more_colours_pass_it() -> None:
    game = sea("J beyond Tonga 3", red="Tonga d", blue="Tonga d")
    assert voyage_odds(game, "Tonga", 3, 1).lost_number == 1
    assert voyage_odds(game, "Tonga", 3).lost_number < 0.5
    exact = sea("J beyond Tonga 3", red="Tonga d", blue="Tonga d", rules={"crossing": "exact"})
    assert voyage_odds(exact, "Tonga", 3, 3).lost_number == 1


def test_a_beach_has_the_odds_of_each_of_its_piers() -> None:
    game = sea("Samoa beyond Tonga 3, Nauru beyond Samoa 3", red="Samoa bb", blue="Samoa b")
    odds = beach_odds(game, "Samoa", "b")
    assert odds == {pier: voyage_odds(game, "Samoa", pier) for pier in (3, 4)}
    assert odds[3].known == {"Nauru": 1}


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Follow no more voyages than the bound asks for."""
    planning.plan.cache_clear()
    monkeypatch.setattr(planning, "FEW", 0)
    monkeypatch.setattr(planning, "AT_LEAST", 0)
    yield
    planning.plan.cache_clear()


@pytest.mark.parametrize("bound", [0.2, 0.01, 1e-3, 1e-4])
@pytest.mark.parametrize("seed", range(8))
def test_with_what_is_left_out_the_odds_are_whole(seed: int, bound: float, little: None) -> None:
    """However little is followed: what is said is never more than the exact odds, and the rest is named."""
    game, island, pier = small_sea(seed, deck=10)
    odds, exact = (
        voyage_odds(game, island, pier, 4, bound=bound),
        voyage_odds(game, island, pier, 4, exact=True),
    )
    assert odds.left_out <= bound
    assert whole(odds) == pytest.approx(1)
    assert sum(odds.tiles) == pytest.approx(1 - odds.left_out)
    for told, true in (
        (odds.land, exact.land),
        (odds.turned_back, exact.turned_back),
        (odds.lost, exact.lost),
    ):
        assert -1e-12 <= true - told <= odds.left_out + 1e-12


@pytest.mark.parametrize(
    ("colours", "land"),
    [(1, "9377/16182"), (2, "400723176787/609640668000"), (3, "44721624771408287/53514257837040000")],
)
def test_nothing_is_left_out_with_up_to_three_colours(colours: int, land: str) -> None:
    """Not even from the opening; and machine words give what Python's whole numbers give."""
    game = Game.start(FOUR)
    odds = voyage_odds(game, "Tonga", 1, colours, exact=True)
    assert odds.land == Fraction(land)
    assert whole(odds) == 1
    usual = voyage_odds(game, "Tonga", 1, colours)
    assert (usual.left_out, usual.land) == (0, pytest.approx(float(odds.land)))


def test_the_odds_change_nothing() -> None:
    game, island, pier = small_sea(3, deck=8)
    before = game.to_bytes()
    voyage_odds(game, island, pier)
    assert game.to_bytes() == before


ROYAL = sea("Samoa beyond Tonga 3", red="royal Samoa", blue="Tonga c")


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (
            lambda g: voyage_odds(g, "Tonga", 6),
            NotationError,
            "no pier 6 on Tonga; its piers: 0, 1, 2, 3, 4, 5",
        ),
        (lambda g: voyage_odds(g, "Tanga", 1), NotationError, "did you mean 'Tonga'"),
        (lambda g: voyage_odds(g, "A", 1), NotationError, "no island 'A'"),
        (lambda g: beach_odds(g, "Tonga", "g"), NotationError, "no beach 'g' on Tonga; its beaches: a, b, c"),
        (lambda g: voyage_odds(g, "Fiji", 1, 2), OddsError, "Fiji is not on the board; on it: Tonga, Samoa"),
        (lambda g: voyage_odds(g, "Samoa", 1, 2), OddsError, r"red's royal island.*R-7\.3"),
        (lambda g: voyage_odds(g, "Tonga", 0), OddsError, "no boats are on Tonga a; say how many"),
        (lambda g: voyage_odds(g, "Tonga", 0, 0), OddsError, "0 colours cannot be; allowed: 1 to 6"),
        (lambda g: voyage_odds(g, "Tonga", 0, 7), OddsError, "7 colours cannot be"),
        (lambda g: voyage_odds(g, "Tonga", 2, bound=1), OddsError, "a bound of 1 .*allowed: 0"),
        (lambda g: voyage_odds(g, "Tonga", 2, bound=-0.1), OddsError, "a bound of -0.1"),
    ],
)
def test_what_cannot_be_asked_is_said_with_what_can(call, error, says) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(error, match=says):
        call(ROYAL)


def test_rules_are_read_from_the_game() -> None:
    """Crossing `exact` (section 12): five colours pass no number but 0."""
    at_least, exact = Game.start(FOUR), Game.start(FOUR, Rules(crossing="exact"))
    assert voyage_odds(at_least, "Tonga", 0, 5).lost == 0
    assert voyage_odds(exact, "Tonga", 0, 5).lost == voyage_odds(at_least, "Tonga", 0, 1).lost
