"""Reading a saved state, and refusing what cannot be by the rule it breaks."""

from collections.abc import Mapping
from typing import Any

from tongiaki.engine.catalogue import (
    BEACH_NAMES,
    BEACH_OF,
    BEACHES,
    COLOURS,
    FIRST_BEACH,
    ISLANDS,
    TILE_OF,
    TILES,
)
from tongiaki.engine.constants import BOATS_EACH, CENTRE
from tongiaki.engine.effects import REASONS
from tongiaki.engine.errors import StateError, nearest
from tongiaki.engine.players import check_players
from tongiaki.engine.rules import Rules
from tongiaki.engine.saved import COUNTERS, DRAWN_FOR, FLAGS, FORMAT, PHASES, Numbers, turn_order
from tongiaki.engine.state import ARRAYS, NUMBERS

KEYS = (
    "format", "rules", "players", "position", "phase", "active", "deck_left", "removed", *COUNTERS, *FLAGS,
    "ended", "fleet", "from", "for", "beside", "direction", "drew", "sent", "hand", "island", "first", "received",
    "landed",
)  # fmt: skip


def _require(holds: bool, why: str) -> None:
    if not holds:
        raise StateError(why)


def _known(name: Any, names: Any, what: str) -> Any:
    _require(isinstance(name, str) and name in names, f"there is no {what} {name!r}{nearest(name, names)}")
    return name


def _whole(value: Any, what: str, most: int = 10**6) -> int:
    fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most
    _require(fits, f"{what} must be a whole number from 0 to {most}, not {value!r}")
    return int(value)


def _mapping(value: Any, what: str) -> Mapping[str, Any]:
    _require(isinstance(value, Mapping), f"{what} must be an object, not {value!r}")
    return value  # type: ignore[no-any-return]


def _names(value: Any, what: str) -> list[Any]:
    _require(isinstance(value, (list, tuple)), f"{what} must be a list of names, not {value!r}")
    return list(value)


class Reader:
    """One reading: from JSON values to the fields of a `State`."""

    def __init__(self, state: Mapping[str, Any]) -> None:
        self.state = _mapping(state, "a state")
        self.numbers: Numbers = {name: [0] * size for name, size in ARRAYS.items()}
        self.numbers |= dict.fromkeys(NUMBERS, 0)

    def read(self) -> tuple[Rules, list[list[str]], Numbers]:
        """Rules, players and fields. Raises `StateError` or `RuleError`."""
        state = self.state
        for key in state:
            _require(key in KEYS, f"a state has no key {key!r}{nearest(key, KEYS)}")
        _require(state.get("format") == FORMAT, f"format must be {FORMAT!r}, not {state.get('format')!r}")
        for key in ("players", "position"):
            _require(key in state, f"a state needs {key!r}")
        self.rules = Rules.of(_mapping(state.get("rules", {}), "rules"))
        players = [_names(colours, "a player") for colours in _names(state["players"], "players")]
        check_players(players, self.rules)
        self.order = [COLOURS.index(colour) for _, colour in turn_order(players)]
        self.phase = _known(state.get("phase", "turn"), PHASES, "phase")
        self.numbers["stage"] = PHASES.index(self.phase)
        self._read_tiles()
        self._read_boats()
        self._read_turn()
        self._read_phase()
        self._check_supply()
        self._check_full()
        return self.rules, players, self.numbers

    # -- tiles ---------------------------------------------------------------------------------------------------------

    def _read_tiles(self) -> None:
        position = _mapping(self.state["position"], "position")
        for key in position:
            _known(key, ("tiles", "boats", "royal", "supply"), "part of a position")
        places: dict[tuple[int, int], str] = {}
        for name, place in _mapping(position.get("tiles", {}), "tiles").items():
            self._read_place(_known(name, TILE_OF, "tile"), place, places)
        hand = self.state.get("hand")
        if self.phase == "lay":
            _require(hand is not None, "in phase 'lay' the state needs 'hand', the tile to lay (R-8.2)")
            _known(hand, TILE_OF, "tile")
            _require(
                hand not in position.get("tiles", {}),
                f"the tile {hand} is twice in the game: laid and in hand (R-1.1)",
            )
        self._read_deck(set(position.get("tiles", {})), {str(hand)} if self.phase == "lay" else set())

    def _read_place(self, name: str, place: Any, places: dict[tuple[int, int], str]) -> None:
        fits = isinstance(place, (list, tuple)) and len(place) == 3 and all(isinstance(n, int) for n in place)
        _require(
            fits and 0 <= place[2] < 6, f"tile {name} must have [q, r, rotation 0–5], not {place!r} (R-1.5)"
        )
        q, r, rotation = place
        _require(
            abs(q) <= 40 and abs(r) <= 40,
            f"tile {name} lies too far out at {[q, r]}; no place is over 40 from Tonga",
        )
        _require(
            (q, r) not in places,
            f"tiles {places.get((q, r))} and {name} lie on the same place {[q, r]} (R-1.5)",
        )
        _require(name != "Tonga" or place[:3] in ([0, 0, 0], (0, 0, 0)), "Tonga lies at [0, 0, 0] (R-1.5)")
        places[q, r] = name
        tile = TILE_OF[name]
        self.numbers["q"][tile], self.numbers["r"][tile] = q + CENTRE, r + CENTRE
        self.numbers["rotation"][tile], self.numbers["laid"][tile] = rotation, 1

    def _read_deck(self, laid: set[str], hand: set[str]) -> None:
        removed = _names(self.state.get("removed", []), "removed")
        for name in removed:
            _known(name, TILE_OF, "tile")
            _require(
                name in ISLANDS, f"the water tile {name} cannot have left the game; only islands do (R-6.2)"
            )
        gone = laid | hand | set(removed)
        rest = [name for name in TILES if name not in gone and name != "Tonga"]
        deck = _names(self.state.get("deck_left", rest), "deck_left")
        for name in deck:
            _known(name, TILE_OF, "tile")
            _require(name != "Tonga", "Tonga is never in the deck (R-1.4)")
        everywhere = [*laid, *hand, *removed, *deck]
        for name in everywhere:
            _require(everywhere.count(name) == 1, f"the tile {name} is twice in the game (R-1.1)")
        missing = [name for name in TILES if name not in everywhere]
        _require(
            not missing,
            f"these tiles are neither laid, left, in hand nor removed (R-1.1): {', '.join(missing)}",
        )
        self.numbers["deck"] = sum(1 << TILE_OF[name] for name in deck)
        left = [*deck, *hand]
        self.numbers["islands_left"] = sum(name in ISLANDS for name in left)
        self.numbers["waters_left"] = len(left) - self.numbers["islands_left"]

    # -- boats ---------------------------------------------------------------------------------------------------------

    def _colours(self, counts: Any, where: str) -> dict[int, int]:
        read = {}
        for name, count in _mapping(counts, f"boats of {where}").items():
            colour = COLOURS.index(_known(name, COLOURS, "colour"))
            _require(colour in self.order, f"{name} does not play, but has boats: {where} (R-1.3)")
            read[colour] = _whole(count, f"{name} boats of {where}", BOATS_EACH)
        return read

    def _read_boats(self) -> None:
        position, numbers = self.state["position"], self.numbers
        for name, king in _mapping(position.get("royal", {}), "royal").items():
            island = ISLANDS.index(_known(name, ISLANDS, "island"))
            colour = COLOURS.index(_known(king, COLOURS, "colour"))
            _require(colour in self.order, f"{king} does not play, but is king of {name} (R-1.3)")
            _require(island != 0, "Tonga is never a royal island (R-7.1)")
            _require(bool(numbers["laid"][island]), f"{name} is royal but not on the board (R-7.1)")
            numbers["royal"][island] = colour + 1
            numbers["royals"][colour] += 1
        limit = self.rules.royal_limit
        for colour in self.order:
            over = isinstance(limit, int) and numbers["royals"][colour] > limit
            _require(not over, f"{COLOURS[colour]} has more than {limit} royal islands (R-7.2)")
        for name, counts in _mapping(position.get("boats", {}), "boats").items():
            beach = BEACH_OF[_known(name, BEACH_OF, "beach")]
            self._read_beach(beach, self._colours(counts, name))

    def _read_beach(self, beach: int, counts: dict[int, int]) -> None:
        name, island = BEACH_NAMES[beach], BEACHES[beach].island
        _require(
            bool(self.numbers["laid"][island]), f"boats on {name}, but {ISLANDS[island]} is not on the board"
        )
        _require(
            not self.numbers["royal"][island], f"boats on {name}, but {ISLANDS[island]} is royal (R-7.3)"
        )
        berths = BEACHES[beach].berths
        _require(
            sum(counts.values()) <= berths,
            f"{sum(counts.values())} boats on {name}, which has {berths} berths (R-1.1)",
        )
        for colour, count in counts.items():
            self.numbers["boats"][beach * 6 + colour] = count

    def _check_supply(self) -> None:
        """R-1.3: 15 boats of each colour; a supply that is not given is what is missing."""
        numbers = self.numbers
        given = self._colours(self.state["position"].get("supply", {}), "the supply")
        for colour in self.order:
            out = sum(numbers["boats"][colour::6]) + numbers["royals"][colour] + numbers["fleet"][colour]
            name = COLOURS[colour]
            _require(out <= BOATS_EACH, f"{name} has {out} boats on the board, of 15 (R-1.3)")
            supply = (
                given.get(colour, BOATS_EACH - out)
                if "supply" in self.state["position"]
                else BOATS_EACH - out
            )
            _require(
                out + supply == BOATS_EACH,
                f"{name} has {out + supply} boats, not 15: {out} out, {supply} in supply (R-1.3)",
            )
            numbers["supply"][colour] = supply

    def _check_full(self) -> None:
        """R-2.2, R-3.3: in setup one berth stays free; at the start of a turn no beach is full; in the chain one is."""
        filled = [sum(self.numbers["boats"][b * 6 : b * 6 + 6]) for b in range(len(BEACHES))]
        full = [BEACH_NAMES[b] for b, beach in enumerate(BEACHES) if filled[b] == beach.berths]
        if self.phase in ("setup", "turn", "settle"):
            rule = "R-2.2" if self.phase == "setup" else "R-3.3"
            _require(not full, f"in phase {self.phase!r} no beach is full, but {', '.join(full)} is ({rule})")
        if self.phase == "chain":
            _require(bool(full), "in phase 'chain' a beach is full, but none is (R-6.1)")

    # -- turn and phase ------------------------------------------------------------------------------------------------

    def _read_turn(self) -> None:
        state, numbers = self.state, self.numbers
        active = COLOURS.index(_known(state.get("active", COLOURS[self.order[0]]), COLOURS, "colour"))
        _require(active in self.order, f"active is {COLOURS[active]}, which does not play (R-1.3)")
        numbers["seat"] = self.order.index(active)
        for name in COUNTERS:
            numbers[name] = _whole(state.get(name, 0), name)
        for name in (*FLAGS, "drew", "sent"):
            _require(
                isinstance(state.get(name, False), bool),
                f"{name} must be true or false, not {state.get(name)!r}",
            )
            numbers[name] = int(state.get(name, False))
        numbers["placed"] = 2 * len(self.order)
        if self.phase == "setup":
            self._read_setup()
        self._read_end()

    def _read_setup(self) -> None:
        """R-2.2: boats on Tonga alone, in turn; who places next follows from them."""
        numbers, colours = self.numbers, len(self.order)
        alone = (
            sum(numbers["laid"]) == 1
            and numbers["laid"][0]
            and not any(numbers["boats"][FIRST_BEACH[1] * 6 :])
        )
        _require(bool(alone), "in setup only Tonga lies on the board and has boats (R-2.2)")
        numbers["placed"] = placed = sum(numbers["boats"])
        _require(
            placed < 2 * colours, "in setup each colour places two boats; these have all been placed (R-2.2)"
        )
        for seat, colour in enumerate(self.order):
            due = placed // colours + (seat < placed % colours)
            has = sum(numbers["boats"][colour::6])
            _require(
                has == due, f"{COLOURS[colour]} has {has} boats; after {placed} in turn it has {due} (R-2.2)"
            )
        numbers["seat"] = placed % colours
        active = COLOURS[self.order[numbers["seat"]]]
        _require(self.state.get("active", active) == active, f"{active} places next (R-2.2)")

    def _read_end(self) -> None:
        """R-9.1: the end is triggered when a kind of tile has run out."""
        numbers = self.numbers
        out = [n for n, left in ((1, numbers["waters_left"]), (2, numbers["islands_left"])) if left == 0]
        ended = self.state.get("ended")
        _require(
            ended in REASONS, f"ended cannot be {ended!r}; it is one of {', '.join(filter(None, REASONS))}"
        )
        reason = REASONS.index(ended) if ended else (out[0] if out else 0)
        if reason == 3:
            _require(self.phase == "over", "a game that ended idle is over (R-9.2)")
        elif reason:
            kind = REASONS[reason]
            _require(reason in out, f"ended is {kind!r}, but such tiles are left (R-9.1)")
            _require(
                self.phase not in ("setup", "turn"),
                f"the {kind} has been laid: no turn begins any more (R-9.1)",
            )
        _require(reason > 0 or self.phase != "over", "a game that is over needs 'ended', the reason (R-9)")
        numbers["reason"], numbers["ended"] = reason, int(reason in (1, 2))

    def _read_phase(self) -> None:
        state, numbers = self.state, self.numbers
        if "fleet" in state:
            for colour, count in self._colours(state["fleet"], "the fleet").items():
                numbers["fleet"][colour] = count
        numbers["fleet_size"] = sum(numbers["fleet"])
        numbers["fleet_colours"] = sum(map(bool, numbers["fleet"]))
        if self.phase in ("draw", "lay"):
            drawn_for = _known(
                state.get("for", "fleet" if self.phase == "draw" else "resettlement"), DRAWN_FOR, "'for'"
            )
            numbers["draw_for"] = DRAWN_FOR.index(drawn_for)
            _require(
                self.phase == "draw" or drawn_for != "fleet", "a fleet's tile is laid as it is drawn (R-5.2)"
            )
            if self.phase == "draw":
                self._read_draw(drawn_for)
            else:
                numbers["hand"] = TILE_OF[state["hand"]]
        if self.phase in ("landing", "settle"):
            self._read_island()
        needs_fleet = self.phase == "landing" or (self.phase == "draw" and numbers["draw_for"] == 0)
        _require(
            needs_fleet == bool(numbers["fleet_size"]),
            f"in phase {self.phase!r} the fleet must be {'given' if needs_fleet else 'empty'}",
        )

    def _read_draw(self, drawn_for: str) -> None:
        numbers = self.numbers
        _require(numbers["deck"] > 0, "at a draw the deck cannot be empty (R-5.2)")
        if drawn_for != "fleet":
            _require(
                numbers["islands_left"] > 0, "tiles are drawn while the deck holds an island (R-8.1, R-6.3)"
            )
            return
        numbers["from_island"] = ISLANDS.index(_known(self.state.get("from"), ISLANDS, "island"))
        numbers["at_tile"] = TILE_OF[_known(self.state.get("beside"), TILE_OF, "tile")]
        numbers["at_direction"] = _whole(self.state.get("direction"), "direction", 5)
        for key, tile in (("from", numbers["from_island"]), ("beside", numbers["at_tile"])):
            _require(
                bool(numbers["laid"][tile]), f"{key!r} is {TILES[tile]}, which is not on the board (R-5.2)"
            )

    def _read_island(self) -> None:
        state, numbers = self.state, self.numbers
        island = ISLANDS.index(_known(state.get("island"), ISLANDS, "island"))
        _require(bool(numbers["laid"][island]), f"'island' is {ISLANDS[island]}, which is not on the board")
        _require(not numbers["royal"][island], f"'island' is {ISLANDS[island]}, which is royal (R-7.3)")
        numbers["here"] = island
        if self.phase == "settle":
            return
        first = FIRST_BEACH[island]
        letters = {BEACHES[b].letter: b - first for b in range(first, FIRST_BEACH[island + 1])}
        for key in ("first", "received"):
            letters_given = state.get(key, "")
            _require(
                isinstance(letters_given, str), f"{key} must be letters of beaches, not {letters_given!r}"
            )
            for letter in letters_given:
                numbers[key] |= 1 << letters[_known(letter, letters, f"beach of {ISLANDS[island]}")]
        if "first" not in state:
            numbers["first"] = -1
        for name, counts in _mapping(state.get("landed", {}), "landed").items():
            beach = BEACH_OF[_known(name, BEACH_OF, "beach")]
            _require(
                BEACHES[beach].island == island,
                f"landed names {name}, but the fleet lands on {ISLANDS[island]}",
            )
            for colour, count in self._colours(counts, name).items():
                ashore = numbers["boats"][beach * 6 + colour]
                _require(
                    count <= ashore,
                    f"landed counts {count} {COLOURS[colour]} boats on {name}, where {ashore} are",
                )
                numbers["landed"][(beach - first) * 6 + colour] = count


def read_state(state: Mapping[str, Any]) -> tuple[Rules, list[list[str]], Numbers]:
    """Rules, players and fields of a state in JSON values. Raises `StateError` or `RuleError`."""
    return Reader(state).read()
