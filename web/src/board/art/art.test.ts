// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { islands, waters } from '../catalogue';
import { APOTHEM, EDGES, edgeAngle, edgeMiddle, type Point } from '../geometry';
import { SAND, islandArt } from './island';
import { along, waterArt } from './water';

const angle = (p: Point) => (Math.atan2(p.y, p.x) * 180) / Math.PI;
const apart = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180);
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

describe.each(islands)('$name', (island) => {
  const art = islandArt(island);

  it('R-1.1: has the berths of the catalogue on each beach', () => {
    expect(art.beaches.map((b) => [b.id, b.berths.length])).toEqual(
      island.beaches.map((b) => [b.id, b.berths]),
    );
  });

  it('R-1.2: has piers where the catalogue has them and only there', () => {
    const piers = island.beaches.flatMap((b) => b.piers);
    expect([...art.piers].sort()).toEqual([...piers].sort());
    expect([...art.piers, ...art.bare].sort()).toEqual([...EDGES]);
  });

  it('shows each pier at the sand of its own beach', () => {
    island.beaches.forEach((beach, i) => {
      const { from, to } = art.beaches[i] as (typeof art.beaches)[number];
      for (const pier of beach.piers) {
        const [middle, half] = [(from + to) / 2, (to - from) / 2];
        expect(apart(edgeAngle(pier), middle)).toBeLessThan(half - 8);
      }
    });
  });

  it('keeps the berths on their own sand, clear of each other', () => {
    const all = art.beaches.flatMap((beach) => beach.berths);
    for (const { from, to, berths } of art.beaches) {
      for (const berth of berths) {
        expect(apart(angle(berth), (from + to) / 2)).toBeLessThan((to - from) / 2);
        expect(Math.hypot(berth.x, berth.y)).toBeLessThan(SAND);
      }
    }
    all.forEach((a, i) => {
      all.slice(i + 1).forEach((b) => expect(distance(a, b)).toBeGreaterThan(13.5));
    });
  });

  it('has beaches that do not overlap', () => {
    art.beaches.forEach((a, i) => {
      const b = art.beaches[(i + 1) % art.beaches.length] as typeof a;
      const gap = (b.from - a.to + 720) % 360;
      expect(gap).toBeGreaterThan(5);
    });
  });
});

describe.each(waters)('water $name', (water) => {
  const art = waterArt(water);

  it('R-1.1: joins the edges of the catalogue, each edge once', () => {
    expect(art.routes.map((r) => [r.edges, r.colours])).toEqual(
      water.routes.map((r) => [r.edges, r.colours]),
    );
    expect(art.routes.flatMap((r) => r.edges).sort()).toEqual([...EDGES]);
    for (const { edges, curve } of art.routes) {
      expect(distance(along(curve, 0), edgeMiddle(edges[0]))).toBeCloseTo(0);
      expect(distance(along(curve, 1), edgeMiddle(edges[1]))).toBeCloseTo(0);
    }
  });

  it('shows each number on its own route, clear of the others', () => {
    art.routes.forEach(({ curve, mark }, i) => {
      const near = (c: typeof curve) =>
        Math.min(...Array.from({ length: 101 }, (_, s) => distance(along(c, s / 100), mark)));
      expect(near(curve)).toBeLessThan(1);
      expect(Math.hypot(mark.x, mark.y)).toBeLessThan(APOTHEM - 14);
      art.routes.forEach((other, j) => {
        if (j === i) return;
        expect(near(other.curve)).toBeGreaterThan(22);
        expect(distance(mark, other.mark)).toBeGreaterThan(30);
      });
    });
  });
});
