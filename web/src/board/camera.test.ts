// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { bringIn, bringInBox, fit, keepInSight, shows, toBoard, zoom } from './camera';
import { boxAround } from './layout';

const phone = { width: 390, height: 500 };
const box = boxAround([
  { q: -2, r: 0 },
  { q: 2, r: 1 },
]);

describe('the camera', () => {
  it('shows everything when asked', () => {
    const camera = fit(box, phone);
    expect(shows(camera, box, phone)).toBe(true);
    expect(shows(zoom(camera, 2, { x: 0, y: 0 }), box, phone)).toBe(false);
  });

  it('keeps the point under the finger while zooming', () => {
    const camera = fit(box, phone);
    const at = { x: 100, y: 333 };
    const before = toBoard(camera, at);
    const after = toBoard(zoom(camera, 1.7, at), at);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it('brings what the keyboard reaches on the screen, moving no more than needed', () => {
    const camera = { x: 0, y: 0, scale: 1 };
    expect(bringIn(camera, { x: 200, y: 250 }, 60, phone)).toBe(camera);
    const right = bringIn(camera, { x: 900, y: 250 }, 60, phone);
    expect(right.y).toBe(0);
    expect(900 + right.x).toBe(phone.width - 76);
    const above = bringIn(camera, { x: 200, y: -300 }, 60, phone);
    expect(-300 + above.y).toBe(124); // below the news
    const large = bringIn({ ...camera, scale: 4 }, { x: 0, y: 0 }, 100, phone);
    expect(large.x).toBe(phone.width / 2);
  });

  it('brings a box in as a whole, at the same scale', () => {
    const camera = { x: 0, y: 0, scale: 0.5 };
    const tile = { x: -200, y: 300, width: 200, height: 180 };
    expect(bringInBox(camera, tile, phone)).toEqual({ x: 116, y: 0, scale: 0.5 });
    expect(bringInBox(camera, { ...tile, x: 100 }, phone)).toBe(camera);
  });

  it('never loses the tiles', () => {
    const lost = keepInSight({ x: 99999, y: -99999, scale: 1 }, box, phone);
    expect(box.x + lost.x).toBeLessThan(phone.width);
    expect(box.y + box.height + lost.y).toBeGreaterThan(0);
  });
});
