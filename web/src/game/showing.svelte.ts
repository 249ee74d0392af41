/** What moves on the board: what happens now, a step through the past, and at the end the count of the islands. */
import { untrack } from 'svelte';
import type Board from '../board/Board.svelte';
import type { Effect, View } from '../protocol/types';
import { hear, hearAtOnce, hearNews, hearTurn } from '../sound/hear';
import { momentIn } from './history.svelte';
import { waitingFleet } from './labels';
import type { Entry } from './log';
import type { Looking } from './looking.svelte';
import { settings } from './settings.svelte';
import type { GameStore } from './store.svelte';

export class Showing {
  /** At the end the last film runs, then the islands are counted, then the result stands. */
  count = $state<'none' | 'film' | 'runs'>('none');
  /** What is to be said about the moment that is looked at. */
  note = $state('');

  constructor(
    private readonly game: GameStore,
    private readonly looking: Looking,
    private readonly map: () => Board | undefined,
  ) {}

  /** Something happened just now. */
  async happened(effects: Effect[], before: View, after: View): Promise<void> {
    const over = after.phase === 'over';
    if (over) this.count = 'film';
    if (settings.speed === 'off') hearAtOnce(effects);
    // Who looks back is not moved by what happens meanwhile.
    if (!this.looking.history.looking) await this.#play(effects, before);
    if (settings.speed !== 'off') hearNews(effects);
    if (after.can_act && !before.can_act) hearTurn();
    if (over) this.count = 'runs';
  }

  async #play(effects: Effect[], from: View): Promise<void> {
    const fleet = waitingFleet(from) ?? undefined;
    const { speed } = settings;
    await this.map()?.play(effects, { from: from.position, fleet, speed, onshot: hear });
  }

  /** To a moment; one step forward is shown as it happened. */
  moment(seq: number, tiles: readonly string[] = []): void {
    this.looking.close();
    const { history } = this.looking;
    const { now, view } = history;
    const event = this.game.events.find((one) => one.seq === seq);
    void history.show(seq, tiles);
    this.note = '';
    const forward = seq === now + 1 && tiles.length === 0;
    if (view && event && event.kind !== 'undo' && forward) void this.#play(event.effects, view);
  }

  /** What a sentence of the log tells. */
  entry(entry: Entry): void {
    this.moment(entry.seq, entry.tiles);
    this.map()?.show(entry.tiles);
  }
}

/** A link to a moment opens it, and the address follows where one looks. Returns what to do when the address changes. */
export function followAddress(game: GameStore, looking: Looking, showing: Showing): () => void {
  const { history } = looking;
  let linked = momentIn(location.hash);
  $effect(() => {
    const { at } = history;
    if (!game.view) return;
    if (linked !== null) {
      const first = linked;
      linked = null;
      untrack(() => showing.moment(first));
      return;
    }
    const address = location.pathname + location.search + (at === null ? '' : `#${at}`);
    window.history.replaceState(window.history.state, '', address);
  });
  return () => {
    const seq = momentIn(location.hash);
    if (seq === null) history.back();
    else if (seq !== history.at) showing.moment(seq);
  };
}
