import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Effect } from '../protocol/types';
import { Film } from './film.svelte';
import { fold } from './fold';
import { cards } from './reel';
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
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    const film = new Film();
    void film.play(voyage, { from });
    const still = film.frame;
    run(30);
    expect(film.frame).toBe(still);
    run(300);
    expect(film.playing).toBe(false);
  });

  it('has one still picture for each step', () => {
    const known: Effect = { effect: 'fleet_moved', tile: 'A', entry: 0, exit: 3 };
    const met: Effect = { effect: 'number_met', tile: 'A', number: 2, colours: 2, passed: true };
    const drawn: Effect = { effect: 'tile_laid', tile: 'A', q: 0, r: 1, rotation: 0 };
    const [sails, lands] = voyage as [Effect, Effect];
    const told = [sails, met, known, drawn, met, known, lands, ...landing];
    const frame = () => ({ position: from, berths: {}, actors: [] });
    const steps = cards(told.map((effect) => ({ ms: 500, effect, frame })));
    expect(steps.map(({ effect }) => effect)).toEqual([sails, met, met, landing[2]]);
  });
});

describe('a film in chapters', () => {
  const turns = [voyage, landing];

  it('lasts one to eight seconds a turn, and ends by itself', async () => {
    const film = new Film();
    const done = film.show(turns, { from });
    expect(film.asked).toBe(true);
    expect(film.chapters).toHaveLength(2);
    const [first = 0, second = 0] = film.chapters;
    for (const ms of [second - first, film.total - second]) {
      expect(ms).toBeGreaterThanOrEqual(1000);
      expect(ms).toBeLessThanOrEqual(8000);
    }
    run(Math.ceil(film.total / 16) + 2);
    await done;
    expect(film.playing).toBe(false);
    expect(film.asked).toBe(false);
  });

  it('goes to a chapter, stops, and goes on', () => {
    const film = new Film();
    void film.show(turns, { from });
    film.toggle();
    film.chapter(1);
    expect(film.part).toBe(1);
    const still = film.at;
    run(20);
    expect(film.at).toBe(still);
    film.chapter(0);
    expect([film.part, film.effect?.effect]).toEqual([0, 'fleet_sailed']);
    film.toggle();
    run(2);
    expect(film.at).toBeGreaterThan(0);
    film.chapter(2);
    expect(film.playing).toBe(false);
  });

  it('runs twice as fast while it is held, and at four speeds', () => {
    const passed = (change: (film: Film) => void) => {
      const film = new Film();
      void film.show(turns, { from });
      change(film);
      run(10);
      film.skip();
      return film.at;
    };
    const normal = passed(() => undefined);
    expect(passed((film) => (film.held = true))).toBe(2 * normal);
    const speeds = (['slow', 'normal', 'fast', 'fastest'] as const).map((speed) =>
      passed((film) => film.set(speed)),
    );
    expect(speeds).toEqual([...speeds].sort((a, b) => a - b));
    expect(new Set(speeds).size).toBe(4);
  });

  it('is shortened where a chain is long', () => {
    const film = new Film();
    void film.show([Array(40).fill(voyage).flat() as Effect[]], { from });
    expect(film.total).toBeCloseTo(8000);
    film.skip();
  });

  it('shows a turn in which nothing moves as one quiet picture', () => {
    const film = new Film();
    void film.show([[{ effect: 'turn_passed', colour: 'red' }], voyage], { from });
    expect(film.effect?.effect).toBe('turn_passed');
    expect(film.chapters[1]).toBeGreaterThanOrEqual(1000);
    film.skip();
  });
});
