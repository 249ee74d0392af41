/** Drag, pinch and wheel on an element. A tap is not a drag: below the threshold nothing moves, above it nothing is clicked. */
import type { Attachment } from 'svelte/attachments';
import type { Point } from './geometry';

export interface Gestures {
  pan(dx: number, dy: number): void;
  zoom(factor: number, at: Point): void;
}

const THRESHOLD = 8;

function spread(points: readonly Point[]): number {
  const [a, b] = points as [Point, Point];
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function middle(points: readonly Point[]): Point {
  const n = points.length || 1;
  return {
    x: points.reduce((sum, p) => sum + p.x, 0) / n,
    y: points.reduce((sum, p) => sum + p.y, 0) / n,
  };
}

export function gestures(told: Gestures): Attachment<HTMLElement> {
  return (node) => {
    const fingers = new Map<number, Point>();
    let start: Point | undefined;
    let dragging = false;
    /** Where the element lies; measured once for each gesture, for a measurement makes the browser work out its styles. */
    let corner: Point = { x: 0, y: 0 };

    const at = (event: { clientX: number; clientY: number }): Point => ({
      x: event.clientX - corner.x,
      y: event.clientY - corner.y,
    });

    function measure() {
      const { left, top } = node.getBoundingClientRect();
      corner = { x: left, y: top };
    }

    function down(event: PointerEvent) {
      if (event.button !== 0 || (event.target as Element).closest('button')) return;
      if (fingers.size === 0) measure();
      fingers.set(event.pointerId, at(event));
      if (fingers.size === 1) {
        start = at(event);
        dragging = false;
      }
    }

    function move(event: PointerEvent) {
      const last = fingers.get(event.pointerId);
      if (!last || !start) return;
      const now = at(event);
      if (!dragging) {
        if (fingers.size === 1 && Math.hypot(now.x - start.x, now.y - start.y) < THRESHOLD) return;
        dragging = true;
        node.setPointerCapture(event.pointerId);
      }
      const before = [...fingers.values()];
      fingers.set(event.pointerId, now);
      const after = [...fingers.values()];
      const [from, to] = [middle(before), middle(after)];
      told.pan(to.x - from.x, to.y - from.y);
      if (after.length === 2 && spread(before) > 0) told.zoom(spread(after) / spread(before), to);
    }

    function up(event: PointerEvent) {
      fingers.delete(event.pointerId);
      if (fingers.size === 0) start = undefined;
    }

    function click(event: MouseEvent) {
      if (!dragging) return;
      dragging = false;
      event.stopPropagation();
      event.preventDefault();
    }

    function wheel(event: WheelEvent) {
      event.preventDefault();
      measure();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
      told.zoom(Math.exp(-event.deltaY * lines * 0.0016), at(event));
    }

    node.addEventListener('pointerdown', down);
    node.addEventListener('pointermove', move);
    node.addEventListener('pointerup', up);
    node.addEventListener('pointercancel', up);
    node.addEventListener('click', click, true);
    node.addEventListener('wheel', wheel, { passive: false });
    return () => {
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', up);
      node.removeEventListener('pointercancel', up);
      node.removeEventListener('click', click, true);
      node.removeEventListener('wheel', wheel);
    };
  };
}
