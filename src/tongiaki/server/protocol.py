"""The messages between server and client: one definition, from which the client's types are generated.

Everything is JSON. Over HTTP: tables, records, options. Over the WebSocket `/ws/{table}`: `ClientMessage` up,
`ServerMessage` down. The server sends keys and numbers, never sentences (`Text`), and never the deck's order.
What the server sends is complete (no field is left out); what a client sends (`Request`) may leave out fields with a default.
"""

from typing import Any, Literal, Union

import msgspec

from tongiaki.engine.effects import KINDS
from tongiaki.engine.effects import __name__ as _effects_module


PROTOCOL = 1
"""Goes up when an older client could no longer read what the server sends; see `Hello`."""


class Base(msgspec.Struct, frozen=True):
    """Every structure of the protocol."""


class Request(Base, frozen=True):
    """What a client sends: fields with a default may be left out."""


def _snake(name: str) -> str:
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


EFFECTS = {
    kind.__name__: msgspec.defstruct(
        kind.__name__,
        list(kind.__annotations__.items()),
        bases=(msgspec.Struct,),
        tag=_snake(kind.__name__),
        tag_field="effect",
        frozen=True,
        module=_effects_module,
    )
    for kind in KINDS
}
"""The engine's effects as messages, tagged by `effect` (`boat_placed`, `tile_laid`, …)."""

Effect = Union[tuple(EFFECTS.values())]  # type: ignore[valid-type]


class Text(Base):
    """A sentence for a person: a key of `tongiaki.server.words.KEYS` with its numbers and names."""

    key: str
    params: dict[str, str | int] = {}


# -- a table -----------------------------------------------------------------------------------------------------------


class Seat(Base):
    """One player: its name, colours in the order of play, and who decides: a person at this screen or a bot by name."""

    name: str
    colours: list[str]
    bot: str | None = None


class NewTable(Request):
    """POST /api/tables. `start`: a seat's index or random. `record`: go on from a running record (its deck first, then shuffled)."""

    seats: list[Seat] = []
    rules: dict[str, str | int | bool] = {}
    start: int | Literal["random"] = "random"
    record: dict[str, Any] | None = None


class TableCreated(Base):
    """The answer: where to go."""

    id: str


class TableSummary(Base):
    """GET /api/tables: a game of this browser that can be continued or looked at again."""

    id: str
    seats: list[Seat]
    created: str
    changed: str
    over: bool
    turn: int
    active_seat: int | None = None


# -- what a seat may see -----------------------------------------------------------------------------------------------


class Position(Base):
    """What is on the table (rules, section 13)."""

    tiles: dict[str, tuple[int, int, int]]
    boats: dict[str, dict[str, int]]
    royal: dict[str, str]
    supply: dict[str, int]


class Score(Base):
    """R-10 for one player, as it stands."""

    points: int
    islands: int
    boats: int


class Result(Base):
    """The end of the game; `tie_break` says what decided among equal points: islands, boats, shared, or none."""

    reason: str
    scores: list[Score]
    winners: list[int]
    tie_break: Literal["none", "islands", "boats", "shared"] = "none"


class Hop(Base):
    """A laid water tile on a fleet's way: entry and exit edges of the tile, the route's number, passed or not."""

    tile: str
    entry: int
    exit: int
    number: int
    passed: bool


class Outlook(Base):
    """What is known of a voyage: the hops, and where it ends: an unknown place, an island, turned back, lost on the last hop."""

    hops: list[Hop]
    end: Literal["unknown", "island", "royal", "lost"]
    island: str | None = None
    free_berths: int | None = None
    q: int = 0
    r: int = 0
    deck_empty: bool = False


class Choice(Base):
    """One legal line and its parts, so that the client need not parse it.

    `beaches`: letters with repetition (`place`, `expand`, `enter`, `settle`, `land`); `source`: `["Samoa", "c"]` (R-4.2);
    `pier` and `outlook` (`sail`); `tile`, `edge`, and the place and rotation the tile in hand would get (`lay`).
    """

    line: str
    kind: Literal["place", "expand", "enter", "pass", "king", "resettle", "lay", "settle", "sail", "land"]
    island: str | None = None
    beaches: str = ""
    source: tuple[str, str] | None = None
    pier: int | None = None
    colour: str | None = None
    tile: str | None = None
    edge: int | None = None
    place: tuple[int, int, int] | None = None
    outlook: Outlook | None = None


class Blocked(Base):
    """Something a person might try and cannot: what (`king`, `resettle`, `expand`, `island`, `beach`), where, and why (R-number in params)."""

    kind: str
    why: Text
    island: str | None = None
    beach: str | None = None


class Fleet(Base):
    """A fleet that lands: the island, its boats still aboard, whom R-5.6 will send home at least."""

    island: str
    boats: dict[str, int]
    free_berths: int


class View(Base):
    """All that a seat may see after event `seq`. `can_act`: this connection decides now."""

    seq: int
    ply: int
    turn: int
    phase: Literal["setup", "turn", "chain", "landing", "lay", "settle", "draw", "over"]
    position: Position
    active_seat: int | None
    active_colour: str | None
    can_act: bool
    scores: list[Score]
    choices: list[Choice]
    blocked: list[Blocked]
    deck_left: list[str]
    removed: list[str]
    voyages: int = 0
    crumbs: list[str] = []
    full_beaches: list[str] = []
    fleet: Fleet | None = None
    hand: str | None = None
    supply_empty: bool = False
    royal_used: dict[str, int] = {}
    royal_limit: int | None = None
    idle_turns: int = 0
    idle_limit: int = 0
    end_triggered: str | None = None
    result: Result | None = None


class Event(Base):
    """One entry of the log. `kind`: start, move, draw; `effects` tell what happened; `forced`: the server played it, nothing else was possible."""

    seq: int
    kind: Literal["start", "move", "draw"]
    seat: int | None = None
    colour: str | None = None
    line: str | None = None
    tile: str | None = None
    forced: bool = False
    effects: list[Effect] = []  # type: ignore[valid-type]


class Table(Base):
    """What does not change while the game runs."""

    id: str
    seats: list[Seat]
    rules: dict[str, str | int | bool]
    start_seat: int
    commitment: str
    order: list[str]
    """The colours in the order of play (R-2.1, R-11.1)."""
    your_seats: list[int] = []
    """The seats for which this browser decides; empty for one who watches."""


# -- client to server --------------------------------------------------------------------------------------------------


class Hello(Request, tag="hello"):
    """First message: the last event number the client has (-1: none). Another `protocol` than the server's is answered by `reload`."""

    seq: int = -1
    protocol: int = PROTOCOL


class Play(Request, tag="play"):
    """Confirms staged lines: all are appended in one transaction or none. `id` makes it idempotent; `seq` is what the client saw."""

    id: str
    seq: int
    lines: list[str]


class Preview(Request, tag="preview"):
    """The staged lines folded on a copy, unsaved; stops before a tile would be drawn."""

    id: str
    seq: int
    lines: list[str]


class Ping(Request, tag="ping"):
    """Are you there?"""


ClientMessage = Union[Hello, Play, Preview, Ping]


# -- server to client --------------------------------------------------------------------------------------------------


class State(Base, tag="state"):
    """The whole: after hello, or when the client's number is unknown. `events`: the log so far, from the first."""

    table: Table
    view: View
    events: list[Event]


class Events(Base, tag="events"):
    """What was appended (committed already), and the view after it."""

    events: list[Event]
    view: View


class Accepted(Base, tag="accepted"):
    """The lines with this id are in the log up to `seq` (also sent when they were already)."""

    id: str
    seq: int


class Refused(Base, tag="refused"):
    """The message with this id did nothing (`id` is empty where the message could not be read)."""

    id: str
    code: Literal["stale", "illegal", "not_yours", "over", "malformed", "unknown_table", "busy"]
    why: Text


class Previewed(Base, tag="previewed"):
    """Answer to `Preview`: the view after the staged lines (phase `draw`: a tile would be turned up next) and their effects.

    `forced`: lines that the server would add by itself (view and effects contain them).
    """

    id: str
    seq: int
    view: View
    effects: list[Effect]  # type: ignore[valid-type]
    forced: list[str] = []


class Pong(Base, tag="pong"):
    """Yes."""


class Reload(Base, tag="reload"):
    """The client is older than the server."""


ServerMessage = Union[State, Events, Accepted, Refused, Previewed, Pong, Reload]


# -- over HTTP ---------------------------------------------------------------------------------------------------------


class Problem(Base):
    """The body of every answer with a status of 400 or more: what was wrong, and what is allowed."""

    code: str
    why: Text


class Option(Base):
    """A rule option (rules, section 12): its values, the default first."""

    name: str
    values: list[str | int | bool]


class Options(Base):
    """GET /api/options: what can be chosen for a new table."""

    options: list[Option]
    presets: dict[str, dict[str, str | int | bool]]
    colours: list[str]
    bots: list[str]


# -- records -----------------------------------------------------------------------------------------------------------


class ReplayView(Base):
    """POST /api/replay with a record: the table and all events with the view after each, to step through (no choices in them)."""

    table: Table
    events: list[Event]
    views: list[View]
