import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fit } from './camera';
import { boxAround } from './layout';
import { Lens } from './lens.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is where it was put last, though it was on its way elsewhere twice', () => {
  const [one, two, three] = [0, 4, 8].map((q) => [
    { q: 0, r: 0 },
    { q, r: 0 },
  ]);
  const size = { width: 600, height: 400 };
  const lens = new Lens();
  lens.resize({ width: 500, height: 400 });
  lens.cover(one ?? []);
  vi.advanceTimersToNextFrame();
  lens.cover(two ?? []); // smoothly, both: no picture comes in between
  lens.cover(three ?? []);
  lens.resize(size); // at once
  vi.advanceTimersByTime(2000);
  expect(lens.camera).toEqual(fit(boxAround(three ?? []), size));
  lens.close();
});
