/** What this browser knows of a newcomer: whether the tour was taken, and which tables are for learning. */
import type { Component } from 'svelte';
import type { GameStore } from '../game/store.svelte';

export type Lesson = 'chain' | 'royal' | 'endless';
export type Kind = 'guided' | Lesson;

export const LESSONS: readonly Lesson[] = ['chain', 'royal', 'endless'];

export interface Memory {
  /** The tour was taken, or ended by hand: it is not offered again by itself. */
  toured: boolean;
  /** Lessons that were finished. */
  done: Lesson[];
  tables: Record<string, Kind>;
}

const PLACE = 'tongiaki-learn';
/** Tables that are remembered; older ones are plain games then. */
const MOST = 40;

/** What was stored; whatever is not understood counts as nothing. */
export function read(stored: string | null): Memory {
  let found: Partial<Record<keyof Memory, unknown>> = {};
  try {
    found = (JSON.parse(stored ?? '{}') ?? {}) as typeof found;
  } catch {
    // Damaged: a newcomer again.
  }
  const tables = typeof found.tables === 'object' && found.tables ? found.tables : {};
  const done = Array.isArray(found.done) ? found.done : [];
  return {
    toured: found.toured === true,
    done: LESSONS.filter((lesson) => done.includes(lesson)),
    tables: Object.fromEntries(Object.entries(tables).filter(([, kind]) => isKind(kind))),
  };
}

const isKind = (kind: unknown): kind is Kind =>
  kind === 'guided' || LESSONS.some((lesson) => lesson === kind);

export function memory(): Memory {
  try {
    return read(localStorage.getItem(PLACE));
  } catch {
    return read(null);
  }
}

export function keep(change: Partial<Memory>): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...memory(), ...change }));
  } catch {
    // Private windows may refuse: then every visit is the first one.
  }
}

export function keepTable(id: string, kind: Kind): void {
  const tables = Object.entries(memory().tables).slice(1 - MOST);
  keep({ tables: Object.fromEntries([...tables, [id, kind]]) });
}

/** The table is a plain game from now on. */
export function forgetTable(id: string): void {
  const tables = Object.entries(memory().tables).filter(([other]) => other !== id);
  keep({ tables: Object.fromEntries(tables) });
}

/** What helps a learner at this table; nothing is loaded for a plain game. */
export async function coachOf(id: string): Promise<Component<CoachProps> | null> {
  if (!memory().tables[id]) return null;
  return (await import('./Coach.svelte')).default;
}

export interface CoachProps {
  game: GameStore;
  id: string;
  /** Something else is looked at: the past, or a film. */
  away: boolean;
}
