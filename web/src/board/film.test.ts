// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Effect } from '../protocol/types';
import { allot } from './berths';
import endless from './fixtures/endless.json';
import game from './fixtures/game.json';
import { fold } from './fold';
import { formation, waiting, type Frame } from './frames';
import { Storyboard } from './storyboard';
import type { Position } from './types';

// The fixtures are effects of golden games, told by the engine; JSON has lost the tags' literal types.
const films = [
  ['a whole game', game],
  ['an endless chain', endless],
] as unknown as [string, { from: Position; to: Position; effects: Effect[] }][];

function boatsIn(frame: Frame): number {
  return Object.values(frame.berths)
    .flat()
    .filter((colour) => colour !== null).length;
}

function boatsOn(position: Position): number {
  return Object.values(position.boats)
    .flatMap((boats) => Object.values(boats))
    .reduce((a, b) => a + b, 0);
}

describe.each(films)('the film of %s', (_, { from, to, effects }) => {
  const board = new Storyboard(from, {});
  for (const effect of effects) board.tell(effect);

  it('ends in the live position', () => {
    expect(effects.reduce(fold, from)).toEqual(to);
    expect(board.position).toEqual(to);
    expect(board.fleet).toEqual([]);
  });

  it('gives every boat ashore a berth in every picture', () => {
    for (const shot of board.shots) {
      const frame = shot.frame(1);
      // A boat that moves is under way, and in no berth.
      const moves = shot.effect.effect === 'boat_moved' ? 1 : 0;
      expect(boatsIn(frame) + moves).toBe(boatsOn(frame.position));
    }
  });

  it('has no picture with a point that is none', () => {
    for (const shot of board.shots) {
      for (const t of [0, 0.3, 0.7, 1]) {
        const frame = shot.frame(t);
        for (const { at } of frame.actors) expect(Number.isFinite(at.x + at.y)).toBe(true);
        if (frame.number) expect(Number.isFinite(frame.number.at.x)).toBe(true);
      }
    }
  });

  it('shows every tile turn up and every fleet leave, land or sink', () => {
    const kinds = (name: string) => effects.filter((e) => e.effect === name).length;
    const shown = (name: string) => board.shots.filter((s) => s.effect.effect === name).length;
    for (const name of [
      'tile_laid',
      'fleet_sailed',
      'fleet_moved',
      'boat_landed',
      'boat_placed',
      'boat_moved',
    ]) {
      expect(shown(name), name).toBe(kinds(name));
    }
    expect(shown('fleet_lost')).toBeGreaterThanOrEqual(kinds('fleet_lost'));
    expect(shown('island_removed')).toBe(kinds('island_removed'));
  });

  it('moves fleets without jumps', () => {
    let last: { x: number; y: number } | undefined;
    for (const { effect, frame } of board.shots) {
      if (['fleet_moved', 'fleet_arrived', 'fleet_turned_back'].includes(effect.effect)) {
        const start = frame(0).actors[0]?.at;
        if (start && last) expect(Math.hypot(start.x - last.x, start.y - last.y)).toBeLessThan(16);
      }
      last = [
        'fleet_sailed',
        'fleet_moved',
        'fleet_arrived',
        'fleet_turned_back',
        'tile_laid',
        'number_met',
      ].includes(effect.effect)
        ? frame(1).actors[0]?.at
        : undefined;
    }
  });
});

describe('berths', () => {
  const position: Position = {
    tiles: { Tonga: [0, 0, 0] },
    boats: { 'Tonga a': { red: 1 } },
    royal: {},
    supply: { red: 14, blue: 15 },
  };

  it('a boat keeps its berth when another comes or goes', () => {
    const one = allot(position);
    const red = one['Tonga a']?.indexOf('red') ?? -1;
    expect(red).toBeGreaterThanOrEqual(0);
    const two = allot({ ...position, boats: { 'Tonga a': { blue: 2, red: 1 } } }, one);
    expect(two['Tonga a']?.[red]).toBe('red');
    expect(two['Tonga a']?.filter((c) => c === 'blue')).toHaveLength(2);
    const three = allot({ ...position, boats: { 'Tonga a': { blue: 1, red: 1 } } }, two);
    expect(three['Tonga a']?.[red]).toBe('red');
  });

  it('a royal island has none', () => {
    const royal = allot({
      tiles: { Samoa: [0, 1, 0] },
      boats: {},
      royal: { Samoa: 'red' },
      supply: { red: 14 },
    });
    expect(Object.keys(royal)).toEqual([]);
  });
});

describe('a fleet', () => {
  it('lies together without boats on top of each other', () => {
    for (let n = 1; n <= 6; n++) {
      const points = formation(n);
      expect(points).toHaveLength(n);
      expect(new Set(points.map((p) => `${p.x},${p.y}`)).size).toBe(n);
    }
  });

  it('waits off the island, on the side from where it came', () => {
    const position: Position = { tiles: { Fiji: [0, 0, 2] }, boats: {}, royal: {}, supply: {} };
    const boats = waiting(position, { island: 'Fiji', boats: { red: 1 }, direction: 0 });
    expect(boats).toHaveLength(1);
    expect(boats[0]?.at.y).toBeGreaterThan(60);
  });
});
