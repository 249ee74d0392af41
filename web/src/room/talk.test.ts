import { describe, expect, it } from 'vitest';
import type { Turn } from '../game/log';
import type { Room, Talk } from '../protocol/types';
import { joined, lastNumber, saidAfter, stretches } from './talk';

const line = (n: number | null, more: Partial<Talk> = {}): Talk => ({
  n,
  at: '2026-11-30T09:00:00Z',
  kind: 'table',
  name: 'Ana',
  seat: 0,
  text: `line ${n}`,
  emote: null,
  notice: null,
  game: null,
  seq: null,
  removed: false,
  ...more,
});
const turn = (number: number, seq: number): Turn => ({
  turn: number,
  colour: 'red',
  title: `turn ${number}`,
  entries: [{ seq, index: 0, text: '', tone: 'plain', forced: false, tiles: [], under: [] }],
});
const games = [{ id: 'a' }, { id: 'b' }].map(({ id }, i) => ({
  ...({} as Room['games'][number]),
  id,
  number: i + 1,
}));

describe('the lines of the talk', () => {
  it('stand in the order of their numbers, also those that may be seen later', () => {
    const lines = joined(joined([], [line(0), line(3)]), [line(1), line(4)]);
    expect(lines.map(({ n }) => n)).toEqual([0, 1, 3, 4]);
    expect(lastNumber(lines)).toBe(4);
  });

  it('come once, and change in their place', () => {
    const lines = joined([line(0), line(1)], [line(0, { removed: true, text: '' }), line(1)]);
    expect(lines).toMatchObject([{ n: 0, removed: true }, { n: 1 }]);
  });

  it('keep what only this browser is told where it was told', () => {
    const lines = joined(joined([line(0)], [line(null)]), [line(1)]);
    expect(lines.map(({ n }) => n)).toEqual([0, null, 1]);
    expect(lastNumber([line(null)])).toBe(-1);
  });
});

describe('the lines between the turns', () => {
  const said = [
    line(0),
    line(1, { game: 'a', seq: 50 }),
    line(2, { game: 'b', seq: 0 }),
    line(3, { game: 'b', seq: 4 }),
    line(4, { game: 'b', seq: 6 }),
    line(5, { game: 'b', seq: 9 }),
  ];

  it('stand under the turn they were said in, those of other games under the game', () => {
    const parts = stretches(said, games, 'b', [turn(1, 3), turn(2, 8)]);
    expect(parts.map((part) => [part.number, part.turn?.title, part.lines.length])).toEqual([
      [null, undefined, 1],
      [1, undefined, 1],
      [2, undefined, 1],
      [2, 'turn 1', 2],
      [2, 'turn 2', 1],
    ]);
    expect(new Set(parts.map(({ key }) => key)).size).toBe(5);
  });
});

describe('the lines between the entries of the log', () => {
  const turns = [turn(1, 3), turn(2, 8)];
  const [first, second] = turns.flatMap(({ entries }) => entries);
  const said = [
    line(0),
    line(1, { game: 'a', seq: 50 }),
    line(2, { game: 'b', seq: 2 }),
    line(3, { game: 'b', seq: 3 }),
    line(4, { game: 'b', seq: 7, removed: true }),
    line(5, { game: 'b', seq: 7, notice: { key: 'notice_loud', params: {} } }),
    line(6, { game: 'b', seq: 7 }),
    line(7, { game: 'b', seq: 9 }),
  ];

  it('are what people said in this game, each after the entry that was the latest then', () => {
    const after = saidAfter(said, 'b', turns);
    const numbers = [null, first ?? null, second ?? null].map((entry) =>
      after.get(entry)?.map(({ n }) => n),
    );
    expect(numbers).toEqual([[2], [3, 6], [7]]);
    expect(saidAfter(said, null, turns).size).toBe(0);
  });
});
