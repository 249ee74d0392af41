import { describe, expect, it } from 'vitest';
import type { Effect } from '../protocol/types';
import { event } from './fixtures';
import { lastMove, marksOf, routeOf } from './marks';

const began = (colour: string, turn: number): Effect => ({ effect: 'turn_began', colour, turn });
const placed = (colour: string, beach: string): Effect => ({
  effect: 'boat_placed',
  colour,
  island: 'Tonga',
  beach,
});

describe('lastMove', () => {
  it('is the last boat in the setup', () => {
    const events = [
      event(0, []),
      event(1, [placed('red', 'a')]),
      event(2, [placed('blue', 'b')], { colour: 'blue' }),
    ];
    expect(lastMove(events)).toEqual({ colour: 'blue', effects: [placed('blue', 'b')] });
  });

  it('is the turn before while nothing has happened in the one that began', () => {
    const events = [
      event(1, [placed('blue', 'b'), began('red', 1)], { colour: 'blue' }),
      event(2, [placed('red', 'c'), { effect: 'turn_ended', colour: 'red' }, began('blue', 2)]),
    ];
    expect(lastMove(events)).toMatchObject({ colour: 'red', effects: [placed('red', 'c'), {}] });
    events.push(event(3, [placed('blue', 'd')]));
    expect(lastMove(events)).toMatchObject({ colour: 'blue', effects: [placed('blue', 'd')] });
  });
});

describe('marksOf', () => {
  it('draws the track of a fleet to the island where it lands', () => {
    const tiles: Record<string, [number, number, number]> = {
      Tonga: [0, 0, 0],
      A: [0, 1, 3],
      Fiji: [0, 2, 3],
    };
    const marks = marksOf(
      [
        { effect: 'fleet_sailed', island: 'Tonga', beach: 'a', pier: 0, boats: { red: 3 } },
        { effect: 'tile_laid', tile: 'A', q: 0, r: 1, rotation: 3 },
        { effect: 'fleet_moved', tile: 'A', entry: 0, exit: 3 },
        { effect: 'fleet_arrived', island: 'Fiji', boats: { red: 3 } },
        { effect: 'boat_landed', colour: 'red', island: 'Fiji', beach: 'a' },
      ],
      tiles,
      'red',
    );
    expect(marks.tiles).toEqual(['A']);
    expect(marks.beaches).toEqual(['Fiji a']);
    expect(marks.routes).toEqual([
      [
        { kind: 'pier', tile: 'Tonga', edge: 0 },
        { kind: 'cross', tile: 'A', entry: 0, exit: 3, passed: true },
        { kind: 'arrive', tile: 'Fiji', edge: 0 },
      ],
    ]);
  });

  it('lets boats sink at the tile whose number they met', () => {
    const marks = marksOf(
      [
        { effect: 'fleet_sailed', island: 'Tonga', beach: 'a', pier: 0, boats: { red: 3 } },
        { effect: 'number_met', tile: 'A', number: 2, colours: 1, passed: false },
        { effect: 'fleet_lost', cause: 'number', boats: { red: 3 } },
      ],
      { Tonga: [0, 0, 0], A: [0, 1, 3] },
      'red',
    );
    expect(marks.sunk).toEqual([{ tile: 'A', boats: { red: 3 } }]);
  });

  it('lets boats sink at the empty place when no tile is left', () => {
    const marks = marksOf(
      [
        { effect: 'fleet_sailed', island: 'Tonga', beach: 'b', pier: 1, boats: { red: 3 } },
        { effect: 'fleet_lost', cause: 'deck', boats: { red: 3 } },
      ],
      { Tonga: [0, 0, 0] },
      'red',
    );
    expect(marks.sunk).toEqual([{ q: -1, r: 1, boats: { red: 3 } }]);
  });
});

describe('routeOf', () => {
  it('is the known way of a voyage', () => {
    const hops = [{ tile: 'A', entry: 0, exit: 3, number: 4, passed: false }];
    const outlook = {
      hops,
      end: 'lost' as const,
      island: null,
      free_berths: null,
      q: 0,
      r: 1,
      deck_empty: false,
    };
    const legs = routeOf({ Tonga: [0, 0, 0], A: [0, 1, 3] }, 'Tonga', 0, outlook);
    expect(legs.at(-1)).toEqual({ kind: 'cross', tile: 'A', entry: 0, exit: 3, passed: false });
  });
});
