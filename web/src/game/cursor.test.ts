import { describe, expect, it } from 'vitest';
import type { Towards } from './focus';
import { placesOf, samePlace, stepTo, withShores } from './cursor';

const tonga = { q: 0, r: 0 };
const sea = withShores(placesOf({ Tonga: [0, 0, 0], K: [0, -1, 0], Samoa: [2, -2, 3] }));

describe('the cursor', () => {
  it('goes over the laid tiles and one place beyond', () => {
    expect(withShores([tonga])).toHaveLength(7);
    expect(stepTo(tonga, 'up', sea)).toEqual({ q: 0, r: -1 });
    expect(stepTo(tonga, 'down', sea)).toEqual({ q: 0, r: 1 });
    expect(stepTo({ q: 0, r: 1 }, 'down', sea)).toEqual({ q: 0, r: 1 });
  });

  it('comes back by the opposite key', () => {
    const back: Record<Towards, Towards> = { up: 'down', down: 'up', left: 'right', right: 'left' };
    const wide = withShores(withShores(withShores([tonga])));
    for (const place of withShores([tonga])) {
      for (const [towards, opposite] of Object.entries(back) as [Towards, Towards][]) {
        expect(stepTo(stepTo(place, towards, wide), opposite, wide)).toEqual(place);
      }
    }
  });

  it('reaches every place', () => {
    const reached = [tonga];
    for (const place of reached) {
      for (const towards of ['up', 'down', 'left', 'right'] as const) {
        const next = stepTo(place, towards, sea);
        if (!reached.some((r) => samePlace(r, next))) reached.push(next);
      }
    }
    expect(reached).toHaveLength(sea.length);
  });
});
