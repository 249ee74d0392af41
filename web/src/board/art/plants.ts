/**
 * What grows on an island: shapes of one colour each, standing on their origin. They are drawn where they stand, without
 * a transform of their own: hundreds of those would have to be put together in every frame in which the board moves.
 */

export type Growth = 'palm' | 'rock' | 'bush-0' | 'bush-1' | 'bush-2';

export interface Shape {
  /** Absolute commands and pairs of numbers only, for `moved`. */
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
}

const leaf = (d: string, fill: string): Shape => ({ d, fill, stroke: '#173d1b', width: 0.7 });
const light = (d: string, stroke: string): Shape => ({ d, stroke, width: 1.1 });
/** A round spot: a line of no length. */
const spot = (x: number, y: number, stroke: string, width: number): Shape => ({
  d: `M${x} ${y}L${x} ${y}`,
  stroke,
  width,
});

export const GROWTH: Record<Growth, Shape[]> = {
  palm: [
    {
      d: 'M-1.3 0C-0.6 -5 0.4 -8 1.6 -11.4L3.2 -10.8C2.2 -7.6 1.6 -4 1.5 0Z',
      fill: '#7a5530',
      stroke: '#2f1d0e',
      width: 0.6,
    },
    leaf('M2.4 -11.5C-1 -16.5 -5.6 -15.4 -8 -10.6C-4.8 -12.6 -1.2 -12.8 2.4 -11.5Z', '#3f8a3c'),
    leaf('M2.4 -11.5C6 -16.6 10.4 -15.2 12.2 -10.4C9.2 -12.6 5.8 -12.8 2.4 -11.5Z', '#3f8a3c'),
    leaf('M2.4 -11.5C-1.6 -12.6 -5.6 -9.6 -5.4 -4.6C-3.6 -8 -1 -10.2 2.4 -11.5Z', '#2f7233'),
    leaf('M2.4 -11.5C6.4 -12.4 10 -9.4 9.8 -4.6C8 -8 5.6 -10.2 2.4 -11.5Z', '#2f7233'),
    leaf('M2.4 -11.5C0.6 -16 1.8 -19 5.4 -20.4C4.2 -17 4 -14.4 2.4 -11.5Z', '#56a24a'),
    spot(1.6, -10.6, '#5b3716', 2.6),
  ],
  'bush-0': [
    {
      d: 'M-7 2C-9 -2 -6 -5 -3.6 -4.6C-3 -8 3 -8 3.8 -4.8C7 -5 8.6 -1.6 7 2Q0 4 -7 2Z',
      fill: '#3e7d38',
      stroke: '#1b4320',
      width: 0.8,
    },
    light('M-4.6 -2.6Q-2.6 -4.6 -0.6 -3.6M1.4 -4.4Q3.6 -4.2 4.2 -2.4', '#86b95e'),
  ],
  'bush-1': [
    {
      d: 'M-6 2C-8 -3 -3 -7 0 -6C4 -7 8 -2 6 2Q0 4 -6 2Z',
      fill: '#4f8f40',
      stroke: '#1b4320',
      width: 0.8,
    },
    light('M-3.4 -2.4Q-1 -4.6 1.4 -3.6', '#9cc968'),
  ],
  'bush-2': [
    {
      d: 'M-7 2C-8 -2 -5 -5 -2 -4C0 -7 5 -6 5 -3C8 -2 8 1 6 2Q0 4 -7 2Z',
      fill: '#35703a',
      stroke: '#163a1e',
      width: 0.8,
    },
    spot(-2.6, -1.6, '#f2d0c6', 2.2),
    spot(2.8, -2.8, '#e8604d', 2.2),
  ],
  rock: [
    {
      d: 'M-5 2L-3.6 -3L0.4 -4.4L4.4 -1.4L5 2Q0 3.6 -5 2Z',
      fill: '#6d6258',
      stroke: '#2d2620',
      width: 0.9,
    },
    { d: 'M-3.6 -3L0.4 -4.4L1 -1L-2.4 0.4Z', fill: '#a2968a' },
  ],
};

/** A path scaled about the origin, then shifted. */
export function moved(d: string, x: number, y: number, size: number): string {
  return d.replace(
    /(-?[\d.]+) (-?[\d.]+)/g,
    (_, a: string, b: string) =>
      `${(x + size * Number(a)).toFixed(1)} ${(y + size * Number(b)).toFixed(1)}`,
  );
}
