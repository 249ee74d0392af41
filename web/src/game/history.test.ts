import { describe, expect, it, vi } from 'vitest';
import type { Effect } from '../protocol/types';
import { event, table, view } from './fixtures';
import { chaptersOf, inEffect, lastDecision, ownSeat, titleOf, turnsSince } from './history';
import { History, momentIn } from './history.svelte';
import { arrivalOf, earlierMoves } from './marks';
import { done, linesAgain, withAgain } from './redo';

const place = (colour: string): Effect => ({
  effect: 'boat_placed',
  colour,
  island: 'Tonga',
  beach: 'a',
});
const begins = (colour: string, turn: number): Effect => ({ effect: 'turn_began', colour, turn });
const undo = (seq: number, back_to: number) =>
  event(seq, [], { kind: 'undo', back_to, taken: 1, line: null });

describe('what is in effect', () => {
  it('is what no undo took out, nested or not', () => {
    const log = [0, 1, 2, 3].map((seq) => event(seq, []));
    const seqs = (more: ReturnType<typeof event>[]) =>
      inEffect([...log, ...more]).map((e) => e.seq);
    expect(seqs([undo(4, 2)])).toEqual([0, 1, 2]);
    expect(seqs([undo(4, 2), event(5, []), undo(6, 4)])).toEqual([0, 1, 2]);
    expect(seqs([undo(4, 2), event(5, []), undo(6, 1), event(7, [])])).toEqual([0, 1, 7]);
  });
});

describe('a film since the last decision', () => {
  const log = [
    event(0, [], { kind: 'start', colour: null, seat: null }),
    event(1, [place('red')]),
    event(2, [place('blue')], { seat: 1, colour: 'blue' }),
    event(3, [place('red'), begins('blue', 1)]),
    event(4, [place('blue'), begins('red', 2)], { seat: 1, colour: 'blue' }),
  ];

  it('begins after it, and has a chapter for each turn', () => {
    const since = lastDecision(log, 0);
    expect(since).toBe(3);
    const chapters = chaptersOf(log.slice(since + 1), 1, 'blue');
    expect(chapters.map((c) => [c.turn, c.colour, c.scenes.map((s) => s.seq)])).toEqual([
      [1, 'blue', [4]],
    ]);
    expect(turnsSince(chapters, ['red'])).toBe(1);
  });

  it('shows the last decision again where nothing happened since', () => {
    expect(lastDecision(log, 1)).toBe(3);
    expect(lastDecision(log.slice(0, 2), 0)).toBe(0);
  });

  it('begins with the game for who has not decided yet', () => {
    expect(lastDecision(log, 2)).toBe(0);
  });

  it('names in each chapter who had the seat then', () => {
    const taken = table({ before: [{ seat: 1, until: 4, name: 'Cy' }] });
    const titles = chaptersOf(log.slice(1), 0, null).map((chapter) => titleOf(taken, chapter));
    expect(titles).toEqual(['Setup: Ana', 'Setup: Cy', 'Setup: Ana', 'Turn 1: Bo']);
  });

  it('has a chapter for each boat of the setup', () => {
    expect(chaptersOf(log.slice(1, 4), 0, null).map((c) => c.colour)).toEqual([
      'red',
      'blue',
      'red',
    ]);
  });

  it('is that of who decides, else of the person here, else of who looks on', () => {
    expect(ownSeat(table({ your_seats: [0, 1] }), view({ active_seat: 1 }))).toBe(1);
    expect(ownSeat(table(), view({ can_act: false, active_seat: 1 }))).toBe(0);
    expect(ownSeat(table({ your_seats: [] }), view({ can_act: false, active_seat: 1 }))).toBe(1);
  });

  it('keeps the last turn of each player marked', () => {
    expect(earlierMoves(log, 'blue').map((move) => move.colour)).toEqual(['red']);
  });
});

describe('a fleet off an island', () => {
  const tiles = { Tonga: [0, 0, 0], Fiji: [0, 1, 3] } as Record<string, [number, number, number]>;
  const sailed: Effect = {
    effect: 'fleet_sailed',
    island: 'Tonga',
    beach: 'a',
    pier: 0,
    boats: { red: 2 },
  };
  const arrived = (island: string): Effect => ({
    effect: 'fleet_arrived',
    island,
    boats: { red: 2 },
  });

  it('lies where it came from', () => {
    const there = arrivalOf([event(1, [sailed, arrived('Fiji')])], tiles);
    expect(there).toEqual({ island: 'Fiji', direction: 3 });
  });

  it('lies off its pier where it was turned back', () => {
    const there = arrivalOf([event(1, [sailed, arrived('Tonga')])], tiles);
    expect(there).toEqual({ island: 'Tonga', direction: 0 });
  });
});

describe('History', () => {
  const source = vi.fn((first: number, last: number) =>
    Promise.resolve(Array.from({ length: last - first + 1 }, (_, i) => view({ seq: first + i }))),
  );

  it('shows a moment, keeps what it has fetched, and comes back', async () => {
    source.mockClear();
    const history = new History(source, () => 150);
    await history.show(70);
    expect([history.now, history.view?.seq]).toEqual([70, 70]);
    await history.step(-1);
    expect(history.view?.seq).toBe(69);
    expect(source.mock.calls).toEqual([[64, 127]]);
    await history.show(140);
    expect(source.mock.calls.at(-1)).toEqual([128, 150]);
    await history.show(150);
    expect([history.looking, history.now]).toEqual([false, 150]);
  });

  it('shows the moment asked for last, whatever answers first', async () => {
    const history = new History(source, () => 150);
    const first = history.show(10);
    await history.show(100);
    await first;
    expect(history.view?.seq).toBe(100);
  });

  it('is not moved by what happens meanwhile', async () => {
    let last = 20;
    const history = new History(source, () => last);
    await history.show(10);
    last = 30;
    expect([history.now, history.view?.seq]).toEqual([10, 10]);
    await history.show(25);
    expect(history.view?.seq).toBe(25);
  });

  it('reads the moment of an address', () => {
    expect(['#12', '#', '#x', ''].map(momentIn)).toEqual([12, null, null, null]);
  });
});

describe('what may be done again', () => {
  it('are the own lines, up to where somebody else moved, but not over a tile', () => {
    const line = (seq: number, seat: number, forced = false) =>
      event(seq, [], { line: `line ${seq}`, seat, forced });
    const log = [line(1, 0), line(2, 0), line(3, 0, true), line(4, 1), line(5, 0)];
    expect(linesAgain(log, 1, [0])).toEqual(['line 2']);
    expect(linesAgain(log, 0, [0, 1])).toHaveLength(5);
    const drawn = event(6, [], { kind: 'draw', line: null });
    expect(linesAgain([...log, drawn], 1, [0])).toEqual([]);
  });

  it('follows step by step, and is forgotten when something else happens', () => {
    let again = withAgain([], { seq: 11, lines: ['b'] }, 10);
    again = withAgain(again, { seq: 12, lines: ['a'] }, 11);
    expect(done(again, 13)).toEqual([{ seq: 13, lines: ['b'] }]);
    expect(withAgain(again, { seq: 20, lines: ['c'] }, 19)).toHaveLength(1);
  });
});
