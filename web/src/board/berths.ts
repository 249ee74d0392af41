/** Which boat lies in which berth. Berths are alike in the rules; here a boat keeps its own as long as it stays. */
import { islands } from './catalogue';
import { COLOURS } from './colours';
import type { Position, Staged } from './types';

/** "Tonga a" → the colour in each berth, or null. */
export type Berths = Readonly<Record<string, readonly (string | null)[]>>;

const size = new Map(
  islands.flatMap((island) => island.beaches.map((b) => [`${island.name} ${b.id}`, b.berths])),
);

function rank(colour: string): number {
  return (COLOURS as readonly string[]).indexOf(colour);
}

/** Berths nearest the middle of the beach first, so that few boats stand together. */
function fromMiddle(length: number): number[] {
  const middle = (length - 1) / 2;
  return Array.from({ length }, (_, i) => i).sort(
    (a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b,
  );
}

function beach(before: readonly (string | null)[], boats: Record<string, number>) {
  const left = new Map(Object.entries(boats));
  const after: (string | null)[] = before.map((colour) => {
    const n = colour === null ? 0 : (left.get(colour) ?? 0);
    if (n > 0 && colour !== null) left.set(colour, n - 1);
    return n > 0 ? colour : null;
  });
  const arriving = [...left].sort(([a], [b]) => rank(a) - rank(b));
  const order = fromMiddle(after.length);
  for (const [colour, n] of arriving) {
    for (let i = 0; i < n; i++) {
      const free = order.find((at) => after[at] === null);
      if (free !== undefined) after[free] = colour;
    }
  }
  return after;
}

/** The berths after a change: who was there stays, who is new takes a free one. */
export function allot(position: Position, before: Berths = {}): Berths {
  const after: Record<string, (string | null)[]> = {};
  for (const [key, berths] of size) {
    const name = key.slice(0, key.lastIndexOf(' '));
    if (!(name in position.tiles) || name in position.royal) continue;
    const start = before[key] ?? Array<null>(berths).fill(null);
    after[key] = beach(start, position.boats[key] ?? {});
  }
  return after;
}

/** The free berths of a beach in the order in which they are taken. */
export function freeBerths(berths: Berths, key: string): number[] {
  const list = berths[key] ?? [];
  return fromMiddle(list.length).filter((at) => list[at] === null);
}

/** The berth of each staged boat (-1 where there is none left). */
export function stagedBerths(berths: Berths, staged: readonly Staged[]): number[] {
  const used = new Map<string, number>();
  return staged.map(({ island, beach: letter }) => {
    const key = `${island} ${letter}`;
    const n = used.get(key) ?? 0;
    used.set(key, n + 1);
    return freeBerths(berths, key)[n] ?? -1;
  });
}
