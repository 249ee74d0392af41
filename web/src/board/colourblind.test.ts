// @vitest-environment node
/**
 * The players' colours as people with the three common colour blindnesses see them. Matrices for linear RGB, severity 1.0:
 * G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision
 * Deficiency", IEEE TVCG 15(6), 2009. Differences are distances in OKLab (B. Ottosson, 2020); 0.02 is just seen.
 */
import { expect, it } from 'vitest';
import { COLOURS, LOOK } from './colours';

type Triple = [number, number, number];
type Matrix = [Triple, Triple, Triple];

const SIGHT: Record<string, Matrix> = {
  'all colours': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const LMS: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const LAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];

const times = (matrix: Matrix, [x, y, z]: Triple) =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z) as Triple;

const linear = (hex: string) =>
  [1, 3, 5].map((i) => {
    const c = parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as Triple;

function seen(hex: string, sight: Matrix): Triple {
  const rgb = times(sight, linear(hex)).map((c) => Math.min(1, Math.max(0, c))) as Triple;
  return times(LAB, times(LMS, rgb).map(Math.cbrt) as Triple);
}

it.each(Object.entries(SIGHT))('with %s any two players differ by 0.1 or more', (_, sight) => {
  const close = COLOURS.flatMap((a, i) =>
    COLOURS.slice(i + 1).flatMap((b) => {
      const [p, q] = [seen(LOOK[a].hue, sight), seen(LOOK[b].hue, sight)];
      const distance = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
      return distance < 0.1 ? [`${a} and ${b}: ${distance.toFixed(3)}`] : [];
    }),
  );
  expect(close).toEqual([]);
});

it('sees grey as grey, whoever looks', () => {
  for (const sight of Object.values(SIGHT)) {
    const [, a, b] = seen('#808080', sight);
    expect(Math.hypot(a, b)).toBeLessThan(0.005);
  }
});
