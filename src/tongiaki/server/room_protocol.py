"""The messages of a room: several people at one table by one link. Over HTTP, and over `/ws/room/{room}`.

A part of the protocol, in the same manner as `protocol`: `RoomClientMessage` up, `RoomServerMessage` down, keys and
numbers, never a session or an address.
"""

from typing import Annotated, Literal

import msgspec

from tongiaki.server.protocol import (
    PROTOCOL,
    Base,
    Clock,
    Ping,
    PlayId,
    Pong,
    Refused,
    Reload,
    Request,
    Restarting,
    Text,
)

EmoteName = Literal["hello", "thanks", "well_done", "wow", "oops", "hurry", "wait", "bye"]
RoomStatus = Literal["waiting", "playing", "over"]
VoteAbout = Literal["rematch", "end", "remove", "seat", "pause", "undo"]
Start = int | Literal["random"]
Words = Annotated[str, msgspec.Meta(max_length=2000)]

# -- over HTTP -----------------------------------------------------------------------------------------------


class NewRoomSeat(Request, frozen=True):
    """A seat to begin with. `you`: the one who makes the room sits here; `colour` "": the first that is free."""

    kind: Literal["open", "you", "bot"] = "open"
    colour: str = ""
    bot: str | None = None


class NewRoom(Request, frozen=True):
    """POST /api/rooms. `name`: yours. `start`: a seat's index or random. `public`: it is listed for everybody.

    `patience`: seconds until the bot `stand_in` plays on for somebody who is absent and on the move; 0: never.
    `at_once`: the first game begins by itself as soon as all seats are taken and all are there.
    """

    name: str
    seats: list[NewRoomSeat] = msgspec.field(default_factory=list)
    rules: dict[str, str | int | bool] = msgspec.field(default_factory=dict)
    start: Start = "random"
    public: bool = False
    patience: int = 120
    stand_in: str = "greedy"
    odds: bool = True
    clock: Clock = Clock()
    rated: bool = False
    at_once: bool = False


class QuickMatch(Request, frozen=True):
    """POST /api/rooms/quick: a seat in a public room for so many, else in a new one (`at_once`, with a clock)."""

    name: str
    players: int = 2
    rated: bool = False


class RoomCreated(Base, frozen=True):
    """The answer: where to go (`/r/{id}`)."""

    id: str


class RoomSummary(Base, frozen=True):
    """GET /api/rooms: a public room where somebody waits for players."""

    id: str
    host: str
    names: list[str]
    """Who sits there, bots too."""
    seats: int
    open: int
    rules: dict[str, str | int | bool]
    clock: Clock
    created: str
    rated: bool


class MyGame(Base, frozen=True):
    """GET /api/rooms/mine: a room where this browser has a seat (or is the host), or a game at one screen.

    `waiting_for_me`: a seat of this browser decides now. `your_seat`: of the room. `deadline`: when the time of who is
    on the move is over, where there are days for a turn.
    """

    room: str | None
    game: str | None
    names: list[str]
    status: RoomStatus
    turn: int
    waiting_for_me: bool
    your_seat: int | None
    changed: str
    deadline: str | None


class NoticePlaces(Base, frozen=True):
    """GET /api/notices: where this person is told of the own turn. `key`: the server's, for `pushManager.subscribe`."""

    key: str
    push: list[str]
    hook: str | None


class NoticePush(Request, frozen=True):
    """POST /api/notices/push: this browser, as `PushSubscription` has it; without `key` no more.

    `words`: what is said there, in the language of the page; `reminder`: before the time of a turn of days runs out.
    """

    address: str
    key: str = ""
    secret: str = ""
    words: str = ""
    reminder: str = ""


class NoticeHook(Request, frozen=True):
    """POST /api/notices/hook: a POST is sent there when it is one's turn; "": no more.

    `words`: what is said; `reminder`: before the time of a turn of days runs out.
    """

    address: str
    words: str = ""
    reminder: str = ""


# -- the room ------------------------------------------------------------------------------------------------


class RoomSeat(Base, frozen=True):
    """A seat; its colours are reserved also while it is open.

    `stand_in`: the bot that plays for this person now; `resigned`: for good. `holiday`: the first and the last day
    on which this person's time is not counted, or nothing. `claimed`: the name is this person's alone.
    """

    kind: Literal["open", "person", "bot"]
    name: str
    colours: list[str]
    bot: str | None
    you: bool
    host: bool
    present: bool
    stand_in: str | None
    resigned: bool
    holiday: list[str]
    claimed: bool


class RoomGame(Base, frozen=True):
    """A game of the room. `points` and `winners` (indices of `names`) when it is over."""

    id: str
    number: int
    over: bool
    names: list[str]
    points: list[int]
    winners: list[int]
    rated: bool


class RoomVote(Base, frozen=True):
    """A question to those who sit here. All of `asked` must say yes; one no ends it.

    `about`: `rematch`, `end` (the game ends as it stands), `pause`, `undo` (`name` takes the latest own move back),
    `remove` the person on `seat`, or `seat`: the one called `name` takes the seat of somebody who is absent.
    """

    about: VoteAbout
    seat: int | None
    name: str
    """Who asks."""
    asked: list[int]
    yes: list[int]


class Room(Base, frozen=True):
    """The place behind one link. While the host is absent the first person present in the order of seats acts as host.

    `game`: the one that runs or ran last. `quiet`: spectators may not talk. `muted`: names of who may not talk.
    """

    id: str
    public: bool
    status: RoomStatus
    host: str
    seats: list[RoomSeat]
    rules: dict[str, str | int | bool]
    start: Start
    patience: int
    clock_decides: bool
    """How long somebody away is waited for, not `patience`: there are days for a turn, or the game is rated."""
    stand_in: str
    odds: bool
    rated: bool
    """The games started here are rated: by the default rules, among claimed names and bots of this server."""
    clock: Clock
    at_once: bool
    """The first game begins by itself as soon as all seats are taken and all are there."""
    paused: bool
    game: str | None
    games: list[RoomGame]
    votes: list[RoomVote]
    spectators: int
    quiet: bool
    muted: list[str]


class You(Base, frozen=True):
    """Who this connection is; `name` is "" until one is chosen. `host`: may do what the host may.

    `blocked`: the names here of those to whom this person does not listen.
    """

    seat: int | None
    host: bool
    name: str
    blocked: list[str] = msgspec.field(default_factory=list)


class Talk(Base, frozen=True):
    """A line of the talk. `n` counts up in the room; `null`: told to this browser only, and not kept.

    `table`: by somebody who sits; `watch`: by a spectator, not told to those who sit while a game runs; `notice`: what
    happened (`notice`). It was said at `at`, after event `seq` of `game`. `removed`: by the host; the text is gone.
    """

    n: int | None
    at: str
    kind: Literal["table", "watch", "notice"]
    name: str
    seat: int | None
    text: str
    emote: EmoteName | None
    notice: Text | None
    game: str | None
    seq: int | None
    removed: bool


# -- client to server ----------------------------------------------------------------------------------------


class Enter(Request, tag="enter", frozen=True):
    """First message. `talk`: the number of the last line the client has (-1: none); `name`: as the browser remembers.

    An older `protocol` than the server's is answered by `reload`, a newer one by `restarting`.
    """

    protocol: int = PROTOCOL
    talk: int = -1
    name: str = ""


class Sit(Request, tag="sit", frozen=True):
    """Takes a seat (without `seat`: the first open one), or moves to it. On the seat of somebody absent: a vote."""

    id: PlayId
    seat: int | None = None
    name: str = ""
    colour: str | None = None


class Stand(Request, tag="stand", frozen=True):
    """Leaves one's seat; not while a game runs (see `resign`)."""

    id: PlayId


class Rename(Request, tag="rename", frozen=True):
    """Chooses one's name in this room."""

    id: PlayId
    name: str


class ChooseColour(Request, tag="colour", frozen=True):
    """Chooses one's (first) colour: a free one, or that of an open seat or a bot, which gets another."""

    id: PlayId
    colour: str


class AddBot(Request, tag="add_bot", frozen=True):
    """The host lets a bot sit on an open seat (without `seat`: the first), or puts another bot on a bot's seat."""

    id: PlayId
    bot: str
    seat: int | None = None


class RemoveSeat(Request, tag="remove", frozen=True):
    """Makes a seat free again: a bot's or a person's by the host, a person's by a vote of the others.

    While a game runs it is a vote for all: a bot plays on for that person, for good.
    """

    id: PlayId
    seat: int


class ChangeRoom(Request, tag="options", frozen=True):
    """The host changes what is given; `seats` is their number.

    While a game runs only `public`, `patience` and `stand_in`. A clock has no hours that do not belong to its kind.
    """

    id: PlayId
    rules: dict[str, str | int | bool] | None = None
    start: Start | None = None
    public: bool | None = None
    seats: int | None = None
    patience: int | None = None
    stand_in: str | None = None
    odds: bool | None = None
    clock: Clock | None = None
    rated: bool | None = None


class StartGame(Request, tag="start", frozen=True):
    """The host starts; all seats are taken. `rated`: another choice than the room's, for this game."""

    id: PlayId
    rated: bool | None = None


class AskRematch(Request, tag="rematch", frozen=True):
    """Again, the next seat starts: a vote, in which bots agree. Only when the game is over."""

    id: PlayId


class AskEnd(Request, tag="end", frozen=True):
    """The game shall end as it stands: a vote."""

    id: PlayId


class AskPause(Request, tag="pause", frozen=True):
    """Nobody shall decide, and no time be counted, until somebody goes on: a vote."""

    id: PlayId


class GoOn(Request, tag="go_on", frozen=True):
    """The pause is over: by who is on the move, or by another who sits if that person is present."""

    id: PlayId


class AskUndo(Request, tag="take_back", frozen=True):
    """One's latest move shall be taken back, with all that followed: a vote. It lapses when something happens."""

    id: PlayId


class TakeHoliday(Request, tag="holiday", frozen=True):
    """One's time is not counted from the first to the last day (`2026-12-24`) where there are days for a turn.

    In the time zone of the clock; at most 30 days. Without days: no holiday.
    """

    id: PlayId
    first: str = ""
    last: str = ""


class CastVote(Request, tag="vote", frozen=True):
    """Yes or no to a vote of `Room.votes`."""

    id: PlayId
    about: VoteAbout
    yes: bool
    seat: int | None = None


class Resign(Request, tag="resign", frozen=True):
    """A bot plays on for one's seat, for good."""

    id: PlayId


class ComeBack(Request, tag="come_back", frozen=True):
    """One's seat is one's own again; a play does the same."""

    id: PlayId


class Say(Request, tag="say", frozen=True):
    """Says something, or one of the typed words (`/join`, `/help`, …)."""

    id: PlayId
    text: Words


class Emote(Request, tag="emote", frozen=True):
    """Says something without words."""

    id: PlayId
    name: EmoteName


class Mute(Request, tag="mute", frozen=True):
    """The host takes somebody's word (`on`), or gives it back."""

    id: PlayId
    name: str
    on: bool = True


class Block(Request, tag="block", frozen=True):
    """One listens to somebody no more (`on`), in no room, or again. The other is not told."""

    id: PlayId
    name: str
    on: bool = True


class ReportLine(Request, tag="report", frozen=True):
    """A line goes to the operator of the server, and the host is told."""

    id: PlayId
    n: int


class Quiet(Request, tag="quiet", frozen=True):
    """The host lets spectators talk no more, or again."""

    id: PlayId
    on: bool = True


class RemoveLine(Request, tag="remove_line", frozen=True):
    """The host takes a line out of the talk."""

    id: PlayId
    n: int


RoomCommand = (
    Sit
    | Stand
    | Rename
    | ChooseColour
    | AddBot
    | RemoveSeat
    | ChangeRoom
    | StartGame
    | AskRematch
    | AskEnd
    | AskPause
    | GoOn
    | AskUndo
    | TakeHoliday
    | CastVote
    | Resign
    | ComeBack
    | Say
    | Emote
    | Mute
    | Block
    | ReportLine
    | Quiet
    | RemoveLine
)
RoomClientMessage = Enter | RoomCommand | Ping


# -- server to client ----------------------------------------------------------------------------------------


class RoomState(Base, tag="room", frozen=True):
    """The whole room, after `enter` and after each change."""

    room: Room
    you: You


class Said(Base, tag="said", frozen=True):
    """Lines of the talk: new ones, ones that may be seen now, and ones that were removed; by their number."""

    lines: list[Talk]


class Done(Base, tag="done", frozen=True):
    """The command with this id is done (also sent when it was done already)."""

    id: str


RoomServerMessage = RoomState | Said | Done | Refused | Pong | Reload | Restarting
