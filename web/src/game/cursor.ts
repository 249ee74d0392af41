/** The keyboard's cursor: hex by hex over the laid tiles and the empty places around them. Pure. */
import { centre, EDGES, neighbour, type Place } from '../board/geometry';
import { nearest, type Towards } from './focus';

export const placeId = ({ q, r }: Place): string => `${q},${r}`;
export const samePlace = (a: Place, b: Place): boolean => a.q === b.q && a.r === b.r;

export const placesOf = (tiles: Record<string, readonly [number, number, number]>): Place[] =>
  Object.values(tiles).map(([q, r]) => ({ q, r }));

/** These places and all that touch one of them. */
export function withShores(places: readonly Place[]): Place[] {
  const all = new Map<string, Place>();
  for (const place of places) {
    for (const each of [place, ...EDGES.map((edge) => neighbour(place, edge))]) {
      all.set(placeId(each), each);
    }
  }
  return [...all.values()];
}

/** Columns stand side by side, every second one half a place lower: left and right keep the row, so that a way back is a way back. */
function beside(from: Place, towards: Towards): Place {
  switch (towards) {
    case 'up':
      return { q: from.q, r: from.r - 1 };
    case 'down':
      return { q: from.q, r: from.r + 1 };
    default: {
      const q = from.q + (towards === 'right' ? 1 : -1);
      const row = from.r + Math.floor(from.q / 2);
      return { q, r: row - Math.floor(q / 2) };
    }
  }
}

/** The next place in this direction among `places`; where there is none, the same. */
export function stepTo(from: Place, towards: Towards, places: readonly Place[]): Place {
  const next = beside(from, towards);
  if (places.some((place) => samePlace(place, next))) return next;
  const index = nearest(centre(from), places.map(centre), towards);
  return places[index] ?? from;
}
