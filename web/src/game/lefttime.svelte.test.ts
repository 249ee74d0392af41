import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClockView } from '../protocol/types';
import { LeftTime } from './lefttime.svelte';

const clock = (left: (number | null)[], runs: number | null): ClockView => ({
  kind: 'bank',
  left,
  runs,
  until: null,
  rests: false,
});

describe('the time that is left', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('goes down for the seat on the move alone, and never below nothing', () => {
    const time = new LeftTime(() => undefined);
    time.set(clock([60_000, 50_000, null], 0));
    vi.advanceTimersByTime(20_000);
    expect([0, 1, 2].map((seat) => time.of(seat))).toEqual([40_000, 50_000, null]);
    vi.advanceTimersByTime(100_000);
    expect(time.of(0)).toBe(0);
    time.close();
  });

  it('that is low is told once for each step of a turn', () => {
    const low = vi.fn();
    const time = new LeftTime(low);
    time.set(clock([35_000, 50_000], 0));
    vi.advanceTimersByTime(4_000);
    expect(low).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2_000);
    time.set(clock([29_000, 50_000], 0)); // a decision within the turn
    vi.advanceTimersByTime(25_000);
    expect(low.mock.calls).toEqual([
      [0, 30],
      [0, 10],
    ]);
    time.set(clock([4_000, 50_000], 1));
    time.set(clock([9_000, 50_000], 0)); // the next turn
    expect(low).toHaveBeenLastCalledWith(0, 9);
    time.close();
  });

  it('stands still in a pause', () => {
    const time = new LeftTime(() => undefined);
    time.set(clock([60_000, 50_000], null));
    vi.advanceTimersByTime(20_000);
    expect(time.of(0)).toBe(60_000);
    time.set(null);
    expect(time.of(0)).toBeNull();
  });
});
