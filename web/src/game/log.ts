/** The log in words, from effects only. */
import { m } from '../paraglide/messages.js';
import type { Effect, Event, Table } from '../protocol/types';
import { besideInWords, isFree, stays } from './beside';
import { beachName, edgeDirection, isIsland, valueOf, type Rotations } from './catalogue';
import {
  boatsInWords,
  coloursIn,
  countOf,
  listInWords,
  namesAt,
  namesOf,
  colourName,
  type Names,
} from './names';

export type Tone = 'plain' | 'good' | 'bad' | 'big';

export interface Entry {
  /** The event that it tells of, and the number of the first effect told among those of the event. */
  seq: number;
  index: number;
  text: string;
  tone: Tone;
  forced: boolean;
  /** The tiles that it is about. */
  tiles: readonly string[];
  /** An undo: what it took back. */
  under: readonly Entry[];
}

/** A sentence for those who listen. */
export interface Telling {
  text: string;
  /** How something ended: not to be missed. */
  result: boolean;
}

/** What ends a voyage, a chain or the game. */
const RESULTS: ReadonlySet<Effect['effect']> = new Set([
  'fleet_arrived',
  'fleet_lost',
  'fleet_sent_home',
  'boats_taken',
  'royal_founded',
  'island_removed',
  'end_triggered',
  'game_ended',
]);

export interface Turn {
  /** 0: the setup. */
  turn: number;
  colour: string | null;
  title: string;
  entries: Entry[];
}

/** Effects of one kind that are told in one sentence. */
type Run<K extends Effect['effect']> = Extract<Effect, { effect: K }>[];

/** The log, kept while events arrive. */
export class Log {
  /** Grouped by turn; a new array, with new objects where something changed, after each `add`. */
  turns: readonly Turn[] = [];
  readonly #table: Table;
  /** As they were when it happened. */
  #names: Names;
  /** Several persons at tables of their own: who takes back more than is free has been allowed to. */
  readonly #together: boolean;
  readonly #rotation = new Map<string, number>();
  readonly #rotations: Rotations = (tile) => this.#rotation.get(tile) ?? 0;
  #events: Event[] = [];
  /** What each undo took back. */
  readonly #under = new Map<number, readonly Entry[]>();
  #drawn: string | null = null;
  #ashore: Run<'boat_landed'> = [];

  constructor(table: Table) {
    this.#table = table;
    this.#names = namesOf(table);
    this.#together = table.room !== null && table.seats.filter(({ bot }) => !bot).length > 1;
  }

  /** Tell of one event; returns the new sentences, for those who listen. */
  add(event: Event): Telling[] {
    if (event.kind === 'undo') return this.#undo(event);
    this.#events.push(event);
    const seat = event.seat ?? 0;
    const before = namesAt(this.#table, event.seq - 1).seat(seat);
    this.#names = namesAt(this.#table, event.seq);
    const beside = besideInWords(event, this.#names.seat(seat), before);
    if (beside) {
      this.#write({ event, index: 0, tiles: [] }, beside);
      return [{ text: beside[0], result: true }];
    }
    const sentences: Telling[] = [];
    let index = 0;
    for (const run of runsOf(event.effects)) {
      const first = run[0];
      if (first?.effect === 'turn_began') this.#begin(first.turn, first.colour);
      const at = { event, index, tiles: tilesOf(run) };
      index += run.length;
      const said = this.#say(run);
      if (!said) continue;
      sentences.push({ text: said[0], result: first !== undefined && RESULTS.has(first.effect) });
      if (first?.effect === 'boat_landed') this.#land(at, run as Run<'boat_landed'>);
      else this.#write(at, said);
    }
    return sentences;
  }

  /** What was told after the event that the game goes back to now stands under one entry, as taken back. */
  #undo(event: Event): Telling[] {
    const back = event.back_to ?? -1;
    const gone = (e: { seq: number }) => e.seq > back && !this.#stays(e.seq);
    const under =
      this.#under.get(event.seq) ??
      this.turns
        .flatMap((turn) => turn.entries)
        .filter(gone)
        .flatMap((entry) => [...entry.under, { ...entry, under: [] }]);
    this.#under.set(event.seq, under);
    const agreed = this.#together && this.#events.filter(gone).some((e) => !isFree(e, event.seat));
    const kept = this.#events.filter((e) => !gone(e));
    this.turns = [];
    this.#events = [];
    this.#ashore = [];
    for (const e of kept) this.add(e);
    this.#events.push(event);
    this.#names = namesAt(this.#table, event.seq);
    const said = { player: this.#names.seat(event.seat ?? 0), count: event.taken };
    const text = agreed ? m.log_undo_agreed(said) : m.log_undo(said);
    this.#write({ event, index: 0, tiles: [] }, [text, 'plain'], false, under);
    return [{ text, result: true }];
  }

  #stays(seq: number): boolean {
    return this.#events.some((e) => e.seq === seq && stays(e));
  }

  #begin(turn: number, colour: string): void {
    const title = m.log_turn({ turn, player: this.#names.player(colour) });
    this.turns = [...this.turns, { turn, colour, title, entries: [] }];
  }

  /** Boats go ashore one event after the other and stand in one entry. */
  #land(at: Where, run: Run<'boat_landed'>): void {
    const goesOn = this.#ashore.length > 0 && this.#ashore[0]?.island === run[0]?.island;
    const ashore = goesOn ? [...this.#ashore, ...run] : run;
    this.#write(at, this.#landed(ashore), goesOn);
    this.#ashore = ashore;
  }

  #write(at: Where, [text, tone]: Said, instead = false, under: readonly Entry[] = []): void {
    const setup = { turn: 0, colour: null, title: m.log_setup(), entries: [] };
    const turn = this.turns.at(-1) ?? setup;
    const kept = instead ? turn.entries.slice(0, -1) : turn.entries;
    const { event, index, tiles } = at;
    const entry = { seq: event.seq, index, text, tone, forced: event.forced, tiles, under };
    this.turns = [...this.turns.slice(0, -1), { ...turn, entries: [...kept, entry] }];
    this.#ashore = [];
  }

  #say(run: Effect[]): Said | null {
    const first = run[0];
    if (!first) return null;
    switch (first.effect) {
      case 'boat_placed':
        return this.#placed(run as Run<'boat_placed'>);
      case 'boat_landed':
        return this.#landed(run as Run<'boat_landed'>);
      case 'boats_taken':
        return this.#taken(run as Run<'boats_taken'>);
      default:
        return this.#one(first);
    }
  }

  #one(e: Effect): Said | null {
    const player = (colour: string) => this.#names.player(colour);
    const beach = (island: string, letter: string) => beachName(this.#rotations, island, letter);
    switch (e.effect) {
      case 'boat_moved': {
        const from = m.place_on_island({
          island: e.from_island,
          beach: beach(e.from_island, e.from_beach),
        });
        const to = m.place_on_island({ island: e.island, beach: beach(e.island, e.beach) });
        return [m.log_boat_moved({ player: player(e.colour), from, to }), 'plain'];
      }
      case 'fleet_sailed':
        return [
          m.log_fleet_sailed({
            island: e.island,
            beach: beach(e.island, e.beach),
            direction: edgeDirection(this.#rotations, e.island, e.pier),
            boats: boatsInWords(e.boats),
            colours: coloursIn(e.boats),
          }),
          'plain',
        ];
      case 'tile_drawn':
        this.#drawn = e.tile;
        return isIsland(e.tile)
          ? [m.log_island_drawn({ island: e.tile, value: valueOf(e.tile) }), 'good']
          : [m.log_water_drawn({ tile: e.tile }), 'plain'];
      case 'tile_laid':
        return this.#laid(e.tile, e.rotation);
      case 'number_met':
        return numberMet(e.number, e.colours, e.passed);
      case 'fleet_turned_back':
        return [
          m.log_fleet_turned_back({ island: e.island, owner: player(e.royal), back: e.back_to }),
          'plain',
        ];
      case 'fleet_arrived':
        return [m.log_fleet_arrived({ island: e.island }), 'good'];
      case 'fleet_lost':
        return [lost(e.cause, e.boats), 'bad'];
      case 'fleet_sent_home':
        return [m.log_fleet_sent_home({ island: e.island, boats: boatsInWords(e.boats) }), 'bad'];
      case 'royal_founded':
        return [
          m.log_royal_founded({
            player: player(e.colour),
            island: e.island,
            value: valueOf(e.island),
          }),
          'big',
        ];
      case 'island_removed':
        return [m.log_island_removed({ island: e.island }), 'big'];
      case 'end_triggered':
        return [m.log_end_triggered({ reason: reasonInWords(e.reason) }), 'big'];
      case 'turn_passed':
        return [m.log_turn_passed({ player: player(e.colour) }), 'plain'];
      case 'game_ended':
        return [m.log_game_ended({ reason: reasonInWords(e.reason) }), 'big'];
      default:
        return null;
    }
  }

  /** On a voyage the tile is laid as it is drawn: that is told already. */
  #laid(tile: string, rotation: number): Said | null {
    this.#rotation.set(tile, rotation);
    const told = this.#drawn === tile;
    this.#drawn = null;
    return told ? null : [m.log_tile_laid({ tile }), 'plain'];
  }

  #placed(run: Run<'boat_placed'>): Said {
    const { colour = '', island = '' } = run[0] ?? {};
    const beaches = listInWords(run.map((e) => beachName(this.#rotations, island, e.beach)));
    const player = this.#names.player(colour);
    return [m.log_boats_placed({ player, count: run.length, island, beaches }), 'plain'];
  }

  #landed(run: Run<'boat_landed'>): Said {
    const island = run[0]?.island ?? '';
    const boats = run.map((e) =>
      m.boat_on_beach({
        colour: colourName(e.colour),
        beach: beachName(this.#rotations, island, e.beach),
      }),
    );
    return [m.log_boats_landed({ island, boats: listInWords(boats) }), 'plain'];
  }

  #taken(run: Run<'boats_taken'>): Said {
    const sum: Record<string, number> = {};
    for (const e of run) {
      for (const [colour, n] of Object.entries(e.boats)) sum[colour] = (sum[colour] ?? 0) + n;
    }
    const islands = listInWords([...new Set(run.map((e) => e.island))]);
    const said = { islands, boats: boatsInWords(sum), count: countOf(sum) };
    switch (run[0]?.cause) {
      case 'resettle':
        return [m.log_taken_resettle(said), 'big'];
      case 'endless':
        return [m.log_taken_endless(said), 'bad'];
      case 'circles':
        return [m.log_taken_circles(said), 'bad'];
      default:
        return [m.log_taken_king(said), 'plain'];
    }
  }
}

export type Said = [text: string, tone: Tone];

/** What a sentence is told of. */
interface Where {
  event: Event;
  index: number;
  tiles: readonly string[];
}

/** The tiles that effects are about. */
function tilesOf(run: readonly Effect[]): string[] {
  const named = run.flatMap((e) => {
    if (e.effect === 'fleet_turned_back') return [e.island, e.back_to];
    if (e.effect === 'boat_moved') return [e.from_island, e.island];
    if ('island' in e) return [e.island];
    return 'tile' in e ? [e.tile] : [];
  });
  return [...new Set(named)];
}

function numberMet(number: number, colours: number, passed: boolean): Said | null {
  if (number === 0) return [m.log_number_none(), 'plain'];
  return passed
    ? [m.log_number_passed({ number, colours }), 'good']
    : [m.log_number_failed({ number, colours }), 'bad'];
}

function lost(cause: string, boats: Record<string, number>): string {
  const said = { boats: boatsInWords(boats) };
  if (cause === 'deck') return m.log_fleet_lost_deck(said);
  if (cause === 'end') return m.log_fleet_lost_end(said);
  return m.log_fleet_lost_number(said);
}

/** Why a game ends. */
export function reasonInWords(reason: string): string {
  const words: Record<string, () => string> = {
    'last water tile': m.reason_water,
    'last island tile': m.reason_island,
    idle: m.reason_idle,
    agreed: m.reason_agreed,
  };
  return words[reason]?.() ?? reason;
}

/** Neighbouring effects that make one sentence: boats placed or landed on one island, boats taken for one cause. */
function runsOf(effects: Effect[]): Effect[][] {
  const runs: Effect[][] = [];
  for (const effect of effects) {
    const run = runs.at(-1);
    if (run && joins(run[0], effect)) run.push(effect);
    else runs.push([effect]);
  }
  return runs;
}

function joins(first: Effect | undefined, next: Effect): boolean {
  if (first?.effect === 'boat_placed' && next.effect === 'boat_placed') {
    return first.colour === next.colour && first.island === next.island;
  }
  if (first?.effect === 'boat_landed' && next.effect === 'boat_landed') {
    return first.island === next.island;
  }
  return (
    first?.effect === 'boats_taken' && next.effect === 'boats_taken' && first.cause === next.cause
  );
}
