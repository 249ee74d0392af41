/** The shape of each target on the board: what is outlined, what can be hit, where its signs stand. Pure. */
import { freeBerths, type Berths } from './berths';
import { APOTHEM, OUTLINE, SIZE, band, centre, edgeAngle, polar, type Point } from './geometry';
import { beachArt, edgePoint, laid, onBoard, transform } from './layout';
import type { Position, Staged, Target } from './types';

export interface TargetShape {
  target: Target;
  /** Of `outline` and `hit`. */
  transform: string;
  outline: string;
  hit: string;
  /** Where "+", wave or tick stands. */
  sign: Point;
  /** Where the number of key mode stands. */
  number: Point;
  badge: Point;
}

/** Fingers need 44 px; more than this many board units would cover the neighbours. */
const FINGER = 44;
const MOST = 40;

function disc(c: Point, radius: number): string {
  return `M${c.x - radius} ${c.y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
}

/** The sixth of a tile towards an edge, and a disc at the edge's middle. */
function pierHit(edge: number, scale: number): string {
  const radius = Math.min(MOST, Math.max(26, FINGER / 2 / scale));
  const [a, b] = [
    polar(SIZE * 0.97, edgeAngle(edge) - 30),
    polar(SIZE * 0.97, edgeAngle(edge) + 30),
  ];
  return `M0 0L${a.x} ${a.y}L${b.x} ${b.y}Z${disc(polar(APOTHEM, edgeAngle(edge)), radius)}`;
}

function plank(edge: number): string {
  const [out, side] = [edgeAngle(edge), edgeAngle(edge) + 90];
  const corner = (r: number, s: number) => {
    const [p, d] = [polar(r, out), polar(s, side)];
    return `${p.x + d.x} ${p.y + d.y}`;
  };
  return `M${corner(60, -12)}L${corner(95, -12)}L${corner(102, 0)}L${corner(95, 12)}L${corner(60, 12)}Z`;
}

function beachShape(target: Target, position: Position, berths: Berths, staged: readonly Staged[]) {
  const [tile, art] = [
    laid(position, target.tile ?? ''),
    beachArt(target.tile ?? '', target.beach ?? ''),
  ];
  if (!tile || !art) return undefined;
  const here = staged.filter((s) => s.island === target.tile && s.beach === target.beach).length;
  const free = freeBerths(berths, `${target.tile} ${target.beach}`)[here];
  const berth = free === undefined ? undefined : art.berths[free];
  const middle = (art.from + art.to) / 2;
  return {
    target,
    transform: transform(tile),
    outline: band(47, 72.5, art.from, art.to),
    hit: band(38, 84, art.from - 3, art.to + 3),
    sign: onBoard(tile, berth ?? polar(50, middle)),
    number: onBoard(tile, polar(80, middle)),
    badge: onBoard(tile, polar(44, middle)),
  };
}

/** Draw a target, if what it names is there. */
export function shape(
  target: Target,
  position: Position,
  berths: Berths,
  staged: readonly Staged[],
  scale: number,
): TargetShape | undefined {
  if (target.kind === 'beach') return beachShape(target, position, berths, staged);
  if (target.kind === 'place') {
    const at = centre({ q: target.q ?? 0, r: target.r ?? 0 });
    const where = `translate(${at.x} ${at.y})`;
    const corner = { x: at.x, y: at.y - 40 };
    return {
      target,
      transform: where,
      outline: OUTLINE,
      hit: OUTLINE,
      sign: at,
      number: corner,
      badge: corner,
    };
  }
  const tile = laid(position, target.tile ?? '');
  if (!tile) return undefined;
  if (target.kind === 'pier') {
    const edge = target.edge ?? 0;
    return {
      target,
      transform: transform(tile),
      outline: plank(edge),
      hit: pierHit(edge, scale),
      sign: edgePoint(tile, edge, 2),
      number: edgePoint(tile, edge, 30),
      badge: edgePoint(tile, edge, 30),
    };
  }
  const at = (x: number, y: number) => ({ x: tile.centre.x + x, y: tile.centre.y + y });
  return {
    target,
    transform: transform(tile),
    outline: OUTLINE,
    hit: OUTLINE,
    sign: at(31, -33),
    number: at(0, -62),
    badge: at(31, -33),
  };
}
