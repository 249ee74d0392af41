/** The catalogue of tiles in words: values, berths, and which way a beach looks. */
import { island as islandOf } from '../board/catalogue';
import { m } from '../paraglide/messages.js';

export const isIsland = (tile: string): boolean => islandOf(tile) !== undefined;
export const valueOf = (island: string): number => islandOf(island)?.value ?? 0;

const beachOf = (island: string, beach: string) =>
  islandOf(island)?.beaches.find((b) => b.id === beach);

/** Berths of a beach. */
export const berthsOf = (island: string, beach: string): number =>
  beachOf(island, beach)?.berths ?? 0;

/** The beach that has this pier. */
export const beachAtPier = (island: string, pier: number): string =>
  islandOf(island)?.beaches.find((b) => b.piers.some((edge) => edge === pier))?.id ?? '';

/** How tiles lie: the rotation of each, as in a position or folded from effects. */
export type Rotations = (tile: string) => number;

export const rotationsIn =
  (laid: Record<string, readonly number[]>): Rotations =>
  (tile) =>
    laid[tile]?.[2] ?? 0;

/**
 * Clockwise from south, in steps of 30 degrees (R-1.5: edge 0 unrotated looks south). Two beaches of an island
 * are at least 60 degrees apart, so eight names tell them apart.
 */
const DIRECTIONS = [
  m.direction_s,
  m.direction_sw,
  m.direction_sw,
  m.direction_w,
  m.direction_nw,
  m.direction_nw,
  m.direction_n,
  m.direction_ne,
  m.direction_ne,
  m.direction_e,
  m.direction_se,
  m.direction_se,
];

const direction = (steps: number): string =>
  (DIRECTIONS[((steps % 12) + 12) % 12] ?? m.direction_s)();

/** The direction of an edge: "north-east". */
export const edgeDirection = (rotations: Rotations, tile: string, edge: number): string =>
  direction(2 * (edge + rotations(tile)));

/** The direction in which a beach looks: the middle of its piers. */
export function beachDirection(rotations: Rotations, island: string, beach: string): string {
  const piers = beachOf(island, beach)?.piers ?? [0];
  const [first = 0] = piers;
  const last = piers.at(-1) ?? first;
  return direction(first + last + 2 * rotations(island));
}

/** "north beach". */
export const beachName = (rotations: Rotations, island: string, beach: string): string =>
  m.beach_name({ direction: beachDirection(rotations, island, beach) });
