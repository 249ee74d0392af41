/** Whether what can be chosen lies so close together that fingers would miss it, and a list is the better way. Pure. */
import type { Point } from './geometry';

/** px on the screen: the least distance of two targets (WCAG 2.5.8). */
const NEAR = 24;
/** So many may lie nearer. */
const MANY = 12;

/** Do more than a dozen points have a neighbour nearer than a fingertip? */
export function crowded(points: readonly Point[], scale: number): boolean {
  const near = NEAR / scale;
  const close = points.filter((a) =>
    points.some((b) => a !== b && Math.hypot(a.x - b.x, a.y - b.y) < near),
  );
  return close.length > MANY;
}
