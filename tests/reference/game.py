"""R-2 to R-9: a whole game, slowly. The calls are those of the engine that the tests compare."""

from __future__ import annotations

import copy
from collections import Counter
from itertools import combinations, combinations_with_replacement
from typing import Any

from tests.reference.board import ISLANDS, WATERS, Board, beach_of, berths, passes, piers, route
from tests.reference.endless import is_endless
from tests.reference.landing import next_berths
from tests.reference.score import scores, winners

OPTIONS: dict[str, tuple[Any, ...]] = {
    "setup_same_beach": ("allowed", "avoid"),
    "expand_fewer": (False, True),
    "expand_spread": ("one_per_beach", "free"),
    "expand_cap": ("beaches", "none"),
    "crossing": ("at_least", "exact"),
    "landing_spread": ("each_beach", "empty_first", "free"),
    "royal_limit": (2, 0, 1, 3, "unlimited"),
    "resettlement": (True, False),
    "resettle_boats": (1, 2),
    "end_completion": ("finish_turn", "finish_voyage", "immediate"),
    "tie_break": ("bsw", "shared"),
    "idle_rounds": (20, 10, 0),
    "two_colours": (False, True),
}
"""Section 12, the default first."""

DEFAULTS = {name: values[0] for name, values in OPTIONS.items()}

NL_1 = {
    "expand_spread": "free", "crossing": "exact", "landing_spread": "empty_first", "royal_limit": "unlimited",
    "resettlement": False, "tie_break": "shared",
}  # fmt: skip
PRESETS = {"BrettspielWelt": {}, "NL-1": NL_1, "NL-2": {**NL_1, "expand_cap": "none", "crossing": "at_least"}}

MOST_QUIET_VOYAGES = 50


class Reference:
    """A game in progress. `phase` is one of the engine's; at `draw` the caller deals with `reveal`."""

    def __init__(self, players: list[list[str]], rules: dict[str, Any] | None = None) -> None:
        self.rules = {**DEFAULTS, **(rules or {})}
        self.players = players
        self.order = [p[i] for i in range(max(map(len, players))) for p in players if i < len(p)]
        self.board = Board({"Tonga": (0, 0, 0)})
        self.boats: dict[str, dict[str, Counter[str]]] = {"Tonga": fresh("Tonga")}
        self.royal: dict[str, str] = {}
        self.supply = dict.fromkeys(self.order, 15)
        self.deck_left = [n for n in (*ISLANDS, *WATERS) if n != "Tonga"]
        self.removed: list[str] = []
        self.phase = "setup"
        self.active = 0
        self.placed = 0
        self.reason: str | None = None
        self.over = False
        self.idle = self.passed = self.quiet = 0
        self.tile_laid_in_turn = False
        self.purpose = ""  # what a draw is for: voyage, resettle, R-6.3
        self.in_hand: str | None = None
        self.fleet: Counter[str] = Counter()
        self.home = ""  # the island the fleet left
        self.goes: tuple[str, int] = ("", 0)  # the tile the fleet stands on, the edge it leaves by
        self.landing = ""
        self.landed: dict[str, Counter[str]] = {}
        self.noisy = False  # the voyage drew a tile

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Reference:
        """The part of `tongiaki-state/1` that a position made for a test needs: phases turn and chain."""
        self = cls(state["players"], state.get("rules"))
        position = state["position"]
        self.board = Board(position["tiles"])
        self.boats = {name: fresh(name) for name in position["tiles"] if name in ISLANDS}
        for place, boats in position["boats"].items():
            island, beach = place.rsplit(" ", 1)
            self.boats[island][beach].update(boats)
        self.royal = dict(position["royal"])
        on_board = Counter(self.royal.values())
        for beaches in self.boats.values():
            for there in beaches.values():
                on_board.update(there)
        self.supply = {colour: 15 - on_board[colour] for colour in self.order}
        self.removed = list(state.get("removed", []))
        gone = {*self.removed, *position["tiles"]}
        self.deck_left = list(state.get("deck_left", [tile for tile in self.deck_left if tile not in gone]))
        for kind, tiles in (("island", ISLANDS), ("water", WATERS)):
            if not any(tile in tiles for tile in self.deck_left):
                self.reason = f"last {kind} tile"  # in a chain
        self.phase = state.get("phase", "turn")
        self.active = self.order.index(state.get("active", self.order[0]))
        return self

    # -- what can be asked ---------------------------------------------------------------------------------------

    @property
    def colour(self) -> str:
        return self.order[self.active]

    @property
    def is_over(self) -> bool:
        return self.over

    def copy(self) -> Reference:
        return copy.deepcopy(self)

    def position(self) -> dict[str, Any]:
        return {
            "tiles": {name: list(place) for name, place in self.board.tiles.items()},
            "boats": {
                f"{island} {beach}": {c: n for c, n in there.items() if n}
                for island, beaches in self.boats.items()
                for beach, there in beaches.items()
                if total(there)
            },
            "royal": dict(self.royal),
            "supply": dict(self.supply),
        }

    def result(self) -> dict[str, Any] | None:
        if not self.over:
            return None
        table = scores(self.position(), self.players)
        return {"reason": self.reason, "scores": table, "winners": winners(table, self.rules["tie_break"])}

    def own(self, island: str) -> int:
        return sum(there[self.colour] for there in self.boats[island].values())

    def open_islands(self) -> list[str]:
        return [island for island in self.boats if island not in self.royal]

    def on_beaches(self) -> int:
        return sum(self.own(island) for island in self.boats)

    def free(self, island: str, beach: str) -> int:
        return berths(island)[beach] - total(self.boats[island][beach])

    def full_beaches(self) -> list[tuple[str, str]]:
        return [(i, b) for i in self.open_islands() for b in berths(i) if self.free(i, b) == 0]

    # -- what is legal -------------------------------------------------------------------------------------------

    def legal_lines(self) -> list[str]:
        choices = {
            "setup": self.legal_places, "turn": self.legal_turns, "chain": self.legal_voyages,
            "landing": self.legal_landings, "lay": self.legal_lays, "settle": self.legal_settles,
        }  # fmt: skip
        return choices[self.phase]() if self.phase in choices else []

    def legal_places(self) -> list[str]:
        """R-2.2 and `setup_same_beach`."""
        beaches = [b for b in berths("Tonga") if self.free("Tonga", b) > 1]
        if self.rules["setup_same_beach"] == "avoid":
            beaches = [b for b in beaches if not self.boats["Tonga"][b][self.colour]] or beaches
        return [f"place Tonga {b}" for b in beaches]

    def legal_turns(self) -> list[str]:
        """R-3.1, R-3.2."""
        if self.on_beaches():
            lines = [*self.expansions(), *self.kings(), *self.resettlements()]
        else:
            lines = self.entries()
        return lines or ["pass"]

    def expansions(self) -> list[str]:
        if self.supply[self.colour] == 0:
            return self.moves_of_one()
        islands = [i for i in self.open_islands() if self.own(i)]
        return [f"expand {i} {''.join(chosen)}" for i in islands for chosen in self.expansion_beaches(i)]

    def expansion_beaches(self, island: str) -> list[tuple[str, ...]]:
        """R-4.1 with `expand_fewer`, `expand_spread`, `expand_cap`."""
        beaches = sorted(berths(island))
        room = {b: self.free(island, b) for b in beaches}
        free = self.rules["expand_spread"] == "free"
        cap = sum(room.values()) if free and self.rules["expand_cap"] == "none" else len(beaches)
        most = min(self.own(island), cap, self.supply[self.colour])
        choose = combinations_with_replacement if free else combinations
        return [
            chosen
            for k in range(1 if self.rules["expand_fewer"] else most, most + 1)
            for chosen in choose(beaches, k)
            if all(n <= room[b] for b, n in Counter(chosen).items())
        ]

    def moves_of_one(self) -> list[str]:
        """R-4.2."""
        sources = [
            (i, b) for i in self.open_islands() for b, boats in self.boats[i].items() if boats[self.colour]
        ]
        return [
            f"expand {island} {beach} from {source} {there}"
            for island in self.open_islands()
            if self.own(island)
            for beach in berths(island)
            if self.free(island, beach)
            for source, there in sources
            if source != island or (there != beach and self.own(island) >= 2)
        ]

    def kings(self) -> list[str]:
        """R-7.1, R-7.2."""
        limit = self.rules["royal_limit"]
        if limit != "unlimited" and sum(c == self.colour for c in self.royal.values()) >= limit:
            return []
        return [
            f"king {i}"
            for i in self.open_islands()
            if i != "Tonga" and self.own(i) and self.own(i) == sum(map(total, self.boats[i].values()))
        ]

    def resettlements(self) -> list[str]:
        """R-8.1."""
        return ["resettle"] if self.rules["resettlement"] and self.islands_left() else []

    def islands_left(self) -> bool:
        return any(tile in ISLANDS for tile in self.deck_left)

    def entries(self) -> list[str]:
        """R-3.2."""
        supply = self.supply[self.colour]
        if supply == 0:
            return []
        lines = [
            f"enter {i} {b}"
            for i in self.open_islands()
            if i != "Tonga"
            for b in berths(i)
            if self.free(i, b)
        ]
        if "Tonga" in self.boats:
            beaches = [b for b in berths("Tonga") if self.free("Tonga", b)]
            lines += [f"enter Tonga {''.join(chosen)}" for chosen in combinations(beaches, min(2, supply))]
        return lines

    def legal_voyages(self) -> list[str]:
        """R-5.1."""
        return [
            f"sail {island} {pier}" for island, beach in self.full_beaches() for pier in piers(island, beach)
        ]

    def legal_landings(self) -> list[str]:
        """R-5.6."""
        return [
            f"land {self.landing} {b} {c}" for b in self.landing_beaches() for c, n in self.fleet.items() if n
        ]

    def landing_beaches(self) -> list[str]:
        there = {b: total(boats) for b, boats in self.boats[self.landing].items()}
        landed = {b: total(boats) for b, boats in self.landed.items()}
        return next_berths(berths(self.landing), there, landed, self.rules["landing_spread"])

    def legal_lays(self) -> list[str]:
        """R-8.2."""
        return [f"lay {tile} {edge}" for tile, edge in self.board.empty_edges()]

    def legal_settles(self) -> list[str]:
        """R-8.3 and `resettle_boats`."""
        assert self.in_hand
        beaches = sorted(berths(self.in_hand))
        boats = min(self.rules["resettle_boats"], self.supply[self.colour])
        return [f"settle {self.in_hand} {''.join(chosen)}" for chosen in combinations(beaches, boats)]

    # -- what happens --------------------------------------------------------------------------------------------

    def play(self, line: str) -> None:
        assert line in self.legal_lines(), line
        verb, *words = line.split(" ")
        getattr(self, f"do_{verb}")(" ".join(words))

    def do_place(self, words: str) -> None:
        self.put(words)
        self.placed += 1
        self.active = self.placed % len(self.order)
        if self.placed == 2 * len(self.order):
            self.phase = "turn"

    def do_expand(self, words: str) -> None:
        target, _, source = words.partition(" from ")
        if source:
            island, beach = source.rsplit(" ", 1)
            self.to_supply(self.boats[island][beach], only=self.colour, most=1)
        self.put(target)
        self.go_on_with_chain()

    def do_enter(self, words: str) -> None:
        self.put(words)
        self.go_on_with_chain()

    def do_pass(self, _: str) -> None:
        self.passed += 1
        self.end_turn(passing=True)

    def do_king(self, island: str) -> None:
        for there in self.boats[island].values():
            self.to_supply(there)
        self.supply[self.colour] -= 1
        self.royal[island] = self.colour
        self.end_turn()

    def do_resettle(self, _: str) -> None:
        for beaches in self.boats.values():
            for there in beaches.values():
                self.to_supply(there, only=self.colour)
        self.draw_for("resettle")

    def do_lay(self, words: str) -> None:
        beyond, edge = words.rsplit(" ", 1)
        tile = self.in_hand
        assert tile
        self.lay(tile, beyond, int(edge))
        if self.stop_at_once(tile):
            return
        if tile in WATERS:
            self.draw_for(self.purpose)
        elif self.purpose == "resettle":
            self.phase = "settle"
        else:
            self.after_voyage()

    def do_settle(self, words: str) -> None:
        self.put(words)
        if not self.stop_after_voyage():
            self.end_turn()

    def do_sail(self, words: str) -> None:
        island, pier = words.rsplit(" ", 1)
        there = self.boats[island][beach_of(island, int(pier))]
        self.fleet = Counter(there)
        there.clear()
        self.home, self.noisy = island, False
        self.goes = (island, int(pier))
        self.sail_on()

    def do_land(self, words: str) -> None:
        _, beach, colour = words.rsplit(" ", 2)
        self.boats[self.landing][beach][colour] += 1
        self.landed[beach][colour] += 1
        self.fleet[colour] -= 1
        self.go_on_landing()

    def reveal(self, tile: str) -> None:
        """R-5.2, R-8.2: the caller deals."""
        assert self.phase == "draw"
        assert tile in self.deck_left, tile
        self.deck_left.remove(tile)
        self.in_hand = tile
        if self.purpose != "voyage":
            self.phase = "lay"
            return
        self.noisy = True
        self.lay(tile, *self.goes)
        if self.stop_at_once(tile) and tile in WATERS:
            self.lose_fleet()
        else:
            self.sail_on()

    def put(self, words: str) -> None:
        """Boats of the active colour from the supply to beaches: `Fiji ac`."""
        island, beaches = words.rsplit(" ", 1)
        for beach in beaches:
            self.boats[island][beach][self.colour] += 1
            self.supply[self.colour] -= 1

    def to_supply(self, there: Counter[str], only: str | None = None, most: int = 99) -> None:
        for colour in [only] if only else list(there):
            boats = min(there[colour], most)
            there[colour] -= boats
            self.supply[colour] += boats

    def draw_for(self, purpose: str) -> None:
        self.purpose, self.phase = purpose, "draw"

    def lay(self, tile: str, beyond: str, edge: int) -> None:
        """R-9.1: the last of a kind triggers the end."""
        self.board.lay(tile, beyond, edge)
        self.tile_laid_in_turn = True
        kind = "island" if tile in ISLANDS else "water"
        if kind == "island":
            self.boats[tile] = fresh(tile)
        if self.reason is None and not any((t in ISLANDS) == (kind == "island") for t in self.deck_left):
            self.reason = f"last {kind} tile"

    # -- a voyage ------------------------------------------------------------------------------------------------

    def sail_on(self) -> None:
        """R-5.2 to R-5.4."""
        while True:
            step = self.board.beyond(*self.goes)
            if step.tile is None:
                if self.deck_left:
                    return self.draw_for("voyage")
                return self.lose_fleet()
            if step.tile in self.royal:
                return self.land_on(self.home)
            if step.tile in ISLANDS:
                return self.land_on(step.tile)
            number, leaving = route(step.tile, step.entry)
            if not passes(number, sum(1 for n in self.fleet.values() if n), self.rules["crossing"]):
                return self.lose_fleet()
            self.goes = (step.tile, leaving)

    def lose_fleet(self) -> None:
        """R-5.5."""
        self.to_supply(self.fleet)
        self.quiet = 0
        self.after_voyage()

    def land_on(self, island: str) -> None:
        self.landing = island
        self.landed = fresh(island)
        self.go_on_landing()

    def go_on_landing(self) -> None:
        """R-5.6, R-6.4."""
        left = total(self.fleet)
        if left and self.landing_beaches():
            self.phase = "landing"
            return
        self.to_supply(self.fleet)
        self.quiet = 0 if left or self.noisy else self.quiet + 1
        if self.quiet == MOST_QUIET_VOYAGES and self.full_beaches():
            for beach, landed in self.landed.items():
                self.boats[self.landing][beach] -= landed
                self.to_supply(landed)
            self.quiet = 0
        self.after_voyage()

    def after_voyage(self) -> None:
        if not self.over and not self.stop_after_voyage():
            self.go_on_with_chain()

    # -- the chain and the end -----------------------------------------------------------------------------------

    def go_on_with_chain(self) -> None:
        """R-6.1 to R-6.3."""
        islands = dict.fromkeys(island for island, _ in self.full_beaches())
        endless = [i for i in islands if self.is_endless(i)]
        for island in endless:
            for there in self.boats.pop(island).values():
                self.to_supply(there)
            del self.board.tiles[island]
            self.removed.append(island)
            self.quiet = 0
        homeless = not self.on_beaches() and self.colour not in self.royal.values()
        if endless and self.islands_left() and (homeless or not self.open_islands()):
            self.draw_for("R-6.3")
        elif endless:
            self.go_on_with_chain()
        elif self.full_beaches():
            self.phase = "chain"
        else:
            self.end_turn()

    def is_endless(self, island: str) -> bool:
        boats = {beach: {c: n for c, n in there.items() if n} for beach, there in self.boats[island].items()}
        return is_endless(
            self.board, island, boats, self.royal, self.rules["landing_spread"], self.rules["crossing"]
        )

    def stop_at_once(self, tile: str) -> bool:
        """`end_completion` immediate: a last water tile ends the game as soon as it is laid."""
        if self.reason and self.rules["end_completion"] == "immediate" and tile in WATERS:
            self.finish()
        return self.over

    def stop_after_voyage(self) -> bool:
        """`end_completion` other than finish_turn: the running voyage was the last."""
        if self.reason and self.rules["end_completion"] != "finish_turn":
            self.finish()
        return self.over

    def end_turn(self, passing: bool = False) -> None:
        """R-9.1, R-9.2, R-11.1."""
        self.quiet = 0
        self.passed = self.passed if passing else 0
        self.idle = 0 if self.tile_laid_in_turn else self.idle + 1
        self.tile_laid_in_turn = False
        colours, rounds = len(self.order), self.rules["idle_rounds"]
        if self.reason is None and (self.passed == colours or (rounds and self.idle >= rounds * colours)):
            self.reason = "idle"
        self.active = (self.active + 1) % colours
        self.phase = "turn"
        if self.reason:
            self.finish()

    def finish(self) -> None:
        self.over, self.phase = True, "over"


def fresh(island: str) -> dict[str, Counter[str]]:
    return {beach: Counter() for beach in berths(island)}


def total(boats: Counter[str]) -> int:
    return sum(boats.values())
