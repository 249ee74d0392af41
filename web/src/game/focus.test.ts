import { expect, it } from 'vitest';
import { nearest } from './focus';

it('goes to the nearest point in a direction, steps aside counting double', () => {
  const points = [
    { x: 100, y: 0 },
    { x: 60, y: 50 },
    { x: -10, y: 0 },
  ];
  expect(nearest({ x: 0, y: 0 }, points, 'right')).toBe(0);
  expect(nearest({ x: 0, y: 0 }, points, 'left')).toBe(2);
  expect(nearest({ x: 0, y: 0 }, points, 'down')).toBe(1);
  expect(nearest({ x: 0, y: 0 }, points, 'up')).toBe(-1);
});
