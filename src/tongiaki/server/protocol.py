"""The messages between server and client: one definition, from which the client's types are generated.

Everything is JSON. Over HTTP: tables, records, options. Over the WebSocket `/ws/{table}`: `ClientMessage` up,
`ServerMessage` down. The server sends keys and numbers, never sentences (`Text`), and never the deck's order.
What the server sends is complete (no field is left out); what a client sends (`Request`) may leave out fields
with a default.
"""

from typing import TYPE_CHECKING, Annotated, Any, Literal, Union

import msgspec

from tongiaki.engine.effects import KINDS
from tongiaki.engine.effects import __name__ as _effects_module

PROTOCOL = 2
"""Goes up when an older client could no longer read what the server sends; see `Hello`."""


class Base(msgspec.Struct, frozen=True, gc=False):
    """Every structure of the protocol. Plain values hold no circle: the collector need not look at them."""


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
        gc=False,
        module=_effects_module,
    )
    for kind in KINDS
}
"""The engine's effects as messages, tagged by `effect` (`boat_placed`, `tile_laid`, …)."""

if TYPE_CHECKING:
    Effect = msgspec.Struct
else:
    Effect = Union[tuple(EFFECTS.values())]


class Text(Base, frozen=True):
    """A sentence for a person: a key of `tongiaki.server.words.KEYS` with its numbers and names."""

    key: str
    params: dict[str, str | int] = {}


# -- a table -------------------------------------------------------------------------------------------------


class Seat(Base, frozen=True):
    """One player: its name, colours in the order of play, and who decides: a person (`null`) or a bot by name."""

    name: str
    colours: list[str]
    bot: str | None = None


class Origin(Request, frozen=True):
    """Where a new table begins: as that table stood after event `seq`.

    `deck`: `new` shuffles the unseen tiles, `same` keeps their order (only of a game that is over).
    """

    table: str
    seq: int
    deck: Literal["same", "new"] = "new"


class NewTable(Request, frozen=True):
    """POST /api/tables. `start`: a seat's index or random.

    `record`: go on from a running record; its deck comes first in its order, the rest is shuffled.
    `origin`: try from an event of another table; rules and colours are those of that table.
    `odds`: the odds of voyages are told to all at the table.
    """

    seats: list[Seat] = []
    rules: dict[str, str | int | bool] = {}
    start: int | Literal["random"] = "random"
    record: dict[str, Any] | None = None
    origin: Origin | None = None
    odds: bool = True


ClockKind = Literal["none", "bank", "days"]


class Clock(Base, frozen=True):
    """How much time there is. `bank`: `bank` seconds for the game, and `increment` more for each turn.

    `days`: so many days for each turn, not counting the hours of rest from `rest_from` to `rest_to` in the time zone
    `zone` (none where they are equal), nor holidays.
    """

    kind: ClockKind = "none"
    bank: int = 0
    increment: int = 0
    days: int = 0
    rest_from: int = 0
    rest_to: int = 0
    zone: str = "UTC"


class TableCreated(Base, frozen=True):
    """The answer: where to go."""

    id: str


class TableSummary(Base, frozen=True):
    """GET /api/tables: a game of this browser that can be continued or looked at again."""

    id: str
    seats: list[Seat]
    created: str
    changed: str
    over: bool
    turn: int
    active_seat: int | None = None


# -- what a seat may see -------------------------------------------------------------------------------------


class Position(Base, frozen=True):
    """What is on the table (rules, section 13)."""

    tiles: dict[str, tuple[int, int, int]]
    boats: dict[str, dict[str, int]]
    royal: dict[str, str]
    supply: dict[str, int]


class Score(Base, frozen=True):
    """R-10 for one player, as it stands."""

    points: int
    islands: int
    boats: int


TieBreak = Literal["none", "islands", "boats", "shared"]


class Result(Base, frozen=True):
    """The end of the game; `tie_break` tells what decided among equal points."""

    reason: str
    scores: list[Score]
    winners: list[int]
    tie_break: TieBreak = "none"


class Hop(Base, frozen=True):
    """A laid water tile on a fleet's way: edges of entry and exit, the route's number, passed or not."""

    tile: str
    entry: int
    exit: int
    number: int
    passed: bool


WayEnds = Literal["unknown", "island", "royal", "lost"]


class Outlook(Base, frozen=True):
    """What is known of a voyage: the hops, and where it ends.

    `unknown`: at an empty place (`q`, `r`); `island`: it lands there; `royal`: that island turns it back;
    `lost`: on the last hop.
    """

    hops: list[Hop]
    end: WayEnds
    island: str | None = None
    free_berths: int | None = None
    q: int = 0
    r: int = 0
    deck_empty: bool = False


class Choice(Base, frozen=True):
    """One legal line and its parts, so that the client need not parse it.

    `beaches`: letters with repetition (`place`, `expand`, `enter`, `settle`, `land`); `source`: `["Samoa", "c"]`
    (R-4.2); `pier` and `outlook` (`sail`); `tile`, `edge`, and the place and rotation the tile in hand would get
    (`lay`).
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


class Blocked(Base, frozen=True):
    """Something a person might try and cannot, and why (with the rule in `why.params.rule`).

    `kind`: `king`, `resettle`, `expand`, `enter`, `beach`. Without `island`: the whole kind of action.
    """

    kind: str
    why: Text
    island: str | None = None
    beach: str | None = None


class Fleet(Base, frozen=True):
    """A fleet that lands: the island, its boats still aboard, whom R-5.6 will send home at least."""

    island: str
    boats: dict[str, int]
    free_berths: int


Phase = Literal["setup", "turn", "chain", "landing", "lay", "settle", "draw", "over"]


class Undo(Base, frozen=True):
    """What one press of Undo does for this browser: back to the position after event `to`.

    `moves`: so many decisions are taken back; `reveals`: with a tile that was turned up; `passes`: over the end of
    a turn.
    """

    to: int
    moves: int
    reveals: bool
    passes: bool


class ClockView(Base, frozen=True):
    """The clocks as they stand when this is sent: milliseconds left, by seat (`null` where a bot decides).

    `runs`: the seat whose time is counted. `until`: with days for a turn, when it runs out if nothing happens.
    `rests`: it does not count just now (night, holidays).
    """

    kind: ClockKind
    left: list[int | None]
    runs: int | None
    until: str | None
    rests: bool


class View(Base, frozen=True):
    """All that a seat may see after event `seq`. Scores and result are in the order of `Table.seats`.

    `can_act`: this connection decides now; only then `choices` and `blocked` are filled.
    """

    seq: int
    ply: int
    turn: int
    phase: Phase
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
    circling: bool = False
    """A beach has been left twice in this turn: the chain comes back to where it was."""
    undo: Undo | None = None
    stand_ins: list[str | None] = []
    """For each seat the bot that plays in place of its person now."""
    clock: ClockView | None = None
    paused: bool = False
    """All agreed to a pause: nobody decides until somebody goes on."""


EventKind = Literal["start", "move", "draw", "undo", "seat", "end", "flag", "pause", "resume", "handed_over"]


class Event(Base, frozen=True):
    """One entry of the log; `effects` tell what happened.

    `forced`: the server played it, because nothing else was possible.
    `undo`: what came after event `back_to` is no longer in effect (`taken` decisions); the position is the one after
    that event. `commitment`: the unseen tiles were shuffled anew, this is the hash of the new deck.
    `seat`: from here on `bot` decides for the seat in place of its person (`null`: the person again); `resigned`: for
    good. `end`: all agreed to end the game as it stands. `flag`: the time of the seat has run out.
    `pause`, `resume`: by consent nobody decides in between, and no time is counted.
    `handed_over`: another person has taken over the seat, with the consent of the others (`Table.before`).
    """

    seq: int
    kind: EventKind
    seat: int | None = None
    colour: str | None = None
    line: str | None = None
    tile: str | None = None
    forced: bool = False
    effects: list[Effect] = []
    back_to: int | None = None
    taken: int = 0
    commitment: str | None = None
    bot: str | None = None
    resigned: bool = False


class SeatBefore(Base, frozen=True):
    """Who decided for a seat until another person took it over, which event `until` says."""

    seat: int
    until: int
    name: str


class Table(Base, frozen=True):
    """What does not change while the game runs, but for names and the commitment: an `undo` event may bring a new one.

    `before`: whose seats others have taken over, in this order.
    """

    id: str
    seats: list[Seat]
    rules: dict[str, str | int | bool]
    start_seat: int
    commitment: str
    order: list[str]
    """The colours in the order of play (R-2.1, R-11.1)."""
    your_seats: list[int] = []
    """The seats for which this browser decides; empty for one who watches."""
    undo_any: bool = False
    """This browser may take the game back to any event (everybody sits here, or is a bot)."""
    room: str | None = None
    """The room where it is played, if it is."""
    odds: bool = True
    """The odds of voyages are told (`AskOdds`)."""
    rated: bool = False
    """The result changes the ratings of those who play; nothing is taken back."""
    before: list[SeatBefore] = []


# -- client to server ----------------------------------------------------------------------------------------


class Hello(Request, tag="hello", frozen=True):
    """First message: the last event number the client has (-1: none).

    An older `protocol` than the server's is answered by `reload`, a newer one by `restarting`.
    """

    seq: int = -1
    protocol: int = PROTOCOL


PlayId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Lines = Annotated[list[Annotated[str, msgspec.Meta(max_length=100)]], msgspec.Meta(max_length=1000)]


class Play(Request, tag="play", frozen=True):
    """Confirms staged lines: all are appended in one transaction or none.

    `id` makes it idempotent; `seq` is what the client saw.
    """

    id: PlayId
    seq: int
    lines: Lines


class Preview(Request, tag="preview", frozen=True):
    """The staged lines folded on a copy, unsaved; stops before a tile would be drawn."""

    id: PlayId
    seq: int
    lines: Lines


class TakeBack(Request, tag="undo", frozen=True):
    """The game goes back to the position after event `to`. `id` and `seq` as in `Play`."""

    id: PlayId
    seq: int
    to: int


class FindWayOut(Request, tag="way_out", frozen=True):
    """In a chain that runs in circles: which lines end it? Answered by `WayOut`; nothing is saved."""

    id: PlayId
    seq: int


class AskOdds(Request, tag="odds", frozen=True):
    """How would the voyages end that must be made after the staged `lines` (none: now)? Answered by `VoyageOdds`.

    Whoever sees the table may ask, if `Table.odds` is on; only who decides may stage lines.
    """

    id: PlayId
    seq: int
    lines: Lines = []


class Ping(Request, tag="ping", frozen=True):
    """Are you there?"""


ClientMessage = Hello | Play | Preview | TakeBack | FindWayOut | AskOdds | Ping


# -- server to client ----------------------------------------------------------------------------------------


class State(Base, tag="state", frozen=True):
    """The whole: after hello, or when the client's number is unknown. `events`: the log from the first on."""

    table: Table
    view: View
    events: list[Event]


class Events(Base, tag="events", frozen=True):
    """What was appended (committed already), and the view after it."""

    events: list[Event]
    view: View


class Accepted(Base, tag="accepted", frozen=True):
    """The lines with this id are in the log up to `seq` (also sent when they were already)."""

    id: str
    seq: int


RefusalCode = Literal[
    "stale",
    "illegal",
    "not_yours",
    "over",
    "cannot_undo",
    "paused",
    "no_way_out",
    "no_odds",
    "malformed",
    "unknown_table",
    "damaged",
    "busy",
    "unknown_room",
    "not_host",
    "not_now",
    "not_there",
    "taken",
    "wrong",
    "name",
    "silent",
    "too_fast",
    "too_many",
    "banned",
]


class Refused(Base, tag="refused", frozen=True):
    """The message with this id did nothing (`id` is empty where the message could not be read)."""

    id: str
    code: RefusalCode
    why: Text


class Previewed(Base, tag="previewed", frozen=True):
    """Answer to `Preview`: the view after the staged lines, and their effects.

    Phase `draw`: a tile would be turned up next.
    `forced`: lines that the server would add by itself (view and effects contain them).
    """

    id: str
    seq: int
    view: View
    effects: list[Effect]
    forced: list[str] = []


class WayOut(Base, tag="way_out", frozen=True):
    """Answer to `FindWayOut`: the lines with the fewest voyages that end the chain, and their effects.

    They end where the chain is over, or where the next tile would be turned up.
    """

    id: str
    seq: int
    lines: list[str]
    effects: list[Effect]


class PierOdds(Base, frozen=True):
    """How the fleet of a full beach would fare from one pier: probabilities (see `docs/odds.md`).

    `land` + `turned_back` + `lost` + `left_out` = 1. `new`, `known`, `royal`: by island, in sum `land` and
    `turned_back`. `lost`: to a number, the empty deck, the end of the game. `tiles[n]`: n are turned up.
    """

    island: str
    beach: str
    pier: int
    land: float
    turned_back: float
    lost: float
    lost_number: float
    lost_deck: float
    lost_end: float
    left_out: float
    tiles: list[float]
    new: dict[str, float]
    known: dict[str, float]
    royal: dict[str, float]


class VoyageOdds(Base, tag="odds", frozen=True):
    """Answer to `AskOdds`: each pier of each full beach; empty where no voyage is next."""

    id: str
    seq: int
    piers: list[PierOdds]


class Pong(Base, tag="pong", frozen=True):
    """Yes."""


class Reload(Base, tag="reload", frozen=True):
    """The client is older than the server."""


class Restarting(Base, tag="restarting", frozen=True):
    """The server stops, probably to start again, or the client is ahead of an update that has not come to this process:
    everything is kept; the client comes back by itself.
    """


ServerMessage = (
    State | Events | Accepted | Refused | Previewed | WayOut | VoyageOdds | Pong | Reload | Restarting
)


# -- over HTTP -----------------------------------------------------------------------------------------------


class Problem(Base, frozen=True):
    """The body of every answer with a status of 400 or more: what was wrong, and what is allowed."""

    code: str
    why: Text


class Option(Base, frozen=True):
    """A rule option (rules, section 12): its values, the default first."""

    name: str
    values: list[str | int | bool]


class Options(Base, frozen=True):
    """GET /api/options: what can be chosen for a new table."""

    options: list[Option]
    presets: dict[str, dict[str, str | int | bool]]
    colours: list[str]
    bots: list[str]


# -- records -------------------------------------------------------------------------------------------------


class ReplayView(Base, frozen=True):
    """POST /api/replay with a record: the table and all events with the view after each, to step through.

    There are no choices in these views.
    """

    table: Table
    events: list[Event]
    views: list[View]


class Views(Base, frozen=True):
    """GET /api/tables/{id}/views: what was to be seen after each of the events asked for, without choices."""

    views: list[View]
