"""R-1 to R-11 in pictures: those of the rules page are the engine's, and tables for learners lead where they should."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.scenarios import pictures
from tongiaki.engine import Game, Rules
from tongiaki.engine.effects import (
    FleetArrived,
    FleetLost,
    FleetSailed,
    FleetTurnedBack,
    IslandRemoved,
    NumberMet,
)
from tongiaki.records import GameRecord

LESSONS: dict[str, Any] = json.loads((pictures.FILE.parent / "lessons.json").read_text("utf-8"))


def test_the_pictures_are_those_that_the_engine_makes() -> None:
    assert pictures.FILE.read_text("utf-8") == pictures.text(), "python -m tests.scenarios.pictures"


def effects(name: str) -> list[str]:
    return [effect["effect"] for effect in pictures.picture(pictures.SCENES[name])["effects"]]


def test_r_5_3_two_colours_sail_north_meet_a_4_and_are_lost() -> None:
    told = pictures.picture(pictures.SCENES["lost"])["effects"]
    met = next(effect for effect in told if effect["effect"] == "number_met")
    assert (met["number"], met["colours"], met["passed"]) == (4, 2, False)
    assert "fleet_lost" in effects("lost")
    laid = next(effect for effect in told if effect["effect"] == "tile_laid")
    assert (laid["q"], laid["r"]) == (0, -1), "north of Tonga"


def test_r_5_3_from_a_beach_with_two_berths_by_its_lower_pier_two_colours_pass_a_2_and_find_an_island() -> (
    None
):
    told = pictures.picture(pictures.SCENES["passed"])["effects"]
    met = next(effect for effect in told if effect["effect"] == "number_met")
    assert (met["number"], met["colours"], met["passed"]) == (2, 2, True)
    assert told[-2]["effect"] == "boat_landed"
    sailed = told[0]
    assert sum(sailed["boats"].values()) == 2
    assert sailed["pier"] == 5, "south-east, the other one is north-east"


# -- tables for learners ---------------------------------------------------------------------------------------


class Learner:
    """A table that goes on from a lesson's record; further tiles come in the order of its deck."""

    def __init__(self, name: str) -> None:
        self.record = GameRecord.from_dict(LESSONS[name]["record"])
        self.game = Game.start(
            [player.colours for player in self.record.players], Rules.of(self.record.rules)
        )
        self.game.watch(True)
        self.drawn = 0
        self.told: list[Any] = []
        self.play(*self.record.moves)
        self.told.clear()

    def copy(self) -> "Learner":
        other = object.__new__(Learner)
        other.record, other.drawn, other.told = self.record, self.drawn, list(self.told)
        other.game = self.game.copy()
        other.game.watch(True)
        return other

    def play(self, *lines: str) -> "Learner":
        for line in lines:
            self.game.play(line)
            self.told += self.game.effects()
            while self.game.phase == "draw" and self.drawn < len(self.record.deck):
                self.game.reveal(self.record.deck[self.drawn])
                self.drawn += 1
                self.told += self.game.effects()
        return self

    def land(self) -> "Learner":
        while self.game.phase == "landing":
            self.play(self.game.legal_lines()[0])
        return self

    def happened(self, kind: type) -> list[Any]:
        return [effect for effect in self.told if isinstance(effect, kind)]


@pytest.mark.parametrize("name", LESSONS)
def test_red_is_on_the_move_where_a_lesson_begins(name: str) -> None:
    table = Learner(name)
    assert table.game.active_colour == "red"
    assert table.game.phase == ("setup" if name == "guided" else "turn")


def first_crossings() -> list[tuple[str, Learner]]:
    """All ways to the first voyage of a guided game: both seats' setup, what red adds, what sails, by which pier."""
    found = []
    start = Learner("guided")
    for own in start.game.legal_lines():
        after_own = start.copy().play(own)
        for bots in after_own.game.legal_lines():
            ready = after_own.copy().play(bots)
            for line in ready.game.legal_lines():
                if not line.startswith("expand"):
                    continue
                grown = ready.copy().play(line)
                if grown.game.phase == "chain":
                    for sail in grown.game.legal_lines():
                        found.append((f"{own}, {bots}, {line}, {sail}", grown.copy().play(sail)))
    return found


def test_r_5_3_the_first_crossing_of_a_guided_game_works_with_two_colours_from_every_pier() -> None:
    crossings = first_crossings()
    assert len(crossings) > 100
    for way, table in crossings:
        met = table.happened(NumberMet)
        assert [(m.number, m.colours, m.passed) for m in met] == [(2, 2, True)], way
        assert [arrived.island for arrived in table.happened(FleetArrived)] == ["Fiji"], way


def test_r_5_3_the_second_crossing_into_the_unknown_sinks_whoever_tries_it() -> None:
    """A new tile is entered by its edge 0 (R-1.5), so its number does not depend on the pier."""
    for way, table in first_crossings()[::17]:
        table.land()
        if table.game.phase == "chain":
            table.play(table.game.legal_lines()[0]).land()
        else:
            table = second(table, way)
        lost = table.happened(FleetLost)
        assert len(lost) == 1, way
        assert [m.number for m in table.happened(NumberMet)][-1] == 3, way


def second(table: Learner, way: str) -> Learner:
    """Goes on, always with the first line that sails, until the third tile lies."""
    for _ in range(30):
        if table.drawn == 3:
            return table
        lines = table.game.legal_lines()
        unknown = [
            line
            for line in lines
            if line.startswith("sail")
            and table.game.outlook(line.split(" ", 1)[1].rsplit(" ", 1)[0], int(line[-1])).end == "unknown"
        ]
        table.play((unknown or [line for line in lines if not line.startswith(("resettle", "king"))])[0])
        table.land()
    raise AssertionError(way)


def test_r_6_1_the_lesson_of_the_chain_is_one_however_one_lands() -> None:
    ways = [line for line in Learner("chain").game.legal_lines() if line.startswith("expand Tonga a")]
    assert ways
    for way in ways:
        table = Learner("chain").play(way)
        (sail,) = [line for line in table.game.legal_lines() if line == "sail Tonga 0"]
        table.play(sail)
        assert table.game.phase == "landing"
        table.land()
        assert table.game.phase == "chain"
        while table.game.phase in ("chain", "landing"):
            table.play(table.game.legal_lines()[0]).land()
        assert len(table.happened(FleetSailed)) > 1


def test_r_5_4_the_lesson_of_the_royal_island_turns_the_fleet_back() -> None:
    ways = [
        line
        for line in Learner("royal").game.legal_lines()
        if line.startswith("expand Tonga") and "f" in line[13:]
    ]
    assert ways
    for way in ways:
        table = Learner("royal").play(way, "sail Tonga 5")
        assert table.happened(FleetTurnedBack)
        assert [arrived.island for arrived in table.happened(FleetArrived)] == ["Tonga"]


def test_r_6_2_the_lesson_of_the_endless_chain_takes_the_island_out_of_the_game() -> None:
    table = Learner("endless").play("expand Tubuai ab")
    assert [removed.island for removed in table.happened(IslandRemoved)] == ["Tubuai"]
    assert table.game.active_colour == "blue"


def test_every_picture_has_a_place_on_a_page() -> None:
    pages = (Path(__file__).parents[2] / "web/src").rglob("*.*")
    code = "".join(page.read_text("utf-8") for page in pages if page.suffix in (".ts", ".svelte"))
    assert [name for name in pictures.SCENES if f"'{name}'" not in code] == []
