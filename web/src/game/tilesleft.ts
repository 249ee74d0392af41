/** What is known of the tiles to come: which are left, not in which order. */
import { island, islands, water, waters } from '../board/catalogue';
import type { View } from '../protocol/types';
import { isIsland, valueOf } from './catalogue';

export type Whereabouts = 'left' | 'laid' | 'removed';

export interface Known {
  name: string;
  at: Whereabouts;
}

/** What a fleet meets on the next tile, and on how many of those left. */
export interface Meeting {
  /** Colours needed; `null`: land. */
  number: number | null;
  count: number;
}

/** From here on the end is near. */
export const FEW = 3;
export const ISLANDS = islands.length - 1; // without Tonga, which lies from the beginning
export const WATERS = waters.length;

/** The number a fleet meets on this tile when it is drawn: its red symbol faces where the fleet comes from. */
export const entryNumber = (tile: string): number | null =>
  water(tile)?.routes.find(({ edges }) => edges.includes(0))?.colours ?? null;

const whereabouts = (view: View, name: string): Whereabouts => {
  if (view.deck_left.includes(name)) return 'left';
  return view.removed.includes(name) ? 'removed' : 'laid';
};

/** All 32 tiles: islands by value, the most valuable first; sea tiles by letter. */
export function allTiles(view: View): { islands: Known[]; waters: Known[] } {
  const known = (names: string[]) => names.map((name) => ({ name, at: whereabouts(view, name) }));
  const byValue = islands
    .map(({ name }) => name)
    .sort((a, b) => valueOf(b) - valueOf(a) || a.localeCompare(b));
  return { islands: known(byValue), waters: known(waters.map(({ name }) => name)) };
}

export function left(deck: readonly string[]): { islands: number; waters: number } {
  const count = deck.filter(isIsland).length;
  return { islands: count, waters: deck.length - count };
}

/** Land first, then the numbers from calm to 4. */
export function meetings(deck: readonly string[]): Meeting[] {
  const numbers = deck.map((tile) => (island(tile) ? null : entryNumber(tile)));
  return [null, 0, 2, 3, 4].map((number) => ({
    number,
    count: numbers.filter((n) => n === number).length,
  }));
}

/** Which kind is about to run out, the scarcer first. */
export function runningOut(deck: readonly string[]): { kind: 'island' | 'water'; count: number }[] {
  const { islands, waters } = left(deck);
  return [
    { kind: 'island' as const, count: islands },
    { kind: 'water' as const, count: waters },
  ]
    .filter(({ count }) => count > 0 && count <= FEW)
    .sort((a, b) => a.count - b.count);
}
