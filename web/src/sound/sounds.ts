/**
 * The sounds of the game, as data: a sound is a few voices, a voice is a tone or filtered noise with a soft beginning and an
 * end that dies away. `synth.ts` makes them audible. Times in seconds, pitches in Hz; gains are before the volume.
 */
export interface Tone {
  kind: 'tone';
  at: number;
  length: number;
  wave: 'sine' | 'triangle';
  pitch: number;
  /** The pitch glides to this. */
  to?: number;
  gain: number;
  attack?: number;
}

export interface Noise {
  kind: 'noise';
  at: number;
  length: number;
  filter: 'lowpass' | 'bandpass' | 'highpass';
  /** The filter's frequency, and where it glides. */
  pitch: number;
  to?: number;
  q?: number;
  gain: number;
  attack?: number;
}

export type Voice = Tone | Noise;

/** A bar of bamboo: the note, and its fourth partial, which is gone at once. */
const bar = (at: number, pitch: number, gain = 0.3, length = 0.5): Voice[] => [
  { kind: 'tone', at, length, wave: 'sine', pitch, gain, attack: 0.003 },
  { kind: 'tone', at, length: length * 0.25, wave: 'sine', pitch: pitch * 3.95, gain: gain * 0.3 },
  { kind: 'noise', at, length: 0.02, filter: 'bandpass', pitch: pitch * 4, q: 2, gain: gain * 0.4 },
];

/** Wood on wood. */
const knock = (at: number, pitch: number, gain = 0.35): Voice[] => [
  { kind: 'tone', at, length: 0.09, wave: 'sine', pitch, to: pitch * 0.86, gain, attack: 0.002 },
  { kind: 'tone', at, length: 0.05, wave: 'triangle', pitch: pitch * 2.7, gain: gain * 0.4 },
  { kind: 'noise', at, length: 0.03, filter: 'bandpass', pitch: 1900, q: 1, gain: gain * 0.6 },
];

/** A wooden drum with a skin of shark. */
const drum = (at: number, gain = 0.5, pitch = 74): Voice[] => [
  {
    kind: 'tone',
    at,
    length: 0.5,
    wave: 'sine',
    pitch: pitch * 1.7,
    to: pitch,
    gain,
    attack: 0.003,
  },
  { kind: 'noise', at, length: 0.08, filter: 'lowpass', pitch: 900, to: 200, gain: gain * 0.7 },
];

/** A wave that comes, breaks and runs out. */
const wave = (at: number, length: number, gain = 0.3): Voice[] => [
  { kind: 'noise', at, length, filter: 'lowpass', pitch: 320, to: 900, gain, attack: length * 0.4 },
  {
    kind: 'noise',
    at: at + length * 0.25,
    length: length * 0.75,
    filter: 'bandpass',
    pitch: 2400,
    to: 900,
    q: 0.6,
    gain: gain * 0.25,
    attack: length * 0.25,
  },
];

const bubble = (at: number, pitch: number): Voice => ({
  kind: 'tone',
  at,
  length: 0.09,
  wave: 'sine',
  pitch,
  to: pitch * 1.9,
  gain: 0.14,
  attack: 0.02,
});

export const SOUNDS = {
  place: knock(0, 330),
  sail: wave(0, 0.9, 0.34),
  wave: wave(0, 0.6, 0.22),
  flip: [
    {
      kind: 'noise',
      at: 0,
      length: 0.16,
      filter: 'bandpass',
      pitch: 700,
      to: 2600,
      q: 1.2,
      gain: 0.2,
      attack: 0.1,
    },
    ...knock(0.16, 210, 0.4),
  ],
  passed: [...bar(0, 392, 0.24), ...bar(0.11, 587.3, 0.24)],
  failed: [...bar(0, 311.1, 0.26, 0.35), ...bar(0.16, 277.2, 0.26, 0.5)],
  sink: [
    {
      kind: 'noise',
      at: 0,
      length: 1.1,
      filter: 'lowpass',
      pitch: 900,
      to: 140,
      gain: 0.4,
      attack: 0.12,
    },
    ...[0.25, 0.36, 0.5, 0.6, 0.78, 0.95].map((at, i) =>
      bubble(at, [330, 410, 290, 470, 360, 520][i] ?? 330),
    ),
  ],
  arrive: wave(0, 0.5, 0.18),
  land: [
    ...bar(0, 440, 0.24, 0.4),
    {
      kind: 'noise',
      at: 0,
      length: 0.16,
      filter: 'bandpass',
      pitch: 3000,
      to: 1500,
      q: 0.7,
      gain: 0.08,
      attack: 0.03,
    },
  ],
  home: [
    ...bar(0, 523.3, 0.18, 0.35),
    ...bar(0.09, 440, 0.16, 0.35),
    ...bar(0.18, 349.2, 0.14, 0.4),
  ],
  back: [
    { kind: 'tone', at: 0, length: 0.45, wave: 'triangle', pitch: 196, gain: 0.22, attack: 0.08 },
    {
      kind: 'tone',
      at: 0.34,
      length: 0.6,
      wave: 'triangle',
      pitch: 174.6,
      to: 168,
      gain: 0.22,
      attack: 0.08,
    },
  ],
  king: [...drum(0, 0.5), ...drum(0.22, 0.36, 88), ...drum(0.36, 0.36, 88), ...drum(0.58, 0.6, 68)],
  removed: [
    {
      kind: 'noise',
      at: 0,
      length: 1.2,
      filter: 'lowpass',
      pitch: 240,
      to: 70,
      q: 0.8,
      gain: 0.7,
      attack: 0.2,
    },
    { kind: 'tone', at: 0, length: 1.1, wave: 'sine', pitch: 110, to: 46, gain: 0.3, attack: 0.15 },
  ],
  warning: [
    { kind: 'tone', at: 0, length: 1, wave: 'triangle', pitch: 220, gain: 0.2, attack: 0.15 },
    { kind: 'tone', at: 0.02, length: 0.95, wave: 'sine', pitch: 440, gain: 0.08, attack: 0.2 },
  ],
  clock: [...knock(0, 520, 0.3), ...knock(0.18, 440, 0.3), ...knock(0.36, 520, 0.3)],
  turn: [...bar(0, 659.3, 0.22, 0.45), ...bar(0.14, 880, 0.24, 0.7)],
  end: [
    ...[392, 440, 523.3, 587.3, 784].flatMap((pitch, i) => bar(i * 0.13, pitch, 0.22, 0.8)),
    ...drum(0, 0.3),
    ...drum(0.52, 0.36),
  ],
} as const satisfies Record<string, readonly Voice[]>;

export type SoundName = keyof typeof SOUNDS;

export const SOUND_NAMES = Object.keys(SOUNDS) as SoundName[];

/** When a sound has died away. */
export const lengthOf = (name: SoundName): number =>
  Math.max(...SOUNDS[name].map((voice) => voice.at + voice.length));
