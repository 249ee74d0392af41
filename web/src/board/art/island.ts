/** Where things lie on an island tile (unturned, about its middle): beaches, berths, piers, coast, plants. Pure data. */
import type { Beach, Island } from '../catalogue';
import { EDGES, closedCurve, edgeAngle, polar, xy, type Edge, type Point } from '../geometry';
import { seeded } from './random';

/** Radii of the coast, from the middle outwards. */
export const JUNGLE = 46;
export const SAND = 72;
const BERTH = 59;
/** The size of a boat in a berth. */
export const BOAT = 0.84;
/** Half the headland between two beaches, in degrees. */
const HEADLAND = 4;
/** How far a beach may reach beyond its piers' edges, towards a beach or a coast without piers. */
const LEND = 13;
const REACH = 15;

export interface BeachArt {
  id: string;
  /** The sand reaches from this angle to that one, clockwise. */
  from: number;
  to: number;
  middle: Point;
  berths: Point[];
}

export interface Plant {
  kind: 'palm' | 'bush' | 'rock';
  at: Point;
  size: number;
  variant: number;
}

export interface IslandArt {
  beaches: BeachArt[];
  piers: Edge[];
  /** Edges without a pier: rocks and surf. */
  bare: Edge[];
  reef: string;
  sand: string;
  jungle: string;
  /** Ripples and shells on the sand. */
  grains: string;
  plants: Plant[];
}

interface Arc {
  beach: Beach;
  from: number;
  to: number;
}

/** Each beach along its piers' edges; where one is crowded it borrows a little from its neighbours and from coasts without piers. */
function arcs(island: Island): Arc[] {
  const list: Arc[] = island.beaches.map((beach) => {
    const first = Math.min(...beach.piers);
    const last = Math.max(...beach.piers);
    return { beach, from: edgeAngle(first) - 30, to: edgeAngle(last) + 30 };
  });
  const width = new Map(list.map((arc) => [arc, arc.to - arc.from]));
  list.forEach((arc, i) => {
    const next = list[(i + 1) % list.length] as Arc;
    const nextFrom = i + 1 < list.length ? next.from : next.from + 360;
    const [mine, theirs] = [arc.beach.berths, next.beach.berths];
    const [w, v] = [width.get(arc) ?? 0, width.get(next) ?? 0];
    if (Math.abs(nextFrom - arc.to) < 1) {
      const shift = Math.max(-LEND, Math.min(LEND, (mine * v - theirs * w) / (mine + theirs)));
      arc.to += shift;
      next.from += shift;
    } else {
      arc.to += reach(mine, w);
      next.from -= reach(theirs, v);
    }
  });
  return list.map(({ beach, from, to }) => ({ beach, from: from + HEADLAND, to: to - HEADLAND }));
}

function reach(berths: number, width: number): number {
  return Math.max(0, Math.min(REACH, berths * 19 - width));
}

function beachArt({ beach, from, to }: Arc): BeachArt {
  const step = (to - from) / beach.berths;
  const crowded = step < 16;
  const berths = Array.from({ length: beach.berths }, (_, i) => {
    const spread = crowded ? (i % 2 ? 5 : -4) : 0;
    const squeeze = crowded ? 0.96 : step > 34 ? 0.8 : 1;
    const angle = (from + to) / 2 + (i - (beach.berths - 1) / 2) * step * squeeze;
    return polar(BERTH + spread, angle);
  });
  return { id: beach.id, from, to, middle: polar(BERTH, (from + to) / 2), berths };
}

/** A wavy closed line: a radius for each angle, plus some slow noise of this tile's own. */
function coast(radius: (angle: number) => number, wave: number, random: () => number): string {
  const [a, b, c] = [random() * 6.3, random() * 6.3, random() * 6.3];
  const points: Point[] = [];
  for (let angle = 0; angle < 360; angle += 4) {
    const t = (angle * Math.PI) / 180;
    const noise = Math.sin(3 * t + a) + 0.7 * Math.sin(5 * t + b) + 0.6 * Math.sin(11 * t + c);
    points.push(polar(radius(angle) + noise * wave, angle));
  }
  return closedCurve(points);
}

/** How many degrees an angle lies inside the nearest beach (negative: outside all). */
function inside(beaches: readonly BeachArt[], angle: number): number {
  return Math.max(
    ...beaches.flatMap(({ from, to }) =>
      [-360, 0, 360].map((full) => Math.min(angle + full - from, to - angle - full)),
    ),
  );
}

/** Near an edge without a pier. */
function isBareSide(bare: readonly Edge[], angle: number): boolean {
  return bare.some((edge) => Math.abs(((angle - edgeAngle(edge) + 540) % 360) - 180) < 42);
}

function smooth(x: number): number {
  const t = Math.max(0, Math.min(1, x));
  return t * t * (3 - 2 * t);
}

function grains(random: () => number): string {
  let path = '';
  for (let i = 0; i < 46; i++) {
    const p = polar(49 + random() * 20, random() * 360);
    path += `M${xy(p)}${random() < 0.35 ? 'q2 -1.6 4 0' : 'h0.1'}`;
  }
  return path;
}

function plants(beaches: readonly BeachArt[], bare: Edge[], random: () => number): Plant[] {
  const list: Plant[] = [];
  for (let angle = random() * 20; angle < 360; angle += 15 + random() * 7) {
    const out = inside(beaches, angle % 360) > 4 ? 43 : 52;
    list.push({
      kind: 'bush',
      at: polar(out - random() * 5, angle),
      size: 0.75 + random() * 0.5,
      variant: Math.floor(random() * 3),
    });
  }
  beaches.forEach((beach, i) => {
    const next = beaches[(i + 1) % beaches.length] as BeachArt;
    const gap = (next.from - beach.to + 360) % 360;
    if (gap < 12) {
      const kind = random() < 0.75 ? 'palm' : 'bush';
      list.push(plant(kind, polar(62, beach.to + gap / 2), random));
    }
  });
  for (const edge of bare) {
    const middle = edgeAngle(edge);
    for (let i = -1; i <= 1; i++) {
      list.push(plant('palm', polar(54 + random() * 8, middle + i * 13 + random() * 5), random));
    }
    for (let i = -2; i <= 2; i++) {
      if (i === 0) continue;
      list.push(plant('rock', polar(74 + random() * 3, middle + i * 7 + random() * 3), random));
    }
  }
  return list;
}

function plant(kind: Plant['kind'], at: Point, random: () => number): Plant {
  return { kind, at, size: 0.8 + random() * 0.35, variant: Math.floor(random() * 3) };
}

function draw(island: Island): IslandArt {
  const random = seeded(island.name);
  const beaches = arcs(island).map(beachArt);
  const piers = EDGES.filter((e) => island.beaches.some((b) => b.piers.includes(e)));
  const bare = EDGES.filter((e) => !piers.includes(e));
  // Headlands between beaches are slim spits; a coast without piers is broad and slopes gently into the beaches beside it.
  const jungle = (angle: number) => {
    const depth = inside(beaches, angle);
    const broad = depth < -HEADLAND - 0.5 || isBareSide(bare, angle);
    const slope = broad ? (8 - depth) / 19 : (5.5 - depth) / 9.5;
    return JUNGLE + ((broad ? SAND + 1 : SAND - 2) - JUNGLE) * smooth(slope);
  };
  return {
    beaches,
    piers,
    bare,
    reef: coast(() => 79, 1, random),
    sand: coast(() => SAND, 0.8, random),
    jungle: coast(jungle, 0.8, random),
    grains: grains(random),
    plants: plants(beaches, bare, random),
  };
}

const drawn = new Map<string, IslandArt>();

export function islandArt(island: Island): IslandArt {
  let art = drawn.get(island.name);
  if (!art) drawn.set(island.name, (art = draw(island)));
  return art;
}
