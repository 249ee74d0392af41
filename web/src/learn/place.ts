/** Where a bubble can lie without covering anything that matters. Pure. */
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Spot {
  x: number;
  y: number;
}

export function meets(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Shares of the free room to try: corners first, then edges. */
const SHARES: readonly (readonly [number, number])[] = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
  [0, 0.5],
  [1, 0.5],
  [0.5, 0],
  [0.5, 1],
  [0, 0.25],
  [1, 0.25],
  [0, 0.75],
  [1, 0.75],
];

/**
 * A place in `area` (all in pixels of the screen) for a box of this size that keeps `gap` from its rim and from every
 * obstacle; the one it has now, if that still does. `null`: there is none.
 */
export function freeSpot(
  area: Rect,
  size: { width: number; height: number },
  obstacles: readonly Rect[],
  now: Spot | null = null,
  gap = 10,
): Spot | null {
  const room = {
    x: area.right - area.left - size.width - 2 * gap,
    y: area.bottom - area.top - size.height - 2 * gap,
  };
  if (room.x < 0 || room.y < 0) return null;
  const spots = SHARES.map(([x, y]) => ({
    x: Math.round(area.left + gap + room.x * x),
    y: Math.round(area.top + gap + room.y * y),
  }));
  const inside = ({ x, y }: Spot) =>
    x >= area.left &&
    y >= area.top &&
    x + size.width <= area.right &&
    y + size.height <= area.bottom;
  const free = ({ x, y }: Spot) => {
    const box = {
      left: x - gap,
      top: y - gap,
      right: x + size.width + gap,
      bottom: y + size.height + gap,
    };
    return !obstacles.some((obstacle) => meets(box, obstacle));
  };
  if (now && inside(now) && free(now)) return now;
  return spots.find(free) ?? null;
}
