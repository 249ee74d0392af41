import { describe, expect, it } from 'vitest';
import { waters } from '../board/catalogue';
import { view } from './fixtures';
import { allTiles, entryNumber, ISLANDS, left, meetings, runningOut, WATERS } from './tilesleft';

describe('tiles left', () => {
  it('counts 15 islands and 16 sea tiles in a full deck', () => {
    expect([ISLANDS, WATERS]).toEqual([15, 16]);
  });

  it('knows all 32 tiles and where each of them is', () => {
    const { islands, waters } = allTiles(
      view({ deck_left: ['Fiji', 'A', 'B'], removed: ['Samoa'] }),
    );
    expect(islands.length + waters.length).toBe(32);
    const at = Object.fromEntries([...islands, ...waters].map(({ name, at }) => [name, at]));
    expect([at.Fiji, at.A, at.Samoa, at.Tonga, at.P]).toEqual([
      'left',
      'left',
      'removed',
      'laid',
      'laid',
    ]);
    expect(islands.slice(0, 3).map(({ name }) => name)).toEqual(['Fiji', 'Hawaii', 'Samoa']);
  });

  it('counts by the number at the red symbol, where a fleet comes in', () => {
    expect(['A', 'C', 'L', 'Fiji'].map(entryNumber)).toEqual([4, 4, 0, null]);
    const deck = ['Fiji', 'A', 'B', 'L'];
    expect(meetings(deck)).toEqual([
      { number: null, count: 1 },
      { number: 0, count: 1 },
      { number: 2, count: 0 },
      { number: 3, count: 0 },
      { number: 4, count: 2 },
    ]);
    const all = waters.map(({ name }) => name);
    expect(meetings(all).reduce((sum, { count }) => sum + count, 0)).toBe(16);
  });

  it('warns from three of a kind on, of the scarcer one first', () => {
    const few = ['Fiji', 'Samoa', 'Oahu', 'A'];
    expect(runningOut(few)).toEqual([
      { kind: 'water', count: 1 },
      { kind: 'island', count: 3 },
    ]);
    expect(runningOut(['Fiji', 'Samoa', 'Oahu', 'Tahiti', 'A', 'B', 'C', 'D'])).toEqual([]);
    expect(left(few)).toEqual({ islands: 3, waters: 1 });
  });
});
