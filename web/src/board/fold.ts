/** The position after an effect. Only what is told is done: nothing is decided here. */
import type { Effect } from '../protocol/types';
import type { Position } from './types';

type Counts = Record<string, number>;

/** The record without one key. */
function without<T>(record: Record<string, T>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([k]) => k !== key));
}

/** Counts with some added; colours that come to 0 are dropped. */
function plus(counts: Counts, change: Counts, sign: 1 | -1, keepZero = false): Counts {
  const all = new Set([...Object.keys(counts), ...Object.keys(change)]);
  const sums = [...all].map((colour): [string, number] => [
    colour,
    (counts[colour] ?? 0) + sign * (change[colour] ?? 0),
  ]);
  return Object.fromEntries(sums.filter(([, n]) => keepZero || n > 0));
}

function onBeach(position: Position, key: string, change: Counts, sign: 1 | -1): Position {
  const here = plus(position.boats[key] ?? {}, change, sign);
  const boats = without(position.boats, key);
  return { ...position, boats: Object.keys(here).length > 0 ? { ...boats, [key]: here } : boats };
}

function inSupply(position: Position, change: Counts, sign: 1 | -1): Position {
  return { ...position, supply: plus(position.supply, change, sign, true) };
}

export function fold(position: Position, effect: Effect): Position {
  switch (effect.effect) {
    case 'boat_placed': {
      const one = { [effect.colour]: 1 };
      return onBeach(inSupply(position, one, -1), `${effect.island} ${effect.beach}`, one, 1);
    }
    case 'boat_moved': {
      const one = { [effect.colour]: 1 };
      const left = onBeach(position, `${effect.from_island} ${effect.from_beach}`, one, -1);
      return onBeach(left, `${effect.island} ${effect.beach}`, one, 1);
    }
    case 'fleet_sailed':
      return onBeach(position, `${effect.island} ${effect.beach}`, effect.boats, -1);
    case 'tile_laid': {
      const at: [number, number, number] = [effect.q, effect.r, effect.rotation];
      return { ...position, tiles: { ...position.tiles, [effect.tile]: at } };
    }
    case 'boat_landed':
      return onBeach(position, `${effect.island} ${effect.beach}`, { [effect.colour]: 1 }, 1);
    case 'fleet_lost':
    case 'fleet_sent_home':
      return inSupply(position, effect.boats, 1);
    case 'boats_taken': {
      const left = onBeach(position, `${effect.island} ${effect.beach}`, effect.boats, -1);
      return inSupply(left, effect.boats, 1);
    }
    case 'royal_founded': {
      const royal = { ...position.royal, [effect.island]: effect.colour };
      return inSupply({ ...position, royal }, { [effect.colour]: 1 }, -1);
    }
    case 'island_removed':
      return { ...position, tiles: without(position.tiles, effect.island) };
    default:
      return position;
  }
}
