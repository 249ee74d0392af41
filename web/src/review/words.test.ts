import { expect, it } from 'vitest';
import { choice, sail, table } from '../game/fixtures';
import type { Event, ReviewMoment } from '../protocol/types';
import { chancesInWords, lineInWords, percent, points, signed, verdict } from './words';

const flat = () => 0;
const two = table();
const name = (seat: number) => two.seats[seat]?.name ?? '';
const moment = (parts: Partial<ReviewMoment>): ReviewMoment => ({
  seq: 1,
  seat: 0,
  chances: [0.45, 0.55],
  luck: [],
  judgement: null,
  ...parts,
});

it('numbers never say more than is known', () => {
  expect([0, 0.001, 0.45, 0.998, 1].map(percent)).toEqual(['0', '<1', '45', '>99', '100']);
  expect([0.0451, -0.2, 0.0001].map(signed)).toEqual(['+4.5', '−20.0', '0.0']);
  expect(points(-0.045)).toBe('4.5');
});

it('everybody has a chance', () => {
  expect(chancesInWords(two, moment({}))).toBe(`${name(0)} 45 % and ${name(1)} 55 %`);
});

it('a tile is luck, bad luck or neither, for who drew it', () => {
  const event = { seq: 1, tile: 'Samoa' } as Event;
  const said = (luck: number) => verdict(two, moment({ luck: [luck, -luck] }), event, flat);
  expect(said(0.1)).toContain(`Luck: tile Samoa changes ${name(0)}’s chance by +10.0 %`);
  expect(said(-0.1)).toContain('Bad luck');
  expect(said(0.001)).toContain('neither');
});

it('an error is told with what was best', () => {
  const judgement = { best: sail('Tonga', 0), best_chance: 0.5, chance: 0.4, error: 0.1 };
  const said = (worth: 'best' | 'good' | 'slip' | 'mistake') =>
    verdict(two, moment({ judgement: { ...judgement, worth } }), undefined, flat);
  expect(said('mistake')).toBe(
    `Mistake: 10.0 % given away. Best was: ${lineInWords(judgement.best, flat)} (50 % for ${name(0)}).`,
  );
  expect(said('slip')).toContain('Slip');
  expect(said('good')).toContain('Good');
  expect(said('best')).toContain('Nothing better');
  expect(verdict(two, moment({}), { forced: true } as Event, flat)).toBe('There was no choice.');
  expect(verdict(two, moment({ seat: null }), undefined, flat)).toBe('');
});

it('every kind of line has words', () => {
  const lines = [
    choice('expand Tonga ab', 'expand', { island: 'Tonga', beaches: 'ab' }),
    choice('enter Tonga a', 'enter', { island: 'Tonga', beaches: 'a' }),
    choice('expand Tonga a from Samoa c', 'expand', {
      island: 'Tonga',
      beaches: 'a',
      source: ['Samoa', 'c'],
    }),
    choice('land Samoa a red', 'land', { island: 'Samoa', beaches: 'a', colour: 'red' }),
    choice('lay K 3', 'lay', { tile: 'K', edge: 3 }),
    choice('king Samoa', 'king', { island: 'Samoa' }),
    choice('resettle', 'resettle'),
    choice('pass', 'pass'),
    sail('Tonga', 3),
  ];
  const words = lines.map((line) => lineInWords(line, flat));
  expect(new Set(words).size).toBe(lines.length);
  expect(words[2]).toMatch(/^a boat from Samoa, .* beach to Tonga, .* beach$/);
  expect(words[4]).toBe('lay the tile at the north side of K');
});
