/** A film cut to length: shots in order of time, grouped by turn. Pure. */
import type { Effect } from '../protocol/types';
import type { Shot } from './frames';

export interface Cut {
  shot: Shot;
  /** Which turn it belongs to. */
  part: number;
  /** When it begins, and how long it lasts (ms at normal speed). */
  start: number;
  ms: number;
}

/** A turn lasts so long (ms): long chains run faster, short ones slower. */
const SHORTEST = 1000;
const LONGEST = 8000;
/** With reduced motion a step of the game is one still picture, for so long. */
export const STILL = 1800;
const MANY = 8;

/** By how much a turn of this length is stretched. */
export function stretch(ms: number, least = SHORTEST): number {
  return ms > 0 ? Math.min(LONGEST, Math.max(least, ms)) / ms : 1;
}

/** The shots of one turn, beginning at `start`. */
export function cutTurn(
  shots: readonly Shot[],
  part: number,
  start: number,
  { still = false, least = SHORTEST } = {},
): Cut[] {
  if (still)
    return cards(shots).map((shot, i) => ({ shot, part, start: start + i * STILL, ms: STILL }));
  const factor = stretch(
    shots.reduce((sum, shot) => sum + shot.ms, 0),
    least,
  );
  let at = start;
  return shots.map((shot) => {
    const cut = { shot, part, start: at, ms: shot.ms * factor };
    at += cut.ms;
    return cut;
  });
}

/** One shot for each step: a departure, a tile with its number, a landing, a loss. */
export function cards(shots: readonly Shot[]): Shot[] {
  const steps: Shot[][] = [];
  for (const shot of shots) {
    const step = steps.at(-1);
    const before = step?.at(-1);
    if (step && before && goesOn(shot.effect, before.effect)) step.push(shot);
    else steps.push([shot]);
  }
  // The number counts, not that the fleet is over it.
  const told = steps.map(
    (step) => (step.find(({ effect }) => effect.effect === 'number_met') ?? step.at(-1)) as Shot,
  );
  // Of a long chain only what comes of each departure.
  return told.length <= MANY ? told : told.filter(({ effect }) => effect.effect !== 'fleet_sailed');
}

/** Whether it belongs to the step of the effect before. */
function goesOn(effect: Effect, before: Effect): boolean {
  const [kind, last] = [effect.effect, before.effect];
  if (effect === before) return true;
  switch (kind) {
    case 'fleet_moved':
    case 'fleet_sent_home':
    case 'royal_founded':
    case 'island_removed':
      return true;
    case 'number_met':
      return last === 'tile_laid';
    case 'boat_landed':
      return last === kind || last === 'fleet_arrived' || last === 'fleet_turned_back';
    case 'boat_placed':
    case 'boat_moved':
    case 'boats_taken':
      return last === kind;
    default:
      return false;
  }
}

export const endOf = (cuts: readonly Cut[]): number => {
  const last = cuts.at(-1);
  return last ? last.start + last.ms : 0;
};

/** The cut that runs at this time; the last one at the end. */
export function cutAt(cuts: readonly Cut[], at: number): Cut | undefined {
  return cuts.findLast((cut) => cut.start <= at) ?? cuts[0];
}

/** Where each turn begins. */
export function startsOf(cuts: readonly Cut[], parts: number): number[] {
  return Array.from(
    { length: parts },
    (_, part) => cuts.find((cut) => cut.part >= part)?.start ?? endOf(cuts),
  );
}
