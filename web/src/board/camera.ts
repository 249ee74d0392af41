/** How the board is looked at: a point of the screen is a point of the board × scale + (x, y). Pure. */
import type { Box } from './layout';
import type { Point } from './geometry';

export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export const NEAREST = 2.4;
const FARTHEST = 0.12;
/** Showing all never comes closer than this. */
const COMFORT = 1.35;

/** Show the whole box, in the middle. */
export function fit(box: Box, size: Size): Camera {
  const scale = clamp(Math.min(size.width / box.width, size.height / box.height), COMFORT);
  return {
    scale,
    x: size.width / 2 - (box.x + box.width / 2) * scale,
    y: size.height / 2 - (box.y + box.height / 2) * scale,
  };
}

/** Show the whole box; smaller, where something within a radius of one of the points would lie under what covers the lower right corner. */
export function fitBeside(
  box: Box,
  points: readonly Point[],
  radius: number,
  size: Size,
  corner: Size,
): Camera {
  const all = fit(box, size);
  const covered = points.some(({ x, y }) => {
    const dx = size.width - corner.width - (x * all.scale + all.x);
    const dy = size.height - corner.height - (y * all.scale + all.y);
    return Math.hypot(Math.max(0, dx), Math.max(0, dy)) < radius * all.scale;
  });
  if (!covered) return all;
  return corner.width > corner.height
    ? fit(box, { ...size, height: size.height - corner.height })
    : fit(box, { ...size, width: size.width - corner.width });
}

function clamp(scale: number, nearest = NEAREST): number {
  return Math.min(nearest, Math.max(FARTHEST, scale || 1));
}

/** Zoom so that the board's point under `at` (of the screen) stays there. */
export function zoom(camera: Camera, factor: number, at: Point): Camera {
  const scale = clamp(camera.scale * factor);
  const f = scale / camera.scale;
  return { scale, x: at.x - (at.x - camera.x) * f, y: at.y - (at.y - camera.y) * f };
}

export function pan(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x + dx, y: camera.y + dy };
}

/** Never let the last tile out of sight: at least a strip of the box stays on the screen. */
export function keepInSight(camera: Camera, box: Box, size: Size): Camera {
  const strip = Math.min(80, size.width / 4, size.height / 4);
  const left = box.x * camera.scale;
  const top = box.y * camera.scale;
  return {
    ...camera,
    x: between(camera.x, strip - left - box.width * camera.scale, size.width - strip - left),
    y: between(camera.y, strip - top - box.height * camera.scale, size.height - strip - top),
  };
}

function between(n: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, n));
}

/** What lies over the board's edges: the news on top. */
const COVERED = { top: 64, bottom: 16, side: 16 };

/** Move as little as needed to have what lies `radius` around a point of the board on the screen, with nothing over it. */
export function bringIn(camera: Camera, at: Point, radius: number, size: Size): Camera {
  const [width, height] = [2 * radius, 2 * radius];
  return bringInBox(camera, { x: at.x - radius, y: at.y - radius, width, height }, size);
}

/** The same for a box; one that is larger than the screen comes into its middle. */
export function bringInBox(camera: Camera, box: Box, size: Size): Camera {
  const { scale } = camera;
  const into = (from: number, length: number, low: number, high: number) =>
    length > high - low
      ? (low + high - length) / 2 - from
      : between(from, low, high - length) - from;
  const left = box.x * scale + camera.x;
  const top = box.y * scale + camera.y;
  const dx = into(left, box.width * scale, COVERED.side, size.width - COVERED.side);
  const dy = into(top, box.height * scale, COVERED.top, size.height - COVERED.bottom);
  return dx === 0 && dy === 0 ? camera : pan(camera, dx, dy);
}

/** Is the whole box on the screen? */
export function shows(camera: Camera, box: Box, size: Size): boolean {
  const left = box.x * camera.scale + camera.x;
  const top = box.y * camera.scale + camera.y;
  return (
    left >= -1 &&
    top >= -1 &&
    left + box.width * camera.scale <= size.width + 1 &&
    top + box.height * camera.scale <= size.height + 1
  );
}

export function toBoard(camera: Camera, at: Point): Point {
  return { x: (at.x - camera.x) / camera.scale, y: (at.y - camera.y) / camera.scale };
}
