/** What a picture of a film holds, and how a fleet is drawn in it. Pure. */
import type { Effect } from '../protocol/types';
import type { Curve } from './art/water';
import type { Berths } from './berths';
import { COLOURS } from './colours';
import { add, edgeFacing, mod6, type Place, type Point } from './geometry';
import { laid, waitingPoint } from './layout';
import type { Position, WaitingFleet } from './types';

/** A boat that is not in a berth. */
export interface Actor {
  colour: string;
  at: Point;
  opacity: number;
  /** Degrees: a boat that sinks leans. */
  tilt: number;
  /** 0 afloat … 1 gone below. */
  sunk: number;
}

export interface NumberSign {
  at: Point;
  number: number;
  colours: number;
  passed: boolean;
  grow: number;
}

/** One picture. */
export interface Frame {
  position: Position;
  berths: Berths;
  actors: Actor[];
  /** A tile that turns up: 0 its back, 1 its face; `off`: how far it still is from its place. */
  turning?: { tile: string; q: number; r: number; rotation: number; part: number; off: Point };
  number?: NumberSign;
  /** An island that leaves the game. */
  leaving?: { tile: string; q: number; r: number; rotation: number; part: number };
  crown?: { at: Point; colour: string; part: number };
  note?: { at: Point; text: 'lost' | 'turned_back' | 'removed' };
}

export interface Shot {
  ms: number;
  effect: Effect;
  frame(t: number): Frame;
}

export interface Sailing {
  boats: string[];
  at: Point;
  /** The place it stands on and the way it looks. */
  place: Place;
  direction: number;
  track: Curve[];
}

export function ease(t: number): number {
  return t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2;
}

export function between(a: Point, b: Point, t: number): Point {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

/** "red 2, blue 1" as a list of boats, in the order of the colours. */
export function boatList(boats: Record<string, number>): string[] {
  return COLOURS.flatMap((colour) => Array<string>(boats[colour] ?? 0).fill(colour));
}

/** Where the boats of a fleet lie about its middle. */
export function formation(count: number): Point[] {
  const perRow = count <= 3 ? count : Math.ceil(count / 2);
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / perRow);
    const inRow = Math.min(perRow, count - row * perRow);
    const rows = Math.ceil(count / perRow);
    return {
      x: ((i % perRow) - (inRow - 1) / 2) * 17,
      y: (row - (rows - 1) / 2) * 17,
    };
  });
}

export function actors(boats: readonly string[], at: Point, looks: Partial<Actor> = {}): Actor[] {
  const places = formation(boats.length);
  return boats.map((colour, i) => ({
    colour,
    at: add(at, places[i] as Point),
    opacity: 1,
    tilt: 0,
    sunk: 0,
    ...looks,
  }));
}

/** A fleet that waits to land, for a position without a film. */
export function waiting(position: Position, fleet: WaitingFleet): Actor[] {
  const tile = laid(position, fleet.island);
  if (!tile) return [];
  return actors(
    boatList(fleet.boats),
    waitingPoint(tile, edgeFacing(mod6(fleet.direction ?? 3), tile.rotation)),
  );
}

/** The first part of a curve (de Casteljau). */
export function partOf([a, b, c, d]: Curve, t: number): Curve {
  const ab = between(a, b, t);
  const bc = between(b, c, t);
  const cd = between(c, d, t);
  const abc = between(ab, bc, t);
  const bcd = between(bc, cd, t);
  return [a, ab, abc, between(abc, bcd, t)];
}
