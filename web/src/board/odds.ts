/** The ring of odds: three arcs one after the other, told apart by how they are drawn. Pure. */
import { beachArt, edgePoint, laid, onBoard } from './layout';
import { edgeAngle, polar, type Point } from './geometry';
import type { OddsSign, Position } from './types';

/** Radii in units of the sign: the disc, and the middle of the band of arcs. */
export const DISC = 19;
export const BAND = 15.6;
/** The gap between two arcs, as a share of the ring. */
const GAP = 0.012;

export interface Arc {
  kind: 'land' | 'back' | 'lost';
  path: string;
}

/** Clockwise from the top. What is left out of the reckoning stays open. */
export function arcs({ land, back, lost }: NonNullable<OddsSign['chances']>): Arc[] {
  let from = 0;
  return [
    { kind: 'land' as const, share: land },
    { kind: 'back' as const, share: back },
    { kind: 'lost' as const, share: lost },
  ].flatMap(({ kind, share }) => {
    const start = from;
    from += share;
    const gap = share > 1 - GAP ? 0 : GAP / 2;
    return share > 2 * gap ? [{ kind, path: arc(start + gap, from - gap) }] : [];
  });
}

/** A part of the band's middle; the whole in two halves, because an arc cannot end where it starts. */
function arc(from: number, to: number): string {
  const at = (share: number) => {
    const { x, y } = polar(BAND, 360 * share - 90);
    return `${round(x)} ${round(y)}`;
  };
  const long = (a: number, b: number) => (b - a > 0.5 ? 1 : 0);
  const half = (from + to) / 2;
  const bow = (a: number, b: number) => `A${BAND} ${BAND} 0 ${long(a, b)} 1 ${at(b)}`;
  return `M${at(from)}${bow(from, half)}${bow(half, to)}`;
}

const round = (n: number) => Math.round(n * 100) / 100;

/** How far beyond the edge a pier's ring stands, and a beach's from the middle of its island. */
const BEYOND = 8;
const OFF_BEACH = 92;

/** Where the rings stand, if what they name is there; `size`: how large a unit of theirs is. */
export function placed(signs: readonly OddsSign[], position: Position, size: number) {
  return signs.flatMap((sign) => {
    const at = placeOf(sign, position);
    if (!at) return [];
    const opposite = signs.some((other) => faces(sign, other, position));
    return [{ sign, at: opposite ? aside(sign, position, at, (DISC + 1) * size) : at }];
  });
}

function placeOf(sign: OddsSign, position: Position): Point | undefined {
  const tile = laid(position, sign.island);
  if (!tile) return undefined;
  if (sign.edge !== undefined) return edgePoint(tile, sign.edge, BEYOND);
  const art = beachArt(sign.island, sign.beach ?? '');
  return art && onBoard(tile, polar(OFF_BEACH, (art.from + art.to) / 2));
}

/** Two piers at one edge, from both sides. */
function faces(a: OddsSign, b: OddsSign, position: Position): boolean {
  if (a === b || a.edge === undefined || b.edge === undefined) return false;
  const [one, other] = [laid(position, a.island), laid(position, b.island)];
  if (!one || !other) return false;
  const [here, there] = [edgePoint(one, a.edge), edgePoint(other, b.edge)];
  return Math.hypot(here.x - there.x, here.y - there.y) < 1;
}

/** To the left as seen from its island: two that face each other go apart. */
function aside({ island, edge = 0 }: OddsSign, position: Position, at: Point, by: number): Point {
  const tile = laid(position, island);
  const off = polar(by, edgeAngle(edge) - 90 + 60 * (tile?.rotation ?? 0));
  return { x: at.x + off.x, y: at.y + off.y };
}
