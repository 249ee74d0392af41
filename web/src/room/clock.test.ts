import { describe, expect, it } from 'vitest';
import type { Clock } from '../protocol/types';
import {
  chosen,
  choicesWith,
  CLOCKS,
  clockInWords,
  howLong,
  keyOf,
  moment,
  timeLeft,
  withNights,
} from './clock';

const find = (key: string) => CLOCKS.find((clock) => keyOf(clock) === key) as Clock;

describe('a clock', () => {
  it('shows minutes and seconds, and hours if there are some', () => {
    expect([300_000, 299_001, 59_000, 1, 0, -5, 3_723_000].map(timeLeft)).toEqual([
      '5:00',
      '5:00',
      '0:59',
      '0:01',
      '0:00',
      '0:00',
      '1:02:03',
    ]);
  });

  it('says how long there is, in units that matter, never more than there is', () => {
    const hour = 3_600_000;
    expect([171, 48, 47.9, 2, 1.99, 1 / 60, 0, -1].map((hours) => howLong(hours * hour))).toEqual([
      '7 days',
      '2 days',
      '47 hours',
      '2 hours',
      '119 minutes',
      '1 minute',
      '0 minutes',
      '0 minutes',
    ]);
  });

  it('names the day of the month where the weekday does not tell', () => {
    const now = Date.parse('2026-11-30T12:00:00');
    expect(moment('2026-12-02T20:00:00', now)).toBe('Wed 20:00');
    expect(moment('2026-12-07T20:00:00', now)).toBe('Mon, Dec 7, 20:00');
  });

  it('is said in words', () => {
    expect(clockInWords(find('none 0 0 0'))).toBe('no clock');
    expect(clockInWords(find('bank 600 20 0'))).toBe('10 min each, 20 s more per turn');
    expect(clockInWords(find('days 0 0 1'))).toBe('one day per turn');
    expect(clockInWords(find('days 0 0 3'))).toBe('3 days per turn');
  });

  it('has the nights of this place, and keeps those that were chosen', () => {
    const first = chosen(find('days 0 0 1'), find('none 0 0 0'));
    expect([first.rest_from, first.rest_to]).toEqual([22, 8]);
    expect(first.zone).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
    const late = { ...first, rest_from: 0, rest_to: 9, zone: 'Asia/Tokyo' };
    expect(chosen(find('days 0 0 3'), late)).toEqual({ ...late, days: 3 });
    expect(chosen(find('bank 300 10 0'), late)).toEqual(find('bank 300 10 0'));
    expect(withNights(late, false).rest_to).toBe(0);
  });

  it('that cannot be chosen here is still among the choices', () => {
    const own = { ...find('bank 300 10 0'), bank: 90 };
    expect(choicesWith(own).map(keyOf)).toContain('bank 90 10 0');
    expect(choicesWith(find('days 0 0 7'))).toBe(CLOCKS);
  });
});
