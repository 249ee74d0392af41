// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { crowded } from './crowded';

const row = (count: number, apart: number) =>
  Array.from({ length: count }, (_, i) => ({ x: i * apart, y: 0 }));

describe('crowded targets', () => {
  it('are more than a dozen, nearer than 24 px', () => {
    expect(crowded(row(13, 23), 1)).toBe(true);
    expect(crowded(row(12, 23), 1)).toBe(false);
    expect(crowded(row(40, 24), 1)).toBe(false);
  });

  it('are so on the screen, not on the board', () => {
    expect(crowded(row(13, 46), 0.5)).toBe(true);
    expect(crowded(row(13, 23), 2)).toBe(false);
  });

  it('do not count those that have room', () => {
    const alone = row(30, 100).map(({ x }) => ({ x, y: 500 }));
    expect(crowded([...row(10, 5), ...alone], 1)).toBe(false);
  });
});
