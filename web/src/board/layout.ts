/** Where the things of a position lie on the board. */
import { island as islandOf, water as waterOf } from './catalogue';
import { islandArt, type BeachArt } from './art/island';
import { along, routeCurve, waterArt, type Curve } from './art/water';
import {
  APOTHEM,
  SIZE,
  add,
  centre,
  edgeAngle,
  edgeMiddle,
  mod6,
  polar,
  turned,
  type Place,
  type Point,
} from './geometry';
import type { Leg, Position } from './types';

/** A tile on the table. */
export interface Laid {
  name: string;
  place: Place;
  rotation: number;
  centre: Point;
}

export function laid(position: Position, name: string): Laid | undefined {
  const at = position.tiles[name];
  if (!at) return undefined;
  const place = { q: at[0], r: at[1] };
  return { name, place, rotation: at[2], centre: centre(place) };
}

export function allLaid(position: Position): Laid[] {
  return Object.keys(position.tiles).flatMap((name) => laid(position, name) ?? []);
}

export function tileAt(position: Position, place: Place): Laid | undefined {
  const entry = Object.entries(position.tiles).find(([, [q, r]]) => q === place.q && r === place.r);
  return entry && laid(position, entry[0]);
}

/** A point of a tile on the board. */
export function onBoard(tile: Laid, point: Point): Point {
  return add(tile.centre, turned(point, tile.rotation));
}

/** What turns and shifts a tile's drawing to its place. */
export function transform(tile: Laid): string {
  return `translate(${tile.centre.x} ${tile.centre.y}) rotate(${60 * tile.rotation})`;
}

export function beachArt(island: string, beach: string): BeachArt | undefined {
  const land = islandOf(island);
  return land && islandArt(land).beaches.find((b) => b.id === beach);
}

/** The berths of a beach on the board, in order. */
export function berths(position: Position, island: string, beach: string): Point[] {
  const tile = laid(position, island);
  return (tile && beachArt(island, beach)?.berths.map((b) => onBoard(tile, b))) ?? [];
}

/** The middle of an edge of a laid tile on the board; `out` units beyond it. */
export function edgePoint(tile: Laid, edge: number, out = 0): Point {
  return onBoard(tile, polar(APOTHEM + out, edgeAngle(edge)));
}

function shifted(tile: Laid, [a, b, c, d]: Curve): Curve {
  return [onBoard(tile, a), onBoard(tile, b), onBoard(tile, c), onBoard(tile, d)];
}

export function straight(a: Point, b: Point): Curve {
  const at = (t: number) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
  return [a, at(1 / 3), at(2 / 3), b];
}

/** How far from the middle of an island a fleet waits, at the edge it came by. */
const WAITING = 80;

export function waitingPoint(tile: Laid, edge: number): Point {
  return onBoard(tile, polar(WAITING, edgeAngle(edge)));
}

/** A leg of a voyage as a curve on the board. */
export function legCurve(position: Position, leg: Leg): Curve | undefined {
  const tile = laid(position, leg.tile);
  if (!tile) return undefined;
  if (leg.kind === 'cross') return shifted(tile, routeCurve(leg.entry, leg.exit));
  const [edge, shore] = [edgeMiddle(leg.edge), polar(66, edgeAngle(leg.edge))];
  return shifted(tile, leg.kind === 'pier' ? straight(shore, edge) : straight(edge, shore));
}

/** Where on its way across a water tile a fleet meets the number: the share of the way, and the point. */
export function numberOn(tile: Laid, entry: number): { share: number; at: Point } | undefined {
  const water = waterOf(tile.name);
  const route = water && waterArt(water).routes.find((r) => r.edges.includes(mod6(entry)));
  if (!route) return undefined;
  let share = 0.5;
  let least = Infinity;
  for (let t = 0; t <= 1; t += 0.02) {
    const p = along(route.curve, t);
    const d = Math.hypot(p.x - route.mark.x, p.y - route.mark.y);
    if (d < least) [share, least] = [t, d];
  }
  return {
    share: route.edges[0] === entry ? share : 1 - share,
    at: onBoard(tile, route.mark),
  };
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The box around places, with some sea around. */
export function boxAround(places: readonly Place[], margin = 0.35 * SIZE): Box {
  const centres = (places.length ? places : [{ q: 0, r: 0 }]).map(centre);
  const xs = centres.map((c) => c.x);
  const ys = centres.map((c) => c.y);
  const [left, top] = [Math.min(...xs) - SIZE - margin, Math.min(...ys) - APOTHEM - margin];
  return {
    x: left,
    y: top,
    width: Math.max(...xs) + SIZE + margin - left,
    height: Math.max(...ys) + APOTHEM + margin - top,
  };
}
