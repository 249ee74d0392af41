/** Clocks in words: how much time there is, and how much is left. */
import { m } from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import type { Clock } from '../protocol/types';

const NONE: Clock = {
  kind: 'none',
  bank: 0,
  increment: 0,
  days: 0,
  rest_from: 0,
  rest_to: 0,
  zone: 'UTC',
};
const NIGHT = { rest_from: 22, rest_to: 8 };

const bank = (minutes: number, increment: number): Clock => ({
  ...NONE,
  kind: 'bank',
  bank: minutes * 60,
  increment,
});
const days = (count: number): Clock => ({ ...NONE, kind: 'days', days: count });

/** What can be chosen. */
export const CLOCKS: readonly Clock[] = [
  NONE,
  bank(5, 10),
  bank(10, 20),
  bank(20, 30),
  days(1),
  days(2),
  days(3),
  days(7),
];

/** The same for the same amounts of time, whatever the nights. */
export const keyOf = ({ kind, bank, increment, days }: Clock): string =>
  [kind, bank, increment, days].join(' ');

/** The choices with this one among them, if it is none of them. */
export const choicesWith = (clock: Clock): readonly Clock[] =>
  CLOCKS.some((choice) => keyOf(choice) === keyOf(clock)) ? CLOCKS : [...CLOCKS, clock];

/** The clock as it is chosen here: nights are those of this place, unless there were others. */
export function chosen(clock: Clock, before: Clock): Clock {
  if (clock.kind !== 'days') return clock;
  const { rest_from, rest_to, zone } = before.kind === 'days' ? before : { ...NIGHT, zone: here() };
  return { ...clock, rest_from, rest_to, zone };
}

/** The time zone of this place. */
export const here = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

export const hasNights = (clock: Clock): boolean => clock.rest_from !== clock.rest_to;

export const withNights = (clock: Clock, on: boolean): Clock => ({
  ...clock,
  ...(on ? NIGHT : { rest_from: 0, rest_to: 0 }),
});

export function clockInWords(clock: Clock): string {
  if (clock.kind === 'none') return m.live_clock_none();
  if (clock.kind === 'days') return m.live_clock_days({ count: clock.days });
  const minutes = Math.round(clock.bank / 6) / 10;
  return m.live_clock_bank({ minutes, seconds: clock.increment });
}

const two = (n: number) => String(n).padStart(2, '0');

/** 1:02:03 or 2:03; a second that has begun counts. */
export function timeLeft(milliseconds: number): string {
  const all = Math.max(0, Math.ceil(milliseconds / 1000));
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Whole days, hours or minutes, rounded down: whoever relies on it is not late. */
export function howLong(milliseconds: number): string {
  const [unit, size] =
    milliseconds >= 2 * DAY
      ? (['day', DAY] as const)
      : milliseconds >= 2 * HOUR
        ? (['hour', HOUR] as const)
        : (['minute', MINUTE] as const);
  const count = Math.max(0, Math.floor(milliseconds / size));
  return new Intl.NumberFormat(getLocale(), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(count);
}

/** A day and an hour, in this place; with the date where the weekday does not tell. */
export function moment(at: string, now = Date.now()): string {
  const then = new Date(at);
  return new Intl.DateTimeFormat(getLocale(), {
    weekday: 'short',
    ...(Math.abs(then.getTime() - now) > 6 * DAY ? { day: 'numeric', month: 'short' } : {}),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(then);
}

/** A day of the calendar. */
export const day = (date: string): string =>
  new Intl.DateTimeFormat(getLocale(), { day: 'numeric', month: 'short' }).format(
    new Date(`${date}T12:00:00`),
  );
