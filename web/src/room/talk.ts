/** The talk of a room: its lines in order, and where they stand between the turns of the games. */
import type { Entry, Turn } from '../game/log';
import type { Room, Talk } from '../protocol/types';

/** Lines that came, joined to those that are there: in the order of their numbers, a changed one in its place. */
export function joined(lines: readonly Talk[], came: readonly Talk[]): Talk[] {
  const all = [...lines];
  for (const line of came) {
    const { n } = line;
    const same = n === null ? -1 : all.findIndex((old) => old.n === n);
    if (same >= 0) {
      all[same] = line;
      continue;
    }
    const after = n === null ? -1 : all.findIndex((old) => old.n !== null && old.n > n);
    all.splice(after < 0 ? all.length : after, 0, line);
  }
  return all;
}

/** The number of the last line that is kept, -1 if none. */
export const lastNumber = (lines: readonly Talk[]): number =>
  lines.reduce((last, line) => Math.max(last, line.n ?? -1), -1);

/** Lines that were said in one turn, or between games. */
export interface Stretch {
  key: string;
  /** The game they were said in, counted from 1; `null` before the first. */
  number: number | null;
  /** The turn, of the game that is open. */
  turn: Turn | null;
  lines: Talk[];
}

/** The turn in which an event happened. */
export function turnAt(turns: readonly Turn[], seq: number): Turn | null {
  return turns.findLast(({ entries }) => (entries[0]?.seq ?? Infinity) <= seq) ?? null;
}

/** What was said, by the entry of the log after which it was; under `null` what was before the first. */
export type SaidAfter = ReadonlyMap<Entry | null, readonly Talk[]>;

/** What people said in a game, between the entries of its log. */
export function saidAfter(
  lines: readonly Talk[],
  game: string | null,
  turns: readonly Turn[],
): SaidAfter {
  const entries = turns.flatMap((turn) => turn.entries);
  const said = new Map<Entry | null, Talk[]>();
  for (const line of lines) {
    if (line.game === null || line.game !== game || line.notice || line.removed) continue;
    const entry = entries.findLast(({ seq }) => seq <= (line.seq ?? -1)) ?? null;
    const there = said.get(entry);
    if (there) there.push(line);
    else said.set(entry, [line]);
  }
  return said;
}

/** The lines under the turns they were said in; `game` is the one that is open, with its turns. */
export function stretches(
  lines: readonly Talk[],
  games: Room['games'],
  game: string | null,
  turns: readonly Turn[],
): Stretch[] {
  const all: Stretch[] = [];
  for (const line of lines) {
    const number = games.find(({ id }) => id === line.game)?.number ?? null;
    const turn = line.game !== null && line.game === game ? turnAt(turns, line.seq ?? -1) : null;
    const place = `${line.game ?? ''}/${turn?.turn ?? ''}`;
    const last = all.at(-1);
    if (last?.key.startsWith(`${place}#`)) last.lines.push(line);
    else all.push({ key: `${place}#${all.length}`, number, turn, lines: [line] });
  }
  return all;
}
