/** What players and colours are called. */
import { m } from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import type { Table, View } from '../protocol/types';

export interface Names {
  /** The player who has this colour; with two colours each, which of them. */
  player(colour: string): string;
  seat(index: number): string;
}

export function namesOf(table: Table): Names {
  const seatOf = (colour: string) => table.seats.find((seat) => seat.colours.includes(colour));
  return {
    player(colour) {
      const seat = seatOf(colour);
      if (!seat) return colourName(colour);
      if (seat.colours.length < 2) return seat.name;
      return m.player_with_colour({ name: seat.name, colour: colourName(colour) });
    },
    seat: (index) => table.seats[index]?.name ?? '',
  };
}

/** The table as it was after an event: others have taken over seats since. */
export function tableAt(table: Table, seq: number): Table {
  if (!table.before.some(({ until }) => seq < until)) return table;
  const seats = table.seats.map((now, at) => {
    const was = table.before.find(({ seat, until }) => seat === at && seq < until);
    return was ? { ...now, name: was.name } : now;
  });
  return { ...table, seats };
}

/** What they were called after an event. */
export const namesAt = (table: Table, seq: number): Names => namesOf(tableAt(table, seq));

const COLOURS: Record<string, () => string> = {
  red: m.colour_red,
  blue: m.colour_blue,
  green: m.colour_green,
  yellow: m.colour_yellow,
  orange: m.colour_orange,
  purple: m.colour_purple,
};

export const colourName = (colour: string): string => COLOURS[colour]?.() ?? colour;

/** What a colour's name begins with, as far as it takes to tell it from the others: R, or Gr and Ge. */
export function colourInitial(colour: string): string {
  const name = colourName(colour);
  const others = Object.keys(COLOURS).filter((other) => other !== colour);
  const told = (length: number) =>
    others.every((other) => !colourName(other).startsWith(name.slice(0, length)));
  const initial = name.slice(0, told(1) ? 1 : 2);
  return initial.charAt(0).toUpperCase() + initial.slice(1);
}

/** Of each bot: what it is called, and how it plays. */
const BOTS: Record<string, { name: () => string; about: () => string }> = {
  random: { name: m.bot_random, about: m.bot_about_random },
  deckhand: { name: m.bot_deckhand, about: m.bot_about_deckhand },
  hermit: { name: m.bot_hermit, about: m.bot_about_hermit },
  hitchhiker: { name: m.bot_hitchhiker, about: m.bot_about_hitchhiker },
  greedy: { name: m.bot_greedy, about: m.bot_about_greedy },
  stargazer: { name: m.bot_stargazer, about: m.bot_about_stargazer },
  pilot: { name: m.bot_pilot, about: m.bot_about_pilot },
  navigator: { name: m.bot_navigator, about: m.bot_about_navigator },
};

export const botName = (bot: string): string => BOTS[bot]?.name() ?? bot;

/** A line on how it plays; nothing of a bot of somebody else. */
export const botCharacter = (bot: string): string => BOTS[bot]?.about() ?? '';

/** "2 red, 1 blue". */
export function boatsInWords(boats: Record<string, number>): string {
  const parts = Object.entries(boats)
    .filter(([, count]) => count > 0)
    .map(([colour, count]) => m.boats_of_colour({ count, colour: colourName(colour) }));
  return listInWords(parts);
}

/** "a, b and c". */
export function listInWords(parts: string[]): string {
  return new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(parts);
}

export const countOf = (boats: Record<string, number>): number =>
  Object.values(boats).reduce((sum, count) => sum + count, 0);

export const coloursIn = (boats: Record<string, number>): number =>
  Object.values(boats).filter((count) => count > 0).length;

/** With two colours each: which comes next, and whose it is. */
export function nextInTurn(table: Table, view: View): { colour: string; player: string } | null {
  const now = view.active_colour;
  if (!now || !table.seats.some((seat) => seat.colours.length > 1)) return null;
  const colour = table.order[(table.order.indexOf(now) + 1) % table.order.length] ?? now;
  return { colour, player: namesOf(table).player(colour) };
}
