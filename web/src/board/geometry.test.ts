// @vitest-environment node
import { describe, expect, it } from 'vitest';
import {
  APOTHEM,
  EDGES,
  SIZE,
  STEPS,
  add,
  centre,
  edgeCurve,
  edgeFacing,
  edgeMiddle,
  facing,
  mod6,
  neighbour,
  turned,
  type Point,
} from './geometry';

const origin = { q: 0, r: 0 };

function expectSame(a: Point, b: Point) {
  expect(a.x).toBeCloseTo(b.x, 6);
  expect(a.y).toBeCloseTo(b.y, 6);
}

describe('R-1.5: the grid', () => {
  it('lies flat side up, directions clockwise from the south', () => {
    const at = EDGES.map((d) => centre(neighbour(origin, d)));
    expectSame(at[0] as Point, { x: 0, y: 2 * APOTHEM });
    expectSame(at[1] as Point, { x: -1.5 * SIZE, y: APOTHEM });
    expectSame(at[2] as Point, { x: -1.5 * SIZE, y: -APOTHEM });
    expectSame(at[3] as Point, { x: 0, y: -2 * APOTHEM });
    expectSame(at[4] as Point, { x: 1.5 * SIZE, y: -APOTHEM });
    expectSame(at[5] as Point, { x: 1.5 * SIZE, y: APOTHEM });
    expect(STEPS).toHaveLength(6);
  });

  it('has edge 0 at the bottom of an unturned tile, the others clockwise', () => {
    for (const e of EDGES) {
      const there = centre(neighbour(origin, e));
      expectSame(edgeMiddle(e), { x: there.x / 2, y: there.y / 2 });
    }
  });

  it('turns edge e of a tile with rotation t to direction e + t', () => {
    for (const e of EDGES) {
      for (const t of EDGES) {
        const there = centre(neighbour(origin, facing(e, t)));
        expectSame(turned(edgeMiddle(e), t), { x: there.x / 2, y: there.y / 2 });
        expect(edgeFacing(facing(e, t), t)).toBe(e);
      }
    }
  });

  it('faces the red symbol to where the fleet came from', () => {
    for (const d of EDGES) expect(facing(0, mod6(d + 3))).toBe(mod6(d + 3));
  });
});

describe('S-curved edges', () => {
  it('are point-symmetric about their middles', () => {
    for (const e of EDGES) {
      const curve = edgeCurve(e);
      const m = edgeMiddle(e);
      curve.forEach((p, i) => {
        const mirror = curve[6 - i] as Point;
        expectSame({ x: 2 * m.x - p.x, y: 2 * m.y - p.y }, mirror);
      });
    }
  });

  it('interlock: any edge of any tile at any rotation lies on the neighbour’s', () => {
    for (const d of EDGES) {
      const there = centre(neighbour(origin, d));
      for (const [t, u] of EDGES.flatMap((a) => EDGES.map((b) => [a, b] as const))) {
        const mine = edgeCurve(edgeFacing(d, t)).map((p) => turned(p, t));
        const back = mod6(d + 3);
        const theirs = edgeCurve(edgeFacing(back, u)).map((p) => add(turned(p, u), there));
        mine.forEach((p, i) => expectSame(p, theirs[6 - i] as Point));
      }
    }
  });

  it('join at the corners to one closed line', () => {
    for (const e of EDGES) {
      expectSame(edgeCurve(e)[6] as Point, edgeCurve(mod6(e + 1))[0] as Point);
    }
  });
});
