import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Effect } from '../protocol/types';
import { Film } from './film.svelte';
import { fold } from './fold';
import type { Position } from './types';

const from: Position = {
  tiles: { Tonga: [0, 0, 0], Fiji: [0, 1, 3] },
  boats: { 'Tonga a': { red: 2, blue: 1 } },
  royal: {},
  supply: { red: 13, blue: 14 },
};
const boats = { red: 2, blue: 1 };
const voyage: Effect[] = [
  { effect: 'fleet_sailed', island: 'Tonga', beach: 'a', pier: 0, boats },
  { effect: 'fleet_arrived', island: 'Fiji', boats },
];
const landing: Effect[] = [
  { effect: 'boat_landed', colour: 'red', island: 'Fiji', beach: 'a' },
  { effect: 'boat_landed', colour: 'blue', island: 'Fiji', beach: 'b' },
  { effect: 'boat_landed', colour: 'red', island: 'Fiji', beach: 'c' },
];

/** Let the film's clock run: each animation frame is 16 ms. */
let now = 0;
let waiting: FrameRequestCallback[] = [];
function run(frames: number) {
  for (let i = 0; i < frames; i++) {
    now += 16;
    for (const step of waiting.splice(0)) step(now);
  }
}

beforeEach(() => {
  now = 0;
  waiting = [];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('requestAnimationFrame', (step: FrameRequestCallback) => waiting.push(step));
  vi.stubGlobal('cancelAnimationFrame', () => (waiting = []));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a film', () => {
  it('shows the way and ends by itself', async () => {
    const film = new Film();
    const told: string[] = [];
    const done = film.play(voyage, { from, onshot: (effect) => told.push(effect.effect) });
    expect(film.playing).toBe(true);
    expect(film.frame?.actors).toHaveLength(3);
    run(200);
    expect(film.playing).toBe(false);
    expect(told).toEqual(['fleet_sailed', 'fleet_arrived']);
    await done;
  });

  it('can be skipped at any moment, and then the boats lie where they landed', async () => {
    const film = new Film();
    const done = film.play([...voyage, ...landing], { from });
    run(5);
    film.skip();
    await done;
    expect(film.playing).toBe(false);
    const ashore = Object.values(film.berths).flat();
    expect(ashore.filter((colour) => colour === 'red')).toHaveLength(2);
    expect(ashore.filter((colour) => colour === 'blue')).toHaveLength(1);
  });

  it('goes on with what happens while it runs', async () => {
    const film = new Film();
    const first = film.play(voyage, { from });
    const after = voyage.reduce(fold, from);
    const second = film.play(landing, { from: after });
    run(400);
    await Promise.all([first, second]);
    expect(film.playing).toBe(false);
    expect(film.arrival).toBeUndefined();
  });

  it('remembers on which side a fleet waits to land', async () => {
    const film = new Film();
    await film.play(voyage, { from, speed: 'off' });
    expect(film.playing).toBe(false);
    // It left Tonga southwards, so it lies north of Fiji.
    expect(film.arrival).toEqual({ island: 'Fiji', direction: 3 });
    expect(film.placed({ island: 'Fiji', boats })?.direction).toBe(3);
    expect(film.placed({ island: 'Samoa', boats })?.direction).toBeUndefined();
  });

  it('is a row of still pictures where motion is reduced', () => {
    vi.useFakeTimers();
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    const film = new Film();
    void film.play(voyage, { from });
    const still = film.frame;
    vi.advanceTimersByTime(500);
    expect(film.frame).toBe(still);
    vi.advanceTimersByTime(1500);
    expect(film.playing).toBe(false);
    vi.useRealTimers();
  });
});
