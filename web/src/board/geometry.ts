/** Hexes, flat side up (R-1.5): where tiles, edges and points lie. Lengths are in board units; screens scale them. */

export type Edge = 0 | 1 | 2 | 3 | 4 | 5;
export type Direction = Edge;
export type Rotation = Edge;

export interface Point {
  x: number;
  y: number;
}

export interface Place {
  q: number;
  r: number;
}

/** Centre to corner. */
export const SIZE = 100;
/** Centre to the middle of an edge. */
export const APOTHEM = (SIZE * Math.sqrt(3)) / 2;
/** How far the control points of an edge's S stand off the straight line. */
const SWING = 13;

export const EDGES: readonly Edge[] = [0, 1, 2, 3, 4, 5];

/** R-1.5: south, south-west, north-west, north, north-east, south-east. */
export const STEPS: readonly Place[] = [
  { q: 0, r: 1 },
  { q: -1, r: 1 },
  { q: -1, r: 0 },
  { q: 0, r: -1 },
  { q: 1, r: -1 },
  { q: 1, r: 0 },
];

export function mod6(n: number): Edge {
  return (((n % 6) + 6) % 6) as Edge;
}

/** The place next to this one. */
export function neighbour(place: Place, direction: Direction): Place {
  const step = STEPS[direction] as Place;
  return { q: place.q + step.q, r: place.r + step.r };
}

/** R-1.5: where an edge of a turned tile faces. */
export function facing(edge: Edge, rotation: number): Direction {
  return mod6(edge + rotation);
}

/** Which edge of a turned tile faces this way. */
export function edgeFacing(direction: Direction, rotation: number): Edge {
  return mod6(direction - rotation);
}

/** The middle of a place on the board. */
export function centre(place: Place): Point {
  return { x: 1.5 * SIZE * place.q, y: 2 * APOTHEM * (place.r + place.q / 2) };
}

/** Angles run clockwise on the screen from the right; an edge's middle is at this one. */
export function edgeAngle(edge: number): number {
  return 90 + 60 * edge;
}

export function polar(radius: number, degrees: number): Point {
  const a = (degrees * Math.PI) / 180;
  return { x: radius * Math.cos(a), y: radius * Math.sin(a) };
}

/** Turn a point of a tile with the tile. */
export function turned(point: Point, rotation: number): Point {
  const a = (rotation * Math.PI) / 3;
  const [c, s] = [Math.cos(a), Math.sin(a)];
  return { x: point.x * c - point.y * s, y: point.x * s + point.y * c };
}

export function add(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
}

/** The middle of an edge of an unturned tile. */
export function edgeMiddle(edge: number): Point {
  return polar(APOTHEM, edgeAngle(edge));
}

/**
 * The S of an edge, clockwise from corner to corner: two cubic curves, seven points. It swings out in its first half and in
 * by as much in its second, so it is point-symmetric about its middle and any two edges interlock at any rotation.
 */
export function edgeCurve(edge: number): Point[] {
  const from = polar(SIZE, 60 + 60 * edge);
  const to = polar(SIZE, 120 + 60 * edge);
  const out = polar(SWING, edgeAngle(edge));
  const at = (along: number, swing: number): Point => ({
    x: from.x + (to.x - from.x) * along + out.x * swing,
    y: from.y + (to.y - from.y) * along + out.y * swing,
  });
  return [
    at(0, 0),
    at(1 / 6, 1),
    at(1 / 3, 1),
    at(1 / 2, 0),
    at(2 / 3, -1),
    at(5 / 6, -1),
    at(1, 0),
  ];
}

export function round(n: number): number {
  return Math.round(n * 100) / 100;
}

export function xy(p: Point): string {
  return `${round(p.x)} ${round(p.y)}`;
}

/** The outline of a tile, as an SVG path about its middle. */
export function outline(): string {
  let path = '';
  for (const edge of EDGES) {
    const [a, b, c, d, e, f, g] = edgeCurve(edge).map(xy);
    path += `${edge === 0 ? `M${a}` : ''}C${b} ${c} ${d}C${e} ${f} ${g}`;
  }
  return `${path}Z`;
}

export const OUTLINE = outline();

function bow(p0: Point, p1: Point, p2: Point, p3: Point): string {
  const c1 = { x: p1.x + (p2.x - p0.x) / 6, y: p1.y + (p2.y - p0.y) / 6 };
  const c2 = { x: p2.x - (p3.x - p1.x) / 6, y: p2.y - (p3.y - p1.y) / 6 };
  return `C${xy(c1)} ${xy(c2)} ${xy(p2)}`;
}

/** A smooth closed curve through points (Catmull-Rom). */
export function closedCurve(points: readonly Point[]): string {
  const n = points.length;
  const at = (i: number) => points[(i + n) % n] as Point;
  let path = `M${xy(at(0))}`;
  for (let i = 0; i < n; i++) path += bow(at(i - 1), at(i), at(i + 1), at(i + 2));
  return `${path}Z`;
}

/** A smooth open curve through points. */
export function openCurve(points: readonly Point[]): string {
  const at = (i: number) => points[Math.max(0, Math.min(points.length - 1, i))] as Point;
  let path = `M${xy(at(0))}`;
  for (let i = 0; i < points.length - 1; i++) path += bow(at(i - 1), at(i), at(i + 1), at(i + 2));
  return path;
}

/** A band of a ring between two radii and two angles. */
export function band(inner: number, outer: number, from: number, to: number): string {
  const large = to - from > 180 ? 1 : 0;
  const [a, b, c, d] = [polar(inner, from), polar(outer, from), polar(outer, to), polar(inner, to)];
  return `M${xy(a)}L${xy(b)}A${outer} ${outer} 0 ${large} 1 ${xy(c)}L${xy(d)}A${inner} ${inner} 0 ${large} 0 ${xy(a)}Z`;
}
