/** Films of random games, played by the real engine with all kinds of options, some moves taken back. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { ashore, chaptersOf, inEffect, turnAt } from '../game/history';
import { arrivalOf } from '../game/marks';
import type { Event, Fleet } from '../protocol/types';
import { fold } from './fold';
import { boatList, type Frame } from './frames';
import { cutTurn } from './reel';
import { Storyboard } from './storyboard';
import type { Position } from './types';

interface Told {
  events: Event[];
  positions: Position[];
  fleets: (Fleet | null)[];
}

const GAMES = 20;

const python = process.env.TONGIAKI_PYTHON ?? '.venv/bin/python';
const games = execFileSync(python, ['-m', 'tests.web.films', String(GAMES)], {
  cwd: '..',
  encoding: 'utf-8',
  maxBuffer: 1 << 28,
})
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Told);

const sum = (counts: number[]) => counts.reduce((a, b) => a + b, 0);
const boatsOn = (position: Position) =>
  sum(Object.values(position.boats).flatMap((boats) => Object.values(boats)));
const boatsSeen = (frame: Frame) =>
  Object.values(frame.berths)
    .flat()
    .filter((colour) => colour !== null).length +
  frame.actors.filter((actor) => actor.opacity > 0.01).length;

/** From where films are told: the beginning, and some moments on the way that are still in effect. */
const startsIn = (line: Event[]) =>
  [0, 0.5, 0.9].map((part) => ashore(line, line[Math.floor(part * (line.length - 1))]?.seq ?? 0));

describe.each(games.map((game, number) => [number, game] as const))('game %i', (_, game) => {
  const { events, positions, fleets } = game;
  const last = events.length - 1;

  it('is at every moment the fold of the effects in effect', () => {
    const step = Math.max(1, Math.floor(events.length / 12));
    for (let seq = 0; seq <= last; seq += step) {
      const effects = inEffect(events.slice(0, seq + 1)).flatMap((event) => event.effects);
      expect(effects.reduce(fold, positions[0] as Position), `after ${seq}`).toEqual(
        positions[seq],
      );
    }
  });

  it('has films that end on the live board, wherever they begin and end', () => {
    for (const part of [1, 0.45]) {
      const whole = inEffect(events.slice(0, Math.floor(last * part) + 1));
      // The server never rests while a fleet is at sea: it turns up the next tile.
      const now = ashore(whole, last);
      const line = whole.filter((event) => event.seq <= now);
      for (const since of startsIn(line)) {
        const waits = fleets[since];
        const from = positions[since] as Position;
        const board = new Storyboard(
          from,
          {},
          waits ? { island: waits.island, boats: waits.boats } : undefined,
        );
        const news = line.filter((event) => event.seq > since);
        const chapters = chaptersOf(news, ...turnAt(line, since));
        for (const { scenes } of chapters) {
          const before = board.shots.length;
          for (const { effect } of scenes) board.tell(effect);
          const cuts = cutTurn(board.shots.slice(before), 0, 0);
          const ms = sum(cuts.map((cut) => cut.ms));
          if (cuts.length > 0) expect(Math.round(ms)).toBeGreaterThanOrEqual(1000);
          expect(Math.round(ms)).toBeLessThanOrEqual(8000);
        }
        const live = positions[now] as Position;
        const aboard = boatList(fleets[now]?.boats ?? {});
        expect(board.position, `${since} to ${now}`).toEqual(live);
        expect(board.fleet.map((boat) => boat.colour).sort()).toEqual([...aboard].sort());
        const picture = board.shots.at(-1)?.frame(1);
        if (picture) expect(boatsSeen(picture)).toBe(boatsOn(live) + aboard.length);
      }
    }
  }, 60_000);

  it('knows from the effects where a waiting fleet lies', () => {
    const line = inEffect(events);
    const board = new Storyboard(positions[0] as Position, {});
    line.forEach((event, i) => {
      for (const effect of event.effects) board.tell(effect);
      const position = positions[event.seq] as Position;
      if (!fleets[event.seq] || i % 7) return;
      const told = line.slice(0, i + 1);
      expect(arrivalOf(told, position.tiles), `after ${event.seq}`).toEqual(board.arrival);
    });
  }, 60_000);
});
