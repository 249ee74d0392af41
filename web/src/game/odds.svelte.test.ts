import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PierOdds, Previewed, View } from '../protocol/types';
import { NONE, type Draft } from './draft';
import { table, view } from './fixtures';
import { Odds } from './odds.svelte';
import { DEFAULTS, set } from './settings.svelte';
import type { GameStore } from './store.svelte';

const pier = { island: 'Tonga', beach: 'b', pier: 3, land: 1 } as PierOdds;
const after = { view: view({ phase: 'chain' }) } as Previewed;

/** A game that answers questions when it is told to. */
class Asked {
  table = $state.raw(table());
  view = $state.raw<View>(view());
  status = $state.raw('open');
  draft = $state.raw<Draft>(NONE);
  previewed = $state.raw<Previewed | null>(null);
  lines = $state.raw<string[]>([]);
  answers: ((piers: PierOdds[] | null) => void)[] = [];
  odds = vi.fn(() => new Promise<PierOdds[] | null>((answer) => this.answers.push(answer)));

  stage(...lines: string[]) {
    this.lines = lines;
    this.previewed = lines.length ? after : null;
    flushSync();
  }

  async answer(piers: PierOdds[] | null) {
    this.answers.shift()?.(piers);
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
  }
}

let game: Asked;
let odds: Odds;
let end: () => void;

const begin = () => {
  game = new Asked();
  end = $effect.root(() => {
    odds = new Odds(game as unknown as GameStore);
  });
  flushSync();
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  end();
  set(DEFAULTS);
  vi.useRealTimers();
});

describe('the odds', () => {
  it('are asked for when what is staged has come to rest', async () => {
    begin();
    game.stage('expand Tonga a');
    vi.advanceTimersByTime(100);
    game.stage('expand Tonga ab');
    vi.advanceTimersByTime(100);
    expect(game.odds).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(game.odds.mock.calls).toEqual([[10, ['expand Tonga ab']]]);
    await game.answer([pier]);
    expect(odds.piers).toEqual([pier]);
    expect(odds.choosing).toBe(false);
  });

  it('of what is no longer staged are not shown', async () => {
    begin();
    game.stage('expand Tonga a');
    vi.advanceTimersByTime(200);
    game.stage();
    await game.answer([pier]);
    expect(odds.piers).toEqual([]);
  });

  it('of a voyage that is next are asked for once, whatever pier is chosen', async () => {
    begin();
    game.view = view({ phase: 'chain' });
    game.draft = { step: 'sail', line: null };
    flushSync();
    vi.advanceTimersByTime(0);
    await game.answer([pier]);
    game.draft = { step: 'sail', line: 'sail Tonga 3' };
    game.lines = ['sail Tonga 3'];
    flushSync();
    vi.advanceTimersByTime(1000);
    expect(game.odds.mock.calls).toEqual([[10, []]]);
    expect(odds.choosing).toBe(true);
    expect(odds.piers).toEqual([pier]);
  });

  it('are asked for again when the line is back', async () => {
    begin();
    game.stage('expand Tonga a');
    vi.advanceTimersByTime(200);
    game.status = 'lost';
    await game.answer(null);
    vi.advanceTimersByTime(1000);
    game.status = 'open';
    flushSync();
    vi.advanceTimersByTime(200);
    expect(game.odds).toHaveBeenCalledTimes(2);
  });

  it.each(['setting', 'table'])('are not asked for where the %s has none', (where) => {
    if (where === 'setting') set({ odds: false });
    begin();
    if (where === 'table') game.table = table({ odds: false });
    game.stage('expand Tonga a');
    vi.advanceTimersByTime(1000);
    expect(game.odds).not.toHaveBeenCalled();
    expect(odds.choosing).toBe(false);
  });
});
