/** The six players' colours: the one table of name, hue, emblem and outline for all of the project. */

export const COLOURS = ['red', 'blue', 'green', 'yellow', 'orange', 'purple'] as const;
export type Colour = (typeof COLOURS)[number];

export interface ColourLook {
  /** The sail. */
  hue: string;
  /** The sail's shaded side. */
  shade: string;
  /** The emblem on the sail, as a character for text. */
  emblem: string;
  /** The emblem as a path within ±5 units. */
  path: string;
  /** What the emblem is drawn in, so that it is read on the sail. */
  on: string;
  /** Dark line around every boat: at least 3:1 on sand, jungle and sea. */
  outline: string;
  /** Stroke dashes of this colour's last-move outline. */
  dash: string;
}

const outline = '#1c110a';
const light = '#fff9ea';

export const LOOK: Record<Colour, ColourLook> = {
  red: {
    hue: '#bf2414',
    shade: '#8c150a',
    emblem: '●',
    path: 'M-4.4 0a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0 -8.8 0Z',
    on: light,
    outline,
    dash: 'none',
  },
  blue: {
    hue: '#1553d2',
    shade: '#0d3890',
    emblem: '▲',
    path: 'M0 -5L5.2 4.2H-5.2Z',
    on: light,
    outline,
    dash: '14 6',
  },
  green: {
    hue: '#379f64',
    shade: '#1f6f43',
    emblem: '■',
    path: 'M-4 -4H4V4H-4Z',
    on: outline,
    outline,
    dash: '4 6',
  },
  yellow: {
    hue: '#fae94f',
    shade: '#d9bd1c',
    emblem: '◆',
    path: 'M0 -5.6L4.6 0L0 5.6L-4.6 0Z',
    on: outline,
    outline,
    dash: '22 6 4 6',
  },
  orange: {
    hue: '#ffa636',
    shade: '#d67c0a',
    emblem: '★',
    path: 'M0 -5.8L1.55 -1.8L5.7 -1.6L2.45 1L3.55 5.1L0 2.8L-3.55 5.1L-2.45 1L-5.7 -1.6L-1.55 -1.8Z',
    on: outline,
    outline,
    dash: '9 5',
  },
  purple: {
    hue: '#692386',
    shade: '#481460',
    emblem: '✚',
    path: 'M-1.8 -5H1.8V-1.8H5V1.8H1.8V5H-1.8V1.8H-5V-1.8H-1.8Z',
    on: light,
    outline,
    dash: '14 5 3 5 3 5',
  },
};

export function look(colour: string): ColourLook {
  return LOOK[colour as Colour] ?? LOOK.red;
}

/** What boats are seen against; the contrast test measures the outline on each. */
export const GROUNDS = { sand: '#ecd6a3', jungle: '#4f7f3d', sea: '#3a9fae' } as const;

/** WCAG relative luminance of a #rrggbb colour. */
export function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}
