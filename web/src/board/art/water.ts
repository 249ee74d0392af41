/** The routes of a water tile (unturned, about its middle): curves from edge to edge and where their numbers stand. */
import type { Water } from '../catalogue';
import { edgeMiddle, mod6, openCurve, xy, type Edge, type Point } from '../geometry';
import { seeded } from './random';

/** A cubic curve. */
export type Curve = readonly [Point, Point, Point, Point];

export interface RouteArt {
  edges: [Edge, Edge];
  colours: number;
  curve: Curve;
  path: string;
  /** Foam along both sides, and streaks in the current: more of them where the number is higher. */
  foam: string;
  streaks: string;
  /** Where the number stands. */
  mark: Point;
}

export interface WaterArt {
  routes: RouteArt[];
  /** Small waves between the routes. */
  ripples: Point[];
}

/** How far the control points stand from the middle, by how far apart the edges are: tight turns hug the corner. */
const REACH = [0, 0.5, 0.6, 0.34] as const;

export function routeCurve(from: number, to: number): Curve {
  const apart = Math.min(mod6(to - from), mod6(from - to));
  const k = REACH[apart as 0 | 1 | 2 | 3];
  const [a, b] = [edgeMiddle(from), edgeMiddle(to)];
  return [a, { x: a.x * k, y: a.y * k }, { x: b.x * k, y: b.y * k }, b];
}

export function along([a, b, c, d]: Curve, t: number): Point {
  const u = 1 - t;
  const w = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t] as const;
  return {
    x: w[0] * a.x + w[1] * b.x + w[2] * c.x + w[3] * d.x,
    y: w[0] * a.y + w[1] * b.y + w[2] * c.y + w[3] * d.y,
  };
}

export function curvePath([a, b, c, d]: Curve): string {
  return `M${xy(a)}C${xy(b)} ${xy(c)} ${xy(d)}`;
}

/** A line beside the curve, swaying gently in the middle, so that it meets the next tile's line at the edges. */
function beside(curve: Curve, offset: number, sway: number, phase: number): string {
  const points: Point[] = [];
  const steps = 28;
  for (let i = 0; i <= steps; i++) {
    const t = i / steps;
    const [at, next] = [along(curve, t - 0.01), along(curve, t + 0.01)];
    const length = Math.hypot(next.x - at.x, next.y - at.y);
    const taper = Math.min(1, 8 * t, 8 * (1 - t));
    const out = offset + sway * taper * Math.sin(i * 1.9 + phase);
    const here = along(curve, t);
    points.push({
      x: here.x - ((next.y - at.y) / length) * out,
      y: here.y + ((next.x - at.x) / length) * out,
    });
  }
  return openCurve(points);
}

const streakOffsets: readonly (readonly number[])[] = [
  [0],
  [0],
  [-3.4, 3.4],
  [-5.2, 0, 5.2],
  [-6.3, -2.1, 2.1, 6.3],
];

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The first place on the curve that stands clear of all other routes, or the clearest. */
function clearPlace(curve: Curve, others: readonly Curve[]): Point {
  let best: Point = along(curve, 0.5);
  let room = -1;
  for (const t of [0.5, 0.3, 0.7, 0.25, 0.75, 0.22, 0.78]) {
    const at = along(curve, t);
    let least = Infinity;
    for (const other of others) {
      for (let s = 0; s <= 1; s += 0.05) least = Math.min(least, distance(at, along(other, s)));
    }
    if (least > 27) return at;
    if (least > room) [best, room] = [at, least];
  }
  return best;
}

function draw(water: Water): WaterArt {
  const random = seeded(`water ${water.name}`);
  const curves = water.routes.map(({ edges }) => routeCurve(edges[0], edges[1]));
  const routes = water.routes.map(({ edges, colours }, i): RouteArt => {
    const curve = curves[i] as Curve;
    const mark = clearPlace(
      curve,
      curves.filter((_, j) => j !== i),
    );
    const offsets = streakOffsets[colours] ?? [];
    return {
      edges,
      colours,
      curve,
      path: curvePath(curve),
      foam: [-10.5, 10.5].map((o) => beside(curve, o, 1.3, random() * 6)).join(''),
      streaks: offsets.map((o) => beside(curve, o, 0.9, random() * 6)).join(''),
      mark,
    };
  });
  const ripples: Point[] = [];
  for (let tries = 0; tries < 200 && ripples.length < 9; tries++) {
    const at = { x: (random() - 0.5) * 150, y: (random() - 0.5) * 140 };
    if (Math.hypot(at.x, at.y) > 74) continue;
    const free = (p: Point, room: number) => distance(p, at) > room;
    const clear = curves.every((c) => {
      for (let s = 0; s <= 1; s += 0.1) if (!free(along(c, s), 24)) return false;
      return true;
    });
    if (clear && ripples.every((p) => free(p, 20))) ripples.push(at);
  }
  return { routes, ripples };
}

const drawn = new Map<string, WaterArt>();

export function waterArt(water: Water): WaterArt {
  let art = drawn.get(water.name);
  if (!art) drawn.set(water.name, (art = draw(water)));
  return art;
}
