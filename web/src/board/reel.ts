/** A film cut to length: shots in order of time, grouped by turn. Pure. */
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
/** With reduced motion each shot is one still picture. */
export const STILL = 1400;

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
  const factor = stretch(
    shots.reduce((sum, shot) => sum + shot.ms, 0),
    least,
  );
  let at = start;
  return shots.map((shot) => {
    const cut = { shot, part, start: at, ms: still ? STILL : shot.ms * factor };
    at += cut.ms;
    return cut;
  });
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
