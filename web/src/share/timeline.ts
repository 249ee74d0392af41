/** Which pictures of a film an animated picture shows. Pure. */
import type { Shot } from '../board/frames';

export const FPS = 10;
/** Longer films run faster (s). */
export const MOST = 12;

export interface Moment {
  shot: Shot;
  /** 0 … 1 of the shot. */
  t: number;
}

/** The moments, one every 1/`FPS` s; evenly over the whole film. */
export function moments(shots: readonly Shot[], most = MOST): Moment[] {
  const whole = shots.reduce((sum, shot) => sum + shot.ms, 0);
  const count = Math.ceil((Math.min(whole, most * 1000) / 1000) * FPS);
  const step = whole / Math.max(1, count);
  const list: Moment[] = [];
  let start = 0;
  for (const shot of shots) {
    for (let i = Math.ceil(start / step); i * step < start + shot.ms && i < count; i += 1)
      list.push({ shot, t: (i * step - start) / shot.ms });
    start += shot.ms;
  }
  return list;
}
