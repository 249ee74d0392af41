import { describe, expect, it } from 'vitest';
import { freeSpot, meets, type Rect } from './place';

const area: Rect = { left: 100, top: 50, right: 900, bottom: 650 };
const size = { width: 300, height: 120 };
const box = (left: number, top: number, width: number, height: number): Rect => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe('a place for a bubble', () => {
  it('is a corner, if nothing lies there', () => {
    expect(freeSpot(area, size, [])).toEqual({ x: 110, y: 60 });
  });

  it('meets no obstacle', () => {
    const obstacles = [box(120, 60, 60, 60), box(800, 100, 50, 50), box(350, 250, 300, 300)];
    const spot = freeSpot(area, size, obstacles);
    expect(spot).not.toBeNull();
    const lies = box(spot?.x ?? 0, spot?.y ?? 0, size.width, size.height);
    expect(obstacles.some((obstacle) => meets(lies, obstacle))).toBe(false);
  });

  it('stays where it is as long as that is free', () => {
    const now = { x: 333, y: 444 };
    expect(freeSpot(area, size, [], now)).toEqual(now);
    expect(freeSpot(area, size, [box(400, 500, 10, 10)], now)).not.toEqual(now);
  });

  it('is nowhere where all is taken, or where the area is too small', () => {
    expect(freeSpot(area, size, [area])).toBeNull();
    expect(freeSpot(box(0, 0, 200, 200), size, [])).toBeNull();
  });
});
