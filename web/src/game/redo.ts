/** What was taken back and may be done again, as long as nothing else has happened. Pure. */
import type { Event } from '../protocol/types';
import type { Draft } from './draft';
import { inEffect } from './history';

/** A staged step or played lines; `seq`: the last event when it was taken back. */
export type Again = { seq: number } & ({ draft: Draft } | { lines: string[] });

/** One more step taken back. What is older and no longer fits is forgotten. */
export function withAgain(stack: readonly Again[], step: Again, before: number): Again[] {
  return [...(stack.at(-1)?.seq === before ? stack : []), step];
}

/** The last one was done again: the one before it may follow. */
export function done(stack: readonly Again[], seq: number): Again[] {
  return stack.slice(0, -1).map((step) => ({ ...step, seq }));
}

/** The lines that play again what goes when the game goes back to `to`; none where a tile was turned up. */
export function linesAgain(
  events: readonly Event[],
  to: number,
  seats: readonly number[],
): string[] {
  const gone = inEffect(events).filter((event) => event.seq > to);
  if (gone.some((event) => event.kind === 'draw')) return [];
  const foreign = gone.findIndex((event) => event.seat === null || !seats.includes(event.seat));
  const own = foreign < 0 ? gone : gone.slice(0, foreign);
  // What followed of itself follows again.
  const last = own.findLastIndex((event) => !event.forced);
  return own.slice(0, last + 1).flatMap((event) => event.line ?? []);
}
