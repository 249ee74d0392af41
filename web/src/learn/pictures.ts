/** Small positions and what the engine makes of them: written by `python -m tests.scenarios.pictures`. */
import { fold } from '../board/fold';
import { neighbour, mod6, facing, type Place } from '../board/geometry';
import type { Position } from '../board/types';
import type { Effect } from '../protocol/types';
import data from './pictures.json';

export interface Picture {
  before: Position;
  effects: Effect[];
}

export type PictureName = keyof typeof data;

/** JSON knows no unions: the effects are those of the protocol, as a test in Python makes sure. */
const pictures = data as unknown as Record<PictureName, Picture>;

export const pictureOf = (name: PictureName): Picture => pictures[name];

export const after = ({ before, effects }: Picture): Position => effects.reduce(fold, before);

/** All places that the film needs, those too that are empty at its beginning or stay so. */
export function placesOf({ before, effects }: Picture): Place[] {
  const lying = Object.values(before.tiles).map(([q, r]) => ({ q, r }));
  const ahead = effects.flatMap((e): Place[] => {
    if (e.effect === 'tile_laid') return [{ q: e.q, r: e.r }];
    const from = e.effect === 'fleet_sailed' ? before.tiles[e.island] : undefined;
    if (e.effect !== 'fleet_sailed' || !from) return [];
    const [q, r, rotation] = from;
    return [neighbour({ q, r }, facing(mod6(e.pier), rotation))];
  });
  return [...lying, ...ahead];
}

/** A chapter for each voyage. */
export function voyagesOf(effects: readonly Effect[]): Effect[][] {
  const parts: Effect[][] = [[]];
  for (const effect of effects) {
    if (effect.effect === 'fleet_sailed' && parts.at(-1)?.length) parts.push([]);
    parts.at(-1)?.push(effect);
  }
  return parts;
}
