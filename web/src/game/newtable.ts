/** A table that is being set up. */
import { COLOURS } from '../board/colours';
import { m } from '../paraglide/messages.js';
import type { Seat } from '../protocol/types';

export type RuleValue = string | number | boolean;
export type Rules = Record<string, RuleValue>;

export interface Draft {
  seats: Seat[];
  /** Two colours each. */
  two: boolean;
  start: number | 'random';
  /** Options that differ from the default. */
  rules: Rules;
  /** The odds of voyages are told. */
  odds: boolean;
}

/** So many seats: those that were there, then new ones; each with one colour or two, none twice. */
export function seatsFor(count: number, two: boolean, before: readonly Seat[]): Seat[] {
  const wanted = two ? 2 : 1;
  const taken = new Set<string>();
  const seats = Array.from({ length: count }, (_, index): Seat => {
    const seat = before[index];
    const colours = (seat?.colours ?? []).slice(0, wanted).filter((c) => !taken.has(c));
    colours.forEach((colour) => taken.add(colour));
    return {
      name: seat?.name ?? m.seat_name({ number: index + 1 }),
      colours,
      bot: seat?.bot ?? null,
    };
  });
  for (const seat of seats) {
    while (seat.colours.length < wanted) {
      const free = COLOURS.find((colour) => !taken.has(colour));
      if (!free) break;
      taken.add(free);
      seat.colours.push(free);
    }
  }
  return seats;
}

/** Give a seat a colour; who had it gets the one that is given up. */
export function recolour(
  seats: readonly Seat[],
  index: number,
  at: number,
  colour: string,
): Seat[] {
  const old = seats[index]?.colours[at];
  return seats.map((seat, i) => ({
    ...seat,
    colours: seat.colours.map((c, j) => {
      if (i === index && j === at) return colour;
      return c === colour && old !== undefined ? old : c;
    }),
  }));
}

/** Names without spaces around; an empty one gets its number. */
export const fitting = (seats: readonly Seat[]): Seat[] =>
  seats.map((seat, index) => ({
    ...seat,
    name: seat.name.trim() || m.seat_name({ number: index + 1 }),
  }));

export const rulesOf = (draft: Draft): Rules =>
  draft.two ? { ...draft.rules, two_colours: true } : draft.rules;

/** The preset that these rules are, or `null`. */
export function presetOf(rules: Rules, presets: Record<string, Rules>): string | null {
  const same = (preset: Rules) => {
    const names = new Set([...Object.keys(preset), ...Object.keys(rules)]);
    return [...names].every((name) => preset[name] === rules[name]);
  };
  return Object.keys(presets).find((name) => same(presets[name] ?? {})) ?? null;
}

/** One option changed; what is the default is left out. */
export function withRule(rules: Rules, name: string, value: RuleValue, normal: RuleValue): Rules {
  const rest = Object.fromEntries(Object.entries(rules).filter(([other]) => other !== name));
  return value === normal ? rest : { ...rest, [name]: value };
}
