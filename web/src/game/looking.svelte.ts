/** Looking at what was: the film since one's last decision, a way out, and any moment of the game. */
import { Film, type PlayOptions } from '../board/film.svelte';
import { m } from '../paraglide/messages.js';
import type { Effect, Event, View, WayOut } from '../protocol/types';
import {
  chaptersOf,
  inEffect,
  lastDecision,
  ownSeat,
  titleOf,
  turnAt,
  turnsSince,
  type Chapter,
} from './history';
import { History, type Source } from './history.svelte';
import { Log, type Entry } from './log';
import { settings } from './settings.svelte';
import type { GameStore } from './store.svelte';

/** A chapter of a film, as its bar shows it. */
export interface Part {
  label: string;
  colour: string | null;
  effects: readonly Effect[];
}

/** A film that was asked for: its chapters, and the same as sentences. */
export interface Reel {
  title: string;
  text: string;
  parts: readonly Part[];
  entries: readonly Entry[];
  numbered: boolean;
}

export class Looking {
  readonly film = new Film();
  readonly history: History;
  reel = $state.raw<Reel | null>(null);
  /** The sentences are shown, too; then the reel stays when the film is over. */
  listed = $state(false);
  /** Each effect of the reel, in order. */
  #order = new Map<Effect, number>();
  #again: () => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly game: GameStore,
    source: Source,
  ) {
    this.history = new History(source, () => game.view?.seq ?? 0);
  }

  /** The events in effect; up to the moment that is looked at. */
  readonly events = $derived.by((): Event[] => {
    const { at } = this.history;
    const { events } = this.game;
    return inEffect(at === null ? events : events.filter((event) => event.seq <= at));
  });
  readonly #live = $derived.by(() => inEffect(this.game.events));
  readonly since = $derived.by(() => {
    const { table, view } = this.game;
    return table && view ? lastDecision(this.#live, ownSeat(table, view)) : 0;
  });
  readonly chapters = $derived.by((): Chapter[] => {
    const news = this.#live.filter((event) => event.seq > this.since);
    return chaptersOf(news, ...turnAt(this.#live, this.since));
  });
  /** How many turns others have had since. */
  readonly turns = $derived.by(() => {
    const { table, view } = this.game;
    const seat = table && view ? ownSeat(table, view) : null;
    return turnsSince(this.chapters, table?.seats[seat ?? -1]?.colours ?? []);
  });
  /** The sentence that is shown now: its number among the entries. */
  readonly now = $derived.by(() => {
    const at = this.film.effect && this.#order.get(this.film.effect);
    if (!this.reel || at === undefined) return -1;
    return this.reel.entries.findLastIndex((entry) => this.#placeOf(entry) <= at);
  });

  /** Show everything since the last decision. */
  async happened(onshot?: (effect: Effect) => void): Promise<void> {
    const { chapters, since } = this;
    const { table } = this.game;
    if (!table || chapters.length === 0) return;
    const parts = chapters.map((chapter) => {
      const { colour, scenes } = chapter;
      const label = titleOf(table, chapter);
      return { label, colour, effects: scenes.map((scene) => scene.effect) };
    });
    const log = new Log(table);
    for (const event of this.#live) log.add(event);
    const entries = log.turns.flatMap((turn) => turn.entries).filter((e) => e.seq > since);
    const from = await this.history.viewAt(since);
    this.#scenes(this.#live.filter((event) => event.seq > since));
    const reel = { title: m.film_title(), text: '', parts, entries, numbered: false };
    await this.#show(reel, from, onshot);
  }

  /** Show the shortest way out of a chain that runs in circles. Nothing is played. */
  async wayOut(way: WayOut, onshot?: (effect: Effect) => void): Promise<void> {
    const { table, view } = this.game;
    if (!table || !view) return;
    const log = new Log(table);
    for (const event of this.#live) log.add(event);
    const voyages = voyagesIn(way.effects);
    const events = voyages.map((effects, i) => ({ ...blank, seq: view.seq + 1 + i, effects }));
    for (const event of events) log.add(event);
    const entries = log.turns.flatMap((turn) => turn.entries).filter((e) => e.seq > view.seq);
    const parts = voyages.map((effects, i) => ({ label: String(i + 1), colour: null, effects }));
    this.#scenes(events);
    this.listed = true;
    const title = m.way_out_title({ count: voyages.length });
    await this.#show(
      { title, text: m.way_out_text(), parts, entries, numbered: true },
      view,
      onshot,
    );
  }

  /** The film again from its beginning, after it is over. */
  again(): Promise<void> {
    return this.#again();
  }

  /** To a sentence of the film. */
  seek(entry: Entry): void {
    if (!this.film.playing) void this.again();
    const at = this.#placeOf(entry);
    this.film.seek(this.film.startOf((effect) => (this.#order.get(effect) ?? -1) >= at));
  }

  close(): void {
    this.reel = null;
    this.film.skip();
  }

  async #show(reel: Reel, from: View, onshot: PlayOptions['onshot']): Promise<void> {
    this.history.back();
    this.#again = async () => {
      this.reel = reel;
      const turns = reel.parts.map((part) => part.effects);
      const { fleet, position } = from;
      const waits = fleet ? { island: fleet.island, boats: fleet.boats } : undefined;
      await this.film.show(turns, { from: position, fleet: waits, onshot, speed: settings.speed });
      if (!this.listed && !this.film.asked && this.reel === reel) this.reel = null;
    };
    await this.#again();
  }

  #places: { seq: number; index: number }[] = [];
  #scenes(events: readonly Event[]): void {
    this.#order = new Map();
    this.#places = [];
    for (const { seq, effects } of events) {
      effects.forEach((effect, index) => {
        this.#order.set(effect, this.#places.length);
        this.#places.push({ seq, index });
      });
    }
  }

  /** Where a sentence begins in the order of effects. */
  #placeOf(entry: Entry): number {
    const at = this.#places.findIndex(
      (p) => p.seq > entry.seq || (p.seq === entry.seq && p.index >= entry.index),
    );
    return at < 0 ? this.#places.length : at;
  }
}

const blank: Event = {
  seq: 0,
  kind: 'move',
  seat: null,
  colour: null,
  line: null,
  tile: null,
  forced: false,
  effects: [],
  back_to: null,
  taken: 0,
  commitment: null,
  bot: null,
  resigned: false,
};

/** Effects of a chain, voyage by voyage. */
function voyagesIn(effects: readonly Effect[]): Effect[][] {
  const voyages: Effect[][] = [];
  for (const effect of effects) {
    const last = voyages.at(-1);
    if (!last || effect.effect === 'fleet_sailed') voyages.push([effect]);
    else last.push(effect);
  }
  return voyages;
}
