// Generated from src/tongiaki/server/protocol.py by `python -m tongiaki.server.typescript`. Do not edit.
/* eslint-disable */

/** Goes up when an older client could no longer read what the server sends; sent in `hello`. */
export const PROTOCOL = 1;

/** Every key the server sends as `Text.key`, with the names of its parameters. */
export const MESSAGE_KEYS = {
  blocked_must_enter: ["rule", "colour"],
  blocked_king_option: ["rule"],
  blocked_king_limit: ["rule", "used", "limit"],
  blocked_king_nowhere_alone: ["rule"],
  blocked_king_tonga: ["rule"],
  blocked_king_already_royal: ["rule", "owner"],
  blocked_king_no_boat: ["rule", "island"],
  blocked_king_others_here: ["rule", "island", "others"],
  blocked_resettle_option: ["rule"],
  blocked_resettle_no_island_left: ["rule"],
  blocked_expand_royal: ["rule", "island", "owner"],
  blocked_expand_no_boat: ["rule", "island"],
  blocked_expand_nothing_to_move: ["rule", "island"],
  blocked_enter_royal: ["rule", "island", "owner"],
  blocked_beach_one_berth_stays_free: ["rule", "beach"],
  blocked_beach_other_beach_open: ["rule", "beach"],
  blocked_beach_not_full: ["rule", "island", "beach", "free"],
  blocked_beach_royal: ["rule", "island", "owner"],
  blocked_beach_full: ["rule", "island", "beach"],
  blocked_beach_others_first: ["rule", "island", "beach"],
  blocked_beach_empty_first: ["rule", "island", "beach"],
  refused_stale: ["seq", "now"],
  refused_illegal: ["line", "phase", "number", "legal", "reason"],
  refused_after_draw: ["line", "number"],
  refused_no_lines: ["most"],
  refused_not_yours: ["active"],
  refused_watching: [],
  refused_over: [],
  refused_malformed: ["reason"],
  refused_too_large: ["most"],
  refused_hello_first: [],
  refused_unknown_table: ["id"],
  refused_busy: [],
  problem_malformed: ["reason"],
  problem_too_large: ["most"],
  problem_not_found: ["path"],
  problem_method: ["method", "allowed"],
  problem_origin: [],
  problem_unknown_table: ["id"],
  problem_not_yours: [],
  problem_not_over: [],
  problem_seats: ["number", "least", "most"],
  problem_two_colours_seats: ["number"],
  problem_seat_name: ["seat", "most"],
  problem_seat_colours: ["seat", "number", "needed"],
  problem_colour: ["seat", "colour", "allowed"],
  problem_colour_twice: ["colour"],
  problem_bot: ["seat", "bot", "allowed"],
  problem_rules: ["reason"],
  problem_start: ["start", "most"],
  problem_record: ["reason"],
  problem_record_ply: ["ply", "move", "reason"],
  problem_record_over: [],
  problem_record_seats: ["number", "needed"],
  problem_busy: [],
} as const;
export type MessageKey = keyof typeof MESSAGE_KEYS;

/** First message: the last event number the client has (-1: none). Another `protocol` than the server's is answered by `reload`. */
export interface Hello {
  type: "hello";
  seq?: number;
  protocol?: number;
}

/** Confirms staged lines: all are appended in one transaction or none. `id` makes it idempotent; `seq` is what the client saw. */
export interface Play {
  type: "play";
  id: string;
  seq: number;
  lines: string[];
}

/** The staged lines folded on a copy, unsaved; stops before a tile would be drawn. */
export interface Preview {
  type: "preview";
  id: string;
  seq: number;
  lines: string[];
}

/** Are you there? */
export interface Ping {
  type: "ping";
}

/** The whole: after hello, or when the client's number is unknown. `events`: the log so far, from the first. */
export interface State {
  type: "state";
  table: Table;
  view: View;
  events: Event[];
}

/** What does not change while the game runs. */
export interface Table {
  id: string;
  seats: Seat[];
  rules: Record<string, string | number | boolean>;
  start_seat: number;
  commitment: string;
  order: string[];
  your_seats: number[];
}

/** One player: its name, colours in the order of play, and who decides: a person at this screen or a bot by name. */
export interface Seat {
  name: string;
  colours: string[];
  bot: string | null;
}

/** All that a seat may see after event `seq`. `can_act`: this connection decides now. */
export interface View {
  seq: number;
  ply: number;
  turn: number;
  phase: "chain" | "draw" | "landing" | "lay" | "over" | "settle" | "setup" | "turn";
  position: Position;
  active_seat: number | null;
  active_colour: string | null;
  can_act: boolean;
  scores: Score[];
  choices: Choice[];
  blocked: Blocked[];
  deck_left: string[];
  removed: string[];
  voyages: number;
  crumbs: string[];
  full_beaches: string[];
  fleet: Fleet | null;
  hand: string | null;
  supply_empty: boolean;
  royal_used: Record<string, number>;
  royal_limit: number | null;
  idle_turns: number;
  idle_limit: number;
  end_triggered: string | null;
  result: Result | null;
}

/** What is on the table (rules, section 13). */
export interface Position {
  tiles: Record<string, [number, number, number]>;
  boats: Record<string, Record<string, number>>;
  royal: Record<string, string>;
  supply: Record<string, number>;
}

/** R-10 for one player, as it stands. */
export interface Score {
  points: number;
  islands: number;
  boats: number;
}

/**
 * One legal line and its parts, so that the client need not parse it.
 *
 * `beaches`: letters with repetition (`place`, `expand`, `enter`, `settle`, `land`); `source`: `["Samoa", "c"]`;
 * `pier` and `outlook` (`sail`); `tile`, `edge`, and the place and rotation the tile in hand would get (`lay`).
 */
export interface Choice {
  line: string;
  kind: "enter" | "expand" | "king" | "land" | "lay" | "pass" | "place" | "resettle" | "sail" | "settle";
  island: string | null;
  beaches: string;
  source: [string, string] | null;
  pier: number | null;
  colour: string | null;
  tile: string | null;
  edge: number | null;
  place: [number, number, number] | null;
  outlook: Outlook | null;
}

/** What is known of a voyage: the hops, and where it ends: an unknown place, an island, turned back, lost on the last hop. */
export interface Outlook {
  hops: Hop[];
  end: "island" | "lost" | "royal" | "unknown";
  island: string | null;
  free_berths: number | null;
  q: number;
  r: number;
  deck_empty: boolean;
}

/** A laid water tile on a fleet's way: entry and exit edges of the tile, the route's number, passed or not. */
export interface Hop {
  tile: string;
  entry: number;
  exit: number;
  number: number;
  passed: boolean;
}

/** Something a person might try and cannot: what (`king`, `resettle`, `expand`, `island`, `beach`), where, and why (R-number in params). */
export interface Blocked {
  kind: string;
  why: Text;
  island: string | null;
  beach: string | null;
}

/** A sentence for a person: a key of `tongiaki.server.words.KEYS` with its numbers and names. */
export interface Text {
  key: MessageKey;
  params: Record<string, string | number>;
}

/** A fleet that lands: the island, its boats still aboard, whom will send home at least. */
export interface Fleet {
  island: string;
  boats: Record<string, number>;
  free_berths: number;
}

/** The end of the game; `tie_break` says what decided among equal points: islands, boats, shared, or none. */
export interface Result {
  reason: string;
  scores: Score[];
  winners: number[];
  tie_break: "boats" | "islands" | "none" | "shared";
}

/** One entry of the log. `kind`: start, move, draw; `effects` tell what happened; `forced`: the server played it, nothing else was possible. */
export interface Event {
  seq: number;
  kind: "draw" | "move" | "start";
  seat: number | null;
  colour: string | null;
  line: string | null;
  tile: string | null;
  forced: boolean;
  effects: Effect[];
}

export interface TurnBegan {
  effect: "turn_began";
  colour: string;
  turn: number;
}

export interface BoatPlaced {
  effect: "boat_placed";
  colour: string;
  island: string;
  beach: string;
}

export interface BoatMoved {
  effect: "boat_moved";
  colour: string;
  from_island: string;
  from_beach: string;
  island: string;
  beach: string;
}

export interface FleetSailed {
  effect: "fleet_sailed";
  island: string;
  beach: string;
  pier: number;
  boats: Record<string, number>;
}

export interface TileDrawn {
  effect: "tile_drawn";
  tile: string;
}

export interface TileLaid {
  effect: "tile_laid";
  tile: string;
  q: number;
  r: number;
  rotation: number;
}

export interface NumberMet {
  effect: "number_met";
  tile: string;
  number: number;
  colours: number;
  passed: boolean;
}

export interface FleetMoved {
  effect: "fleet_moved";
  tile: string;
  entry: number;
  exit: number;
}

export interface FleetTurnedBack {
  effect: "fleet_turned_back";
  island: string;
  royal: string;
  back_to: string;
}

export interface FleetArrived {
  effect: "fleet_arrived";
  island: string;
  boats: Record<string, number>;
}

export interface FleetLost {
  effect: "fleet_lost";
  cause: string;
  boats: Record<string, number>;
}

export interface BoatLanded {
  effect: "boat_landed";
  colour: string;
  island: string;
  beach: string;
}

export interface FleetSentHome {
  effect: "fleet_sent_home";
  island: string;
  boats: Record<string, number>;
}

export interface BoatsTaken {
  effect: "boats_taken";
  island: string;
  beach: string;
  boats: Record<string, number>;
  cause: string;
}

export interface RoyalFounded {
  effect: "royal_founded";
  colour: string;
  island: string;
}

export interface IslandRemoved {
  effect: "island_removed";
  island: string;
}

export interface EndTriggered {
  effect: "end_triggered";
  reason: string;
}

export interface TurnPassed {
  effect: "turn_passed";
  colour: string;
}

export interface TurnEnded {
  effect: "turn_ended";
  colour: string;
}

export interface GameEnded {
  effect: "game_ended";
  reason: string;
}

/** What was appended (committed already), and the view after it. */
export interface Events {
  type: "events";
  events: Event[];
  view: View;
}

/** The lines with this id are in the log up to `seq` (also sent when they were already). */
export interface Accepted {
  type: "accepted";
  id: string;
  seq: number;
}

/** The message with this id did nothing (`id` is empty where the message could not be read). */
export interface Refused {
  type: "refused";
  id: string;
  code: "busy" | "illegal" | "malformed" | "not_yours" | "over" | "stale" | "unknown_table";
  why: Text;
}

/**
 * Answer to `Preview`: the view after the staged lines (phase `draw`: a tile would be turned up next) and their effects.
 *
 * `forced`: lines that the server would add by itself (view and effects contain them).
 */
export interface Previewed {
  type: "previewed";
  id: string;
  seq: number;
  view: View;
  effects: Effect[];
  forced: string[];
}

/** Yes. */
export interface Pong {
  type: "pong";
}

/** The client is older than the server. */
export interface Reload {
  type: "reload";
}

/** POST /api/tables. `start`: a seat's index or random. `record`: go on from a running record (its deck first, then shuffled). */
export interface NewTable {
  seats?: Seat[];
  rules?: Record<string, string | number | boolean>;
  start?: number | "random";
  record?: Record<string, unknown> | null;
}

/** The answer: where to go. */
export interface TableCreated {
  id: string;
}

/** GET /api/tables: a game of this browser that can be continued or looked at again. */
export interface TableSummary {
  id: string;
  seats: Seat[];
  created: string;
  changed: string;
  over: boolean;
  turn: number;
  active_seat: number | null;
}

/** The body of every answer with a status of 400 or more: what was wrong, and what is allowed. */
export interface Problem {
  code: string;
  why: Text;
}

/** GET /api/options: what can be chosen for a new table. */
export interface Options {
  options: Option[];
  presets: Record<string, Record<string, string | number | boolean>>;
  colours: string[];
  bots: string[];
}

/** A rule option (rules, section 12): its values, the default first. */
export interface Option {
  name: string;
  values: (string | number | boolean)[];
}

/** POST /api/replay with a record: the table and all events with the view after each, to step through (no choices in them). */
export interface ReplayView {
  table: Table;
  events: Event[];
  views: View[];
}

export type Effect =
  | TurnBegan
  | BoatPlaced
  | BoatMoved
  | FleetSailed
  | TileDrawn
  | TileLaid
  | NumberMet
  | FleetMoved
  | FleetTurnedBack
  | FleetArrived
  | FleetLost
  | BoatLanded
  | FleetSentHome
  | BoatsTaken
  | RoyalFounded
  | IslandRemoved
  | EndTriggered
  | TurnPassed
  | TurnEnded
  | GameEnded;

export type ClientMessage =
  | Hello
  | Play
  | Preview
  | Ping;

export type ServerMessage =
  | State
  | Events
  | Accepted
  | Refused
  | Previewed
  | Pong
  | Reload;
